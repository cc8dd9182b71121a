//! Messages about failed analyses.

certamen_i18n::texts!("locales/analysis");
