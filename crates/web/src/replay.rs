//! A recorded match, state by state, as pages and the player show it.

use crate::refusal::{Refusal, Thing};
use certamen_charts::Element;
use certamen_game::{Audience, DynGame, Language, MatchRecord, Picture, arbiter::Arbiter, replay};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A match, state by state, as far as its record can be replayed.
pub(crate) struct Film {
    pub(crate) record: MatchRecord,
    pub(crate) game: &'static dyn DynGame,
    /// The start, then the state after each turn; there is at least one.
    pub(crate) stills: Vec<Still>,
    /// Why it goes no further, if it should.
    pub(crate) trouble: Option<Refusal>,
}

/// A state.
pub(crate) struct Still {
    /// What it looks like, if the game draws it.
    pub(crate) picture: Option<Picture>,
    /// What it looks like on a terminal.
    pub(crate) text: String,
}

impl Film {
    /// The match in a record, told in `language`.
    pub(crate) fn of(bytes: &[u8], language: Language) -> Result<Film, Refusal> {
        let read = MatchRecord::read(bytes);
        let (record, _) =
            read.map_err(|error| Refusal::Record(certamen_speech::Speak::message(&error)))?;
        Film::of_record(record, language)
    }

    /// The match of a record, finished or not.
    pub(crate) fn of_record(record: MatchRecord, language: Language) -> Result<Film, Refusal> {
        let game = &record.table.game;
        let game = certamen_games::find(game).ok_or_else(|| Thing::Game.unknown(game))?;
        Film::replayed(game, record, language)
    }

    /// The match of `game` in a record.
    fn replayed(
        game: &'static dyn DynGame,
        record: MatchRecord,
        language: Language,
    ) -> Result<Film, Refusal> {
        let mut stills = Vec::new();
        let replayed = replay::replay(game, &record, &mut |arbiter| {
            stills.push(still(arbiter, language));
        });
        let trouble = replayed.err().map(Refusal::Replay);
        match trouble {
            Some(trouble) if stills.is_empty() => Err(trouble),
            trouble => Ok(Film { record, game, stills, trouble }),
        }
    }

    /// The last turn that can be shown.
    pub(crate) fn last(&self) -> u64 {
        self.stills.len() as u64 - 1
    }

    /// What the player needs: a script, for browsers read no data beside pages on a disk.
    pub(crate) fn frames(&self) -> String {
        let mut frames = Vec::with_capacity(self.stills.len());
        let mut before = Cel::default();
        for still in &self.stills {
            let now = Cel::of(still);
            frames.push(frame(still, &before, &now));
            before = now;
        }
        // Nothing in it can end the script that it stands in.
        let data = Value::Array(frames).to_string().replace('<', "\\u003c");
        format!("window.certamenFrames={data};\n")
    }
}

/// What of a state may stay in the next one.
#[derive(Default)]
struct Cel<'a> {
    elements: Vec<Element>,
    lines: Vec<&'a str>,
}

impl Cel<'_> {
    fn of(still: &Still) -> Cel<'_> {
        let marks = still.picture.iter().flat_map(|picture| picture.marks.iter());
        Cel { elements: marks.map(Element::of).collect(), lines: still.text.lines().collect() }
    }
}

fn still(arbiter: &Arbiter, language: Language) -> Still {
    let state = arbiter.state();
    Still {
        picture: state.picture(Audience::Everybody, arbiter.turns().last(), language),
        text: state.render(Audience::Everybody, language),
    }
}

/// What is new in a state: how many lines its text has and which of them are others, marks that came
/// or changed, each with its place, and marks that are gone.
fn frame(still: &Still, before: &Cel<'_>, now: &Cel<'_>) -> Value {
    let lines = now.lines.iter().enumerate();
    let lines = lines.filter(|(place, line)| before.lines.get(*place) != Some(line));
    let lines: Vec<Value> = lines.map(|(place, line)| json!([place, line])).collect();
    let Some(picture) = &still.picture else { return json!({ "n": now.lines.len(), "x": lines }) };
    let kept: BTreeSet<&str> = now.elements.iter().map(|element| element.key.as_str()).collect();
    let gone = before.elements.iter().map(|element| element.key.as_str());
    let gone: Vec<&str> = gone.filter(|key| !kept.contains(key)).collect();
    let known: BTreeSet<&Element> = before.elements.iter().collect();
    let set = now.elements.iter().enumerate().filter(|(_, element)| !known.contains(element));
    let set: Vec<Value> = set.map(|(place, element)| mark(place, element)).collect();
    json!({ "n": now.lines.len(), "x": lines, "s": picture.told, "m": set, "g": gone })
}

fn mark(place: usize, element: &Element) -> Value {
    let Element { key, tag, class, place: at, text, label } = element;
    let at: serde_json::Map<String, Value> =
        at.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    let mut mark = json!({ "i": place, "k": key, "t": tag, "c": class, "a": at });
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
        Erased, Game, GameInfo, Illegal, Luck, OptionsError, Outcome, ProgramsMemory, Protocol,
        Scoring, Seat, Seats, State, conformance::check_match,
    };
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use std::time::Duration;

    /// Three words are said; it draws nothing.
    struct Undrawn;

    #[derive(Serialize, Deserialize, JsonSchema, Default)]
    struct NoOptions {}

    #[derive(Clone, Serialize)]
    struct Said(u8);

    impl Game for Undrawn {
        type State = Said;
        type Options = NoOptions;

        fn info(&self) -> GameInfo {
            GameInfo {
                slug: "undrawn",
                title: certamen_speech::Message::verbatim("Undrawn"),
                seats: 1..=1,
                version: 1,
                farewell: None,
                scoring: Scoring::Score,
                protocol: Protocol::Lines,
                move_time: Duration::from_secs(1),
                memory: ProgramsMemory::Match,
            }
        }

        fn new_initial_state(
            &self,
            _options: &NoOptions,
            _seats: u8,
            _luck: &mut Luck,
        ) -> Result<Said, OptionsError> {
            Ok(Said(0))
        }
    }

    impl State for Said {
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

        fn apply(&mut self, _joint: &[(Seat, u8)], _luck: &mut Luck) {
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
        let film = Film::replayed(&GAME, record, Language::En).unwrap();
        let texts: Vec<&str> = film.stills.iter().map(|still| still.text.as_str()).collect();
        assert_eq!(texts, ["said <0>\n", "said <1>\n", "said <2>\n", "said <3>\n"]);
        assert!(film.stills.iter().all(|still| still.picture.is_none()));
        let frames = film.frames();
        assert!(frames.contains(r#"{"n":1,"x":[[0,"said \u003c2>"]]}"#), "{frames}");
    }
}
