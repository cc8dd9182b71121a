//! The error messages of the sandbox.

certamen_i18n::texts!("locales");
