//! The analysis of a match, for games that can be analysed: a page of its own, since it takes
//! longer than the match page. Values of positions are cached by record.

use super::{contest::PageHead, facts_say};
use crate::{
    contest::ContestView,
    frame::PageContext,
    http_error::HttpError,
    page::ContestPart,
    replay::{game, read},
    say,
};
use askama::Template;
use certamen_game::{DynGame, MatchRecord, Seat, Turn, replay};
use certamen_games::worth::{ActionValue, ActionWorth, PositionValuer, Worth};
use certamen_i18n::Message;
use certamen_store::MatchNumber;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

#[derive(Template)]
#[template(path = "worth.html")]
pub(super) struct WorthPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    number: i64,
    back: String,
    graph: String,
    positions: Vec<PositionRow>,
    how: Vec<String>,
}

struct PositionRow {
    /// The turn it follows, and the link.
    turn: u64,
    to: String,
    /// Its value, and for whom.
    name: String,
    class: u8,
    value: String,
    choices: Vec<ChoiceRow>,
}

struct ChoiceRow {
    name: String,
    class: u8,
    played: String,
    /// The value of the move; empty if unknown.
    figure: String,
    /// The values of all moves, in a line.
    all: String,
}

pub(crate) struct ValueText {
    pub(crate) how: String,
    pub(crate) name: String,
    pub(crate) class: u8,
    pub(crate) value: String,
    pub(crate) actions: Vec<ActionRow>,
}

pub(crate) struct ActionRow {
    pub(crate) name: String,
    pub(crate) class: u8,
    pub(crate) action: String,
    pub(crate) figure: String,
}

impl<'a> WorthPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        number: MatchNumber,
    ) -> Result<Self, HttpError> {
        let results = view.matches()?;
        let bytes = results.record(number)?;
        let record = read(&bytes)?;
        let found = frame.site.appraisals.of(&bytes, (game(&record)?, &record))?;
        let to = |turn| frame.part(&head.slug, ContestPart::Match(number, Some(turn)));
        let positions =
            found.iter().map(|(turn, worth)| position(frame, &record, (*turn, worth), &to));
        let mut how: Vec<&Message> = found.iter().map(|(_, worth)| &worth.how).collect();
        how.dedup();
        Ok(WorthPage {
            number: number.0,
            back: frame.part(&head.slug, ContestPart::Match(number, None)),
            graph: graph(frame, &found),
            positions: positions.collect(),
            how: how.into_iter().map(|how| frame.t(how.clone())).collect(),
            head,
            frame,
        })
    }
}

impl ValueText {
    /// The same in the language of a page, with the names of a match.
    pub(crate) fn of(frame: PageContext<'_>, record: &MatchRecord, worth: &Worth) -> Self {
        let (seat, value) = worth.value;
        let actions = worth.actions.iter().map(|value| ActionRow {
            name: name(frame, record, value.seat),
            class: value.seat.0 % 8,
            action: value.action.clone(),
            figure: figure(frame, value.figure),
        });
        ValueText {
            how: frame.t(worth.how.clone()),
            name: name(frame, record, seat),
            class: seat.0 % 8,
            value: frame.rounded(value, 3),
            actions: actions.collect(),
        }
    }
}

fn position(
    frame: PageContext<'_>,
    record: &MatchRecord,
    (turn, worth): (u64, &Worth),
    to: &dyn Fn(u64) -> String,
) -> PositionRow {
    let next = record.turns.iter().find(|next| next.turn == turn + 1);
    let mut seats: Vec<Seat> = worth.actions.iter().map(|value| value.seat).collect();
    seats.dedup();
    let (seat, value) = worth.value;
    PositionRow {
        turn,
        to: to(turn),
        name: name(frame, record, seat),
        class: seat.0 % 8,
        value: frame.rounded(value, 3),
        choices: seats.into_iter().map(|seat| choice(frame, record, (seat, next), worth)).collect(),
    }
}

fn choice(
    frame: PageContext<'_>,
    record: &MatchRecord,
    (seat, next): (Seat, Option<&Turn>),
    worth: &Worth,
) -> ChoiceRow {
    let own = || worth.actions.iter().filter(|value| value.seat == seat);
    let moves = next.into_iter().flat_map(|next| &next.moves);
    let played = moves.filter(|entry| entry.seat == seat).find_map(|entry| entry.action.as_deref());
    let found = own().find(|value| Some(value.action.as_str()) == played).map(|value| value.figure);
    // A move without a share is never played.
    let never = || {
        let shares = own().all(|value| matches!(value.figure, ActionValue::Share(_)));
        (shares && played.is_some()).then_some(ActionValue::Share(0.0))
    };
    let all = own().map(|ActionWorth { action, figure: known, .. }| {
        format!("{action}{} {}", frame.t(say::colon()), figure(frame, *known))
    });
    ChoiceRow {
        name: name(frame, record, seat),
        class: seat.0 % 8,
        played: played.map(certamen_game::escaped).unwrap_or_default(),
        figure: found.or_else(never).map(|known| figure(frame, known)).unwrap_or_default(),
        all: all.collect::<Vec<_>>().join(" · "),
    }
}

/// The values of the positions for both players, turn by turn.
fn graph(frame: PageContext<'_>, found: &[(u64, Worth)]) -> String {
    let course: Vec<(u64, Vec<f64>)> = found
        .iter()
        .map(|(turn, Worth { value: (seat, value), .. })| {
            let first = if *seat == Seat(0) { *value } else { -*value };
            (*turn, vec![first, -first])
        })
        .collect();
    let last = course.last().map_or(0, |(turn, _)| *turn);
    let label = frame.t(facts_say::course_of_worth());
    crate::charts::graph(&course, (last, last), &label).unwrap_or_default()
}

fn name(frame: PageContext<'_>, record: &MatchRecord, seat: Seat) -> String {
    record.table.seats.get(seat.index()).map(|entry| frame.name(&entry.bot)).unwrap_or_default()
}

fn figure(frame: PageContext<'_>, figure: ActionValue) -> String {
    match figure {
        ActionValue::Share(share) => format!("{} %", frame.rounded(100.0 * share, 1)),
        ActionValue::Value(value) => frame.rounded(value, 2),
        ActionValue::AtMost(value) => format!("≤ {}", frame.rounded(value, 2)),
    }
}

const MAX_MATCHES: usize = 128;
/// The maximum number of positions of a match that are valued, from its start; the games that can
/// be analysed have no longer matches.
const MAX_POSITIONS: usize = 500;

/// The values of the positions of a match where they are known, each with the turn it follows.
pub(crate) type Appraised = Arc<Vec<(u64, Worth)>>;

/// The cached values by the BLAKE3 digest of the record, the latest last.
#[derive(Default)]
pub(crate) struct Appraisals(Mutex<VecDeque<(blake3::Hash, Appraised)>>);

impl Appraisals {
    /// The values of the positions of the match with these record bytes.
    pub(crate) fn of(
        &self,
        bytes: &[u8],
        (game, record): (&dyn DynGame, &MatchRecord),
    ) -> Result<Appraised, HttpError> {
        let digest = blake3::hash(bytes);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known().iter().find(|(own, _)| *own == digest) {
            return Ok(Arc::clone(found));
        }
        let (mut valuer, mut found, mut states) = (PositionValuer::default(), Vec::new(), 0);
        let replayed = replay::replay(game, record, &mut |arbiter| {
            if found.len() < MAX_POSITIONS {
                found.extend(valuer.worth(arbiter.state()).map(|worth| (states, worth)));
            }
            states += 1;
        });
        // A record that cannot be replayed to its end is analysed as far as possible.
        if let Err(error) = replayed
            && states == 0
        {
            return Err(HttpError::Replay(error));
        }
        let found = Arc::new(found);
        let mut all = known();
        if all.len() == MAX_MATCHES {
            all.pop_front();
        }
        all.push_back((digest, Arc::clone(&found)));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Map, conformance::check_match};

    #[test]
    fn a_match_is_analysed_once_and_the_oldest_are_evicted() {
        let game = certamen_games::find("mancala8").unwrap();
        let record = check_match(game, Map::new(), 2, 1, 5).unwrap();
        let appraisals = Appraisals::default();
        let of = |bytes: &[u8]| appraisals.of(bytes, (game, &record)).unwrap();
        let first = of(b"first");
        assert!(first.len() >= record.turns.len() && !record.turns.is_empty());
        assert!(Arc::ptr_eq(&first, &of(b"first")));
        for other in 0..MAX_MATCHES {
            of(&other.to_le_bytes());
        }
        assert!(!Arc::ptr_eq(&first, &of(b"first")));
        assert_eq!(appraisals.0.lock().unwrap().len(), MAX_MATCHES);
    }
}
