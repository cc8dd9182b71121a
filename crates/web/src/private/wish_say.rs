//! Messages of the page of suggested games.

certamen_i18n::texts!("locales/wishes");
