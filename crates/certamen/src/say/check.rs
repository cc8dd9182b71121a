//! Messages about checking bots and creating starter bots.

certamen_i18n::texts!("locales/check");
