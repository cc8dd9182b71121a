//! Live updates: matches in progress, hints that a contest or a table has changed, and their
//! server-sent events. The client reloads what changed.

use crate::{contest::ContestView, people::People, throttle::Permit};
use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use certamen_game::MatchRecord;
use certamen_store::MatchNumber;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};
use tokio::sync::{
    broadcast::{Receiver, error::RecvError},
    mpsc, watch,
};
use tokio_stream::wrappers::ReceiverStream;

/// A change: a hint to reload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LiveHint {
    Table(StandingsEvent),
    Match(MatchEvent),
    Publication(PublicationEvent),
    Notice(NoticeEvent),
    /// An entrant entered, has a new version or left.
    Entrant(EntrantEvent),
    Turn(TurnEvent),
}

/// The standings changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StandingsEvent {
    /// The number of times they were computed, which only grows.
    pub(crate) revision: u64,
    /// The number of matches played.
    pub(crate) matches: u64,
}

/// A long match progressed or ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MatchEvent {
    /// Its number.
    #[serde(rename = "match")]
    pub(crate) number: i64,
    /// The number of turns played; 0 once it is no longer in progress.
    pub(crate) turns: usize,
}

/// Standings were published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PublicationEvent {
    /// Its number.
    pub(crate) publication: u32,
}

/// A notice was published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NoticeEvent {
    /// The number of notices.
    pub(crate) notices: usize,
}

/// An entrant entered, has a new version or left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct EntrantEvent {
    /// The number of such changes.
    pub(crate) changes: usize,
}

/// An event of a table where people play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TurnEvent {
    /// The turn that was played; absent for other events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u64>,
}

impl LiveHint {
    fn event(self) -> Event {
        let (name, data) = match self {
            LiveHint::Table(event) => ("table", serde_json::to_string(&event)),
            LiveHint::Match(event) => ("match", serde_json::to_string(&event)),
            LiveHint::Publication(event) => ("publication", serde_json::to_string(&event)),
            LiveHint::Notice(event) => ("notice", serde_json::to_string(&event)),
            LiveHint::Entrant(event) => ("entrant", serde_json::to_string(&event)),
            LiveHint::Turn(event) => ("turn", serde_json::to_string(&event)),
        };
        Event::default().event(name).data(data.expect("numbers are JSON"))
    }
}

#[derive(Default)]
pub(crate) struct RunningMatches(RwLock<BTreeMap<MatchNumber, Arc<MatchRecord>>>);

impl RunningMatches {
    pub(crate) fn show(&self, number: MatchNumber, record: MatchRecord) {
        let mut matches = self.0.write().unwrap_or_else(PoisonError::into_inner);
        matches.insert(number, Arc::new(record));
    }

    pub(crate) fn end(&self, number: MatchNumber) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }

    pub(crate) fn get(&self, number: MatchNumber) -> Option<Arc<MatchRecord>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&number).cloned()
    }

    pub(crate) fn all(&self) -> Vec<(MatchNumber, Arc<MatchRecord>)> {
        let matches = self.0.read().unwrap_or_else(PoisonError::into_inner);
        matches.iter().map(|(number, record)| (*number, Arc::clone(record))).collect()
    }
}

const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The events of a contest from now on, until the server stops. `permit` is for streams.
pub(crate) fn events(
    view: &Arc<ContestView>,
    stop: watch::Receiver<bool>,
    permit: Permit,
) -> Response {
    let live_hint = view.listen();
    let snapshot = view.revision();
    let first =
        LiveHint::Table(StandingsEvent { revision: snapshot.number, matches: snapshot.played() });
    stream((first, live_hint), Some, stop, permit)
}

pub(crate) fn turns(
    people: &People,
    id: String,
    stop: watch::Receiver<bool>,
    permit: Permit,
) -> Response {
    let hints = people.live_tables.listen();
    // A client that missed events reloads.
    let first = LiveHint::Turn(TurnEvent { turn: None });
    let of_table = move |hint: crate::live_tables::TableHint| {
        (hint.id == id).then_some(LiveHint::Turn(TurnEvent { turn: hint.turn }))
    };
    stream((first, hints), of_table, stop, permit)
}

/// The stream of events that `hint_of` makes of hints, after a first one.
fn stream<T: Clone + Send + 'static>(
    (first, mut receiver): (LiveHint, Receiver<T>),
    hint_of: impl Fn(T) -> Option<LiveHint> + Send + 'static,
    mut stop: watch::Receiver<bool>,
    permit: Permit,
) -> Response {
    let (send, receive) = mpsc::channel::<Result<Event, Infallible>>(1);
    tokio::spawn(async move {
        let _permit = permit;
        if send.send(Ok(first.event())).await.is_err() {
            return;
        }
        loop {
            let event = tokio::select! {
                _ = stop.changed() => {
                    // The client may be gone.
                    let _ = send.send(Ok(Event::default().event("bye").data("{}"))).await;
                    return;
                }
                () = send.closed() => return,
                next = receiver.recv() => match next {
                    Ok(next) => hint_of(next).map(LiveHint::event),
                    Err(RecvError::Lagged(_)) => Some(Event::default().event("again").data("{}")),
                    Err(RecvError::Closed) => return,
                },
            };
            if let Some(event) = event
                && send.send(Ok(event)).await.is_err()
            {
                return;
            }
        }
    });
    let keep = KeepAlive::new().interval(KEEP_ALIVE);
    Sse::new(ReceiverStream::new(receive)).keep_alive(keep).into_response()
}
