//! Tables with people: opening one, looking on, and answering on a seat by its link. The hall plays;
//! here its turns are replayed, so that everybody is told at once what can be played.

mod answering;
mod beginning;
mod company;
mod lobby;
mod now;
mod opponents;
mod say;
mod setting;
mod sheet;
mod shown;
mod stepping;
mod told;
mod worth;

pub(super) use answering::seat;
pub(crate) use beginning::Origin;
pub(super) use lobby::lobby;
pub(super) use say::play as play_word;
pub(super) use setting::open;
pub(super) use shown::{record, stamp, watch};
pub(super) use stepping::{frames, step};
#[cfg(all(test, feature = "schema"))]
pub(crate) use told::ApiTable;
pub(super) use told::{LIMIT, moved, told};
pub(super) use worth::worth;

use super::asked::PrivateRequest;
use crate::{
    http_error::{HttpError, Resource},
    people::People,
};
use certamen_portal::Participant;
use jiff::Timestamp;
use now::TableNow;

/// The table that is called so in addresses, which is asked to be played on if that is due.
fn table(people: &People, id: &str, at: Timestamp) -> Result<TableNow, HttpError> {
    let now = look(people, id, at)?;
    if now.needs_hall() && people.live_tables.is_idle(id) {
        people.live_tables.ask(now.order());
    }
    Ok(now)
}

/// The same, as it stands.
fn look(people: &People, id: &str, at: Timestamp) -> Result<TableNow, HttpError> {
    let row = people.portal.table(id, at)?;
    TableNow::of(row.ok_or_else(|| Resource::Table.unknown(id))?)
}

/// Whether whoever asks may look into what can come of a table: once nothing is played there, and
/// before that whoever opened it, if nobody else plays.
fn may_unfold(asked: &PrivateRequest<'_>, now: &TableNow) -> bool {
    let owns = asked.member.as_ref().is_some_and(|member| member.id == now.row.account);
    let people = now.row.chairs.iter().filter(|chair| chair.participant == Participant::Person);
    !now.is_open() || (owns && people.count() == 1)
}
