//! Messages of the course pages.

certamen_i18n::texts!("locales/course");
