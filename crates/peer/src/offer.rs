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
    record::{FORMAT, MEMORY, Via},
};
use certamen_i18n::{Localize, Message};
use std::time::Duration;

/// Why a game cannot be played between two machines.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum OutOfScope {
    /// A seat may know what another does not: a machine that runs the rules knows all.
    Hidden { game: &'static str },
    /// The rules draw lots in turns, which both machines would know in advance.
    DrawsInTurns { game: &'static str },
    /// Two cannot play it.
    SeatCount { game: &'static str },
    /// Its rules are a program, which the other machine does not have.
    #[localize(say::rules_are_a_program(*game))]
    Program { game: &'static str },
}

/// Whether two machines can play the game: two seats, nothing hidden, no draws in turns.
///
/// # Errors
///
/// The property that the game has or lacks.
pub fn check_scope(info: &GameInfo) -> Result<(), OutOfScope> {
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
    check_scope(&info).map_err(|error| rules(error.message()))?;
    if offer.rules != info.version {
        return Err(rules(say::other_rules(info.slug, offer.rules, info.version)));
    }
    let conditions = &offer.conditions;
    let is_plain = conditions.agrees()
        && conditions.match_ms.is_none()
        && conditions.asked_again.is_none()
        && conditions.extra.is_empty()
        && conditions.tier == NO_TIER;
    if !is_plain {
        return Err(rules(say::unknown_conditions()));
    }
    let max = |limit: u64| move |given: Option<u64>| given.is_some_and(|given| given <= limit);
    let start = u64::try_from(limits.patience.as_millis()).unwrap_or(u64::MAX);
    let is_within = max(limits.turns)(conditions.turns)
        && max(limits.record)(conditions.bytes)
        && conditions.move_time() <= limits.move_time
        && conditions.start_ms <= start;
    if !is_within {
        return Err((RefuseReason::Limit, say::conditions_beyond()));
    }
    Ok(())
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
    /// If the game is out of scope, or cannot start with these options.
    pub fn new(
        game: &dyn DynGame,
        options: Map,
        move_time: Duration,
        limits: &PeerLimits,
    ) -> Result<Offer, OfferError> {
        let info = game.info();
        check_scope(&info).map_err(OfferError::Scope)?;
        // An offer names the game only, and a built-in one may have the same name.
        if game.rules_source().rules_digest.is_some() {
            return Err(OfferError::Scope(OutOfScope::Program { game: info.slug }));
        }
        let conditions = Conditions::allowing(move_time, MEMORY, NO_TIER);
        let conditions =
            Conditions { turns: Some(limits.turns), bytes: Some(limits.record), ..conditions };
        let table = Table::new(game).options(options).conditions(conditions).unnamed(2);
        Arbiter::start(game, table.clone()).map_err(OfferError::Options)?;
        let Table { options, conditions, .. } = table;
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
pub enum OfferError {
    /// It is out of scope.
    #[localize(transparent)]
    Scope(OutOfScope),
    /// It cannot start with these options.
    #[localize(transparent)]
    Options(OptionsError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU64;

    #[test]
    fn offers_beyond_the_limits_or_with_unknown_conditions_are_refused() {
        type Change = fn(&mut Offer);
        let (game, limits) = (certamen_games::find("mancala8").unwrap(), PeerLimits::default());
        let offer = Offer::new(game, Map::new(), Duration::from_secs(1), &limits).unwrap();
        assert_eq!(check_offer(&offer, game, &limits), Ok(()));
        let cases: [(RefuseReason, Change); 10] = [
            (RefuseReason::Limit, |it| it.conditions.turns = None),
            (RefuseReason::Limit, |it| it.conditions.turns = Some(100_001)),
            (RefuseReason::Limit, |it| it.conditions.bytes = Some((8 << 20) + 1)),
            (RefuseReason::Limit, |it| it.conditions.move_ms = 3_600_001),
            (RefuseReason::Limit, |it| it.conditions.start_ms = 30_001),
            (RefuseReason::Rules, |it| it.conditions.match_ms = Some(1)),
            (RefuseReason::Rules, |it| it.conditions.asked_again = NonZeroU64::new(1)),
            (RefuseReason::Rules, |it| it.conditions.tier = "A".to_owned()),
            (RefuseReason::Rules, |it| drop(it.conditions.extra.insert("new".into(), 1.into()))),
            (RefuseReason::Rules, |it| it.rules += 1),
        ];
        for (place, (why, change)) in cases.into_iter().enumerate() {
            let mut offer = offer.clone();
            change(&mut offer);
            let refused = check_offer(&offer, game, &limits).unwrap_err();
            assert_eq!(refused.0, why, "{place}: {}", refused.1);
        }
    }
}
