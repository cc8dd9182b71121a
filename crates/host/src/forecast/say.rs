//! Messages about how long a contest will take.

certamen_i18n::texts!("locales/forecast");
