//! The messages of the referee, also to people at a terminal.

certamen_i18n::texts!("locales/referee");
