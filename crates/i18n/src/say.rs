//! The messages of this crate: system errors and languages.

crate::texts!("locales");
