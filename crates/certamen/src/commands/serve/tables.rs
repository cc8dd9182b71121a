//! What `certamen serve` does for people who play themselves.

use super::{Holding, voice::HallVoice};
use certamen_hall::guests::{GuestHouse, Steward};
use certamen_portal::{HallNews, PlayTables, SittingOrder};
use certamen_web::Slug;
use std::sync::{
    Arc,
    mpsc::{Receiver, Sender},
};

/// Plays tables with people as `orders` ask for it, until it is to stop; tells `voice`.
pub(super) fn play(holding: &Holding<'_>, orders: &Receiver<SittingOrder>, voice: &HallVoice) {
    let contest = |slug: &str| holding.held.get(&Slug::read(slug)?);
    let steward = Steward {
        contest: &contest,
        games: certamen_games::find,
        sandboxes: &holding.sandboxes(),
        house: GuestHouse::default(),
        stop: holding.stop,
        tell: &|told| voice.tell(HallNews::Sitting(told)),
    };
    steward.attend(orders);
}

/// Asks a thread of this process.
pub(super) fn asking(ask: Sender<SittingOrder>) -> PlayTables {
    Arc::new(move |order| ask.send(order).is_ok())
}
