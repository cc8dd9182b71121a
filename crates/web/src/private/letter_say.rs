//! Messages of e-mails.

certamen_i18n::texts!("locales/letters");
