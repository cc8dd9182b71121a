//! Messages of the host.

certamen_i18n::texts!("locales");
