//! Connections to the message server.

use crate::{
    command_error::{CommandError, usage},
    say::farm as say,
};
use certamen_farm::identity::WorkerKey;
use certamen_farm::{Address, AllowPlaintext, BusError, Nats, Terms, rights::BusRole};
use certamen_i18n::Localize;
use std::{env, path::Path, sync::Arc};

/// Divides all time limits of the message server; tests set it, so that leases expire soon.
const HASTE: &str = "CERTAMEN_BUS_HASTE";

/// By how many percent a worker may be slower than usual; 0 disables the check. Tests set it,
/// because they share their processors with others.
const DRIFT: &str = "CERTAMEN_BUS_DRIFT";

/// The time limits and other settings for the message server.
pub(crate) fn terms() -> Terms {
    let number = |name: &str| env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    let usual = Terms::usual();
    Terms { drift: number(DRIFT).unwrap_or(usual.drift), ..usual }
        .hurried(number(HASTE).unwrap_or(1))
}

/// The given address; an error if the connection would be unencrypted and that is not allowed.
pub(crate) fn address(given: &str, plain: AllowPlaintext) -> Result<Address, CommandError> {
    let address: Result<Address, _> = given.parse();
    address.and_then(|address| address.allowing(plain)).map_err(|error| usage(error.message()))
}

/// Connects as the user with this key, who must have the rights of this role.
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

/// Retrying does not help against a wrong key, so that is a usage error.
fn told(error: BusError) -> CommandError {
    if error.is_of_key() { usage(error.message()) } else { error.into() }
}

/// The meaning of `--plain`.
pub(crate) fn plain(is_allowed: bool) -> AllowPlaintext {
    if is_allowed { AllowPlaintext::Allowed } else { AllowPlaintext::Loopback }
}
