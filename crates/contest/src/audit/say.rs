//! The messages of audits.

certamen_i18n::texts!("locales/audit");
