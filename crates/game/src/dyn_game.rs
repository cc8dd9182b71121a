//! Untyped games and states, with actions as values: the interface for everything outside the
//! rules, and the adapters from typed ones.

use crate::{
    Audience, Conditions, Game, GameInfo, Illegal, Ink, Language, Map, MatchRecord, Numbers,
    OptionsError, Outcome, Picture, Play, Player, Rng, RulesSource, Seat, Seats, Starter, State,
    Table, Turn, Void, builtin, engine::EngineBoard, gtp::GtpBoard, read, record,
};
use certamen_i18n::Message;
use serde_json::Value;
use std::any::Any;
use std::num::NonZeroU16;

/// A [`Game`] without its types; see there.
#[expect(missing_docs, reason = "the same methods as those of `Game`")]
pub trait DynGame: Send + Sync {
    fn info(&self) -> GameInfo;
    /// The program that the rules are, for the header of records; empty for built-in games.
    fn rules_source(&self) -> RulesSource {
        RulesSource::default()
    }
    fn new_initial_state(
        &self,
        options: &Map,
        seats: u8,
        rng: &mut Rng,
    ) -> Result<Box<dyn DynState>, OptionsError>;
    /// The JSON Schema of the options, generated from their type; that of a game without such a type
    /// is registered with it.
    #[cfg(feature = "schema")]
    fn options_schema(&self) -> Value {
        Value::Bool(true)
    }
    /// The options with every default written out.
    fn default_options(&self) -> Value;
    fn replays(&self, older: u32) -> bool;
    /// The length at which a match is ended; the default if the options are not this game's.
    fn longest_record(&self, options: &Map) -> u64;
    /// The isolation level of the rules, as contest files write it, if they are a program.
    fn tier_of_rules(&self) -> Option<&'static str> {
        None
    }
    /// The files of the rules as one piece of data, if they are a program: what another machine needs
    /// to play by them.
    fn rules_bundle(&self) -> Option<Vec<u8>> {
        None
    }
    /// Lets at most this many processes of the rules run at a time, if they are a program.
    fn limit_processes(&self, _most: NonZeroU16) {}
    /// Asks the rules again for everything in a match that was played, if they are a program: a new
    /// process must answer alike.
    fn check_again(&self, _record: &MatchRecord) -> Result<(), Void> {
        Ok(())
    }
    fn tricky_starts(&self) -> &'static [&'static str];
    fn numbers(&self) -> Numbers;
    fn automatic_reason(&self) -> Option<Message>;
    fn side_of(&self, seat: Seat) -> Option<Message>;
    fn detail_word(&self, word: &str) -> Option<Message>;
    fn result(&self, _outcome: &Outcome, _names: &[String]) -> Option<Message> {
        None
    }
    fn ink(&self, seat: Seat) -> Ink {
        Ink::Seat(seat)
    }
    fn start_facts(&self) -> &'static [&'static str];
    fn option_word(&self, key: &str) -> Option<Message>;
    fn starters(&self) -> &'static [Starter];
    fn starter_note(&self, key: &str) -> Option<Message>;
    /// The names of all built-in players, those that any game has included.
    fn builtin_names(&self) -> Vec<&'static str>;
    /// Whether a built-in player may answer differently when asked again.
    fn uses_rng(
        &self,
        name: &str,
        arguments: &builtin::Arguments,
    ) -> Result<bool, builtin::BuiltinError>;
    fn builtin_player(
        &self,
        name: &str,
        arguments: &builtin::Arguments,
    ) -> Result<Box<dyn Player>, builtin::BuiltinError>;
}

// Here, because records know no games.
impl Table {
    /// A table of `game` with the fewest players, unnamed, and its default options and time for a
    /// move, and seed 0. The other methods change these.
    pub fn new(game: &dyn DynGame) -> Table {
        let info = game.info();
        let move_ms = u64::try_from(info.move_time.as_millis()).unwrap_or(u64::MAX);
        Table {
            certamen: record::FORMAT,
            game: info.slug.to_owned(),
            rules: info.version,
            rules_source: game.rules_source(),
            options: Map::new(),
            seed: 0,
            seats: record::unnamed(*info.seats.start()),
            conditions: Conditions::usual(move_ms, record::MEMORY, "D"),
            extra: Map::new(),
        }
    }
}

/// A [`State`] without its types; see there.
#[expect(missing_docs, reason = "the same methods as those of `State`")]
pub trait DynState: Send + Sync {
    fn seats(&self) -> u8;
    fn to_act(&self) -> Seats;
    /// At most `limit` legal actions.
    fn legal_actions(&self, seat: Seat, limit: usize) -> Vec<String>;
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Play>;
    fn read(&self, seat: Seat, reply: &str) -> Result<Play, Illegal>;
    fn automatic(&self) -> Option<Play>;
    /// Plays actions that [`DynState::read`] or another method returned in this very state; actions
    /// of seats that do not act, or of another game, are a void.
    fn apply(&mut self, joint: &[(Seat, &Play)], rng: &mut Rng) -> Result<(), Void>;
    /// Reads what the seats give and, if all seats of [`DynState::to_act`] are given and all of it is
    /// legal, plays it; otherwise the state stays as it is. Seats are ascending.
    fn step(&mut self, inputs: &[(Seat, Input<'_>)], rng: &mut Rng) -> Result<Step, Void> {
        let mut read = Vec::with_capacity(inputs.len());
        for (seat, input) in inputs {
            read.push(match input {
                Input::Reply(text) => self.read(*seat, text),
                Input::Play(play) => Ok((*play).clone()),
                Input::Automatic => Ok(self.automatic().ok_or(Void::AutomaticAtTheEnd)?),
            });
        }
        if inputs.len() < self.to_act().len() || read.iter().any(Result::is_err) {
            return Ok(Step::NotPlayed(read));
        }
        let plays: Vec<Play> = read.into_iter().flatten().collect();
        let seats = inputs.iter().map(|(seat, _)| *seat);
        let joint: Vec<(Seat, &Play)> = seats.zip(&plays).collect();
        self.apply(&joint, rng)?;
        Ok(Step::Played(plays))
    }
    /// Lets rules that are a program compute the turns to come at once, which are known from a record;
    /// [`DynState::step`] finds them then. It changes nothing else.
    fn prefetch(&mut self, _seed: u64, _turns: &[Turn]) {}
    /// Why this state cannot go on: its rules are a program, which failed when it was asked by one of
    /// the methods that cannot say so. What such a method returned then means nothing.
    fn failure(&self) -> Option<Void> {
        None
    }
    fn outcome(&self) -> Option<Outcome>;
    fn observation(&self, seat: Seat) -> String;
    fn updates(&self, seat: Seat, since: &[Turn]) -> Option<String>;
    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<Play>;
    fn forfeit(&self, seats: Seats) -> Outcome;
    fn gtp(&self) -> Option<&dyn GtpBoard>;
    fn engine_board(&self) -> Option<&dyn EngineBoard> {
        None
    }
    fn aim(&self, seat: Seat) -> Option<Message>;
    fn render(&self, audience: Audience, language: Language) -> String;
    fn picture(
        &self,
        audience: Audience,
        last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture>;
    fn scores(&self) -> Vec<f64>;
    /// The view that the record format promises.
    fn json(&self) -> Value;
    fn clone_box(&self) -> Box<dyn DynState>;
    /// For built-in players, which know the types.
    fn as_any(&self) -> &dyn Any;
}

/// What a seat gives in a turn.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// The text of a player.
    Reply(&'a str),
    /// An action that was read or made in this very state.
    Play(&'a Play),
    /// What the rules play by themselves.
    Automatic,
}

/// What [`DynState::step`] came to.
#[derive(Debug)]
pub enum Step {
    /// The turn was played: the action of each input.
    Played(Vec<Play>),
    /// Nothing was played: what each input is read as.
    NotPlayed(Vec<Result<Play, Illegal>>),
}

/// Makes a typed game or state an untyped one. A wrapper, because under a blanket implementation
/// every call on a typed state would be ambiguous.
#[derive(Clone, Copy, Debug)]
pub struct Erased<T>(pub T);

/// Methods that need no conversion.
macro_rules! forward {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)+) => {$(
        fn $name(&self $(, $argument: $type)*) -> $result {
            self.0.$name($($argument),*)
        }
    )+};
}

impl<G: Game> DynGame for Erased<G> {
    forward! {
        fn info(&self) -> GameInfo;
        fn replays(&self, older: u32) -> bool;
        fn tricky_starts(&self) -> &'static [&'static str];
        fn numbers(&self) -> Numbers;
        fn automatic_reason(&self) -> Option<Message>;
        fn side_of(&self, seat: Seat) -> Option<Message>;
        fn detail_word(&self, word: &str) -> Option<Message>;
        fn result(&self, outcome: &Outcome, names: &[String]) -> Option<Message>;
        fn ink(&self, seat: Seat) -> Ink;
        fn start_facts(&self) -> &'static [&'static str];
        fn option_word(&self, key: &str) -> Option<Message>;
        fn starters(&self) -> &'static [Starter];
        fn starter_note(&self, key: &str) -> Option<Message>;
    }

    fn new_initial_state(
        &self,
        options: &Map,
        seats: u8,
        rng: &mut Rng,
    ) -> Result<Box<dyn DynState>, OptionsError> {
        let range = self.0.info().seats;
        if !range.contains(&seats) {
            return Err(OptionsError::Players { given: seats, seats: range });
        }
        let options: G::Options = read(&Value::Object(options.clone()))?;
        Ok(Box::new(Erased(self.0.new_initial_state(&options, seats, rng)?)))
    }

    #[cfg(feature = "schema")]
    fn options_schema(&self) -> Value {
        schemars::schema_for!(G::Options).to_value()
    }

    fn default_options(&self) -> Value {
        serde_json::to_value(G::Options::default()).expect("options are plain data")
    }

    fn longest_record(&self, options: &Map) -> u64 {
        let options = serde_json::from_value(Value::Object(options.clone()));
        options.map_or(record::BYTES, |options| self.0.longest_record(&options))
    }

    fn builtin_names(&self) -> Vec<&'static str> {
        [builtin::ANY_GAME, self.0.builtin_names()].concat()
    }

    fn uses_rng(
        &self,
        name: &str,
        arguments: &builtin::Arguments,
    ) -> Result<bool, builtin::BuiltinError> {
        Ok(self.chooser(name, arguments)?.uses_rng())
    }

    fn builtin_player(
        &self,
        name: &str,
        arguments: &builtin::Arguments,
    ) -> Result<Box<dyn Player>, builtin::BuiltinError> {
        Ok(Box::new(builtin::BuiltinSeat(self.chooser(name, arguments)?)))
    }
}

impl<G: Game> Erased<G> {
    fn chooser(
        &self,
        name: &str,
        arguments: &builtin::Arguments,
    ) -> Result<Box<dyn builtin::BuiltinPlayer<G::State>>, builtin::BuiltinError> {
        if let Some(player) = builtin::any_game::<G::State>(name, arguments)? {
            return Ok(player);
        }
        self.0.builtin_player(name, arguments).map_err(|error| match error {
            builtin::BuiltinError::Unknown { .. } => builtin::BuiltinError::NotHere {
                name: name.to_owned(),
                known: self.builtin_names(),
            },
            other => other,
        })
    }
}

impl<S: State> DynState for Erased<S> {
    forward! {
        fn seats(&self) -> u8;
        fn to_act(&self) -> Seats;
        fn outcome(&self) -> Option<Outcome>;
        fn observation(&self, seat: Seat) -> String;
        fn updates(&self, seat: Seat, since: &[Turn]) -> Option<String>;
        fn forfeit(&self, seats: Seats) -> Outcome;
        fn gtp(&self) -> Option<&dyn GtpBoard>;
        fn engine_board(&self) -> Option<&dyn EngineBoard>;
        fn aim(&self, seat: Seat) -> Option<Message>;
        fn render(&self, audience: Audience, language: Language) -> String;
        fn scores(&self) -> Vec<f64>;
    }

    fn legal_actions(&self, seat: Seat, limit: usize) -> Vec<String> {
        self.0.legal_actions(seat).take(limit).map(|action| action.to_string()).collect()
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Play> {
        self.0.sample(seat, rng).map(Play::new)
    }

    fn read(&self, seat: Seat, reply: &str) -> Result<Play, Illegal> {
        self.0.read(seat, reply).map(Play::new)
    }

    fn automatic(&self) -> Option<Play> {
        self.0.automatic().map(Play::new)
    }

    fn apply(&mut self, joint: &[(Seat, &Play)], rng: &mut Rng) -> Result<(), Void> {
        if !joint.iter().map(|(seat, _)| *seat).eq(self.0.to_act().iter()) {
            let given = joint.iter().map(|(seat, _)| *seat).collect();
            return Err(Void::Joint { given, due: self.0.to_act() });
        }
        match joint {
            // One or two seats act nearly always: their actions need no list.
            [one] => self.0.apply(&[typed::<S>(one)?], rng),
            [one, other] => self.0.apply(&[typed::<S>(one)?, typed::<S>(other)?], rng),
            all => {
                let all = all.iter().map(typed::<S>).collect::<Result<Vec<_>, Void>>()?;
                self.0.apply(&all, rng);
            }
        }
        Ok(())
    }

    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<Play> {
        self.0.fallback(seat, reply).map(Play::new)
    }

    fn picture(
        &self,
        audience: Audience,
        last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture> {
        self.0.picture(audience, last, language)
    }

    fn json(&self) -> Value {
        serde_json::to_value(&self.0).expect("states are plain data")
    }

    fn clone_box(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

fn typed<S: State>((seat, play): &(Seat, &Play)) -> Result<(Seat, S::Action), Void> {
    match play.typed::<S::Action>() {
        Some(action) => Ok((*seat, action.clone())),
        None => Err(Void::Foreign { seat: *seat, action: play.text().clone() }),
    }
}
