//! What pages say.

certamen_i18n::texts!("locales");
