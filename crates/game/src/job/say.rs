//! The messages about malformed names, options and files.

certamen_i18n::texts!("locales/job");
