//! `certamen workers`: lists workers by their heartbeats and controls them.

mod lines;
mod metrics;
mod order;
mod strike;
mod table;

use crate::command_error::CommandError;
use crate::ending::ExitStatus;
use crate::flags::bus;
use certamen_farm::{
    FarmView,
    message::{Heartbeat, WorkerCommandKind, WorkerState},
    rights::BusRole,
};
use certamen_game::Language;
use clap::{Args, Subcommand};
use std::{
    io::stdout,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// How long to wait for answers of workers and coordinators.
const PATIENCE: Duration = Duration::from_millis(500);
/// The file name that means standard output.
const PRINTED: &str = "-";

#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub(crate) struct WorkersArgs {
    #[command(subcommand)]
    act: Option<WorkersAct>,
    #[arg(long, value_name = "URL", required = true)]
    pub(crate) bus: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    #[arg(long)]
    pub(crate) plain: bool,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = PRINTED,
        conflicts_with = "json"
    )]
    pub(crate) metrics: Option<PathBuf>,
}

struct Machine<'a> {
    heartbeat: &'a Heartbeat,
    /// By how many standard deviations its results differ where they differ most, if known.
    residual: Option<f64>,
    /// Whether a coordinator has suspended it, whatever it reports itself.
    is_suspended: bool,
}

impl Machine<'_> {
    /// Whether it takes or gets no matches, although it is online.
    fn is_idle(&self) -> bool {
        self.is_suspended || self.heartbeat.state == WorkerState::Rests
    }
}

/// The commands for a worker.
#[derive(Subcommand, Debug)]
enum WorkersAct {
    Drain(order::WorkersOrderArgs),
    Rest(order::WorkersOrderArgs),
    Wake(order::WorkersOrderArgs),
    Strike(strike::WorkersStrikeArgs),
}

/// Lists the workers that answer, or controls one.
pub(crate) fn workers(
    arguments: &WorkersArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let order = |arguments, what| order::tell(arguments, what, language);
    match &arguments.act {
        Some(WorkersAct::Drain(arguments)) => order(arguments, WorkerCommandKind::Drain),
        Some(WorkersAct::Rest(arguments)) => order(arguments, WorkerCommandKind::Rest),
        Some(WorkersAct::Wake(arguments)) => order(arguments, WorkerCommandKind::Wake),
        Some(WorkersAct::Strike(arguments)) => strike::strike(arguments, language),
        None => list(arguments, language),
    }
}

fn list(arguments: &WorkersArgs, language: Language) -> Result<ExitStatus, CommandError> {
    let given = arguments.bus.as_deref().unwrap_or_default();
    let address = bus::address(given, bus::plain(arguments.plain))?;
    let transport = bus::connect(&address, arguments.key.as_deref(), Some(BusRole::Viewer))?;
    let mut view = FarmView::begin(&*transport)?;
    thread::sleep(PATIENCE);
    view.listen(Instant::now(), bus::terms().silence);
    let machines = machines(&view);
    let mut out = stdout().lock();
    match &arguments.metrics {
        Some(path) if path == Path::new(PRINTED) => metrics::write(&mut out, &machines, &view)?,
        Some(path) => metrics::keep(path, &machines, &view)?,
        None if arguments.json => lines::write(&mut out, &machines, &view)?,
        None => table::write(&mut out, &machines, &view, language)?,
    }
    Ok(if machines.iter().any(Machine::is_idle) { ExitStatus::NotPlain } else { ExitStatus::Fine })
}

fn machines(view: &FarmView) -> Vec<Machine<'_>> {
    let all = view.machines().into_iter().map(|heartbeat| Machine {
        heartbeat,
        residual: view.residual(&heartbeat.worker),
        is_suspended: view.is_suspended(&heartbeat.worker),
    });
    all.collect()
}
