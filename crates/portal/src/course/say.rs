//! Messages about names, keys and rosters.

certamen_i18n::texts!("locales/course");
