//! Messages of the store.

certamen_i18n::texts!("locales");
