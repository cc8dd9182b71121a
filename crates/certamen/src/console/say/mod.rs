//! Messages of the terminal, by subject.

/// Why a record, or a match at the terminal, is rejected.
pub mod refusal {
    certamen_i18n::texts!(pub "locales/console/refusal");
}
/// Messages about matches and runs while they are played and shown.
pub mod play {
    certamen_i18n::texts!(pub "locales/console/play");
}
