//! Messages about the facts of contests, matches, bots and games on public pages.

certamen_i18n::texts!("locales/facts");
