//! The messages about games, players and records.

certamen_i18n::texts!("locales");
