//! What a new contest file says of itself.

certamen_i18n::texts!(pub "locales/draft");
