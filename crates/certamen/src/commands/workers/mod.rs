//! `certamen workers`: lists workers by their heartbeats and controls them.

mod output;

use super::bus;
use crate::{Result, exit::ExitStatus, say::farm as say};
use certamen_contest::{Folder, revoke as take_away};
use certamen_farm::{
    BusError, FarmView, Transport, layout,
    message::{Heartbeat, VERSION, WorkerCommand, WorkerCommandKind, WorkerState, pack},
    ping,
    rights::BusRole,
};
use certamen_game::{Language, escaped};
use certamen_i18n::usage;
use clap::{Args, Subcommand};
use std::{
    collections::BTreeMap,
    io::stdout,
    path::{Path, PathBuf},
    time::Duration,
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

#[derive(Subcommand, Debug)]
enum WorkersAct {
    Drain(WorkersOrderArgs),
    Rest(WorkersOrderArgs),
    Wake(WorkersOrderArgs),
    Strike(WorkersStrikeArgs),
}

pub(crate) fn workers(arguments: &WorkersArgs, language: Language) -> Result<ExitStatus> {
    let order = |arguments, what| send_command(arguments, what, language);
    match &arguments.act {
        Some(WorkersAct::Drain(arguments)) => order(arguments, WorkerCommandKind::Drain),
        Some(WorkersAct::Rest(arguments)) => order(arguments, WorkerCommandKind::Rest),
        Some(WorkersAct::Wake(arguments)) => order(arguments, WorkerCommandKind::Wake),
        Some(WorkersAct::Strike(arguments)) => strike(arguments, language),
        None => list(arguments, language),
    }
}

fn list(arguments: &WorkersArgs, language: Language) -> Result<ExitStatus> {
    let given = arguments.bus.as_deref().unwrap_or_default();
    let address = bus::address(given, bus::plain(arguments.plain))?;
    let transport = bus::connect(&address, arguments.key.as_deref(), Some(BusRole::Viewer))?;
    let mut view = FarmView::begin(&*transport)?;
    view.listen(PATIENCE, bus::terms().silence);
    let machines = machines(&view);
    let mut out = stdout().lock();
    match &arguments.metrics {
        Some(path) if path == Path::new(PRINTED) => {
            output::write_metrics(&mut out, &machines, &view)?;
        }
        Some(path) => output::save_metrics(path, &machines, &view)?,
        None if arguments.json => output::write_json(&mut out, &machines, &view)?,
        None => output::write_table(&mut out, &machines, &view, language)?,
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

/// Number of pings for a worker that does not answer: it may be busy for a moment.
const CALLS: u32 = 5;

#[derive(Args, Debug)]
pub(super) struct WorkersOrderArgs {
    #[arg(value_name = "NAME")]
    machine: String,
    #[arg(long = "bus", value_name = "URL")]
    url: String,
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[arg(long)]
    plain: bool,
}

/// Sends the command to the worker of that name or key, if it is online. If the name is ambiguous,
/// nothing is sent.
pub(super) fn send_command(
    arguments: &WorkersOrderArgs,
    what: WorkerCommandKind,
    language: Language,
) -> Result<ExitStatus> {
    let WorkersOrderArgs { machine: name, url, key, plain } = arguments;
    let address = bus::address(url, bus::plain(*plain))?;
    let server = bus::connect(&address, key.as_deref(), Some(BusRole::Coordinator))?;
    let own = find_workers(&*server, name)?;
    let heartbeat = match &own[..] {
        [] => return Err(usage(say::not_there(name))),
        [heartbeat] => heartbeat,
        several => return Err(usage(say::several(name, list_keys(several)))),
    };
    server.send(&layout::order(&heartbeat.worker), pack(&WorkerCommand { v: VERSION, what }))?;
    eprintln!("{}", say::told(name).get(language));
    Ok(ExitStatus::Fine)
}

fn list_keys(several: &[Heartbeat]) -> String {
    let keys = several
        .iter()
        .map(|heartbeat| format!("{} ({})", heartbeat.worker, escaped(&heartbeat.class)));
    keys.collect::<Vec<_>>().join(", ")
}

fn find_workers(server: &dyn Transport, name: &str) -> Result<Vec<Heartbeat>, BusError> {
    let mut own = BTreeMap::new();
    for call in 1..=CALLS {
        let heartbeats = ping(server)?.into_iter();
        // The key becomes part of a subject, so it must be valid.
        let meant = heartbeats.filter(|heartbeat| {
            layout::is_key(&heartbeat.worker)
                && (heartbeat.name == name || heartbeat.worker == name)
        });
        own.extend(meant.map(|heartbeat| (heartbeat.worker.clone(), heartbeat)));
        // One more ping finds further workers of that name; a key is unique.
        if !own.is_empty() && (call > 1 || layout::is_key(name)) {
            break;
        }
    }
    Ok(own.into_values().collect())
}

#[derive(Args, Debug)]
pub(super) struct WorkersStrikeArgs {
    #[arg(value_name = "NAME")]
    machine: String,
    #[arg(value_name = "CONTEST_DIR")]
    folder: PathBuf,
}

pub(super) fn strike(arguments: &WorkersStrikeArgs, language: Language) -> Result<ExitStatus> {
    let WorkersStrikeArgs { machine: name, folder } = arguments;
    let struck = take_away(&Folder::new(folder), name)?;
    eprintln!("{}", say::struck(name, struck.len(), folder).get(language));
    Ok(ExitStatus::Fine)
}
