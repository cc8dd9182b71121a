//! Built-in players: written in Rust against the typed rules and run in-process.
//!
//! `random`, `first` and `last` play any game; a game's own players are next to its rules.

use crate::{Budget, Failure, Given, Play, Player, Reply, Rng, Seat, State, View, Void, say};
use certamen_i18n::{Localize, Message};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// The built-in players that any game has.
pub const ANY_GAME: &[&str] = &["random", "first", "last"];

/// A player that chooses actions from the typed state.
pub trait BuiltinPlayer<S: State>: Send {
    /// The choice of `seat`; `None` if it finds no move, which is a fault. Equal states and equal
    /// draws give equal choices.
    fn choose(&mut self, state: &S, seat: Seat, rng: &mut Rng) -> Option<S::Action>;

    /// Whether it uses the RNG. If not, equal states give equal choices whatever the seed.
    fn uses_rng(&self) -> bool;
}

/// The arguments of a built-in player: `depth=4` in `builtin:bueno:depth=4`.
pub type Arguments = BTreeMap<String, String>;

/// No such built-in player.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum BuiltinError {
    /// A game's own players do not include this name.
    #[localize(say::house_unknown(name))]
    Unknown { name: String },
    /// The same, with all names that can be used.
    #[localize(say::house_not_here(name, known.join(", ")))]
    NotHere { name: String, known: Vec<&'static str> },
    /// It does not take this argument, or not this value.
    #[localize(say::house_argument(name, key, reason))]
    Argument { name: String, key: String, reason: Message },
}

/// Refuses every argument that is not in `known`.
pub fn refuse_others(
    name: &str,
    arguments: &Arguments,
    known: &[&str],
) -> Result<(), BuiltinError> {
    let Some(key) = arguments.keys().find(|key| !known.contains(&key.as_str())) else {
        return Ok(());
    };
    let reason = match known {
        [] => say::takes_none(),
        known => say::takes(known.join(", ")),
    };
    Err(BuiltinError::Argument { name: name.to_owned(), key: key.clone(), reason })
}

/// The built-in player of this name that any game has, if it is one of [`ANY_GAME`].
pub fn any_game<S: State>(
    name: &str,
    arguments: &Arguments,
) -> Result<Option<Box<dyn BuiltinPlayer<S>>>, BuiltinError> {
    let player: Box<dyn BuiltinPlayer<S>> = match name {
        "random" => Box::new(Random),
        "first" => Box::new(First),
        "last" => Box::new(Last),
        _ => return Ok(None),
    };
    refuse_others(name, arguments, &[])?;
    Ok(Some(player))
}

struct Random;

impl<S: State> BuiltinPlayer<S> for Random {
    fn choose(&mut self, state: &S, seat: Seat, rng: &mut Rng) -> Option<S::Action> {
        state.sample(seat, rng)
    }

    fn uses_rng(&self) -> bool {
        true
    }
}

/// The first legal action in the game's order.
struct First;

impl<S: State> BuiltinPlayer<S> for First {
    fn choose(&mut self, state: &S, seat: Seat, _rng: &mut Rng) -> Option<S::Action> {
        state.legal_actions(seat).next()
    }

    fn uses_rng(&self) -> bool {
        false
    }
}

/// The last legal action in the game's order.
struct Last;

impl<S: State> BuiltinPlayer<S> for Last {
    fn choose(&mut self, state: &S, seat: Seat, _rng: &mut Rng) -> Option<S::Action> {
        state.legal_actions(seat).next_back()
    }

    fn uses_rng(&self) -> bool {
        false
    }
}

/// A built-in player at the table.
pub(crate) struct BuiltinSeat<S: State>(pub(crate) Box<dyn BuiltinPlayer<S>>);

impl<S: State> Player for BuiltinSeat<S> {
    fn act(&mut self, view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        let Some(state) = view.state.as_any().downcast_ref::<S>() else {
            let game = view.table.game.clone();
            return Err(Failure::Void(Void::OtherGame { game }));
        };
        let started = Instant::now();
        let mut rng = Rng::of_player(view.table.seed, view.seat, view.turns.len() as u64 + 1);
        let action = self.0.choose(state, view.seat, &mut rng);
        let wall = started.elapsed();
        // A player without a choice gives an empty text, which is no action in any game.
        let given = action.map_or(Given::Text(String::new()), |it| Given::Play(Play::new(it)));
        Ok(Reply { given, charged: wall, wall, pondered: Duration::ZERO })
    }
}
