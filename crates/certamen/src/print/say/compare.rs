//! Messages about a comparison.

certamen_i18n::texts!(pub "locales/print/compare");
