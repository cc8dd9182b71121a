//! The messages about a submission and its rules.

certamen_i18n::texts!("locales/submission/submission");
