//! `certamen workers`: the machines that play, as they tell of themselves.

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

/// How long machines, and those who hold contests, are waited for that are asked whether they are
/// there.
const PATIENCE: Duration = Duration::from_millis(500);
/// What stands for a file where what would be in it is printed.
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

/// What is known of a machine.
struct Machine<'a> {
    /// What it tells of itself.
    heartbeat: &'a Heartbeat,
    /// By how many deviations its results differ where they differ most, if anybody knows.
    residual: Option<f64>,
    /// Whether somebody who hands out does not believe it any more, whatever it tells.
    is_suspended: bool,
}

impl Machine<'_> {
    /// Whether it takes no matches, or is given none, though it is there.
    fn is_idle(&self) -> bool {
        self.is_suspended || self.heartbeat.state == WorkerState::Rests
    }
}

/// What is done with a machine.
#[derive(Subcommand, Debug)]
enum WorkersAct {
    Drain(order::WorkersOrderArgs),
    Rest(order::WorkersOrderArgs),
    Wake(order::WorkersOrderArgs),
    Strike(strike::WorkersStrikeArgs),
}

/// Lists the machines that answer, or does what is asked with one.
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
