//! Why a record, or a match at the terminal, is rejected.

certamen_i18n::texts!(pub "locales/console/refusal");
