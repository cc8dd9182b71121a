//! Messages about this machine: sandboxes, languages and games.

certamen_i18n::texts!("locales/machine");
