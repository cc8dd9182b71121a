//! Events of a contest: each says that its table is new, and whoever hears it looks again.

use super::{News, TableEvent};
use crate::contest::Exhibit;
use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, broadcast::error::RecvError, mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;

/// So often something is sent to readers who would otherwise think that we are gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// What is new in a contest, from now on, until we stop. `place` is one of the few for streams.
pub(crate) fn events(
    exhibit: &Arc<Exhibit>,
    mut stop: watch::Receiver<bool>,
    place: OwnedSemaphorePermit,
) -> Response {
    let mut news = exhibit.listen();
    let revision = exhibit.revision();
    let first = News::Table(TableEvent { revision: revision.number, matches: revision.played() });
    let (send, receive) = mpsc::channel::<Result<Event, Infallible>>(1);
    tokio::spawn(async move {
        let _place = place;
        if send.send(Ok(told(first))).await.is_err() {
            return;
        }
        loop {
            let event = tokio::select! {
                _ = stop.changed() => {
                    // Whoever is gone needs no farewell.
                    let _ = send.send(Ok(Event::default().event("bye").data("{}"))).await;
                    return;
                }
                () = send.closed() => return,
                heard = news.recv() => match heard {
                    Ok(news) => told(news),
                    Err(RecvError::Lagged(_)) => Event::default().event("again").data("{}"),
                    Err(RecvError::Closed) => return,
                },
            };
            if send.send(Ok(event)).await.is_err() {
                return;
            }
        }
    });
    let keep = KeepAlive::new().interval(KEEP_ALIVE);
    Sse::new(ReceiverStream::new(receive)).keep_alive(keep).into_response()
}

fn told(news: News) -> Event {
    let (name, data) = news.told();
    Event::default().event(name).data(data.to_string())
}
