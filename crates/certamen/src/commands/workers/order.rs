//! `certamen workers drain`, `rest` and `wake`: machines are told what to do.

use crate::{
    command_error::{CommandError, usage},
    ending::Ending,
    flags::bus,
    say::farm as say,
};
use certamen_bus::{
    BusError, Transport, layout,
    message::{Beat, Order, OrderKind, VERSION, pack},
    rights::BusRole,
    roll_call,
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
    what: OrderKind,
    language: Language,
) -> Result<Ending, CommandError> {
    let WorkersOrderArgs { machine: name, url, key, plain } = arguments;
    let address = bus::address(url, bus::plain(*plain))?;
    let server = bus::connect(&address, key.as_deref(), Some(BusRole::Coordinator))?;
    let own = called(&*server, name)?;
    let beat = match &own[..] {
        [] => return Err(usage(say::not_there(name))),
        [beat] => beat,
        several => return Err(usage(say::several(name, keys(several)))),
    };
    server.tell(&layout::order(&beat.worker), pack(&Order { v: VERSION, what }))?;
    eprintln!("{}", say::told(name).get(language));
    Ok(Ending::Fine)
}

/// The key of each, and its class.
fn keys(several: &[Beat]) -> String {
    let keys = several.iter().map(|beat| format!("{} ({})", beat.worker, escaped(&beat.class)));
    keys.collect::<Vec<_>>().join(", ")
}

/// The machines of that name, or with that key, as they tell of themselves.
fn called(server: &dyn Transport, name: &str) -> Result<Vec<Beat>, BusError> {
    let mut own = BTreeMap::new();
    for call in 1..=CALLS {
        let beats = roll_call(server)?.into_iter();
        // What a machine says of itself is put into an address.
        let meant = beats.filter(|beat| {
            layout::is_key(&beat.worker) && (beat.name == name || beat.worker == name)
        });
        own.extend(meant.map(|beat| (beat.worker.clone(), beat)));
        // One more call for those who are called so, too; a key is nobody else's.
        if !own.is_empty() && (call > 1 || layout::is_key(name)) {
            break;
        }
    }
    Ok(own.into_values().collect())
}
