//! Messages about authors, cycles and pairs of opponents on public pages.

certamen_i18n::texts!("locales/more");
