//! Messages of coordinator and worker.

certamen_i18n::texts!("locales");
