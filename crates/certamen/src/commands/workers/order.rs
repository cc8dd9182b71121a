//! `certamen workers drain`, `rest` and `wake`: sends commands to a worker.

use crate::{
    command_error::{CommandError, usage},
    ending::ExitStatus,
    flags::bus,
    say::farm as say,
};
use certamen_farm::{
    BusError, Transport, layout,
    message::{Heartbeat, VERSION, WorkerCommand, WorkerCommandKind, pack},
    ping,
    rights::BusRole,
};
use certamen_game::{Language, escaped};
use clap::Args;
use std::{collections::BTreeMap, path::PathBuf};

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
pub(super) fn tell(
    arguments: &WorkersOrderArgs,
    what: WorkerCommandKind,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let WorkersOrderArgs { machine: name, url, key, plain } = arguments;
    let address = bus::address(url, bus::plain(*plain))?;
    let server = bus::connect(&address, key.as_deref(), Some(BusRole::Coordinator))?;
    let own = called(&*server, name)?;
    let heartbeat = match &own[..] {
        [] => return Err(usage(say::not_there(name))),
        [heartbeat] => heartbeat,
        several => return Err(usage(say::several(name, keys(several)))),
    };
    server.send(&layout::order(&heartbeat.worker), pack(&WorkerCommand { v: VERSION, what }))?;
    eprintln!("{}", say::told(name).get(language));
    Ok(ExitStatus::Fine)
}

/// The keys and classes of several workers.
fn keys(several: &[Heartbeat]) -> String {
    let keys = several
        .iter()
        .map(|heartbeat| format!("{} ({})", heartbeat.worker, escaped(&heartbeat.class)));
    keys.collect::<Vec<_>>().join(", ")
}

/// The heartbeats of the workers with that name or key.
fn called(server: &dyn Transport, name: &str) -> Result<Vec<Heartbeat>, BusError> {
    let mut own = BTreeMap::new();
    for call in 1..=CALLS {
        let beats = ping(server)?.into_iter();
        // The key becomes part of a subject, so it must be valid.
        let meant = beats.filter(|heartbeat| {
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
