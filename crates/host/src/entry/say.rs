//! Messages about submissions.

certamen_i18n::texts!("locales/entry");
