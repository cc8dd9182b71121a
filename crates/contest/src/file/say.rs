//! The messages about contest files.

certamen_i18n::texts!("locales/file");
