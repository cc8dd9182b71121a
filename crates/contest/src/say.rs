//! The messages of contest errors.

certamen_i18n::texts!("locales");
