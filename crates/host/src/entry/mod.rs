//! Processes submissions to a contest, stage by stage: unpacked, checked, built, tried, and
//! accepted or rejected. Files are authoritative: each step can be done again, and a process that
//! is stopped anywhere continues from what is in the folder.

mod archive;
mod by_hand;
mod closing;
mod finding;
mod processor;
mod rules;
mod sample_match;
mod single;
mod trial;
mod unpacked;

pub use finding::EntryFinding;
pub use processor::{EntryProcessor, PollResult};
pub(crate) use rules::{add_entrants, broken};
pub(crate) use sample_match::sample_match;

mod say {
    certamen_i18n::texts!("locales/entry");
}
