//! The page with the form for a new table.

use super::{
    beginning::Beginning,
    company::{HOUSE, LINK, MYSELF},
    opponents::Opponent,
    say as words, setting,
};
use crate::{
    http_error::HttpError,
    private::{
        PrivateRoute,
        asked::{PrivateReply, PrivateRequest, page},
        frame::PrivateContext,
    },
    say,
};
use askama::Template;
use certamen_i18n::Message;
use serde_json::Value;
use std::iter;

/// The choices of the time per move, in seconds, beside no limit.
pub(super) const CLOCKS: [u64; 5] = [10, 30, 60, 180, 600];

#[derive(Template)]
#[template(path = "open_table.html")]
struct OpenPage<'a> {
    frame: PrivateContext<'a>,
    title: String,
    lobby: String,
    /// The match to continue: the number of turns, the players, and the link.
    past: Option<(u64, String, String)>,
    seats: Vec<SeatField>,
    clocks: Vec<Choice>,
    options: Vec<OptionField>,
    wrong: String,
}

/// An option of the game: description and value.
struct OptionField {
    key: String,
    word: String,
    value: String,
}

/// The choices for a seat.
struct SeatField {
    number: u8,
    choices: Vec<Choice>,
}

/// A choice.
struct Choice {
    value: String,
    word: String,
    chosen: bool,
}

/// The form with its input; in case of an error also the status and the message.
pub(super) fn shown(
    asked: &PrivateRequest<'_>,
    beginning: &Beginning,
    opponents: &[Opponent],
    wrong: Option<(u16, Message)>,
) -> Result<PrivateReply, HttpError> {
    let frame = asked.frame();
    let typed = |key: &str| asked.form.as_ref().map(|form| form.text(key).to_owned());
    let past = beginning.past.as_ref().map(|past| {
        let names = past.table.seats.iter().map(|seat| frame.name(&seat.bot));
        let names: Vec<String> = names.collect();
        (past.turns.len() as u64, names.join(" – "), past.back.clone())
    });
    let usual = beginning.game.default_options();
    let options = usual.as_object().into_iter().flatten().map(|(key, usual)| {
        let usual = match usual {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        let word = beginning.game.option_word(key).map(|word| frame.t(word));
        OptionField {
            key: key.clone(),
            word: word.unwrap_or_default(),
            value: typed(&format!("option-{key}")).unwrap_or(usual),
        }
    });
    // A continued match keeps its options.
    let options = if past.is_some() { Vec::new() } else { options.collect() };
    let (status, wrong) =
        wrong.map_or((200, String::new()), |(status, why)| (status, why.get(asked.language)));
    page(
        status,
        &OpenPage {
            title: frame.t(beginning.game.info().title),
            lobby: frame.way(&PrivateRoute::Play),
            past,
            seats: seats(asked, beginning, opponents),
            clocks: clocks(frame, &typed("clock").unwrap_or_default()),
            options,
            wrong,
            frame,
        },
    )
}

fn seats(
    asked: &PrivateRequest<'_>,
    beginning: &Beginning,
    opponents: &[Opponent],
) -> Vec<SeatField> {
    let range = setting::seats(beginning);
    let least = *range.start();
    let field = |number: u8| {
        let typed = asked.form.as_ref().map(|form| form.text(&format!("seat{number}")).to_owned());
        let chosen = typed.unwrap_or_else(|| usual(beginning, opponents, (number, least)));
        let no_one = (number >= least).then_some(());
        SeatField {
            number,
            choices: sitters(asked.frame(), beginning, opponents, (&chosen, no_one)),
        }
    };
    (0..*range.end()).map(field).collect()
}

/// The default player at a seat: the player of the continued match if available, else a built-in
/// player.
fn usual(beginning: &Beginning, opponents: &[Opponent], (number, least): (u8, u8)) -> String {
    if number == 0 {
        return MYSELF.to_owned();
    }
    if number >= least {
        return String::new();
    }
    let before = beginning.past.as_ref().and_then(|past| {
        let bot = &past.table.seats.get(usize::from(number))?.bot;
        opponents.iter().find(|known| known.contest == past.contest && known.name == *bot)
    });
    if let Some(opponent) = before {
        opponent.value()
    } else {
        let last = beginning.game.builtin_names().last().copied().unwrap_or_default();
        format!("{HOUSE}{last}")
    }
}

/// The choices for a seat; an empty seat, too, where possible.
fn sitters(
    frame: PrivateContext<'_>,
    beginning: &Beginning,
    opponents: &[Opponent],
    (chosen, no_one): (&str, Option<()>),
) -> Vec<Choice> {
    let choice = |value: String, word: Message| {
        let chosen = value == chosen;
        Choice { word: frame.t(word), chosen, value }
    };
    let no_one = no_one.map(|()| choice(String::new(), words::no_one()));
    let people = [(MYSELF, words::myself()), (LINK, words::by_link())];
    let people = people.map(|(value, word)| choice(value.to_owned(), word));
    let house = beginning.game.builtin_names().into_iter().rev();
    let house = house.map(|name| choice(format!("{HOUSE}{name}"), words::house_player(name)));
    let programs = opponents.iter().map(|opponent| {
        let [name, title] = [&opponent.name, &opponent.title].map(|name| frame.name(name));
        choice(opponent.value(), words::program_of(name, title))
    });
    no_one.into_iter().chain(people).chain(house).chain(programs).collect()
}

fn clocks(frame: PrivateContext<'_>, chosen: &str) -> Vec<Choice> {
    let none = Choice {
        value: String::new(),
        word: frame.t(words::no_clock()),
        chosen: chosen.is_empty(),
    };
    let some = CLOCKS.map(|seconds| {
        let value = seconds.to_string();
        let word =
            if seconds % 60 == 0 { words::minutes(seconds / 60) } else { words::seconds(seconds) };
        Choice { chosen: value == chosen, word: frame.t(word), value }
    });
    iter::once(none).chain(some).collect()
}
