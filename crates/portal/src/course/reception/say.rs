//! Messages about files that came in.

certamen_i18n::texts!("locales/course/reception");
