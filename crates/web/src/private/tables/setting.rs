//! How a table is to be: the game, its options, who sits where, what time people have.

use super::{
    company::{Company, HOUSE, LINK, MYSELF, SEATS},
    say as words,
};
use crate::{
    private::{
        Barred, PrivateRoom,
        asked::{RoomReply, RoomRequest, page},
        frame::RoomFrame,
    },
    refusal::{Refusal, Thing},
    say,
    throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_game::{Conditions, DynGame, Map, SeatEntry, Table, arbiter::Arbiter, record::MEMORY};
use certamen_portal::{
    ChairRow, NewSitting, Opened, PortalError, Sitter, fresh_id,
    rights::{Deed, Sources, may},
};
use certamen_speech::{Message, Speak};
use serde_json::Value;

/// So many turns a match with people has at most, and so long are the lines of its turns.
const TURNS: u64 = 5_000;
const BYTES: u64 = 1 << 20;
/// The longest option that is typed.
const OPTION: usize = 400;
/// What time people may have for a move, in seconds, beside all they want.
const CLOCKS: [u64; 5] = [10, 30, 60, 180, 600];

#[derive(Template)]
#[template(path = "open_table.html")]
struct OpenPage<'a> {
    frame: RoomFrame<'a>,
    title: String,
    lobby: String,
    seats: Vec<SeatField>,
    clocks: Vec<Choice>,
    options: Vec<(String, String)>,
    wrong: String,
}

/// Who may sit on a seat.
struct SeatField {
    number: u8,
    choices: Vec<Choice>,
}

/// One of several that can be chosen.
struct Choice {
    value: String,
    word: String,
    chosen: bool,
}

/// The form, or what comes of it.
pub(in crate::private) fn open(asked: &RoomRequest<'_>, slug: &str) -> Result<RoomReply, Refusal> {
    let member = asked.member()?;
    let game = certamen_games::find(slug).ok_or_else(|| Thing::Game.unknown(slug))?;
    let viewer = crate::private::viewer(Some(member), "", crate::private::Owns::No);
    if !may(viewer, Deed::OpenTable, Sources::Closed) {
        return Err(Refusal::Barred(Barred::SignIn));
    }
    let Some(form) = &asked.form else { return shown(asked, game, None) };
    asked.limited(Limited::OpenTable, &member.handle)?;
    match wanted(asked, game, form)? {
        Err(why) => shown(asked, game, Some((422, why))),
        Ok((new, to)) => match asked.people.portal.open_sitting(new)? {
            Opened::Opened => Ok(asked.elsewhere(&to)),
            Opened::Over(over) => shown(asked, game, Some((409, over.message()))),
        },
    }
}

/// The table that the form asks for and where whoever opens it goes then, or why there can be none.
fn wanted(
    asked: &RoomRequest<'_>,
    game: &'static dyn DynGame,
    form: &SentForm,
) -> Result<Result<(NewSitting, PrivateRoom), Message>, Refusal> {
    let member = asked.member()?;
    let Company { sitters, names, own } = match Company::read(asked, game, form) {
        Ok(company) => company,
        Err(why) => return Ok(Err(why)),
    };
    let clock: Option<u64> = form.text("clock").parse().ok();
    let clock = clock.filter(|seconds| CLOCKS.contains(seconds));
    let seats = sitters.iter().zip(names).map(|(sitter, name)| {
        let own = clock.filter(|_| *sitter == Sitter::Person);
        SeatEntry { move_ms: own.map(|seconds| seconds * 1000), ..SeatEntry::named(name) }
    });
    let move_ms = u64::try_from(game.info().move_time.as_millis()).unwrap_or(u64::MAX);
    // House players are no programs: nothing isolates them.
    let usual = Conditions::usual(move_ms, MEMORY, "D");
    let conditions = Conditions { turns: Some(TURNS), bytes: Some(BYTES), ..usual };
    let (id, seed) = (fresh_id()?, seed()?);
    let table = Table::new(game).options(options(game, form)).seed(seed).seats(seats);
    let table = table.conditions(conditions);
    if let Err(error) = Arbiter::start(game, table.clone()) {
        return Ok(Err(error.message()));
    }
    let chairs = sitters
        .into_iter()
        .map(|sitter| Ok(ChairRow { sitter, secret: fresh_id()? }))
        .collect::<Result<Vec<_>, PortalError>>()?;
    let to = match own {
        Some(own) => PrivateRoom::TableSeat(id.clone(), chairs[own].secret.clone()),
        None => PrivateRoom::Table(id.clone()),
    };
    let head = serde_json::to_string(&table).map_err(|_| Refusal::Ours)?;
    let (account, opened) = (member.id, asked.now);
    let (contest, given) = (String::new(), Vec::new());
    Ok(Ok((NewSitting { id, account, contest, head, given, chairs, opened }, to)))
}

/// The options that are not as usual. What is none is told by the game.
fn options(game: &dyn DynGame, form: &SentForm) -> Map {
    let usual = game.default_options();
    let known = usual.as_object().into_iter().flatten();
    let given = known.filter_map(|(key, usual)| {
        let typed: String = form.text(&format!("option-{key}")).chars().take(OPTION).collect();
        let value = match (usual, serde_json::from_str(&typed)) {
            (Value::String(_), _) | (_, Err(_)) => Value::String(typed.clone()),
            (_, Ok(value)) => value,
        };
        (!typed.is_empty() && value != *usual).then(|| (key.clone(), value))
    });
    given.collect()
}

/// A number below 2^53 that nobody can foresee.
fn seed() -> Result<u64, PortalError> {
    let digest = blake3::hash(fresh_id()?.as_bytes());
    let first = digest.as_bytes().first_chunk::<8>().copied().unwrap_or_default();
    Ok(u64::from_le_bytes(first) >> 11)
}

fn shown(
    asked: &RoomRequest<'_>,
    game: &'static dyn DynGame,
    wrong: Option<(u16, Message)>,
) -> Result<RoomReply, Refusal> {
    let (frame, range) = (asked.frame(), game.info().seats);
    let typed = |key: &str| asked.form.as_ref().map(|form| form.text(key).to_owned());
    let seats = (0..(*range.end()).min(SEATS)).map(|number| {
        let usual = match number {
            0 => MYSELF.to_owned(),
            number if number < *range.start() => {
                let first = game.house_names().last().copied().unwrap_or_default();
                format!("{HOUSE}{first}")
            }
            _ => String::new(),
        };
        let chosen = typed(&format!("seat{number}")).unwrap_or(usual);
        let may_be_empty = number >= *range.start();
        SeatField { number, choices: sitters(frame, game, &chosen, may_be_empty.then_some(())) }
    });
    let usual = game.default_options();
    let options = usual.as_object().into_iter().flatten().map(|(key, usual)| {
        let usual = match usual {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        (key.clone(), typed(&format!("option-{key}")).unwrap_or(usual))
    });
    let (status, wrong) =
        wrong.map_or((200, String::new()), |(status, why)| (status, why.get(asked.language)));
    page(
        status,
        &OpenPage {
            title: frame.t(game.info().title),
            lobby: frame.way(&PrivateRoom::Play),
            seats: seats.collect(),
            clocks: clocks(frame, &typed("clock").unwrap_or_default()),
            options: options.collect(),
            wrong,
            frame,
        },
    )
}

/// Who may sit on a seat; nobody, too, if that is so.
fn sitters(
    frame: RoomFrame<'_>,
    game: &dyn DynGame,
    chosen: &str,
    nobody: Option<()>,
) -> Vec<Choice> {
    let choice = |value: String, word: Message| {
        let chosen = value == chosen;
        Choice { word: frame.t(word), chosen, value }
    };
    let nobody = nobody.map(|()| choice(String::new(), words::nobody()));
    let people = [(MYSELF, words::myself()), (LINK, words::by_link())];
    let people = people.map(|(value, word)| choice(value.to_owned(), word));
    let house = game.house_names().into_iter().rev();
    let house = house.map(|name| choice(format!("{HOUSE}{name}"), words::house_player(name)));
    nobody.into_iter().chain(people).chain(house).collect()
}

fn clocks(frame: RoomFrame<'_>, chosen: &str) -> Vec<Choice> {
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
    std::iter::once(none).chain(some).collect()
}
