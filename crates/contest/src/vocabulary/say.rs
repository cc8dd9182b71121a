//! The messages about disqualified bots.

certamen_i18n::texts!("locales/fault");
