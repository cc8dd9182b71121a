//! What is said here: of the system, and of languages.

crate::texts! {
    "../locales";
    system_error(code, words),
    at(place, why),
    unknown_language(code),
}
