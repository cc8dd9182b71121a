//! How a server is reached, which servers will do, and whether there is a connection now.

use super::denied::DeniedSubjects;
use crate::identity::WorkerKey;
use crate::{Address, BusError, Terms, layout, rights::inbox};
use async_nats::{
    Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerInfo, connection::State,
};
use std::{
    error::Error,
    io,
    time::{Duration, Instant},
};
use tokio::{sync::watch, time::sleep};

/// The oldest supported server version.
const OLDEST: [u32; 2] = [2, 9];
/// How often to check whether there is a connection again.
const RECONNECTS: Duration = Duration::from_millis(20);

/// What to do with a request while there is no connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OfflinePolicy {
    /// It is asked once there is one.
    Waits,
    /// It is not made, which is reported once there is a connection.
    Fails,
}

/// Waits for a connection, if there is none.
pub(super) async fn connected(
    client: &Client,
    offline_policy: OfflinePolicy,
    patience: Duration,
) -> Result<(), BusError> {
    let away = || BusError::Away { what: "the server".to_owned() };
    let until = Instant::now() + patience;
    let mut is_in_time = true;
    while client.connection_state() != State::Connected {
        is_in_time = offline_policy == OfflinePolicy::Waits && Instant::now() < until;
        if Instant::now() >= until {
            break;
        }
        sleep(RECONNECTS).await;
    }
    if is_in_time { Ok(()) } else { Err(away()) }
}

/// How one connects; `cuts` counts how often the connection ends.
pub(super) fn options(
    address: &Address,
    own: Option<&WorkerKey>,
    terms: &Terms,
    (denied, cuts): (&DeniedSubjects, &watch::Sender<u64>),
) -> ConnectOptions {
    let (denied, cuts) = (denied.clone(), cuts.clone());
    let options = ConnectOptions::new()
        .name("certamen")
        .require_tls(address.is_encrypted())
        .connection_timeout(terms.question)
        .request_timeout(Some(terms.question))
        .subscription_capacity(1 << 16)
        .event_callback(move |event| {
            denied.hear(&event);
            if matches!(event, Event::Disconnected) {
                cuts.send_modify(|count| *count += 1);
            }
            std::future::ready(())
        });
    match own {
        // Other users may not listen to the answers to our requests.
        Some(own) => options.nkey(own.seed().to_owned()).custom_inbox_prefix(inbox(&own.public())),
        None => options,
    }
}

/// Whether the server does not know this user.
pub(super) fn is_stranger(kind: ConnectErrorKind) -> bool {
    matches!(kind, ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication)
}

/// Whether a server answers whose certificate is not trusted.
pub(super) fn is_untrusted(error: &ConnectError) -> bool {
    let mut next = Some(error as &(dyn Error + 'static));
    while let Some(error) = next {
        let of_system = error.downcast_ref::<io::Error>();
        if of_system.is_some_and(|error| error.kind() == io::ErrorKind::InvalidData) {
            return true;
        }
        next = error.source();
    }
    false
}

/// Whether the server is supported.
pub(super) fn check(server: &ServerInfo, address: &Address) -> Result<(), BusError> {
    let mut numbers = server.version.split(['.', '-']).map(str::parse::<u32>);
    let found = [numbers.next(), numbers.next()].map(|number| number.and_then(Result::ok));
    let old = || BusError::Old { found: server.version.clone() };
    let [Some(major), Some(minor)] = found else { return Err(old()) };
    if [major, minor] < OLDEST {
        return Err(old());
    }
    if !server.jetstream {
        return Err(BusError::NoStreams { address: address.to_string() });
    }
    if server.max_payload < layout::LARGEST as usize {
        return Err(BusError::Narrow { most: server.max_payload });
    }
    Ok(())
}
