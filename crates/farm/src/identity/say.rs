//! Messages about keys.

certamen_i18n::texts!("locales/identity");
