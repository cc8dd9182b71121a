//! Reports about contests: standings, crosstables, ratings, fair play, published standings and
//! comparisons, as text, JSON lines, CSV and Markdown; and exports of whole contests.
//!
//! The data is computed elsewhere. This module does not play, store or query anything, and it does
//! not depend on whether it writes to a terminal, a file or a page.

pub(crate) mod comparison;
pub(crate) mod export;
pub(crate) mod fair_play;
pub(crate) mod field;
pub(crate) mod format;
pub(crate) mod matches;
pub(crate) mod matrix;
pub(crate) mod metrics;
pub(crate) mod publication;
mod running_score;
pub(crate) mod standings;

pub(crate) use running_score::RunningScore;

pub(crate) mod say {
    pub(crate) mod table {
        certamen_i18n::texts!(pub "locales/print/table");
        pub(crate) use certamen_contest::view::words::*;
    }
    pub(crate) mod metrics {
        certamen_i18n::texts!(pub "locales/print/metrics");
    }
    pub(crate) mod hosting {
        certamen_i18n::texts!(pub "locales/print/hosting");
    }
    pub(crate) mod compare {
        certamen_i18n::texts!(pub "locales/print/compare");
    }
}
