//! Server-sent events of a contest, or of a table where people play: each announces a change, and
//! the client reloads.

use super::{LiveHint, StandingsEvent, TurnEvent};
use crate::{contest::ContestView, people::People, quota::Place};
use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::sync::{
    broadcast::{Receiver, error::RecvError},
    mpsc, watch,
};
use tokio_stream::wrappers::ReceiverStream;

/// How often a keep-alive is sent to readers.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The events of a contest from now on, until the server stops. `place` is a permit for streams.
pub(crate) fn events(
    view: &Arc<ContestView>,
    stop: watch::Receiver<bool>,
    place: Place,
) -> Response {
    let live_hint = view.listen();
    let snapshot = view.revision();
    let first =
        LiveHint::Table(StandingsEvent { revision: snapshot.number, matches: snapshot.played() });
    stream((first, live_hint), Some, stop, place)
}

/// The events of the table with this id.
pub(crate) fn turns(
    people: &People,
    id: String,
    stop: watch::Receiver<bool>,
    place: Place,
) -> Response {
    let hints = people.live_tables.listen();
    // A client that missed events is told to reload.
    let first = LiveHint::Turn(TurnEvent { turn: None });
    let of_table = move |hint: crate::sittings::TableHint| {
        (hint.id == id).then_some(LiveHint::Turn(TurnEvent { turn: hint.turn }))
    };
    stream((first, hints), of_table, stop, place)
}

/// The stream of events that `heard` makes of hints, after a first one.
fn stream<T: Clone + Send + 'static>(
    (first, mut told): (LiveHint, Receiver<T>),
    heard: impl Fn(T) -> Option<LiveHint> + Send + 'static,
    mut stop: watch::Receiver<bool>,
    place: Place,
) -> Response {
    let (send, receive) = mpsc::channel::<Result<Event, Infallible>>(1);
    tokio::spawn(async move {
        let _place = place;
        if send.send(Ok(event_of(first))).await.is_err() {
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
                next = told.recv() => match next {
                    Ok(next) => heard(next).map(event_of),
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

fn event_of(live_hint: LiveHint) -> Event {
    let (name, data) = live_hint.told();
    Event::default().event(name).data(data.to_string())
}
