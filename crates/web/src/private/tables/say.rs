//! Messages of the table pages.

certamen_i18n::texts!("locales/tables");
