//! One match: its board after a turn, its moves, its clocks, its end.

use super::{contest::PageHead, result};
use crate::{
    contest::Exhibit, frame::Frame, page::ContestPart, refusal::Refusal, replay::Film, say,
};
use askama::Template;
use certamen_contest::vocabulary;
use certamen_game::{Move, Seat};
use certamen_speech::Speak;
use certamen_store::MatchNumber;

#[derive(Template)]
#[template(path = "match.html")]
pub(super) struct MatchPage<'a> {
    frame: Frame<'a>,
    head: PageHead,
    number: i64,
    bots: Vec<SeatLegend>,
    turn: u64,
    last: u64,
    board: String,
    told: String,
    text: String,
    turns: Vec<FilmTurn>,
    steps: Steps,
    graph: String,
    result: String,
    scores: String,
    trouble: String,
    frames: String,
    seed: u64,
    move_ms: String,
    tier: String,
}

struct SeatLegend {
    name: String,
    to: String,
    total: String,
    slowest: String,
}

struct FilmTurn {
    number: u64,
    to: String,
    here: bool,
    moves: Vec<ToldMove>,
}

struct ToldMove {
    seat: u8,
    action: String,
    fault: String,
}

/// Where the buttons lead without script.
struct Steps {
    first: String,
    back: String,
    on: String,
    last: String,
}

impl<'a> MatchPage<'a> {
    pub(super) fn new(
        frame: Frame<'a>,
        head: PageHead,
        exhibit: &Exhibit,
        (number, turn): (MatchNumber, Option<u64>),
    ) -> Result<MatchPage<'a>, Refusal> {
        let results = exhibit.results()?;
        let bytes = results.record(number)?;
        let film = Film::of(&bytes, frame.language)?;
        let last = film.last();
        let turn = turn.unwrap_or(last);
        if turn > last {
            return Err(Refusal::Turn { given: turn, last });
        }
        let still = &film.stills[turn as usize];
        let bots: Vec<String> =
            film.record.table.seats.iter().map(|seat| seat.bot.clone()).collect();
        let to = |turn: u64| frame.part(&head.slug, ContestPart::Match(number, Some(turn)));
        let outcome = film.record.outcome.as_ref();
        let conditions = &film.record.table.conditions;
        Ok(MatchPage {
            number: number.0,
            bots: (0u8..)
                .zip(&bots)
                .map(|(seat, bot)| player(frame, &head, &film, (Seat(seat), bot)))
                .collect(),
            turn,
            last,
            board: still.picture.as_ref().map(certamen_charts::board).unwrap_or_default(),
            told: still.picture.as_ref().map(|picture| picture.told.clone()).unwrap_or_default(),
            text: still.text.clone(),
            turns: turns(frame, &head, &film, (number, turn)),
            steps: Steps {
                first: to(0),
                back: to(turn.saturating_sub(1)),
                on: to((turn + 1).min(last)),
                last: to(last),
            },
            graph: graph(frame, &film, turn),
            result: outcome
                .map(|outcome| result::told(frame, film.game.info().slug, &bots, outcome))
                .unwrap_or_default(),
            scores: outcome.map(|outcome| result::scores(frame, outcome)).unwrap_or_default(),
            trouble: film.trouble.as_ref().map(|why| frame.t(why.message())).unwrap_or_default(),
            frames: frame.part(&head.slug, ContestPart::Frames(number)),
            seed: film.record.table.seed,
            move_ms: frame.count(conditions.move_ms),
            tier: frame.name(&conditions.tier),
            frame,
            head,
        })
    }
}

fn graph(frame: Frame<'_>, film: &Film, turn: u64) -> String {
    let scores = film.stills.iter().map(|still| still.picture.as_ref().map(|p| p.score.clone()));
    let scores: Vec<Vec<f64>> = scores.map(Option::unwrap_or_default).collect();
    let label = frame.t(say::course_of_scores());
    certamen_charts::graph(&scores, turn as usize, &label).unwrap_or_default()
}

fn player(
    frame: Frame<'_>,
    head: &PageHead,
    film: &Film,
    (seat, bot): (Seat, &String),
) -> SeatLegend {
    let moves = film.record.turns.iter().flat_map(|turn| &turn.moves);
    let times: Vec<f64> =
        moves.filter(|entry| entry.seat == seat).filter_map(|entry| entry.ms).collect();
    let slowest = times.iter().copied().fold(0.0, f64::max);
    SeatLegend {
        name: frame.name(bot),
        to: frame.part(&head.slug, ContestPart::Bot(bot.clone())),
        total: format!("{} ms", frame.rounded(times.iter().sum(), 1)),
        slowest: format!("{} ms", frame.rounded(slowest, 1)),
    }
}

fn turns(
    frame: Frame<'_>,
    head: &PageHead,
    film: &Film,
    (number, here): (MatchNumber, u64),
) -> Vec<FilmTurn> {
    let turns = film.record.turns.iter().map(|turn| FilmTurn {
        number: turn.turn,
        to: frame.part(&head.slug, ContestPart::Match(number, Some(turn.turn))),
        here: turn.turn == here,
        moves: turn.moves.iter().map(|entry| told(frame, entry)).collect(),
    });
    turns.collect()
}

fn told(frame: Frame<'_>, entry: &Move) -> ToldMove {
    let fault = entry.fault.map(|fault| frame.t(vocabulary::fault(fault)));
    let reply = entry.reply.as_deref().map(|reply| format!(": “{}”", frame.name(reply)));
    ToldMove {
        seat: entry.seat.0 % 8,
        action: entry.action.as_deref().map(certamen_game::escaped).unwrap_or_default(),
        fault: fault.map(|fault| fault + &reply.unwrap_or_default()).unwrap_or_default(),
    }
}
