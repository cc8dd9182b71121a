//! Messages about analyses.

certamen_i18n::texts!("locales/analyse");
