//! Why something is rejected.

certamen_i18n::texts!("locales/refusal");
