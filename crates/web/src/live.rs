//! Live updates: matches in progress, hints that a contest or a table has changed, and their
//! server-sent events. The client reloads what changed.

use crate::{live_tables::TableHint, throttle::Permit};
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use certamen_game::MatchRecord;
use certamen_store::MatchNumber;
use serde::Serialize;
use std::{
    collections::{BTreeMap, VecDeque},
    convert::Infallible,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};
use tokio::sync::{broadcast, watch};
use tokio_stream::{
    Stream, StreamExt, iter,
    wrappers::{BroadcastStream, IntervalStream, WatchStream, errors::BroadcastStreamRecvError},
};

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
    /// Something else changed, or some events were missed: the client reloads.
    Again,
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
    #[serde(rename = "match")]
    pub(crate) number: i64,
    /// The number of turns played; 0 once it is no longer in progress.
    pub(crate) turns: usize,
}

/// Standings were published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PublicationEvent {
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
    /// The event as it is sent.
    pub(crate) fn event(self) -> Bytes {
        match self {
            LiveHint::Table(event) => written("table", &event),
            LiveHint::Match(event) => written("match", &event),
            LiveHint::Publication(event) => written("publication", &event),
            LiveHint::Notice(event) => written("notice", &event),
            LiveHint::Entrant(event) => written("entrant", &event),
            LiveHint::Turn(event) => written("turn", &event),
            LiveHint::Again => AGAIN,
        }
    }
}

fn written(name: &str, data: &impl Serialize) -> Bytes {
    let data = serde_json::to_string(data).expect("numbers are JSON");
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

/// The number of ended matches whose results stay on boards.
const MAX_ENDED: usize = 12;

/// The matches that were shown while they were played.
#[derive(Default)]
pub(crate) struct RunningMatches(RwLock<ShownMatches>);

#[derive(Default)]
struct ShownMatches {
    running: BTreeMap<MatchNumber, Arc<MatchRecord>>,
    /// Those that ended, the latest first.
    ended: VecDeque<MatchNumber>,
}

impl RunningMatches {
    pub(crate) fn show(&self, number: MatchNumber, record: MatchRecord) {
        let mut shown = self.0.write().unwrap_or_else(PoisonError::into_inner);
        shown.running.insert(number, Arc::new(record));
    }

    pub(crate) fn end(&self, number: MatchNumber) {
        let mut shown = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if shown.running.remove(&number).is_some() {
            shown.ended.push_front(number);
            shown.ended.truncate(MAX_ENDED);
        }
    }

    pub(crate) fn get(&self, number: MatchNumber) -> Option<Arc<MatchRecord>> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shown.running.get(&number).cloned()
    }

    pub(crate) fn all(&self) -> Vec<(MatchNumber, Arc<MatchRecord>)> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shown.running.iter().map(|(number, record)| (*number, Arc::clone(record))).collect()
    }

    /// The latest matches that ended, without those that are played again.
    pub(crate) fn ended(&self) -> Vec<MatchNumber> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let is_over = |number: &&MatchNumber| !shown.running.contains_key(*number);
        shown.ended.iter().filter(is_over).copied().collect()
    }
}

const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// A comment, so that a connection that is gone is noticed.
const ALIVE: Bytes = Bytes::from_static(b":\n\n");
const AGAIN: Bytes = Bytes::from_static(b"event: again\ndata: {}\n\n");
const BYE: Bytes = Bytes::from_static(b"event: bye\ndata: {}\n\n");

/// The `events` of a contest after a first one, until the server stops. `permit` is for streams.
pub(crate) fn contest_stream(
    first: LiveHint,
    events: broadcast::Receiver<Bytes>,
    stop: watch::Receiver<bool>,
    permit: Permit,
) -> Response {
    let events = BroadcastStream::new(events);
    stream(first, events.map(|event| event.unwrap_or(AGAIN)), stop, permit)
}

/// The events of the table `id` among those of all tables.
pub(crate) fn table_stream(
    hints: broadcast::Receiver<TableHint>,
    id: String,
    stop: watch::Receiver<bool>,
    permit: Permit,
) -> Response {
    // A client that missed events reloads.
    let first = LiveHint::Turn(TurnEvent { turn: None });
    let events = BroadcastStream::new(hints).filter_map(move |hint| match hint {
        Ok(hint) if hint.id == id => Some(LiveHint::Turn(TurnEvent { turn: hint.turn }).event()),
        Ok(_) => None,
        Err(BroadcastStreamRecvError::Lagged(_)) => Some(AGAIN),
    });
    stream(first, events, stop, permit)
}

/// What a stream of events consists of.
enum StreamPart {
    Event(Bytes),
    /// The server stops.
    End,
}

/// A response with `events` after a first one.
fn stream(
    first: LiveHint,
    events: impl Stream<Item = Bytes> + Send + 'static,
    stop: watch::Receiver<bool>,
    permit: Permit,
) -> Response {
    let mut alive = tokio::time::interval(KEEP_ALIVE);
    alive.reset();
    let alive = IntervalStream::new(alive).map(|_| StreamPart::Event(ALIVE));
    let stopped = WatchStream::new(stop).filter(|stop| *stop).map(|_| StreamPart::End);
    let parts = events.map(StreamPart::Event).merge(alive).merge(stopped);
    let until_stop = parts.map_while(move |part| {
        // It is held as long as the stream.
        let _ = &permit;
        match part {
            StreamPart::Event(event) => Some(event),
            StreamPart::End => None,
        }
    });
    let all = iter([first.event()]).chain(until_stop).chain(iter([BYE]));
    let headers =
        [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")];
    (headers, Body::from_stream(all.map(Ok::<_, Infallible>))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::throttle::Quota;
    use tokio_stream::StreamExt;

    /// The text of a stream, which ends because its sender or the server does.
    async fn text(response: Response) -> String {
        let mut body = response.into_body().into_data_stream();
        let mut text = String::new();
        while let Some(part) = body.next().await {
            text += std::str::from_utf8(&part.unwrap()).unwrap();
        }
        text
    }

    #[tokio::test]
    async fn a_stream_has_the_events_until_the_server_stops() {
        let quota = Arc::new(Quota::new(1, 1));
        let here = [127, 0, 0, 1].into();
        let (stop, stopping) = watch::channel(false);
        let events = broadcast::channel(2).0;
        let hint = |matches| LiveHint::Table(StandingsEvent { revision: 3, matches });
        let listener = events.subscribe();
        let permit = quota.enter(here).unwrap();
        let response = contest_stream(hint(1), listener, stopping, permit);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        for matches in 2..=5 {
            events.send(hint(matches).event()).unwrap();
        }
        let response_text = tokio::spawn(text(response));
        // The stream is read before it is stopped.
        while !events.is_empty() {
            tokio::task::yield_now().await;
        }
        assert!(quota.enter(here).is_none(), "it holds its permit");
        stop.send(true).unwrap();
        let table = |n| format!("event: table\ndata: {{\"revision\":3,\"matches\":{n}}}\n\n");
        let (again, bye) = ("event: again\ndata: {}\n\n", "event: bye\ndata: {}\n\n");
        let due = [&*table(1), again, &*table(4), &*table(5), bye].concat();
        assert_eq!(response_text.await.unwrap(), due);
        assert!(quota.enter(here).is_some());
    }
}
