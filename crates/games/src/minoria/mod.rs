//! Minoría: all choose A, B or C at once, and players who chose what fewest chose get a point.

mod position;
#[cfg(test)]
mod tests;

pub use position::{Choice, Position};

use certamen_game::{
    Audience, Draws, Game, GameInfo, Ink, Language, OptionsError, Picture, ProgramsMemory,
    Protocol, Rng, Scoring, Seat, Shape, State,
    builtin::{Arguments, BuiltinError, BuiltinPlayer, refuse_others},
};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;

mod say {
    certamen_i18n::texts!("src/minoria/words");
}

pub const GAME: Minoria = Minoria;

#[derive(Clone, Copy, Debug)]
pub struct Minoria;

/// What a host may choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Rounds, 1 to 10,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub rounds: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { rounds: 10 }
    }
}

impl Game for Minoria {
    type State = Position;
    type Options = Options;

    fn info(&self) -> GameInfo {
        GameInfo {
            slug: "minoria",
            title: Message::verbatim("Minoría"),
            seats: 2..=20,
            version: 1,
            end_message: Some("fin"),
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
        options: &Options,
        seats: u8,
        _rng: &mut Rng,
    ) -> Result<Position, OptionsError> {
        if !(1..=10_000).contains(&options.rounds) {
            return Err(OptionsError::out_of_range("rounds", options.rounds, 1, 10_000));
        }
        Ok(Position::start(seats, options.rounds))
    }

    fn detail_word(&self, word: &str) -> Option<Message> {
        (word == "rounds").then(say::detail_rounds)
    }

    fn option_word(&self, key: &str) -> Option<Message> {
        (key == "rounds").then(say::option_rounds)
    }

    starters! {
        "c", "common-lisp", "cpp", "go", "java", "javascript", "python", "ruby", "rust",
    }

    starter_notes! { protocol: note_protocol, idea: note_idea, question: note_question }

    fn builtin_names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn builtin_player(
        &self,
        name: &str,
        arguments: &Arguments,
    ) -> Result<Box<dyn BuiltinPlayer<Position>>, BuiltinError> {
        player(name, arguments)
    }
}

// A round as people see it on a page: a row a seat, a column an option, points as bars.

const WIDTH: i32 = 560;
/// Where the first row stands, and how high rows are.
const TOP: i32 = 44;
const LINE: i32 = 34;
/// The middle of the first option, and the way to the next.
const FIRST: i32 = 90;
const STEP: i32 = 50;
/// Where bars begin, and how long the longest is.
const BARS: i32 = 250;
const LONGEST: u32 = 240;

pub(super) fn sheet(position: &Position, audience: Audience, language: Language) -> Picture {
    let height = TOP + LINE * position.points.len() as i32;
    let description: Vec<String> = position.lines().iter().map(|line| line.get(language)).collect();
    let mut sheet = Picture::sheet(WIDTH, height, description.join("; "));
    for choice in Choice::ALL {
        let x = column(choice);
        if position.scored() == Some(choice) {
            sheet.put("scored", Ink::Last, Shape::Disc { x, y: 22, r: 15 });
        }
        let text = Shape::Text { x, y: 28, size: 18, text: choice.to_string() };
        sheet.put(format!("head {choice}"), Ink::Text, text);
    }
    let most = position.points.iter().copied().max().unwrap_or(0).max(1);
    for (seat, points) in (0u8..).map(Seat).zip(&position.points) {
        row(&mut sheet, seat, position.last.get(seat.index()), (*points, most));
    }
    places(&mut sheet, position, audience);
    sheet
}

fn row(sheet: &mut Picture, seat: Seat, chosen: Option<&Choice>, (points, most): (u32, u32)) {
    let y = TOP + LINE * i32::from(seat.0) + LINE / 2;
    let text = |x, text| Shape::Text { x, y: y + 5, size: 16, text };
    sheet.put(format!("seat {seat}"), Ink::Seat(seat), text(30, seat.to_string()));
    for choice in Choice::ALL {
        let hole = Shape::Disc { x: column(choice), y, r: 12 };
        sheet.put(format!("option {seat} {choice}"), Ink::Free, hole);
    }
    if let Some(chosen) = chosen {
        let disc = Shape::Disc { x: column(*chosen), y, r: 9 };
        sheet.put(format!("choice {seat}"), Ink::Seat(seat), disc).label = Some(chosen.to_string());
    }
    let width = (u64::from(points) * u64::from(LONGEST) / u64::from(most)) as i32;
    let bar = Shape::Box { x: BARS, y: y - 7, width, height: 14, round: 3 };
    sheet.put(format!("bar {seat}"), Ink::Seat(seat), bar);
    sheet.put(format!("points {seat}"), Ink::Text, text(BARS + width + 30, points.to_string()));
}

/// What the viewer may choose now.
fn places(sheet: &mut Picture, position: &Position, audience: Audience) {
    let Audience::Seat(seat) = audience else { return };
    if !position.to_act().contains(seat) {
        return;
    }
    for choice in Choice::ALL {
        let shape = Shape::Disc { x: column(choice), y: 22, r: 18 };
        let place = sheet.put(format!("place {choice}"), Ink::Place, shape);
        place.label = Some(choice.to_string());
        place.action = Some(choice.to_string());
    }
}

fn column(choice: Choice) -> i32 {
    FIRST + STEP * choice as i32
}

// The built-in players: one that rotates, and one that avoids the crowd.

pub(super) const NAMES: &[&str] = &["rotador", "esquivo"];

pub(super) fn player(
    name: &str,
    arguments: &Arguments,
) -> Result<Box<dyn BuiltinPlayer<Position>>, BuiltinError> {
    let player: Box<dyn BuiltinPlayer<Position>> = match name {
        "rotador" => Box::new(Rotador),
        "esquivo" => Box::new(Esquivo),
        _ => return Err(BuiltinError::Unknown { name: name.to_owned() }),
    };
    refuse_others(name, arguments, &[])?;
    Ok(player)
}

/// A, B and C in turn, beginning where its seat stands.
struct Rotador;

impl BuiltinPlayer<Position> for Rotador {
    fn choose(&mut self, state: &Position, seat: Seat, _rng: &mut Rng) -> Option<Choice> {
        let place = (state.round as usize + seat.index()) % Choice::ALL.len();
        Some(Choice::ALL[place])
    }

    fn uses_rng(&self) -> bool {
        false
    }
}

/// Any option but the one that most chose last, each equally likely.
struct Esquivo;

impl BuiltinPlayer<Position> for Esquivo {
    fn choose(&mut self, state: &Position, _seat: Seat, rng: &mut Rng) -> Option<Choice> {
        let counts = state.counts();
        let most = counts.into_iter().max()?;
        let options = Choice::ALL.into_iter().zip(counts);
        let shunning: Vec<Choice> =
            options.filter(|(_, count)| *count < most).map(|(choice, _)| choice).collect();
        rng.pick(if shunning.is_empty() { &Choice::ALL } else { &shunning }).copied()
    }

    fn uses_rng(&self) -> bool {
        true
    }
}
