//! Tables with people: opening one, looking on, and answering on a seat by its link. The hall plays;
//! here its turns are replayed, so that everybody is told at once what can be played.

mod answering;
mod company;
mod lobby;
mod now;
mod say;
mod setting;
mod shown;
mod stepping;

pub(super) use answering::seat;
pub(super) use lobby::lobby;
pub(super) use say::play as play_word;
pub(super) use setting::open;
pub(super) use shown::{record, stamp, watch};
pub(super) use stepping::{frames, step};

use super::asked::RoomRequest;
use crate::refusal::{Refusal, Thing};
use now::TableNow;

/// The table that is called so in addresses, which is asked to be played on if that is due.
fn table(asked: &RoomRequest<'_>, id: &str) -> Result<TableNow, Refusal> {
    let now = look(asked, id)?;
    if now.needs_hall() && asked.people.sittings.is_idle(id) {
        asked.people.sittings.ask(now.order());
    }
    Ok(now)
}

/// The same, as it stands.
fn look(asked: &RoomRequest<'_>, id: &str) -> Result<TableNow, Refusal> {
    let row = asked.people.portal.sitting(id, asked.now)?;
    TableNow::of(row.ok_or_else(|| Thing::Table.unknown(id))?)
}
