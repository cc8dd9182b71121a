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
        let game = &record.table.game;
        let game = certamen_games::find(game).ok_or_else(|| Thing::Game.unknown(game))?;
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
        let mut before: Vec<Element> = Vec::new();
        for still in &self.stills {
            let now: Vec<Element> = still
                .picture
                .iter()
                .flat_map(|picture| picture.marks.iter().map(Element::of))
                .collect();
            frames.push(frame(still, &before, &now));
            before = now;
        }
        // Nothing in it can end the script that it stands in.
        let data = Value::Array(frames).to_string().replace('<', "\\u003c");
        format!("window.certamenFrames={data};\n")
    }
}

fn still(arbiter: &Arbiter, language: Language) -> Still {
    let state = arbiter.state();
    Still {
        picture: state.picture(Audience::Everybody, arbiter.turns().last(), language),
        text: state.render(Audience::Everybody, language),
    }
}

/// What is new in a state: marks that came or changed, each with its place, and marks that are gone.
fn frame(still: &Still, before: &[Element], now: &[Element]) -> Value {
    let Some(picture) = &still.picture else { return json!({ "x": still.text }) };
    let kept: BTreeSet<&str> = now.iter().map(|element| element.key.as_str()).collect();
    let gone = before.iter().map(|element| element.key.as_str());
    let gone: Vec<&str> = gone.filter(|key| !kept.contains(key)).collect();
    let set = now.iter().enumerate().filter(|(_, element)| !before.contains(element));
    let set: Vec<Value> = set.map(|(place, element)| mark(place, element)).collect();
    json!({ "x": still.text, "s": picture.told, "m": set, "g": gone })
}

fn mark(place: usize, element: &Element) -> Value {
    let Element { key, tag, class, place: at, text, label } = element;
    let at: serde_json::Map<String, Value> =
        at.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    json!({ "i": place, "k": key, "t": tag, "c": class, "a": at, "w": text, "l": label })
}
