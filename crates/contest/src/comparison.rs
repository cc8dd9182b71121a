//! Compares two matches of the same bots on the same seats: which bot answered differently in equal
//! circumstances. Nothing here is played.

use certamen_game::{DynGame, MatchRecord, Move, Seat, arbiter::Arbiter};

/// What a comparison of two matches says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    /// They went alike from the start to the end.
    Same,
    /// In this turn, before which all was alike, these seats answered differently.
    Different {
        /// From 1.
        turn: u64,
        /// Who.
        seats: Vec<Seat>,
    },
    /// The rules drew lots, or a fault came, which may be the clock's: nothing follows.
    Incomparable,
}

/// Compares two finished matches of the same bots on the same seats.
pub(crate) fn compare(game: &dyn DynGame, one: &MatchRecord, other: &MatchRecord) -> Comparison {
    let starts = [one, other].map(|record| Arbiter::start(game, record.table.clone()));
    let [Ok(mut here), Ok(mut there)] = starts else { return Comparison::Incomparable };
    for (own, theirs) in one.turns.iter().zip(&other.turns) {
        if here.state().json() != there.state().json() {
            return Comparison::Incomparable;
        }
        let faulty = |moves: &[Move]| moves.iter().any(|entry| entry.fault.is_some());
        let seats = |moves: &[Move]| moves.iter().map(|entry| entry.seat).collect::<Vec<_>>();
        if faulty(&own.moves) || faulty(&theirs.moves) || seats(&own.moves) != seats(&theirs.moves)
        {
            return Comparison::Incomparable;
        }
        let both = own.moves.iter().zip(&theirs.moves);
        let differ = both.filter(|(one, other)| one.action != other.action);
        let differ: Vec<Seat> = differ.map(|(entry, _)| entry.seat).collect();
        if !differ.is_empty() {
            return Comparison::Different { turn: own.turn, seats: differ };
        }
        if here.replay(own).is_err() || there.replay(theirs).is_err() {
            return Comparison::Incomparable;
        }
    }
    let alike = one.turns.len() == other.turns.len() && here.state().json() == there.state().json();
    if alike { Comparison::Same } else { Comparison::Incomparable }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::conformance::check_match;

    fn record(slug: &str, seed: u64) -> MatchRecord {
        let game = certamen_games::find(slug).unwrap();
        check_match(game, certamen_game::Map::new(), 2, seed, 1000).unwrap()
    }

    fn check(slug: &str, change: impl Fn(&mut MatchRecord), expected: &Comparison) {
        let one = record(slug, 1);
        let mut other = one.clone();
        other.table.seed = 2;
        change(&mut other);
        assert_eq!(compare(certamen_games::find(slug).unwrap(), &one, &other), *expected);
    }

    #[test]
    fn the_first_who_answers_differently_is_found() {
        check("footsteps", |_| {}, &Comparison::Same);
        let second = |record: &mut MatchRecord| {
            record.turns[1].moves[1].action = Some("0".to_owned());
        };
        check("footsteps", second, &Comparison::Different { turn: 2, seats: vec![Seat(1)] });
        let fault = |record: &mut MatchRecord| {
            record.turns[1].moves[0].fault = Some(certamen_game::Fault::Timeout);
        };
        check("footsteps", fault, &Comparison::Incomparable);
        let shorter = |record: &mut MatchRecord| drop(record.turns.pop());
        check("footsteps", shorter, &Comparison::Incomparable);
    }

    #[test]
    fn where_the_rules_draw_lots_nothing_follows() {
        // Another seed is another first state, whatever the moves.
        check("coins", |_| {}, &Comparison::Incomparable);
    }
}
