//! The messages of the Lisp host.

certamen_i18n::texts!("locales/lisp");
