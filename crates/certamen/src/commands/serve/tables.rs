//! What `certamen serve` does for people who play.

use super::{HostContext, event_sink::EventSink};
use certamen_host::tables::{TableLimits, TableService};
use certamen_portal::{HostEvent, PlayTableRequest, PlayTables};
use certamen_web::Slug;
use std::sync::{
    Arc,
    mpsc::{Receiver, Sender},
};

/// Plays tables with people as `orders` request, until the stop signal, and sends events to
/// `voice`.
pub(super) fn play(
    host_context: &HostContext<'_>,
    orders: &Receiver<PlayTableRequest>,
    voice: &EventSink,
) {
    let contest = |slug: &str| host_context.held.get(&Slug::read(slug)?);
    let table_service = TableService {
        contest: &contest,
        games: certamen_games::find,
        sandboxes: &host_context.sandboxes(),
        house: TableLimits::default(),
        stop: host_context.stop,
        tell: &|told| voice.tell(HostEvent::Sitting(told)),
    };
    table_service.attend(orders);
}

/// Sends requests to a thread of this process.
pub(super) fn asking(ask: Sender<PlayTableRequest>) -> PlayTables {
    Arc::new(move |order| ask.send(order).is_ok())
}
