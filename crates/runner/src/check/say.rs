//! The texts of a report besides its advice.

certamen_i18n::texts!("locales/check");
