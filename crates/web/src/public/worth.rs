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
use certamen_game::{MatchRecord, Seat, Turn};
use certamen_games::worth::{ActionValue, ActionWorth, Worth};
use certamen_i18n::Message;
use certamen_store::MatchNumber;

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
