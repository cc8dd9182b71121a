//! Messages in tables of contests.

certamen_i18n::texts!(pub "locales/print/table");
