//! How machines are reached that play for one another.

use crate::{
    command_error::{CommandError, usage},
    say::farm as say,
};
use certamen_farm::identity::WorkerKey;
use certamen_farm::{Address, AllowPlaintext, BusError, Nats, Terms, rights::BusRole};
use certamen_i18n::Localize;
use std::{env, path::Path, sync::Arc};

/// Divides all times of the bus: tests wait for leases.
const HASTE: &str = "CERTAMEN_BUS_HASTE";

/// How many percent slower than usual a machine may be, or nothing if that is not looked at: tests
/// share their processors with others.
const DRIFT: &str = "CERTAMEN_BUS_DRIFT";

/// How long what takes on the bus.
pub(crate) fn terms() -> Terms {
    let number = |name: &str| env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    let usual = Terms::usual();
    Terms { drift: number(DRIFT).unwrap_or(usual.drift), ..usual }
        .hurried(number(HASTE).unwrap_or(1))
}

/// The address that was given, if what is said may go there as it is.
pub(crate) fn address(given: &str, plain: AllowPlaintext) -> Result<Address, CommandError> {
    let address: Result<Address, _> = given.parse();
    address.and_then(|address| address.allowing(plain)).map_err(|error| usage(error.message()))
}

/// The server there, as the user with this key, who may do what somebody does in this role.
pub(crate) fn connect(
    address: &Address,
    key: Option<&Path>,
    role: Option<BusRole>,
) -> Result<Arc<Nats>, CommandError> {
    let own = key.map(WorkerKey::read).transpose()?;
    if own.is_none() && address.is_encrypted() {
        return Err(usage(say::key_missing()));
    }
    let server = Nats::connect(address, own.as_ref(), terms()).map_err(told)?;
    if let Some(role) = role {
        server.check_role(role).map_err(told)?;
    }
    Ok(Arc::new(server))
}

/// It is no use to try again with a key that is not the right one.
fn told(error: BusError) -> CommandError {
    if error.is_of_key() { usage(error.message()) } else { error.into() }
}

/// What `--plain` means.
pub(crate) fn plain(is_allowed: bool) -> AllowPlaintext {
    if is_allowed { AllowPlaintext::Allowed } else { AllowPlaintext::Loopback }
}
