//! Messages of the admin pages.

certamen_i18n::texts!("locales/admin");
