//! The start of a table: a new game, or a turn of an earlier match.

use super::{look, may_unfold, say as words};
use crate::{
    Slug,
    http_error::{HttpError, Resource},
    page::ContestPart,
    private::{AccessDenied, PrivateRoute, asked::PrivateRequest, trial},
};
use certamen_game::{DynGame, MatchRecord, Table, Turn, arbiter::Arbiter};
use certamen_i18n::Localize;
use certamen_store::MatchNumber;

/// The maximum number of turns of a match to continue, and the maximum size of their lines.
const TURNS: usize = 15_000;
const BYTES: usize = 3 << 20;

/// The start of a table, as in addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A game of this slug.
    Game(String),
    /// A match of a contest, after this turn.
    Match(Slug, MatchNumber, u64),
    /// The match of another table, after this turn.
    Table(String, u64),
    /// The trial match of a submission, after this turn.
    Trial(String, u64),
}

/// The start of a table.
pub(super) struct Beginning {
    pub(super) game: &'static dyn DynGame,
    /// The match to continue; none for a new one.
    pub(super) past: Option<GivenPast>,
}

/// The first part of a match, to be continued.
pub(super) struct GivenPast {
    /// Its header.
    pub(super) table: Table,
    pub(super) turns: Vec<Turn>,
    /// Its turns as they are in its record.
    pub(super) lines: Vec<String>,
    /// The contest it was played in; empty if none.
    pub(super) contest: String,
    /// The link back to it.
    pub(super) back: String,
}

impl Beginning {
    /// The match that `origin` names, if the user may continue it.
    pub(super) fn of(asked: &PrivateRequest<'_>, origin: &Origin) -> Result<Beginning, HttpError> {
        let way = |room: PrivateRoute| asked.frame().way(&room);
        match origin {
            Origin::Game(slug) => {
                let game =
                    certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
                Ok(Beginning { game, past: None })
            }
            Origin::Match(slug, number, turn) => {
                let bytes = asked.site.exhibit(slug)?.matches()?.record(*number)?;
                let read = MatchRecord::read(bytes.as_slice());
                let (record, _) = read.map_err(|error| HttpError::Record(error.message()))?;
                let part = ContestPart::Match(*number, Some(*turn));
                let page = crate::page::Page::Contest(slug.clone(), part);
                going_on((record, *turn), slug.as_str(), page.address(asked.language))
            }
            Origin::Table(id, turn) => {
                let now = look(asked.people, id, asked.now)?;
                if !may_unfold(asked, &now) {
                    return Err(Resource::Page.unknown("play"));
                }
                let back = way(PrivateRoute::TableMatch(id.clone(), Some(*turn)));
                going_on((now.record(), *turn), &now.row.contest, back)
            }
            Origin::Trial(id, turn) => {
                let (film, ..) = trial::film(asked, id, None)?;
                let back = way(PrivateRoute::Trial(id.clone(), Some(*turn)));
                going_on((film.record, *turn), "", back)
            }
        }
    }
}

/// The match up to a turn, if there are moves left.
fn going_on(
    (record, turn): (MatchRecord, u64),
    contest: &str,
    back: String,
) -> Result<Beginning, HttpError> {
    let MatchRecord { table, mut turns, .. } = record;
    let last = turns.len() as u64;
    let game =
        certamen_games::find(&table.game).ok_or_else(|| Resource::Game.unknown(&table.game))?;
    let wanted = usize::try_from(turn).unwrap_or(usize::MAX);
    if wanted > turns.len() {
        return Err(HttpError::Turn { given: turn, last });
    }
    turns.truncate(wanted);
    let told = turns.iter().map(|turn| serde_json::to_string(turn).map_err(|_| HttpError::Ours));
    let lines = told.collect::<Result<Vec<_>, _>>()?;
    let unplayable = |why| HttpError::Barred(AccessDenied::NotSent(422, why));
    if turns.len() > TURNS || lines.iter().map(String::len).sum::<usize>() > BYTES {
        return Err(unplayable(words::too_long()));
    }
    let arbiter = Arbiter::start(game, table.clone());
    let mut arbiter = arbiter.map_err(|error| unplayable(error.message()))?;
    for turn in &turns {
        arbiter.replay(turn).map_err(|error| unplayable(error.message()))?;
    }
    if arbiter.outcome().is_some() {
        return Err(unplayable(words::nothing_left(last)));
    }
    let past = GivenPast { table, turns, lines, contest: contest.to_owned(), back };
    Ok(Beginning { game, past: Some(past) })
}
