//! Messages about remote workers.

certamen_i18n::texts!("locales/farm");
