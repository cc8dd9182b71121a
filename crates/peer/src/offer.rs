//! What is offered and agreed: the scope of the protocol, and the table of a match.

use crate::{
    PeerLimits,
    hash::Hash,
    message::{self, Accept, Hello, Offer, RefuseReason, VERSION},
    say,
    seal::{HEADER, PeerHeader, PublicKey},
};
use certamen_game::{
    Conditions, Draws, DynGame, GameInfo, Map, OptionsError, Seat, SeatEntry, Table,
    arbiter::Arbiter,
    escape_reply,
    record::{FORMAT, MEMORY, Via},
};
use certamen_i18n::{Localize, Message};
use serde_json::Value;
use std::time::Duration;

/// Why a game cannot be played between two machines.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum OutOfScope {
    /// Its rules are a program, of which the other machine has none, or another.
    Program { game: &'static str },
    /// A seat may know what another does not: a machine that runs the rules knows all.
    Hidden { game: &'static str },
    /// The rules draw lots in turns, which both machines would know in advance.
    DrawsInTurns { game: &'static str },
    /// Two cannot play it.
    SeatCount { game: &'static str },
}

/// Whether two machines can play the game: it is built in, has two seats, hides nothing and does not
/// draw in turns.
///
/// # Errors
///
/// The property that the game has or lacks.
pub fn check_scope(game: &dyn DynGame) -> Result<(), OutOfScope> {
    let info = game.info();
    if game.rules_source().rules_digest.is_some() {
        return Err(OutOfScope::Program { game: info.slug });
    }
    check_info(&info)
}

fn check_info(info: &GameInfo) -> Result<(), OutOfScope> {
    let game = info.slug;
    if !info.seats.contains(&2) {
        return Err(OutOfScope::SeatCount { game });
    }
    if info.hidden {
        return Err(OutOfScope::Hidden { game });
    }
    if info.draws == Draws::InTurns {
        return Err(OutOfScope::DrawsInTurns { game });
    }
    Ok(())
}

/// The isolation that records have: how the other side isolates its bot is not known.
const NO_TIER: &str = "D";

/// An offer that cannot be accepted, and why.
pub(crate) type Objection = (RefuseReason, Message);

/// Whether a challenger can play what is offered, by the rules of `game`.
pub(crate) fn check_offer(
    offer: &Offer,
    game: &dyn DynGame,
    limits: &PeerLimits,
) -> Result<(), Objection> {
    let info = game.info();
    let rules = |message: Message| (RefuseReason::Rules, message);
    check_scope(game).map_err(|error| rules(error.message()))?;
    if offer.rules != info.version {
        return Err(rules(say::other_rules(info.slug, offer.rules, info.version)));
    }
    let given = &offer.conditions;
    let time = given.move_time();
    check_move_time(time, limits).map_err(|error| (RefuseReason::Limit, error.message()))?;
    check_conditions(given, &conditions(time, limits))?;
    check_options(game, offer.options.clone()).map_err(|error| rules(error.message()))
}

/// The conditions of a match. Both sides have all but the time for a move from here: the own bot runs
/// under them, whichever side offers the match.
fn conditions(move_time: Duration, limits: &PeerLimits) -> Conditions {
    let (turns, bytes) = (Some(limits.turns), Some(limits.record));
    Conditions { turns, bytes, ..Conditions::allowing(move_time, MEMORY, NO_TIER) }
}

/// Whether the conditions that are offered are the usual ones; the first key that is not is named.
fn check_conditions(given: &Conditions, usual: &Conditions) -> Result<(), Objection> {
    let keys = |conditions: &Conditions| -> Map {
        let value = serde_json::to_value(conditions).expect("conditions are plain data");
        value.as_object().cloned().unwrap_or_default()
    };
    let (given, usual) = (keys(given), keys(usual));
    let Some(key) = usual.keys().chain(given.keys()).find(|key| given.get(*key) != usual.get(*key))
    else {
        return Ok(());
    };
    let value = |keys: &Map| keys.get(key).map_or_else(|| "-".to_owned(), Value::to_string);
    let (given, usual) = (value(&given), value(&usual));
    let key = escape_reply(key);
    Err((RefuseReason::Limit, say::other_condition(key, escape_reply(&given), usual)))
}

fn check_move_time(given: Duration, limits: &PeerLimits) -> Result<(), OfferError> {
    let (min, max) = (limits.min_move_time, limits.move_time);
    if (min..=max).contains(&given) {
        return Ok(());
    }
    Err(OfferError::MoveTime { given, min, max })
}

/// Whether the game can start with these options, which may be those of another machine.
fn check_options(game: &dyn DynGame, options: Map) -> Result<(), OptionsError> {
    let table = Table::new(game).options(options).unnamed(2);
    Arbiter::start(game, table).map(drop)
}

/// What both sides know when the match begins; lists have the opener's value first.
#[derive(Clone, Debug)]
pub(crate) struct Agreed {
    pub(crate) keys: [PublicKey; 2],
    pub(crate) hellos: [Hello; 2],
    pub(crate) offer: Offer,
    pub(crate) accept: Accept,
}

impl Agreed {
    /// The match's id.
    pub(crate) fn id(&self) -> Hash {
        crate::hash::match_id(&self.keys, &self.nonces())
    }

    fn nonces(&self) -> [Hash; 2] {
        self.hellos.each_ref().map(|hello| hello.nonce)
    }

    /// The header of the record, once the halves of the seed are known; and the opener's seat.
    pub(crate) fn table(&self, halves: [Hash; 2]) -> (Table, Seat) {
        let (seed, opener) = crate::hash::draw(&self.id(), &halves);
        let Offer { game, rules, options, conditions, .. } = self.offer.clone();
        let aliases = self.hellos.each_ref().map(|hello| hello.alias.clone());
        let (v, keys, nonces) = (VERSION, self.keys, self.nonces());
        let header = PeerHeader { v, opener, aliases, keys, nonces, halves };
        let own = (self.offer.bot.clone(), self.offer.digest);
        let other = (self.accept.bot.clone(), self.accept.digest);
        let seats = header.by_seat(&[own, other]).map(|(bot, digest)| SeatEntry {
            digest: digest.map(|digest| digest.to_string()),
            via: Some(Via::Peer),
            ..SeatEntry::named(bot)
        });
        let header = serde_json::to_value(header).expect("headers are plain data");
        let table = Table {
            rules_source: certamen_game::RulesSource::default(),
            certamen: FORMAT,
            game,
            rules,
            options,
            seed,
            seats: seats.into(),
            conditions,
            extra: Map::from_iter([(HEADER.to_owned(), header)]),
        };
        (table, opener)
    }
}

impl Offer {
    /// An offer of `game`, whose number of matches and bot are to be filled in.
    ///
    /// # Errors
    ///
    /// If the game is out of scope, cannot start with these options, or the time is beyond the limits.
    pub fn new(
        game: &dyn DynGame,
        options: Map,
        move_time: Duration,
        limits: &PeerLimits,
    ) -> Result<Offer, OfferError> {
        let info = game.info();
        check_scope(game).map_err(OfferError::Scope)?;
        check_move_time(move_time, limits)?;
        check_options(game, options.clone()).map_err(OfferError::Options)?;
        let conditions = conditions(move_time, limits);
        let (game, rules) = (info.slug.to_owned(), info.version);
        let bot = "-".to_owned();
        Ok(Offer { game, rules, options, conditions, left: 1, bot, digest: None })
    }

    /// The same offer by this bot, for this many matches.
    #[must_use]
    pub fn by(self, bot: &str, digest: Option<Hash>, left: u32) -> Offer {
        Offer { bot: message::name(bot), digest, left, ..self }
    }
}

/// Why a game cannot be offered.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum OfferError {
    #[localize(transparent)]
    Scope(OutOfScope),
    /// It cannot start with these options.
    #[localize(transparent)]
    Options(OptionsError),
    /// The time for a move is too short or too long.
    #[localize(say::other_move_time(text(*given), text(*min), text(*max)))]
    MoveTime { given: Duration, min: Duration, max: Duration },
}

/// A time in milliseconds, with a fraction if it has one.
fn text(time: Duration) -> String {
    (time.as_micros() as f64 / 1e3).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::{NonZeroU32, NonZeroU64};

    #[test]
    fn offers_beyond_the_limits_or_under_other_conditions_are_refused_by_their_key() {
        type Change = fn(&mut Offer);
        let (game, limits) = (certamen_games::find("mancala8").unwrap(), PeerLimits::default());
        let offer = Offer::new(game, Map::new(), Duration::from_secs(1), &limits).unwrap();
        assert_eq!(check_offer(&offer, game, &limits), Ok(()));
        let cases: [(RefuseReason, &str, Change); 20] = [
            (RefuseReason::Limit, "`turns`", |it| it.conditions.turns = None),
            (RefuseReason::Limit, "`turns`", |it| it.conditions.turns = Some(100_001)),
            (RefuseReason::Limit, "`turns`", |it| it.conditions.turns = Some(1)),
            (RefuseReason::Limit, "`bytes`", |it| it.conditions.bytes = Some((8 << 20) + 1)),
            (RefuseReason::Limit, "`start_ms`", |it| it.conditions.start_ms = 30_001),
            (RefuseReason::Limit, "`start_ms`", |it| it.conditions.start_ms = 0),
            (RefuseReason::Limit, "`memory`", |it| it.conditions.memory = 1),
            (RefuseReason::Limit, "`memory`", |it| it.conditions.memory = u64::MAX),
            (RefuseReason::Limit, "`output`", |it| it.conditions.output = u64::MAX),
            (RefuseReason::Limit, "`processes`", |it| it.conditions.processes = 1 << 20),
            (RefuseReason::Limit, "`scratch`", |it| it.conditions.scratch = 1 << 40),
            (RefuseReason::Limit, "`attempts`", |it| it.conditions.attempts = NonZeroU32::new(2)),
            (RefuseReason::Limit, "`match_ms`", |it| it.conditions.match_ms = Some(1)),
            (RefuseReason::Limit, "`asked_again`", |it| {
                it.conditions.asked_again = NonZeroU64::new(1);
            }),
            (RefuseReason::Limit, "`tier`", |it| it.conditions.tier = "A".to_owned()),
            (RefuseReason::Limit, "`freeze`", |it| it.conditions.freeze = false),
            (RefuseReason::Limit, "`new`", |it| {
                drop(it.conditions.extra.insert("new".into(), 1.into()));
            }),
            (RefuseReason::Limit, "`move_ms`", |it| it.conditions.move_us = Some(20_000)),
            (RefuseReason::Rules, "version", |it| it.rules += 1),
            (RefuseReason::Rules, "pits", |it| drop(it.options.insert("pits".into(), 0.into()))),
        ];
        for (place, (why, named, change)) in cases.into_iter().enumerate() {
            let mut offer = offer.clone();
            change(&mut offer);
            let refused = check_offer(&offer, game, &limits).unwrap_err();
            assert_eq!(refused.0, why, "{place}: {}", refused.1);
            assert!(refused.1.to_string().contains(named), "{place}: {}", refused.1);
        }
    }

    #[test]
    fn times_for_a_move_beyond_the_limits_are_neither_offered_nor_accepted() {
        let (game, limits) = (certamen_games::find("mancala8").unwrap(), PeerLimits::default());
        let new = |time| Offer::new(game, Map::new(), time, &limits);
        let shortest = Duration::from_millis(10);
        let longest = Duration::from_secs(3600);
        let step = Duration::from_micros(1);
        for time in [shortest, longest] {
            assert_eq!(check_offer(&new(time).unwrap(), game, &limits), Ok(()));
        }
        for time in [Duration::ZERO, Duration::from_micros(9_999), longest + step] {
            let refused = new(time).unwrap_err().to_string();
            assert!(refused.contains("10") && refused.contains("3600000"), "{refused}");
            let offer = new(shortest).unwrap();
            let conditions = offer.conditions.clone().with_move_time(time);
            let refused = check_offer(&Offer { conditions, ..offer }, game, &limits);
            assert_eq!(refused.unwrap_err().0, RefuseReason::Limit);
        }
    }

    #[test]
    fn games_out_of_scope_are_refused_by_their_property() {
        let info = certamen_games::find("mancala8").unwrap().info();
        assert_eq!(check_info(&info), Ok(()));
        let cases = [
            (GameInfo { hidden: true, ..info.clone() }, OutOfScope::Hidden { game: "mancala8" }),
            (
                GameInfo { draws: Draws::InTurns, ..info.clone() },
                OutOfScope::DrawsInTurns { game: "mancala8" },
            ),
            (GameInfo { seats: 3..=4, ..info }, OutOfScope::SeatCount { game: "mancala8" }),
        ];
        for (info, why) in cases {
            assert_eq!(check_info(&info), Err(why.clone()));
            assert!(why.to_string().starts_with("mancala8: "), "{why}");
        }
    }
}
