//! The time that the seats have left: a limit for each move, and perhaps one for all moves
//! together.

use certamen_game::{Budget, Seat, Table, Turn};
use std::time::Duration;

/// One clock a seat.
pub(crate) struct Clocks {
    /// The time of each seat for a move.
    each: Vec<Duration>,
    all: Option<Duration>,
    used: Vec<Duration>,
}

impl Clocks {
    /// Clocks of a match that begins at `table`.
    pub(crate) fn new(table: &Table) -> Clocks {
        let usual = table.conditions.move_time();
        let own = table.seats.iter().map(|seat| seat.move_ms.map(Duration::from_millis));
        Clocks {
            each: own.map(|own| own.unwrap_or(usual)).collect(),
            all: table.conditions.match_ms.map(Duration::from_millis),
            used: vec![Duration::ZERO; table.seats.len()],
        }
    }

    /// The time for the next move of `seat`.
    pub(crate) fn budget(&self, seat: Seat) -> Budget {
        let left = self.all.map(|all| all.saturating_sub(self.used[seat.index()]));
        let each = self.each[seat.index()];
        let time = left.map_or(each, |left| left.min(each));
        Budget { cpu: time, wall: time }
    }

    /// Counts what was charged in a turn.
    pub(crate) fn count(&mut self, turn: &Turn) {
        for entry in &turn.moves {
            let charged = Duration::try_from_secs_f64(entry.ms.unwrap_or(0.0) / 1e3);
            // A record may say anything; what is no time was no time.
            let charged = charged.unwrap_or_default();
            if let Some(used) = self.used.get_mut(entry.seat.index()) {
                *used = used.saturating_add(charged);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Conditions, Map, Move, SeatEntry, record::FORMAT};

    /// A table under `conditions`, whose seats have these times of their own.
    fn table(conditions: Conditions, own: &[Option<u64>]) -> Table {
        let seats = own.iter().map(|own| SeatEntry { move_ms: *own, ..SeatEntry::named("bot") });
        Table {
            certamen: FORMAT,
            game: "any".to_owned(),
            rules: 1,
            options: Map::new(),
            seed: 0,
            seats: seats.collect(),
            conditions,
            extra: Map::new(),
        }
    }

    fn turn(seat: u8, ms: f64) -> Turn {
        let entry = Move {
            seat: Seat(seat),
            action: None,
            automatic: false,
            fault: None,
            reply: None,
            ms: Some(ms),
            pondered_ms: None,
            asleep_ms: None,
            extra: Map::new(),
        };
        Turn { turn: 1, moves: vec![entry], extra: Map::new() }
    }

    #[test]
    fn the_last_moves_have_what_is_left_of_the_match() {
        let conditions =
            Conditions { match_ms: Some(2500), ..Conditions::usual(1000, 1 << 20, "D") };
        let mut clocks = Clocks::new(&table(conditions, &[None; 2]));
        let left = |clocks: &Clocks, seat| clocks.budget(Seat(seat)).wall.as_millis();
        let mut seen = Vec::new();
        for ms in [900.0, 900.0, 400.5, 999.0, f64::NAN, -1.0] {
            seen.push(left(&clocks, 0));
            clocks.count(&turn(0, ms));
        }
        assert_eq!(seen, [1000, 1000, 700, 299, 0, 0]);
        assert_eq!(left(&clocks, 1), 1000, "the other's clock stands");
    }

    #[test]
    fn without_a_limit_for_the_match_every_move_has_its_time() {
        let mut clocks = Clocks::new(&table(Conditions::usual(1000, 1 << 20, "D"), &[None]));
        clocks.count(&turn(0, 1e9));
        assert_eq!(clocks.budget(Seat(0)).wall, Duration::from_secs(1));
    }

    #[test]
    fn a_seat_may_have_a_time_of_its_own() {
        let usual = Conditions::usual(1000, 1 << 20, "D");
        let clocks = Clocks::new(&table(usual.clone(), &[Some(60_000), None]));
        let left = |clocks: &Clocks, seat| clocks.budget(Seat(seat)).wall.as_secs();
        assert_eq!([left(&clocks, 0), left(&clocks, 1)], [60, 1]);
        let short = Conditions { match_ms: Some(5_000), ..usual };
        assert_eq!(left(&Clocks::new(&table(short, &[Some(60_000)])), 0), 5);
    }
}
