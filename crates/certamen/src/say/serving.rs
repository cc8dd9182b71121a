//! Messages of `certamen serve`.

certamen_i18n::texts!("locales/serving");
