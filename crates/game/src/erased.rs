//! Games and states without their types, actions as text: what everything outside the rules sees.

use crate::{
    Audience, Game, GameInfo, Illegal, Language, Luck, Map, OptionsError, Outcome, Player, Seat,
    Seats, State, Turn, Void, gtp::GtpBoard, house, say,
};
use certamen_speech::Message;
use serde_json::Value;
use std::any::Any;

/// A [`Game`] without its types; see there.
#[expect(missing_docs, reason = "the same methods as those of `Game`")]
pub trait DynGame: Send + Sync {
    fn info(&self) -> GameInfo;
    fn new_initial_state(
        &self,
        options: &Map,
        seats: u8,
        luck: &mut Luck,
    ) -> Result<Box<dyn DynState>, OptionsError>;
    /// The JSON Schema of the options.
    fn options_schema(&self) -> Value;
    /// The options with every default written out.
    fn default_options(&self) -> Value;
    /// Options, as JSON objects, of starts that programs tend to stumble over.
    fn tricky_starts(&self) -> &'static [&'static str];
    /// The names of all house players, those that any game has included.
    fn house_names(&self) -> Vec<&'static str>;
    /// A house player as anybody who can be asked.
    fn house_player(
        &self,
        name: &str,
        arguments: &house::Arguments,
    ) -> Result<Box<dyn Player>, house::HouseError>;
}

/// A [`State`] without its types; see there.
#[expect(missing_docs, reason = "the same methods as those of `State`")]
pub trait DynState: Send + Sync {
    fn seats(&self) -> u8;
    fn to_act(&self) -> Seats;
    /// At most `limit` legal actions.
    fn legal_actions(&self, seat: Seat, limit: usize) -> Vec<String>;
    fn sample(&self, seat: Seat, luck: &mut Luck) -> Option<String>;
    /// The action in its own notation.
    fn read(&self, seat: Seat, reply: &str) -> Result<String, Illegal>;
    fn automatic(&self) -> Option<String>;
    /// Plays what [`DynState::read`] or another method here gave; anything else is a void.
    fn apply(&mut self, joint: &[(Seat, &str)], luck: &mut Luck) -> Result<(), Void>;
    fn outcome(&self) -> Option<Outcome>;
    fn observation(&self, seat: Seat) -> String;
    fn news(&self, seat: Seat, since: &[Turn]) -> Option<String>;
    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<String>;
    fn forfeit(&self, seats: Seats) -> Outcome;
    fn gtp(&self) -> Option<&dyn GtpBoard>;
    fn render(&self, audience: Audience, language: Language) -> String;
    /// The view that the record format promises.
    fn json(&self) -> Value;
    fn clone_box(&self) -> Box<dyn DynState>;
    /// For house players, which know the types.
    fn as_any(&self) -> &dyn Any;
}

/// Makes a typed game or state an untyped one. A wrapper and not a blanket implementation, under
/// which every call on a typed state would be ambiguous.
#[derive(Clone, Copy, Debug)]
pub struct Erased<T>(pub T);

impl<G: Game> DynGame for Erased<G> {
    fn info(&self) -> GameInfo {
        self.0.info()
    }

    fn new_initial_state(
        &self,
        options: &Map,
        seats: u8,
        luck: &mut Luck,
    ) -> Result<Box<dyn DynState>, OptionsError> {
        let range = self.0.info().seats;
        if !range.contains(&seats) {
            let (low, high) = (range.start(), range.end());
            return Err(OptionsError::new("seats", say::players_given(seats, low, high)));
        }
        let options: G::Options = serde_path_to_error::deserialize(Value::Object(options.clone()))
            .map_err(|error| {
                OptionsError::new(
                    &error.path().to_string(),
                    Message::verbatim(error.inner().to_string()),
                )
            })?;
        Ok(Box::new(Erased(self.0.new_initial_state(&options, seats, luck)?)))
    }

    fn options_schema(&self) -> Value {
        schemars::schema_for!(G::Options).to_value()
    }

    fn default_options(&self) -> Value {
        serde_json::to_value(G::Options::default()).expect("options are plain data")
    }

    fn tricky_starts(&self) -> &'static [&'static str] {
        self.0.tricky_starts()
    }

    fn house_names(&self) -> Vec<&'static str> {
        [house::ANY_GAME, self.0.house_names()].concat()
    }

    fn house_player(
        &self,
        name: &str,
        arguments: &house::Arguments,
    ) -> Result<Box<dyn Player>, house::HouseError> {
        let player = match house::any_game::<G::State>(name, arguments)? {
            Some(player) => player,
            None => self.0.house_player(name, arguments).map_err(|error| match error {
                house::HouseError::Unknown { .. } => {
                    house::HouseError::NotHere { name: name.to_owned(), known: self.house_names() }
                }
                other => other,
            })?,
        };
        Ok(Box::new(house::House(player)))
    }
}

impl<S: State> DynState for Erased<S> {
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn to_act(&self) -> Seats {
        self.0.to_act()
    }

    fn legal_actions(&self, seat: Seat, limit: usize) -> Vec<String> {
        self.0.legal_actions(seat).take(limit).map(|action| action.to_string()).collect()
    }

    fn sample(&self, seat: Seat, luck: &mut Luck) -> Option<String> {
        self.0.sample(seat, luck).map(|action| action.to_string())
    }

    fn read(&self, seat: Seat, reply: &str) -> Result<String, Illegal> {
        self.0.read(seat, reply).map(|action| action.to_string())
    }

    fn automatic(&self) -> Option<String> {
        self.0.automatic().map(|action| action.to_string())
    }

    fn apply(&mut self, joint: &[(Seat, &str)], luck: &mut Luck) -> Result<(), Void> {
        if !joint.iter().map(|(seat, _)| *seat).eq(self.0.to_act().iter()) {
            let given = joint.iter().map(|(seat, _)| *seat).collect();
            return Err(Void::Joint { given, due: self.0.to_act() });
        }
        if let Some(action) = self.0.automatic() {
            self.0.apply(&[(joint[0].0, action)], luck);
            return Ok(());
        }
        let mut actions = Vec::with_capacity(joint.len());
        for &(seat, text) in joint {
            let action = self.0.read(seat, text);
            let action =
                action.map_err(|why| Void::Unread { seat, action: text.to_owned(), why })?;
            actions.push((seat, action));
        }
        self.0.apply(&actions, luck);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn observation(&self, seat: Seat) -> String {
        self.0.observation(seat)
    }

    fn news(&self, seat: Seat, since: &[Turn]) -> Option<String> {
        self.0.news(seat, since)
    }

    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<String> {
        self.0.fallback(seat, reply).map(|action| action.to_string())
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        self.0.forfeit(seats)
    }

    fn gtp(&self) -> Option<&dyn GtpBoard> {
        self.0.gtp()
    }

    fn render(&self, audience: Audience, language: Language) -> String {
        self.0.render(audience, language)
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
