//! Swiss system: rounds among bots with equal scores so far, no pair twice.
//!
//! The pairing is like the Dutch one: within a group of equal scores the upper half meets the lower
//! half, and who cannot be paired floats down. The number of a match gives its round.

use super::{
    BoundedCount, Format, FormatClass, FormatEnd, FormatKeys, Next, Pace, Pair, Pairing, active,
    is_pending, knockout::Seeding, matching::Matching, planned,
};
use crate::{
    Entrant, EntrantId, History, Meetings, OnDisqualified, Ranking,
    contradiction::{Reason, Soundness, refuse},
};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Swiss {
    /// How many rounds there are; as many as a knockout would have if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<NonZeroU32>,
    /// How many matches two play when they are paired, seats swapped from one to the next.
    pub games_per_round: NonZeroU32,
    /// Who is whom in the first round.
    pub seeding: Seeding,
}

impl Default for Swiss {
    fn default() -> Swiss {
        Swiss { rounds: None, games_per_round: NonZeroU32::MIN, seeding: Seeding::Order }
    }
}

impl FormatKeys for Swiss {
    fn class(&self) -> FormatClass {
        FormatClass::Rounds
    }

    fn counts(&self) -> Vec<BoundedCount> {
        vec![
            BoundedCount::new("format.rounds", self.rounds.map_or(0, NonZeroU32::get), 1_000),
            BoundedCount::new("format.games_per_round", self.games_per_round, 10_000),
        ]
    }

    fn policies(&self) -> &'static [OnDisqualified] {
        &OnDisqualified::ALL
    }

    fn build(&self, ranking: Box<dyn Ranking>, seed: u64) -> Box<dyn Format> {
        Box::new(SwissSchedule::new(*self, ranking, seed))
    }

    fn check(&self) -> Soundness {
        if self.seeding == Seeding::Ranking {
            return refuse("format.seeding", Reason::NothingPlayedBefore);
        }
        Ok(())
    }

    fn check_entrants(&self, names: &[&str], _absent: &[&str]) -> Soundness {
        let count = names.len();
        if count < 3 {
            return refuse("format.kind", Reason::TooFewForSwiss { count });
        }
        Ok(())
    }
}

pub(super) struct SwissSchedule {
    config: Swiss,
    ranking: Box<dyn Ranking>,
    seed: u64,
}

impl SwissSchedule {
    pub(super) fn new(config: Swiss, ranking: Box<dyn Ranking>, seed: u64) -> SwissSchedule {
        SwissSchedule { config, ranking, seed }
    }

    fn rounds(&self, entrants: &[Entrant]) -> u32 {
        let enough = usize::BITS - entrants.len().saturating_sub(1).leading_zeros();
        self.config.rounds.map_or(enough.max(1), NonZeroU32::get)
    }

    fn begun(&self, history: &History) -> u32 {
        let last = history.cells().filter_map(|(_, cell)| cell.scheduled.iter().last()).max();
        last.map_or(0, |repeat| repeat / self.config.games_per_round.get() + 1)
    }

    /// All participants, best first.
    fn players(&self, entrants: &[Entrant], history: &History) -> Vec<SwissPlayer> {
        let seeds = self.config.seeding.order(entrants, self.seed);
        let mut places = vec![0; entrants.len()];
        for (place, id) in seeds.iter().enumerate() {
            places[id.index()] = place;
        }
        let table = self.ranking.rank(entrants, history);
        let mut players: Vec<SwissPlayer> = table
            .iter()
            .filter_map(|line| {
                let rank = line.rank?;
                let id = line.entrant;
                let place = places[id.index()];
                Some(SwissPlayer { rank, score: line.score, place, ..SwissPlayer::new(id) })
            })
            .collect();
        let games = self.config.games_per_round.get();
        // Where seats are swapped within a round no bot sits on one side for long.
        let thirds = games == 1;
        for player in &mut players {
            player.read(history, games);
            player.never_thrice = thirds;
        }
        players.sort_by_key(|player| (player.rank, player.place));
        players
    }

    /// The matches of round `round`, and the bye if there is one.
    fn pair(&self, players: &[SwissPlayer], history: &History, round: u32) -> Vec<Pairing> {
        let games = self.config.games_per_round.get();
        let met = Met::new(players, history);
        let first = round * games;
        let (pairs, bye) = met.pair(players);
        let mut pairings: Vec<Pairing> = pairs
            .into_iter()
            .flat_map(|[high, low]| {
                seated(&players[high], &players[low], round).numbered(first, games)
            })
            .collect();
        let alone = |player: usize| Pairing { seats: vec![players[player].id], repeat: first };
        pairings.extend(bye.map(alone));
        pairings
    }
}

impl Format for SwissSchedule {
    fn next(&self, entrants: &[Entrant], history: &History, _wanted: usize) -> Next {
        if is_pending(entrants, history) {
            return Next::Wait;
        }
        let round = self.begun(history);
        if round >= self.rounds(entrants) || active(entrants).len() < 2 {
            return Next::Done(FormatEnd::Complete);
        }
        Next::Play(self.pair(&self.players(entrants, history), history, round))
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let active = active(entrants).len() as u64;
        let left = self.rounds(entrants).saturating_sub(self.begun(history));
        let each = active / 2 * u64::from(self.config.games_per_round.get());
        planned(entrants, history) + u64::from(left) * each
    }

    fn meetings(&self, _entrants: &[Entrant], _history: &History) -> Meetings {
        Meetings::AsPaired
    }

    fn pace(&self) -> Pace {
        Pace::Rounds
    }
}

/// One who is to be paired.
struct SwissPlayer {
    id: EntrantId,
    rank: u32,
    score: f64,
    /// Its place among the seeds.
    place: usize,
    /// How much more often it sat first than second.
    surplus: i32,
    /// The last rounds and where it sat in the first match of each.
    last: Vec<(u32, bool)>,
    byes: u32,
    /// Whether it may not have the same seat a third time running.
    never_thrice: bool,
}

impl SwissPlayer {
    fn new(id: EntrantId) -> SwissPlayer {
        let (rank, place, byes, score) = (0, 0, 0, 0.0);
        SwissPlayer {
            id,
            rank,
            score,
            place,
            surplus: 0,
            last: Vec::new(),
            byes,
            never_thrice: false,
        }
    }

    fn read(&mut self, history: &History, games: u32) {
        for (seats, cell) in history.cells() {
            let Some(seat) = seats.iter().position(|id| *id == self.id) else { continue };
            if seats.len() == 1 {
                self.byes += cell.scheduled.len();
                continue;
            }
            let sign = if seat == 0 { 1 } else { -1 };
            self.surplus += sign * cell.scheduled.len() as i32;
            let firsts = cell.scheduled.iter().filter(|repeat| repeat % games == 0);
            self.last.extend(firsts.map(|repeat| (repeat / games, seat == 0)));
        }
        self.last.sort_unstable();
    }

    /// Which seat it must have: the one it had less often by two, or not the last two times. 1 is
    /// the first, -1 the second.
    fn must(&self) -> i32 {
        if self.surplus.abs() >= 2 {
            return -self.surplus.signum();
        }
        match self.last[..] {
            [.., (_, one), (_, two)] if self.never_thrice && one == two => 1 - 2 * i32::from(one),
            _ => 0,
        }
    }

    /// Whether it sat first last time.
    fn sat_first(&self) -> Option<bool> {
        self.last.last().map(|(_, first)| *first)
    }
}

/// Two in the order in which they sit down: who must sit somewhere does, who sat first less often does, else who sat second last
/// time, else the better one in every other pair.
fn seated(high: &SwissPlayer, low: &SwissPlayer, round: u32) -> Pair {
    let wish = |player: &SwissPlayer| {
        if player.never_thrice { player.must() } else { 0 }
    };
    let swapped = match wish(low).cmp(&wish(high)).then(high.surplus.cmp(&low.surplus)) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => match (high.sat_first(), low.sat_first()) {
            (Some(true), Some(false)) => true,
            (Some(false), Some(true)) => false,
            _ => (high.place as u32 + round) % 2 == 1,
        },
    };
    Pair(if swapped { [low.id, high.id] } else { [high.id, low.id] })
}

/// How often players have met.
struct Met {
    times: Vec<Vec<u32>>,
}

impl Met {
    fn new(players: &[SwissPlayer], history: &History) -> Met {
        let mut times = vec![vec![0; players.len()]; players.len()];
        let most = players.iter().map(|player| player.id.index() + 1).max().unwrap_or(0);
        let mut places = vec![None; most];
        for (place, player) in players.iter().enumerate() {
            places[player.id.index()] = Some(place);
        }
        let place = |id: &EntrantId| places.get(id.index()).copied().flatten();
        for (seats, cell) in history.tables() {
            if let (Some(one), Some(other)) = (place(&seats[0]), place(&seats[1])) {
                times[one][other] += cell.scheduled.len();
                times[other][one] += cell.scheduled.len();
            }
        }
        Met { times }
    }

    /// Pairs of players, best first, and who has the bye. No pair meets again while that is
    /// possible, and two who must have the same seat do not meet while that is possible; the bye is
    /// for the last who had none.
    fn pair(&self, players: &[SwissPlayer]) -> (Vec<[usize; 2]>, Option<usize>) {
        let most = self.times.iter().flatten().copied().max().unwrap_or(0);
        let fair = |one: usize, other: usize| {
            let (own, theirs) = (players[one].must(), players[other].must());
            own == 0 || own != theirs
        };
        for often in 0..=most {
            let unmet = |one: usize, other: usize| self.times[one][other] <= often;
            let both = |one: usize, other: usize| unmet(one, other) && fair(one, other);
            let edges: [&dyn Fn(usize, usize) -> bool; 2] = [&both, &unmet];
            for edges in edges {
                if let Some(found) = pair_along(players, edges) {
                    return found;
                }
            }
        }
        unreachable!("all pairs are allowed in the end")
    }
}

fn pair_along(
    players: &[SwissPlayer],
    edges: &dyn Fn(usize, usize) -> bool,
) -> Option<(Vec<[usize; 2]>, Option<usize>)> {
    let count = players.len();
    if count.is_multiple_of(2) {
        let rest = Matching::largest(count, edges);
        return rest.is_perfect().then(|| (fold(players, rest, edges, None), None));
    }
    let fewest = players.iter().map(|player| player.byes).min()?;
    let may_rest = (0..count).rev().filter(|player| players[*player].byes == fewest);
    for bye in may_rest {
        let without = |one: usize, other: usize| one != bye && other != bye && edges(one, other);
        // A vertex beside all others stands for the one who rests.
        let with_rest = |one: usize, other: usize| {
            let (low, high) = (one.min(other), one.max(other));
            if high == count { low == bye } else { without(low, high) }
        };
        let mut rest = Matching::largest(count + 1, &with_rest);
        if rest.is_perfect() && rest.take_out(bye, count, &with_rest) {
            return Some((fold(players, rest, &without, Some(bye)), Some(bye)));
        }
    }
    None
}

/// Pairs from the top: each gets the best opponent with whom the rest can still be paired.
fn fold(
    players: &[SwissPlayer],
    mut rest: Matching,
    edges: &dyn Fn(usize, usize) -> bool,
    bye: Option<usize>,
) -> Vec<[usize; 2]> {
    let mut left: Vec<usize> = (0..players.len()).filter(|player| Some(*player) != bye).collect();
    let mut pairs = Vec::new();
    while !left.is_empty() {
        let high = left.remove(0);
        let score = players[high].score;
        let group = left.iter().take_while(|other| players[**other].score == score).count() + 1;
        let ideal = group / 2;
        let mut choice: Vec<usize> = (0..left.len()).collect();
        choice.sort_by_key(|place| {
            let other = &players[left[*place]];
            let clash = players[high].surplus.signum() * other.surplus.signum() > 0;
            // Places are counted from the one behind, so that the ideal one is at `group / 2 - 1`.
            (*place + 1 >= group, clash, (*place + 1).abs_diff(ideal))
        });
        let best = choice
            .into_iter()
            .find(|place| edges(high, left[*place]) && rest.take_out(high, left[*place], edges));
        let low = left.remove(best.expect("a perfect matching has an opponent for each"));
        pairs.push([high, low]);
    }
    pairs
}

#[cfg(test)]
mod tests;
