//! The terminal: matches that are played and shown there, records that the user steps through, and
//! messages during contests.
//!
//! The user reads text and types lines or keys. Matches are decided by other crates; pages are
//! shown by `web`, tables are written by `print`.

mod interrupt;
mod live_match;
mod match_report;
mod output;
pub(crate) mod progress_reporter;
pub(crate) mod record_file;
pub(crate) mod shown;
pub(crate) mod stepper;
pub(crate) mod transcript;
mod tty;

pub(crate) use interrupt::{Interrupt, command_line, quoted};
pub(crate) use live_match::{Console, ViewOptions};
pub(crate) use match_report::CheckCommands;
pub(crate) use output::{Output, OutputArgs};
pub(crate) use progress_reporter::{ProgressReporter, ReportedEvents, print_staying};
pub(crate) use shown::Measured;
pub(crate) use tty::Tty;

use certamen_game::Language;
use certamen_host::FolderWatcher;

/// A watcher of files, which prints if the kernel does not watch all of them.
pub(crate) fn folder_watcher(language: Language) -> FolderWatcher {
    FolderWatcher::start(move |error| {
        eprintln!("{}", say::refusal::not_watched(error.to_string()).get(language));
    })
}

pub(crate) mod say {
    pub(crate) mod refusal {
        certamen_i18n::texts!(pub "locales/console/refusal");
    }
    pub(crate) mod play {
        certamen_i18n::texts!(pub "locales/console/play");
    }
}
