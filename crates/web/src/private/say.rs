//! Messages of private pages.

certamen_i18n::texts!("locales/private");
