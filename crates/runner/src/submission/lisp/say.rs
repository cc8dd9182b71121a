//! The messages about texts that are not valid Lisp.

certamen_i18n::texts!("locales/submission/lisp");
