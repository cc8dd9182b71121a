//! Rules programs for Certamen in Rust, without dependencies: library `rust-1`.
//!
//! Put this file beside the game, write `mod certamen_game;`, implement [`Game`] and call [`run`],
//! which answers the requests of the host, JSON Lines on standard input and output. A panic becomes
//! an error of its request, with file and line. Do not print to standard output.
#![allow(dead_code, unused_macros, unused_imports, clippy::all)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write as _};
use std::panic::{self, AssertUnwindSafe};

const PROTOCOL: i64 = 1;
const DEPTH: usize = 64;

/// The rules of a game. Seats count from 0.
///
/// A state is any [`Data`]; [`data!`] declares a struct that is one.
pub trait Game {
    /// All that is needed to go on.
    type State: Data;

    /// What the game is called, who plays, and its options.
    fn manifest(&self) -> Manifest;
    /// The first state; `options` is complete.
    fn start(&self, options: &Options, seats: usize, rng: &mut Rng) -> Result<Self::State, Rejected>;
    /// The seats to act, ascending; none when the match is over.
    fn to_act(&self, state: &Self::State) -> Vec<usize>;
    /// The next state; `actions` maps each seat of [`Game::to_act`] to its legal action.
    fn apply(&self, state: Self::State, actions: &Actions, rng: &mut Rng) -> Self::State;
    /// All that a memoryless player on `seat` may know, as its program reads it.
    fn observe(&self, state: &Self::State, seat: usize) -> String;
    /// One number per seat: the result at the end, the standing before.
    fn scores(&self, state: &Self::State) -> Vec<f64>;

    /// The legal actions; `None` where they are not enumerable, which needs [`Game::parse`].
    fn legal(&self, _state: &Self::State, _seat: usize) -> Option<Vec<String>> {
        None
    }
    /// The action that `text` is, or the reason why it is none; looks in [`Game::legal`].
    fn parse(&self, state: &Self::State, seat: usize, text: &str) -> Result<String, String> {
        look_up(&self.legal(state, seat).expect("the game has neither legal nor parse"), text)
    }
    /// A legal action, drawn; uniform from [`Game::legal`].
    fn sample(&self, state: &Self::State, seat: usize, rng: &mut Rng) -> Option<String> {
        let legal = self.legal(state, seat)?;
        if legal.is_empty() { None } else { Some(rng.choice(&legal).clone()) }
    }
    /// The forced action of the only acting seat.
    fn automatic(&self, _state: &Self::State) -> Option<String> {
        None
    }
    /// The action after a failure; `None` forfeits. `reply` is absent if nothing came.
    fn fallback(&self, _state: &Self::State, _seat: usize, _reply: Option<&str>) -> Option<String> {
        None
    }
    /// The scores if `seats` fail; empty at the limit of turns.
    fn forfeit(&self, state: &Self::State, seats: &[usize]) -> Vec<f64> {
        let scores = self.scores(state);
        let failed = |seat: &usize| seats.contains(seat);
        if !self.manifest().points {
            let others = if seats.is_empty() { 0.5 } else { 1.0 };
            return (0..scores.len()).map(|s| if failed(&s) { 0.0 } else { others }).collect();
        }
        let others = (0..scores.len()).filter(|s| !failed(s)).map(|s| scores[s]);
        let least = others.fold(f64::INFINITY, f64::min);
        let below = if least.is_finite() { least - 1.0 } else { 0.0 };
        let score = |s: usize| if failed(&s) { scores[s].min(below) } else { scores[s] };
        (0..scores.len()).map(score).collect()
    }
    /// Facts for the outcome, an object.
    fn detail(&self, _state: &Self::State) -> Option<Json> {
        None
    }
    /// What a running player learns from this turn; the observation.
    fn news(&self, _state: &Self::State, _seat: usize) -> Option<String> {
        None
    }
    /// What people see; the audience is a seat, or `None` for spectators. All observations.
    fn text(&self, state: &Self::State, audience: Option<usize>) -> Option<String> {
        if self.manifest().hidden {
            return audience.map(|seat| self.observe(state, seat));
        }
        let seats = 0..self.scores(state).len();
        Some(seats.map(|seat| self.observe(state, seat)).collect::<Vec<_>>().join("\n"))
    }
    /// `{"rows":[…],…}`.
    fn grid(&self, _state: &Self::State, _audience: Option<usize>) -> Option<Json> {
        None
    }
    /// A picture as JSON.
    fn picture(&self, _state: &Self::State, _audience: Option<usize>) -> Option<Json> {
        None
    }
    /// One line.
    fn caption(&self, _state: &Self::State, _audience: Option<usize>) -> Option<String> {
        None
    }
    /// Another state that `seat` cannot distinguish.
    fn resample(&self, _state: &Self::State, _seat: usize, _rng: &mut Rng) -> Option<Self::State> {
        None
    }
}

/// Actions by seat.
pub type Actions = BTreeMap<usize, String>;

/// The options of `start` do not go together; `option` is the name of one.
pub struct Rejected {
    pub option: String,
    pub message: String,
}

/// The tables `game` and `options` of `game.toml`.
#[derive(Clone)]
pub struct Manifest {
    game: Vec<(String, Json)>,
    options: Vec<(String, Json)>,
    points: bool,
    hidden: bool,
}

impl Manifest {
    /// A game that is won or lost.
    pub fn new(slug: &str, seats: std::ops::RangeInclusive<usize>) -> Manifest {
        let seats = Json::list([*seats.start(), *seats.end()].map(|n| Json::Int(n as i64)));
        let game = vec![("slug".into(), Json::text(slug)), ("seats".into(), seats)];
        Manifest { game, options: Vec::new(), points: false, hidden: false }
    }
    /// Scores are points.
    pub fn points(mut self) -> Manifest {
        self.points = true;
        self.with("scoring", Json::text("points"))
    }
    /// There is more to hide than simultaneous actions.
    pub fn hidden(mut self) -> Manifest {
        self.hidden = true;
        self.with("hidden", Json::Bool(true))
    }
    /// Another key of `game`: `chance`, `title`, `version`, `legal` and others.
    pub fn with(mut self, key: &str, value: Json) -> Manifest {
        self.game.push((key.into(), value));
        self
    }
    /// A whole number from `min` to `max`.
    pub fn integer(self, name: &str, min: i64, max: i64, default: i64) -> Manifest {
        let keys = [("type", Json::text("integer")), ("min", Json::Int(min)),
                    ("max", Json::Int(max)), ("default", Json::Int(default))];
        self.option(name, Json::object(keys))
    }
    /// An option by its table of `game.toml`.
    pub fn option(mut self, name: &str, table: Json) -> Manifest {
        self.options.push((name.into(), table));
        self
    }
    /// Refuses what is outside of the game's own ranges.
    fn check(&self, options: &Options) -> Result<(), Rejected> {
        for (name, table) in &self.options {
            let value = options.0.get(name).cloned().unwrap_or_default();
            let kind = table.get("type").and_then(Json::as_text).unwrap_or_default();
            let number = f64::from_json(&value);
            let fits = match kind {
                "integer" => i64::from_json(&value).is_some(),
                "number" => number.is_some(),
                "boolean" => bool::from_json(&value).is_some(),
                _ => value.as_text().is_some(),
            };
            let bound = |name| table.get(name).and_then(f64::from_json);
            let low = bound("min").zip(number).is_some_and(|(min, number)| number < min);
            let high = bound("max").zip(number).is_some_and(|(max, number)| number > max);
            let values = table.get("values").map(Json::items);
            if !fits || low || high || values.is_some_and(|values| !values.contains(&value)) {
                let what = clip(&value.to_text());
                let message = format!("{name} = {what} is outside of the option's range");
                return Err(Rejected { option: name.clone(), message });
            }
        }
        Ok(())
    }
    fn json(self) -> Json {
        let mut keys = vec![("game".to_owned(), Json::Object(self.game))];
        if !self.options.is_empty() {
            keys.push(("options".to_owned(), Json::Object(self.options)));
        }
        Json::Object(keys)
    }
}

/// The options of a match.
pub struct Options(Json);

impl Options {
    /// A whole number. Panics if there is none of this name.
    #[track_caller]
    pub fn integer(&self, name: &str) -> i64 {
        self.get(name)
    }
    /// Any type. Panics if there is none of this name and type.
    #[track_caller]
    pub fn get<T: Data>(&self, name: &str) -> T {
        match self.0.get(name).and_then(T::from_json) {
            Some(value) => value,
            None => panic!("there is no option {name} of this type"),
        }
    }
}

/// ChaCha8 with a 64-bit block counter from 0 and nonce 0, equal in all of Certamen.
#[derive(Clone)]
pub struct Rng {
    key: [u32; 8],
    block: u64,
    words: [u32; 16],
    next: usize,
}

impl Rng {
    /// `key` is 64 hexadecimal digits. The same key gives the same draws everywhere.
    pub fn new(key: &str) -> Rng {
        assert!(key.len() == 64 && key.is_ascii(), "chance: not 64 digits");
        let mut words = [0; 8];
        for (place, word) in words.iter_mut().enumerate() {
            let digits = &key[8 * place..8 * place + 8];
            *word = u32::from_str_radix(digits, 16).expect("chance: not hexadecimal").swap_bytes();
        }
        Rng { key: words, block: 0, words: [0; 16], next: 16 }
    }

    /// A number from 0 to 2^64 - 1.
    pub fn next_u64(&mut self) -> u64 {
        if self.next == 16 {
            self.words = chacha8(&self.key, self.block);
            self.block += 1;
            self.next = 0;
        }
        self.next += 2;
        u64::from(self.words[self.next - 2]) | u64::from(self.words[self.next - 1]) << 32
    }

    /// A number from 0 to `bound` - 1, each equally likely.
    #[track_caller]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "nothing lies below 0");
        // Lemire, "Fast random integer generation in an interval" (2019): unbiased by rejection.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(bound);
            if wide as u64 >= threshold {
                return (wide >> 64) as u64;
            }
        }
    }

    /// One of `items`, each equally likely. Panics if there is none.
    #[track_caller]
    pub fn choice<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// Puts `items` in an order drawn uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// `count` of `items` from different places, in the order drawn. Panics if there are fewer.
    #[track_caller]
    pub fn sample<T: Clone>(&mut self, items: &[T], count: usize) -> Vec<T> {
        assert!(count <= items.len(), "sample of {count} from {} items", items.len());
        let mut rest = items.to_vec();
        for place in 0..count {
            let chosen = place + self.below((rest.len() - place) as u64) as usize;
            rest.swap(place, chosen);
        }
        rest.truncate(count);
        rest
    }
}

fn chacha8(key: &[u32; 8], block: u64) -> [u32; 16] {
    const QUARTERS: [[usize; 4]; 8] = [
        [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
        [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
    ];
    let mut start = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0,
                     block as u32, (block >> 32) as u32, 0, 0];
    start[4..12].copy_from_slice(key);
    let mut x = start;
    let mut turn = |a: usize, b: usize, d: usize, bits| {
        x[a] = x[a].wrapping_add(x[b]);
        x[d] = (x[d] ^ x[a]).rotate_left(bits);
    };
    for _ in 0..4 {
        for [a, b, c, d] in QUARTERS {
            turn(a, b, d, 16);
            turn(c, d, b, 12);
            turn(a, b, d, 8);
            turn(c, d, b, 7);
        }
    }
    for (word, first) in x.iter_mut().zip(start) {
        *word = word.wrapping_add(first);
    }
    x
}

/// A JSON value. Objects keep the order of their keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Int(i64),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }
    pub fn list(items: impl IntoIterator<Item = Json>) -> Json {
        Json::List(items.into_iter().collect())
    }
    pub fn object<'a>(keys: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
        Json::Object(keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }
    /// The value of a key, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(keys) => keys.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }
    fn as_text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }
    fn items(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }
    fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Int(value) => write!(out, "{value}").expect("strings grow"),
            Json::Number(value) => {
                assert!(value.is_finite(), "{value} is not a finite number");
                write!(out, "{value}").expect("strings grow");
            }
            Json::Text(text) => write_text(out, text),
            Json::List(items) => write_all(out, '[', items, ']', |out, item| item.write(out)),
            Json::Object(keys) => write_all(out, '{', keys, '}', |out, (key, value)| {
                write_text(out, key);
                out.push(':');
                value.write(out);
            }),
        }
    }
    fn to_text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}

fn write_all<T>(out: &mut String, open: char, items: &[T], end: char, write: fn(&mut String, &T)) {
    out.push(open);
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(end);
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\0'..='\x1f' => write!(out, "\\u{:04x}", c as u32).expect("strings grow"),
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// Reads what the host wrote.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        bytes.get(self.at).copied().unwrap_or(0)
    }
    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek() == byte).then(|| self.at += 1)
    }
    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > DEPTH {
            return None;
        }
        match self.peek() {
            b'"' => self.string().map(Json::Text),
            b'[' => {
                let mut items = Vec::new();
                self.each(b']', |reader| reader.value(depth + 1).map(|item| items.push(item)))?;
                Some(Json::List(items))
            }
            b'{' => {
                let mut keys = Vec::new();
                self.each(b'}', |reader| {
                    let key = reader.string()?;
                    reader.expect(b':')?;
                    keys.push((key, reader.value(depth + 1)?));
                    Some(())
                })?;
                Some(Json::Object(keys))
            }
            _ => self.word(),
        }
    }
    fn each(&mut self, end: u8, mut read: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.at += 1;
        let mut first = true;
        while self.peek() != end {
            if !first {
                self.expect(b',')?;
            }
            first = false;
            read(self)?;
        }
        self.at += 1;
        Some(())
    }
    fn word(&mut self) -> Option<Json> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        let word = &rest[..length.unwrap_or(rest.len())];
        self.at += word.len();
        match word {
            "null" => Some(Json::Null),
            "true" => Some(Json::Bool(true)),
            "false" => Some(Json::Bool(false)),
            _ => word.parse().map(Json::Int).or_else(|_| word.parse().map(Json::Number)).ok(),
        }
    }
    fn string(&mut self) -> Option<String> {
        self.expect(b'"')?;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\'])?;
            out.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Some(out);
            }
            out.push(self.escape()?);
        }
    }
    fn escape(&mut self) -> Option<char> {
        let c = *self.text.as_bytes().get(self.at)?;
        self.at += 1;
        Some(match c {
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'"' | b'\\' | b'/' => c as char,
            b'u' => {
                let high = self.hex4()?;
                let pair = (0xd800..0xdc00).contains(&high)
                    && self.text.as_bytes()[self.at..].starts_with(b"\\u");
                let code = if pair {
                    self.at += 2;
                    0x10000 + ((high - 0xd800) << 10) + self.hex4()?.wrapping_sub(0xdc00) % 0x400
                } else {
                    high
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return None,
        })
    }
    fn hex4(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// What can be part of a state.
pub trait Data: Sized {
    fn to_json(&self) -> Json;
    /// `None` if it is something else.
    fn from_json(json: &Json) -> Option<Self>;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Data for $type {
            fn to_json(&self) -> Json {
                Json::Int(i64::try_from(*self).expect("states hold numbers below 2^63"))
            }
            fn from_json(json: &Json) -> Option<Self> {
                if let Json::Int(value) = json { (*value).try_into().ok() } else { None }
            }
        }
    )*};
}
integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

impl Data for Json {
    fn to_json(&self) -> Json {
        self.clone()
    }
    fn from_json(json: &Json) -> Option<Self> {
        Some(json.clone())
    }
}

impl Data for f64 {
    fn to_json(&self) -> Json {
        Json::Number(*self)
    }
    fn from_json(json: &Json) -> Option<Self> {
        match json {
            Json::Int(value) => Some(*value as f64),
            Json::Number(value) => Some(*value),
            _ => None,
        }
    }
}

impl Data for bool {
    fn to_json(&self) -> Json {
        Json::Bool(*self)
    }
    fn from_json(json: &Json) -> Option<Self> {
        if let Json::Bool(value) = json { Some(*value) } else { None }
    }
}

impl Data for String {
    fn to_json(&self) -> Json {
        Json::text(self)
    }
    fn from_json(json: &Json) -> Option<Self> {
        json.as_text().map(str::to_owned)
    }
}

impl<T: Data> Data for Vec<T> {
    fn to_json(&self) -> Json {
        Json::list(self.iter().map(T::to_json))
    }
    fn from_json(json: &Json) -> Option<Self> {
        if let Json::List(items) = json { items.iter().map(T::from_json).collect() } else { None }
    }
}

impl<T: Data> Data for Option<T> {
    fn to_json(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::to_json)
    }
    fn from_json(json: &Json) -> Option<Self> {
        if *json == Json::Null { Some(None) } else { T::from_json(json).map(Some) }
    }
}

/// Declares structs that are [`Data`]: `data! { struct State { round: u32, points: Vec<i64> } }`.
macro_rules! data {
    ($($visibility:vis struct $name:ident { $($field:ident: $type:ty),* $(,)? })*) => {$(
        #[derive(Clone, Debug)]
        $visibility struct $name { $($field: $type),* }
        impl $crate::certamen_game::Data for $name {
            fn to_json(&self) -> $crate::certamen_game::Json {
                $crate::certamen_game::Json::object([
                    $((stringify!($field), $crate::certamen_game::Data::to_json(&self.$field))),*
                ])
            }
            fn from_json(json: &$crate::certamen_game::Json) -> Option<Self> {
                Some($name {
                    $($field: $crate::certamen_game::Data::from_json(json.get(stringify!($field))?)?),*
                })
            }
        }
    )*};
}
pub(crate) use data;

/// At most 40 characters of a player's reply, without control characters.
fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short.replace(char::is_control, "\u{fffd}")
}

/// The action of `legal` that `text` is, blanks around it aside.
pub fn look_up(legal: &[String], text: &str) -> Result<String, String> {
    let action = text.trim_matches([' ', '\t', '\r', '\n']);
    if legal.iter().any(|other| other == action) {
        return Ok(action.to_owned());
    }
    let more = if legal.len() > 20 { ", …" } else { "" };
    let listed = legal[..legal.len().min(20)].join(", ");
    Err(format!("`{}` is not one of {listed}{more}", clip(action)))
}

/// Answers requests; keeps nothing between them.
struct Program<G>(G);

type Keys = Vec<(String, Json)>;

fn key(name: &str, value: Json) -> Keys {
    vec![(name.to_owned(), value)]
}

fn need<T: Data>(request: &Json, name: &str) -> T {
    match request.get(name).and_then(T::from_json) {
        Some(value) => value,
        None => panic!("request: bad or missing {name}"),
    }
}

fn rng(request: &Json) -> Rng {
    Rng::new(&need::<String>(request, "chance"))
}

fn nullable(text: Option<String>) -> Json {
    text.map_or(Json::Null, Json::Text)
}

impl<G: Game> Program<G> {
    fn handle(&self, request: &Json) -> Keys {
        let kind: String = need(request, "type");
        let state = || need::<G::State>(request, "state");
        let seat = || need::<usize>(request, "seat");
        match &*kind {
            "initialize" => self.initialize(request),
            "start" => self.start(request),
            "turn" => self.turn(request),
            "position" => key("position", self.position(&state(), request)),
            "fallback" => {
                let reply = request.get("reply").and_then(String::from_json);
                key("action", nullable(self.0.fallback(&state(), seat(), reply.as_deref())))
            }
            "forfeit" => {
                let seats: Vec<usize> = need(request, "seats");
                let state = state();
                key("outcome", self.outcome(&state, self.0.forfeit(&state, &seats)))
            }
            "sample" => {
                key("action", nullable(self.0.sample(&state(), seat(), &mut rng(request))))
            }
            "resample" => {
                let other = self.0.resample(&state(), seat(), &mut rng(request));
                key("state", other.map_or(Json::Null, |state| state.to_json()))
            }
            "batch" => key("responses", self.batch(request)),
            _ => panic!("there is no request type {}", clip(&kind)),
        }
    }

    fn initialize(&self, request: &Json) -> Keys {
        let versions: Json = need(request, "protocol");
        let (least, most): (i64, i64) = (need(&versions, "min"), need(&versions, "max"));
        assert!(
            (least..=most).contains(&PROTOCOL),
            "protocol {least} to {most} was asked for; this library has {PROTOCOL}"
        );
        let none = matches!(request.get("variant"), None | Some(Json::Null));
        assert!(none, "there are no variants");
        let mut keys = key("protocol", Json::Int(PROTOCOL));
        keys.extend(key("manifest", self.0.manifest().json()));
        keys.extend(key("environment", Json::Object(Vec::new())));
        keys
    }

    fn start(&self, request: &Json) -> Keys {
        let (options, seats) = (Options(need(request, "options")), need(request, "seats"));
        let checked = self.0.manifest().check(&options);
        match checked.and_then(|()| self.0.start(&options, seats, &mut rng(request))) {
            Ok(state) => key("position", self.position(&state, request)),
            Err(Rejected { option, message }) => {
                let keys = [("option", Json::Text(option)), ("message", Json::Text(message))];
                key("rejected", Json::object(keys))
            }
        }
    }

    fn turn(&self, request: &Json) -> Keys {
        let state: G::State = need(request, "state");
        let acting = self.0.to_act(&state);
        let results: Vec<Result<String, Option<String>>> =
            if request.get("automatic") == Some(&Json::Bool(true)) {
                vec![Ok(self.0.automatic(&state).expect("there is no automatic action"))]
            } else {
                let replies: Vec<Option<String>> = need(request, "replies");
                let (given, needed) = (replies.len(), acting.len());
                assert!(given == needed, "{given} replies for {needed} seats");
                let read = |(seat, reply): (&usize, Option<String>)| {
                    self.0.parse(&state, *seat, &reply.ok_or(None)?).map_err(Some)
                };
                acting.iter().zip(replies).map(read).collect()
            };
        let actions = Json::list(results.iter().map(|result| nullable(result.clone().ok())));
        let mut keys = key("actions", actions);
        if results.iter().any(Result::is_err) {
            let reasons = results.into_iter().map(|result| nullable(result.err().flatten()));
            keys.extend(key("reasons", Json::list(reasons)));
            return keys;
        }
        let joint = acting.into_iter().zip(results.into_iter().flatten()).collect();
        let next = self.0.apply(state, &joint, &mut rng(request));
        keys.extend(key("position", self.position(&next, request)));
        keys
    }

    fn outcome(&self, state: &G::State, scores: Vec<f64>) -> Json {
        let mut keys = key("scores", scores.to_json());
        if let Some(detail) = self.0.detail(state) {
            keys.extend(key("detail", detail));
        }
        Json::Object(keys)
    }

    fn position(&self, state: &G::State, request: &Json) -> Json {
        let acting = self.0.to_act(state);
        let scores = self.0.scores(state);
        let include = request.get("include").map_or(&[][..], Json::items);
        let includes = |name: &str| include.iter().any(|item| item.as_text() == Some(name));
        let all: Vec<usize> = (0..scores.len()).collect();
        let shown = if includes("observations") { &all } else { &acting };
        let observe = |seat: &usize| Json::Text(self.0.observe(state, *seat));
        let mut keys = key("state", state.to_json());
        keys.extend(key("to_act", acting.to_json()));
        keys.extend(key("observations", Json::list(shown.iter().map(observe))));
        if acting.is_empty() {
            keys.extend(key("outcome", self.outcome(state, scores.clone())));
        }
        let news: Vec<Option<String>> = all.iter().map(|seat| self.0.news(state, *seat)).collect();
        if news.iter().any(Option::is_some) {
            keys.extend(key("news", news.to_json()));
        }
        if let (1, Some(action)) = (acting.len(), self.0.automatic(state)) {
            keys.extend(key("automatic", Json::Text(action)));
        }
        if includes("legal") {
            let legal = acting.iter().map(|seat| self.0.legal(state, *seat).to_json());
            keys.extend(key("legal", Json::list(legal)));
        }
        if includes("scores") {
            keys.extend(key("scores", scores.to_json()));
        }
        if let Some(display) = include.iter().find_map(|item| item.get("display")) {
            let audience = display.get("audience").and_then(usize::from_json);
            keys.extend(key("display", self.display(state, audience)));
        }
        Json::Object(keys)
    }

    fn display(&self, state: &G::State, audience: Option<usize>) -> Json {
        let parts = [
            ("text", self.0.text(state, audience).map(Json::Text)),
            ("grid", self.0.grid(state, audience)),
            ("picture", self.0.picture(state, audience)),
            ("caption", self.0.caption(state, audience).map(Json::Text)),
        ];
        Json::object(parts.into_iter().filter_map(|(name, part)| Some((name, part?))))
    }

    /// The responses up to the first that is no success.
    fn batch(&self, request: &Json) -> Json {
        let (mut responses, mut state) = (Vec::new(), Json::Null);
        for request in request.get("requests").map_or(&[][..], Json::items) {
            let mut request = request.clone();
            let stateless = request.get("state").is_none();
            if let (Json::Object(keys), true) = (&mut request, stateless) {
                keys.push(("state".to_owned(), state.clone()));
            }
            let response = self.answer(&request);
            let may_move = ["start", "turn", "position"].map(Json::text);
            let moved = response.get("position").and_then(|position| position.get("state"));
            state = moved.cloned().unwrap_or(state);
            let moves = request.get("type").is_some_and(|kind| may_move.contains(kind));
            let stops = response.get("error").is_some() || (moves && moved.is_none());
            responses.push(response);
            if stops {
                break;
            }
        }
        Json::List(responses)
    }

    /// The response; a panic becomes an `error` with file and line.
    fn answer(&self, request: &Json) -> Json {
        let mut keys = request.get("id").map_or(Vec::new(), |id| key("id", id.clone()));
        let handled = panic::catch_unwind(AssertUnwindSafe(|| {
            let handled = self.handle(request);
            Json::Object(handled.clone()).to_text(); // also what cannot be written is an error
            handled
        }));
        keys.extend(handled.unwrap_or_else(|_| key("error", PANIC.take())));
        Json::Object(keys)
    }
}

thread_local! {
    static PANIC: RefCell<Json> = const { RefCell::new(Json::Null) };
}

/// Remembers message and place of a panic; those of this file have no place.
fn note_panic(info: &panic::PanicHookInfo) {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    let mut keys = vec![("message", Json::Text(text.chars().take(250).collect()))];
    if let Some(place) = info.location().filter(|place| place.file() != file!()) {
        let folder = file!().trim_end_matches("certamen_game.rs");
        let name = place.file().trim_start_matches(folder);
        keys.push(("at", Json::Text(format!("{name}:{}", place.line()))));
    }
    PANIC.replace(Json::object(keys));
}

impl Default for Json {
    fn default() -> Json {
        Json::Null
    }
}

/// Answers the requests on standard input until it ends.
pub fn run(game: impl Game) {
    panic::set_hook(Box::new(note_panic));
    let program = Program(game);
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.expect("requests are UTF-8");
        let request = Reader { text: &line, at: 0 }.value(0).expect("requests are JSON");
        let response = program.answer(&request).to_text() + "\n";
        // The host is gone when nothing can be written.
        if out.write_all(response.as_bytes()).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}
