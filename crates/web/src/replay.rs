//! A recorded match, state by state, as pages and the player script show it.

use crate::charts::{self, Element};
use crate::http_error::{HttpError, Resource};
use crate::say;
use certamen_contest::vocabulary;
use certamen_game::{
    Audience, DynGame, Language, MatchRecord, Move, Picture, Seat, Turn, arbiter::Arbiter, legible,
    replay,
};
use certamen_games::worth;
use serde_json::{Value, json};
use std::{collections::BTreeSet, ops::Range};

/// The number of turns per piece that is sent to the player script.
pub(crate) const PIECE: u64 = 200;
/// Of longer matches a page lists only the moves around the turn that it shows.
const LONG: u64 = 1000;
/// At most this many pictures are in an animation, and it has at most this many bytes.
const PICTURES: u64 = 300;
const ANIMATION: usize = 100_000;
/// The approximate number of points in the graph of scores.
const SAMPLES: u64 = 100;

/// A match after one of its turns, with data on all turns, as far as its record can be replayed.
pub(crate) struct Replay {
    pub(crate) record: MatchRecord,
    pub(crate) game: &'static dyn DynGame,
    /// The scores that each seat would have after some of the turns, in order.
    pub(crate) scores: Vec<(u64, Vec<f64>)>,
    /// The last turn that can be shown.
    pub(crate) last: u64,
    /// The turn after which the match is shown.
    pub(crate) turn: u64,
    pub(crate) frame: Frame,
    /// Why the replay ends early, if it does.
    pub(crate) trouble: Option<HttpError>,
    /// Whether that turn was requested.
    pub(crate) is_requested: bool,
    /// Whether some of its positions can be analysed.
    pub(crate) is_appraised: bool,
}

pub(crate) struct Frame {
    pub(crate) picture: Option<Picture>,
    pub(crate) text: String,
}

impl Replay {
    /// The match in a record after `turn`, or at its end.
    pub(crate) fn of(
        bytes: &[u8],
        language: Language,
        turn: Option<u64>,
    ) -> Result<Self, HttpError> {
        Replay::of_record(read(bytes)?, language, turn)
    }

    pub(crate) fn of_record(
        record: MatchRecord,
        language: Language,
        turn: Option<u64>,
    ) -> Result<Self, HttpError> {
        let replay = Replay::after(game(&record)?, record, language, turn)?;
        Ok(Replay { is_requested: turn.is_some(), ..replay })
    }

    /// The match of `game` in a record. Only one state is drawn: drawing takes longer than
    /// computing all states.
    fn after(
        game: &'static dyn DynGame,
        record: MatchRecord,
        language: Language,
        requested: Option<u64>,
    ) -> Result<Self, HttpError> {
        let whole = record.turns.len() as u64;
        let (turn, step) = (requested.unwrap_or(whole), whole / SAMPLES + 1);
        let (mut scores, mut shown, mut states) = (Vec::new(), None, 0);
        let mut is_appraised = false;
        let replayed = replay::replay(game, &record, &mut |arbiter| {
            if states == turn {
                shown = Some(frame_of(arbiter, language));
            }
            is_appraised |= worth::is_known(arbiter.state());
            // In some games the texts take longer than the turn.
            if states % step == 0 || states == whole {
                scores.push((states, arbiter.state().scores()));
            }
            states += 1;
        });
        let trouble = replayed.err().map(HttpError::Replay);
        let Some(last) = states.checked_sub(1) else {
            return Err(trouble.unwrap_or(HttpError::Ours));
        };
        match shown {
            Some(frame) => {
                let is_requested = requested.is_some();
                Ok(Replay {
                    record,
                    game,
                    scores,
                    last,
                    turn,
                    frame,
                    trouble,
                    is_requested,
                    is_appraised,
                })
            }
            // As far as the replay goes.
            None if requested.is_none() => Replay::after(game, record, language, Some(last)),
            None => Err(HttpError::Turn { given: turn, last }),
        }
    }

    /// The first turns of the pieces that the player script loads.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = u64> + use<> {
        (0..=self.last).step_by(PIECE as usize)
    }

    /// The turns whose moves the page lists: all, or of a long match those of the piece shown.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &Turn> {
        let begin = self.turn - self.turn % PIECE;
        let shown = if is_long(&self.record) { begin..begin + PIECE } else { 0..u64::MAX };
        self.record.turns.iter().filter(move |turn| shown.contains(&turn.turn))
    }

    pub(crate) fn frames(&self, language: Language) -> Result<String, HttpError> {
        frames_of(self.game, &self.record, (language, 0..u64::MAX))
    }
}

/// The match in a record as an animated picture: of a long one some turns only, so that it stays
/// small. `names` are those of the seats, as the reader may see them.
pub(crate) fn animation(
    record: &MatchRecord,
    names: &[String],
    language: Language,
) -> Result<String, HttpError> {
    let game = game(record)?;
    let whole = record.turns.len() as u64;
    let step = whole / PICTURES + 1;
    let (mut pictures, mut count) = (Vec::new(), 0);
    let replayed = replay::replay(game, record, &mut |arbiter| {
        if count % step == 0 || count == whole {
            let last = arbiter.turns().last();
            pictures.extend(arbiter.state().picture(Audience::Spectators, last, language));
        }
        count += 1;
    });
    if let (true, Err(trouble)) = (pictures.is_empty(), replayed) {
        return Err(HttpError::Replay(trouble));
    }
    let (title, colon) = (game.info().title.get(language), say::colon().get(language));
    let title = format!("{title}{colon} {}", names.join(" – "));
    let result = record
        .outcome
        .as_ref()
        .map(|outcome| vocabulary::result(&record.table.game, outcome, names).get(language));
    let seats = (0u8..).zip(names).map(|(seat, name)| (name.clone(), game.ink(Seat(seat))));
    let seats: Vec<_> = seats.collect();
    let mut shown: Vec<&Picture> = pictures.iter().collect();
    loop {
        let drawn = charts::animation(&charts::Animation {
            title: &title,
            seats: &seats,
            pictures: &shown,
            result: result.as_deref().unwrap_or_default(),
        });
        let drawn = drawn.ok_or_else(|| HttpError::NoPicture(game.info().title))?;
        if drawn.len() <= ANIMATION || shown.len() < 3 {
            return Ok(drawn);
        }
        // Every second one, and the last.
        let end = shown.len() - 1;
        let half = shown.iter().enumerate().filter(|(at, _)| at % 2 == 0 || *at == end);
        shown = half.map(|(_, picture)| *picture).collect();
    }
}

/// The board of the match in a record for link previews, as PNG: after a turn, or half-way, which
/// leaves the result open.
pub(crate) fn preview(
    record: MatchRecord,
    turn: Option<u64>,
    language: Language,
) -> Result<Vec<u8>, HttpError> {
    let turn = turn.unwrap_or(record.turns.len() as u64 / 2);
    let shown = Replay::of_record(record, language, Some(turn))?;
    let title = shown.game.info().title;
    let picture = shown.frame.picture.ok_or_else(|| HttpError::NoPicture(title))?;
    charts::raster(&picture).png().map_err(|_| HttpError::Ours)
}

/// The data for the player script of the match in a record, from a turn on.
pub(crate) fn frames(bytes: &[u8], language: Language, from: u64) -> Result<String, HttpError> {
    let record = read(bytes)?;
    frames_of(game(&record)?, &record, (language, from..from.saturating_add(PIECE)))
}

fn is_long(record: &MatchRecord) -> bool {
    record.turns.len() as u64 > LONG
}

pub(crate) fn read(bytes: &[u8]) -> Result<MatchRecord, HttpError> {
    let read = MatchRecord::read(bytes);
    Ok(read.map_err(|error| HttpError::Record(certamen_i18n::Localize::message(&error)))?.0)
}

pub(crate) fn game(record: &MatchRecord) -> Result<&'static dyn DynGame, HttpError> {
    let game = &record.table.game;
    certamen_games::find(game).ok_or_else(|| Resource::Game.unknown(game))
}

/// The states after these turns as a script, since browsers load no data for pages from a disk. The
/// first state is complete, so that nothing before it is needed.
fn frames_of(
    game: &'static dyn DynGame,
    record: &MatchRecord,
    (language, turns): (Language, Range<u64>),
) -> Result<String, HttpError> {
    let (mut frames, mut count) = (Vec::new(), 0);
    let replayed = replay::replay(game, record, &mut |arbiter| {
        if turns.contains(&count) {
            frames.push(frame_of(arbiter, language));
        }
        count += 1;
    });
    match replayed {
        Err(trouble) if count == 0 => return Err(HttpError::Replay(trouble)),
        _ if frames.is_empty() => {
            return Err(HttpError::Turn { given: turns.start, last: count.saturating_sub(1) });
        }
        _ => {}
    }
    let mut before = FrameParts::default();
    let mut data = Vec::with_capacity(frames.len());
    for (frame, turn) in frames.iter().zip(turns.start..) {
        let now = FrameParts::of(frame);
        let mut changes = changes(frame, &before, &now);
        if is_long(record) {
            changes["v"] = moves(record, turn, language);
        }
        data.push(changes);
        before = now;
    }
    // Nothing in it can end the enclosing script.
    let (from, data) = (turns.start, Value::Array(data).to_string().replace('<', "\\u003c"));
    Ok(format!(
        "window.certamenFrames=window.certamenFrames||{{}};certamenFrames[{from}]={data};\n"
    ))
}

fn moves(record: &MatchRecord, turn: u64, language: Language) -> Value {
    let played = record.turns.iter().find(|played| played.turn == turn);
    let moves = played.into_iter().flat_map(|played| &played.moves);
    let moves = moves.map(|entry| {
        let MoveRow { seat, action, fault } = MoveRow::of(entry, language);
        json!([seat, action, fault])
    });
    moves.collect()
}

pub(crate) struct MoveRow {
    /// The number of its colour.
    pub(crate) seat: u8,
    pub(crate) action: String,
    /// The fault; empty if there is none.
    pub(crate) fault: String,
}

impl MoveRow {
    pub(crate) fn of(entry: &Move, language: Language) -> Self {
        let fault = entry.fault.map(|fault| vocabulary::fault(fault).get(language));
        let colon = say::colon().get(language);
        let reply = entry.reply.as_deref().map(|reply| format!("{colon} “{}”", legible(reply)));
        MoveRow {
            seat: entry.seat.0 % 8,
            action: entry.action.as_deref().map(certamen_game::escaped).unwrap_or_default(),
            fault: fault.map(|fault| fault + &reply.unwrap_or_default()).unwrap_or_default(),
        }
    }
}

/// The part of a state that may remain in the next one.
#[derive(Default)]
struct FrameParts<'a> {
    elements: Vec<Element>,
    lines: Vec<&'a str>,
}

impl FrameParts<'_> {
    fn of(frame: &Frame) -> FrameParts<'_> {
        let marks = frame.picture.iter().flat_map(|picture| picture.marks.iter());
        FrameParts {
            elements: marks.map(Element::of).collect(),
            lines: frame.text.lines().collect(),
        }
    }
}

fn frame_of(arbiter: &Arbiter, language: Language) -> Frame {
    let state = arbiter.state();
    Frame {
        picture: state.picture(Audience::Spectators, arbiter.turns().last(), language),
        text: state.render(Audience::Spectators, language),
    }
}

/// The changes of a state: the number of its text lines and which are different, added or changed
/// marks with their indices, and removed marks.
fn changes(frame: &Frame, before: &FrameParts<'_>, now: &FrameParts<'_>) -> Value {
    let lines = now.lines.iter().enumerate();
    let lines = lines.filter(|(index, line)| before.lines.get(*index) != Some(line));
    let lines: Vec<Value> = lines.map(|(index, line)| json!([index, line])).collect();
    let Some(picture) = &frame.picture else { return json!({ "n": now.lines.len(), "x": lines }) };
    let keys: BTreeSet<&str> = now.elements.iter().map(|element| element.key.as_str()).collect();
    let gone = before.elements.iter().map(|element| element.key.as_str());
    let gone: Vec<&str> = gone.filter(|key| !keys.contains(key)).collect();
    let known: BTreeSet<&Element> = before.elements.iter().collect();
    let set = now.elements.iter().enumerate().filter(|(_, element)| !known.contains(element));
    let set: Vec<Value> = set.map(|(index, element)| mark(index, element)).collect();
    json!({ "n": now.lines.len(), "x": lines, "s": picture.description, "m": set, "g": gone })
}

fn mark(index: usize, element: &Element) -> Value {
    let Element { key, tag, class, place, text, label } = element;
    let place: serde_json::Map<String, Value> =
        place.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    let mut mark = json!({ "i": index, "k": key, "t": tag, "c": class, "a": place });
    for (name, words) in [("w", text), ("l", label)] {
        if let Some(words) = words {
            mark[name] = json!(words);
        }
    }
    mark
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{
        Draws, Erased, Game, GameInfo, Illegal, OptionsError, Outcome, ProgramsMemory, Protocol,
        Rng, Scoring, Seats, State, conformance::check_match,
    };
    use serde::{Deserialize, Serialize};
    use std::time::Duration;

    /// A test game whose states are three words, without a picture.
    struct Undrawn;

    #[derive(Serialize, Deserialize, Default)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    struct NoOptions {}

    #[derive(Clone, Serialize)]
    struct Counter(u8);

    impl Game for Undrawn {
        type State = Counter;
        type Options = NoOptions;

        fn info(&self) -> GameInfo {
            GameInfo {
                slug: "undrawn",
                title: certamen_i18n::Message::verbatim("Undrawn"),
                seats: 1..=1,
                version: 1,
                end_message: None,
                scoring: Scoring::Score,
                protocol: Protocol::Lines,
                move_time: Duration::from_secs(1),
                memory: ProgramsMemory::Match,
                hidden: false,
                draws: Draws::Never,
            }
        }

        fn new_initial_state(
            &self,
            _options: &NoOptions,
            _seats: u8,
            _rng: &mut Rng,
        ) -> Result<Counter, OptionsError> {
            Ok(Counter(0))
        }
    }

    impl State for Counter {
        type Action = u8;

        fn seats(&self) -> u8 {
            1
        }

        fn to_act(&self) -> Seats {
            if self.0 == 3 { Seats::NONE } else { Seats::first(1) }
        }

        fn legal_actions(&self, _seat: Seat) -> impl DoubleEndedIterator<Item = u8> + '_ {
            std::iter::once(self.0)
        }

        fn read(&self, _seat: Seat, _reply: &str) -> Result<u8, Illegal> {
            Ok(self.0)
        }

        fn apply(&mut self, _joint: &[(Seat, u8)], _rng: &mut Rng) {
            self.0 += 1;
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 3).then(|| Outcome::scored([3.0]))
        }

        fn observation(&self, _seat: Seat) -> String {
            self.0.to_string()
        }

        fn forfeit(&self, _seats: Seats) -> Outcome {
            Outcome::scored([0.0])
        }

        fn render(&self, _audience: Audience, _language: Language) -> String {
            format!("said <{}>\n", self.0)
        }
    }

    #[test]
    fn a_game_that_draws_nothing_is_shown_as_text() {
        static GAME: Erased<Undrawn> = Erased(Undrawn);
        let record = check_match(&GAME, certamen_game::Map::new(), 1, 1, 9).unwrap();
        let turns = (0..4).map(|turn| {
            Replay::after(&GAME, record.clone(), Language::En, Some(turn)).unwrap().frame
        });
        let frames: Vec<Frame> = turns.collect();
        let texts: Vec<&str> = frames.iter().map(|frame| frame.text.as_str()).collect();
        assert_eq!(texts, ["said <0>\n", "said <1>\n", "said <2>\n", "said <3>\n"]);
        assert!(frames.iter().all(|frame| frame.picture.is_none()));
        let replay = Replay::after(&GAME, record.clone(), Language::En, None).unwrap();
        assert_eq!((replay.turn, replay.last, replay.frame.text.as_str()), (3, 3, "said <3>\n"));
        let beyond = Replay::after(&GAME, record, Language::En, Some(4)).err();
        assert!(matches!(beyond, Some(HttpError::Turn { given: 4, last: 3 })), "{beyond:?}");
        let frames = replay.frames(Language::En).unwrap();
        assert!(frames.contains(r#"{"n":1,"x":[[0,"said \u003c2>"]]}"#), "{frames}");
    }

    #[test]
    fn a_record_is_shown_as_far_as_it_can_be_replayed() {
        static GAME: Erased<Undrawn> = Erased(Undrawn);
        let mut record = check_match(&GAME, certamen_game::Map::new(), 1, 1, 9).unwrap();
        let again = record.turns[2].clone();
        record.turns.push(again);
        let replay = Replay::after(&GAME, record, Language::En, None).unwrap();
        assert_eq!((replay.turn, replay.last), (3, 3));
        assert!(replay.trouble.is_some());
    }
}
