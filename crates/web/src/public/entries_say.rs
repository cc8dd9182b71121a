//! Messages about entries on public pages.

certamen_i18n::texts!("locales/entries");
