//! Tables where people play: opening one, watching, and moving on a seat by its link. The host
//! plays; here the turns are replayed, so that legal moves are known at once.

mod answering;
mod beginning;
mod company;
mod lobby;
mod now;
mod opponents;
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

mod say {
    certamen_i18n::texts!("locales/tables");
}

/// The table with this id; requests that the host continues it if that is due.
fn table(people: &People, id: &str, at: Timestamp) -> Result<TableNow, HttpError> {
    let now = look(people, id, at)?;
    if now.needs_hall() && people.live_tables.is_idle(id) {
        people.live_tables.ask(now.order());
    }
    Ok(now)
}

/// The same, as it is.
fn look(people: &People, id: &str, at: Timestamp) -> Result<TableNow, HttpError> {
    let row = people.portal.table(id, at)?;
    TableNow::of(row.ok_or_else(|| Resource::Table.unknown(id))?)
}

/// Whether the user may see analyses of a table: everyone once it is closed, and before that the
/// user who opened it, if no one else plays.
fn may_unfold(asked: &PrivateRequest<'_>, now: &TableNow) -> bool {
    let owns = asked.member.as_ref().is_some_and(|member| member.id == now.row.account);
    let people = now.row.chairs.iter().filter(|chair| chair.participant == Participant::Person);
    !now.is_open() || (owns && people.count() == 1)
}
