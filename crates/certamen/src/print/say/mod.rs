//! Messages in tables of contests, by subject.

/// Messages in tables of contests.
pub mod table {
    certamen_i18n::texts!(pub "locales/print/table");
}
/// Messages about bots' metrics.
pub mod metrics {
    certamen_i18n::texts!(pub "locales/print/metrics");
}

/// Messages about hosted contests and their publications.
pub mod hosting {
    certamen_i18n::texts!(pub "locales/print/hosting");
}

/// Messages about a comparison.
pub mod compare {
    certamen_i18n::texts!(pub "locales/print/compare");
}
