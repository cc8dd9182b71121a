//! The messages about bots that cannot play, and about matches that cannot be played.

certamen_i18n::texts!("locales");
