//! `certamen workers`: the machines that play, as they tell of themselves.

mod metrics;
mod order;
mod strike;

use crate::command_error::CommandError;
use crate::ending::Ending;
use crate::flags::bus;
use crate::say::{farm as say, machine};
use certamen_bulletin::format::{Column, TableFormat, print};
use certamen_bus::{
    message::{Beat, OrderKind, RestReason, WorkerState},
    rights::BusRole,
    roll_call,
};
use certamen_game::Language;
use clap::{Args, Subcommand};
use std::{
    io::{Write, stdout},
    path::PathBuf,
};

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
    #[arg(long, conflicts_with = "json")]
    pub(crate) metrics: bool,
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
pub(crate) fn workers(arguments: &WorkersArgs, language: Language) -> Result<Ending, CommandError> {
    let order = |arguments, what| order::tell(arguments, what, language);
    match &arguments.act {
        Some(WorkersAct::Drain(arguments)) => order(arguments, OrderKind::Drain),
        Some(WorkersAct::Rest(arguments)) => order(arguments, OrderKind::Rest),
        Some(WorkersAct::Wake(arguments)) => order(arguments, OrderKind::Wake),
        Some(WorkersAct::Strike(arguments)) => strike::strike(arguments, language),
        None => list(arguments, language),
    }
}

fn list(arguments: &WorkersArgs, language: Language) -> Result<Ending, CommandError> {
    let given = arguments.bus.as_deref().unwrap_or_default();
    let address = bus::address(given, bus::plain(arguments.plain))?;
    let transport = bus::connect(&address, arguments.key.as_deref(), Some(BusRole::Viewer))?;
    let beats = roll_call(&*transport)?;
    let mut out = stdout().lock();
    if arguments.metrics {
        metrics::write(&mut out, &beats)?;
    } else if arguments.json {
        for beat in &beats {
            let line = serde_json::to_string(beat).expect("what machines tell is plain data");
            writeln!(out, "{line}")?;
        }
    } else {
        let columns = [
            Column::text(&say::name(), language),
            Column::text(&say::class(), language),
            Column::text(&say::tier(), language),
            Column::number(&say::slots(), language),
            Column::number(&say::busy(), language),
            Column::number(&say::matches(), language),
            Column::number(&say::voids(), language),
            Column::text(&say::state(), language),
            Column::text(&machine::version(), language),
        ];
        let rows: Vec<Vec<String>> = beats.iter().map(|beat| row(beat, language)).collect();
        print(&mut out, TableFormat::Table, &columns, &rows)?;
    }
    let rests = beats.iter().any(|beat| beat.state == WorkerState::Rests);
    Ok(if rests { Ending::NotPlain } else { Ending::Fine })
}

fn row(beat: &Beat, language: Language) -> Vec<String> {
    let state = match beat.state {
        WorkerState::Works => say::state_works(),
        WorkerState::Drains => say::state_drains(),
        WorkerState::Rests => match beat.rests {
            Some(RestReason::Voids) => say::state_rests_voids(),
            Some(RestReason::Drift) => say::state_rests_drift(),
            Some(RestReason::Told) | None => say::state_rests(),
        },
        WorkerState::Leaves => say::state_leaves(),
    };
    vec![
        beat.name.clone(),
        beat.class.clone(),
        beat.tier.clone(),
        beat.slots.to_string(),
        beat.busy.to_string(),
        beat.played.to_string(),
        beat.voids.to_string(),
        state.get(language),
        beat.version.clone(),
    ]
}
