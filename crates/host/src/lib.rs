//! Runs contests: when standings are published, which submissions enter, and what is played.
//!
//! It prints nothing and knows no terminal: a command, a site or another program calls it, and
//! receives events.

mod bots;
pub mod championship;
pub mod check_job;
pub mod draft;
pub mod entry;
mod error;
mod executor;
#[cfg(feature = "bus")]
mod farm;
mod forecast;
pub mod host;
mod isolation;
mod link;
mod mail_queue;
pub mod marks;
mod playing;
pub mod publication;
pub mod reception;
mod remote;
mod replay_bots;
mod runner;
mod running;
pub mod schema;
pub mod series;
mod serving;
#[cfg(feature = "simulated")]
pub mod simulated;
mod stop_signal;
pub mod tables;
mod timetable;
pub mod timing;
mod watch;
mod workspace;

pub use bots::{LoadedBots, RejectReason, RejectedBot, find_bots, set_depth, set_search};
pub use error::{HostError, TierRequirement};
#[cfg(feature = "bus")]
pub use farm::Farm;
pub use forecast::{Forecast, is_lower_bound};
pub use isolation::{Isolation, Sandboxes, runs_programs};
pub use link::{EventSender, HostConnection, STALLED, messages};
pub use mail_queue::MailQueue;
pub use playing::{Event, Listener, PlayEnd, PlayLoop};
pub use publication::{Publication, replace};
pub use remote::{RemoteContest, RemoteRoom};
pub use replay_bots::ReplayBots;
pub use runner::Runner;
pub use running::{ContestSetup, ExecutionTarget, RejectPolicy, RunningContest};
pub use serving::{HostedContests, Hosting, SitePermissions};
pub use stop_signal::StopSignal;
pub use timetable::{PublicationKind, ScheduledPublication, Timetable};
pub use watch::{FolderWatcher, bot_folders};
pub use workspace::{Workspace, jobs};

mod say {
    certamen_i18n::texts!("locales");
}
