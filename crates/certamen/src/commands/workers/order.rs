//! `certamen workers drain`, `rest` and `wake`: machines are told what to do.

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

/// So often those are asked who do not answer: a machine may be busy for a moment.
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

/// Tells the machine of that name, or with that key, if it is there now. Where several are called so,
/// nobody is told anything.
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

/// The key of each, and its class.
fn keys(several: &[Heartbeat]) -> String {
    let keys = several
        .iter()
        .map(|heartbeat| format!("{} ({})", heartbeat.worker, escaped(&heartbeat.class)));
    keys.collect::<Vec<_>>().join(", ")
}

/// The machines of that name, or with that key, as they tell of themselves.
fn called(server: &dyn Transport, name: &str) -> Result<Vec<Heartbeat>, BusError> {
    let mut own = BTreeMap::new();
    for call in 1..=CALLS {
        let beats = ping(server)?.into_iter();
        // What a machine says of itself is put into an address.
        let meant = beats.filter(|heartbeat| {
            layout::is_key(&heartbeat.worker)
                && (heartbeat.name == name || heartbeat.worker == name)
        });
        own.extend(meant.map(|heartbeat| (heartbeat.worker.clone(), heartbeat)));
        // One more call for those who are called so, too; a key is nobody else's.
        if !own.is_empty() && (call > 1 || layout::is_key(name)) {
            break;
        }
    }
    Ok(own.into_values().collect())
}
