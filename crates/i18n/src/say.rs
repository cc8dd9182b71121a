//! The messages of this crate: system errors and languages.

crate::texts! {
    "../locales";
    system_error(code, words),
    at(place, why),
    unknown_language(code),
}
