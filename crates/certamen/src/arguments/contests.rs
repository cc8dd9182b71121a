//! How contests are run and held.

use crate::command_line::numbers;
use clap::Args;
use jiff::Timestamp;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(crate) struct Run {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How many matches are played at the same time; default one a core
    #[arg(short, long, value_parser = numbers::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// What luck comes from, instead of the file's seed; stored at the first run
    #[arg(short, long, value_parser = numbers::seed)]
    pub(crate) seed: Option<u64>,
    /// The tier of isolation: A, B, C or D; default the best there is
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    /// Print the table as JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Say how long it will take, from a short probe or from what was played, and stop
    #[arg(long)]
    pub(crate) forecast: bool,
    /// Exit with 3 if any bot committed a fault
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Stop at this time, such as 2015-03-27T12:00[Europe/Madrid]; resume later
    #[arg(long, value_parser = certamen_contest::quantity::moment, value_name = "TIME")]
    pub(crate) until: Option<Timestamp>,
}

impl Run {
    /// The same for a contest with a timetable.
    pub(crate) fn as_host(&self) -> Host {
        Host {
            folder: self.folder.clone(),
            jobs: self.jobs,
            tier: self.tier,
            until: self.until,
            replay: false,
            clock: None,
            json: self.json,
            quiet: self.quiet,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Host {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How many matches are played at the same time; default one a core
    #[arg(short, long, value_parser = numbers::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// The tier of isolation: A, B, C or D; default the best there is
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    /// Stop at this time, such as 2015-03-27T12:00[Europe/Madrid]; resume later
    #[arg(long, value_parser = certamen_contest::quantity::moment, value_name = "TIME")]
    pub(crate) until: Option<Timestamp>,
    /// Play a contest of another time through at once: the clock goes from event to event
    #[arg(long)]
    pub(crate) replay: bool,
    /// Take up the clock of a contest of another time at this time
    #[arg(long, value_parser = certamen_contest::quantity::moment, value_name = "TIME", requires = "replay", hide = true)]
    pub(crate) clock: Option<Timestamp>,
    /// Print the last table as JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not say what is published
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
