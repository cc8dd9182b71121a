//! The messages about invalid formats and rankings.

certamen_i18n::texts!("locales");
