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
use certamen_game::Language;
use clap::Args;
use std::path::PathBuf;

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

/// Tells all machines of that name, who are there now.
pub(super) fn tell(
    arguments: &WorkersOrderArgs,
    what: OrderKind,
    language: Language,
) -> Result<Ending, CommandError> {
    let WorkersOrderArgs { machine: name, url, key, plain } = arguments;
    let address = bus::address(url, bus::plain(*plain))?;
    let server = bus::connect(&address, key.as_deref(), Some(BusRole::Coordinator))?;
    let own = called(&*server, name)?;
    if own.is_empty() {
        return Err(usage(say::not_there(name)));
    }
    for beat in &own {
        server.tell(&layout::order(&beat.worker), pack(&Order { v: VERSION, what }))?;
    }
    eprintln!("{}", say::told(name, own.len()).get(language));
    Ok(Ending::Fine)
}

/// The machines of that name, as they tell of themselves.
fn called(server: &dyn Transport, name: &str) -> Result<Vec<Beat>, BusError> {
    for _ in 0..CALLS {
        let mut own = roll_call(server)?;
        // What a machine says of itself is put into an address.
        own.retain(|beat| beat.name == name && layout::is_key(&beat.worker));
        if !own.is_empty() {
            return Ok(own);
        }
    }
    Ok(Vec::new())
}
