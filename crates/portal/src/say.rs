//! Messages about accounts and the site's database.

certamen_i18n::texts!("locales");
