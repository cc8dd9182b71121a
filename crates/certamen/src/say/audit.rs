//! Messages about verification.

certamen_i18n::texts!("locales/audit");
