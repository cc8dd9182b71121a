//! Whether one bot is better than another: matches in blocks, until a sequential test has an answer.

mod counting;

use crate::{Bench, HallError, Stop};
use certamen_game::{
    DynGame, Fault, MatchRecord, Scoring, SeatEntry, Table, arbiter::Arbiter, match_seed,
};
use certamen_tournament::{
    Verdict,
    statistics::{Blocks, SequentialTest},
    verdicts,
};
use certamen_work::{MatchNumber, SubmissionId, Work};
use certamen_worker::{Cast, Ready};
use counting::Counting;
use std::{
    collections::BTreeMap,
    sync::{Arc, mpsc::RecvTimeoutError},
    time::Duration,
};

/// What is played.
pub struct Series {
    /// Every match's table, but for its seats and its seed.
    pub table: Table,
    /// The new one, the old one, and those both play against.
    pub bots: Vec<(SeatEntry, Ready)>,
    /// When it is enough.
    pub test: SequentialTest,
    /// So many matches at most.
    pub most: u64,
    /// What is known of how its bots answer.
    pub answers: Answers,
}

/// What is known of how bots answer the same question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// All are declared to answer alike: what went alike twice goes alike for ever.
    Alike,
    /// Nobody knows.
    Unknown,
}

/// What came of it.
#[derive(Debug)]
pub struct Evidence {
    /// The blocks; those of bots that answer alike are all different.
    pub blocks: Blocks,
    /// Of all matches how many the new one won, drew and lost.
    pub results: [u64; 3],
    /// How many blocks were played that could only go like an earlier one, and are not counted.
    pub repeated: u64,
    /// How often the new and the old one committed what.
    pub faults: [BTreeMap<Fault, u64>; 2],
    /// Why it ended.
    pub conclusion: Conclusion,
}

/// Why a series ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// The new one is better.
    Better,
    /// It is not.
    NotBetter,
    /// All matches are played, and nothing shows.
    AllPlayed,
    /// Every match goes like an earlier one.
    NothingNew,
    /// Somebody had enough.
    Stopped,
}

/// Whenever there are so many blocks more, they are shown.
const SHOWN: u64 = 50;
/// How long to wait for a match before looking at the wish to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// One block: what each match gave the new one or, against others, what it gave to whom, and what
/// was played.
struct Block {
    half_points: usize,
    /// Half points of the new and the old one together, against others.
    both: usize,
    results: [u64; 3],
    /// Where it began, and what was played.
    start: blake3::Hash,
    fingerprint: blake3::Hash,
    faults: [BTreeMap<Fault, u64>; 2],
}

impl Series {
    /// Plays until the test has an answer; `show` sees the blocks whenever there are more.
    pub fn play(
        &self,
        bench: &Bench,
        stop: &Stop,
        show: &mut dyn FnMut(&Blocks),
    ) -> Result<Evidence, HallError> {
        let ready = self.bots.iter().map(|(_, ready)| ready.clone());
        let bots = (0..).map(SubmissionId).zip(ready).collect();
        let cast = Arc::new(Cast { plan: bench.plan.clone(), bots, onlooker: None });
        let pool = bench.pool();
        let mut counting = Counting::of(self, bench.plan.game);
        let mut shown = 0;
        loop {
            while counting.under_way() < 2 * bench.jobs
                && let Some(work) = counting.next()
            {
                pool.give(work, &cast);
            }
            if counting.under_way() == 0 {
                return Ok(counting.concluded(Conclusion::AllPlayed));
            }
            match pool.take(PATIENCE) {
                Ok(done) => {
                    if let Some(again) = counting.take(done)? {
                        pool.give(again, &cast);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(HallError::NobodyPlays),
            }
            if let Some(conclusion) = counting.count()? {
                return Ok(counting.concluded(conclusion));
            }
            if counting.blocks.len() >= shown + SHOWN {
                shown = counting.blocks.len();
                show(&counting.blocks);
            }
            if stop.is_set() {
                return Ok(counting.concluded(Conclusion::Stopped));
            }
        }
    }

    /// Who plays in a block, the new or the old one first: from one start, every order of seats.
    /// Against others, what the old one does not get counts for the new one.
    fn matches(&self, block: u64) -> Vec<[usize; 2]> {
        let rivals = self.bots.len() - 2;
        let sides: &[(usize, usize)] = match rivals {
            0 => &[(0, 1)],
            _ => &[(0, 2), (1, 2)],
        };
        let other = |other| if other == 2 { 2 + (block as usize) % rivals } else { other };
        let sides = sides.iter().map(|(own, second)| (*own, other(*second)));
        sides.flat_map(|(own, other)| [[own, other], [other, own]]).collect()
    }

    fn work(&self, number: MatchNumber) -> Work {
        let (block, place) = self.place(number);
        let seats = self.matches(block)[place];
        let seed = match_seed(self.table.seed, &format!("block {block}"));
        let entries = seats.map(|bot| self.bots[bot].0.clone()).into();
        Work {
            number,
            table: Table { seats: entries, seed, ..self.table.clone() },
            seats: seats.map(|bot| SubmissionId(bot as i64)).into(),
            folders: vec![Vec::new(); 2],
        }
    }

    /// The block of a match, and which one it is there. Matches are numbered from 0.
    fn place(&self, number: MatchNumber) -> (u64, usize) {
        let length = self.block_length();
        (number.0 as u64 / length, (number.0 as u64 % length) as usize)
    }

    /// How many matches a block has.
    fn block_length(&self) -> u64 {
        if self.bots.len() > 2 { 4 } else { 2 }
    }

    fn block(
        &self,
        number: u64,
        records: &[MatchRecord],
        game: &dyn DynGame,
    ) -> Result<Block, HallError> {
        let (mut half_points, mut both, mut results) = (0, 0, [0; 3]);
        let mut faults = [BTreeMap::new(), BTreeMap::new()];
        let (mut start, mut played) = (blake3::Hasher::new(), blake3::Hasher::new());
        let scoring = game.info().scoring;
        for (seats, record) in self.matches(number).into_iter().zip(records) {
            // The new and the old one come before those whom both play against.
            let own = seats[0].min(seats[1]);
            let seat = usize::from(seats[1] == own);
            let half = match verdict(record, scoring, seat)? {
                Verdict::Won => 2,
                Verdict::Drawn => 1,
                Verdict::Lost => 0,
            };
            half_points += if own == 0 { half } else { 2 - half };
            both += half;
            if own == 0 {
                results[2 - half] += 1;
            }
            let moves = record.turns.iter().flat_map(|turn| &turn.moves);
            for (seat, fault) in moves.filter_map(|entry| Some((entry.seat, entry.fault?))) {
                if let Some(of_bot) = faults.get_mut(seats[seat.index()]) {
                    *of_bot.entry(fault).or_default() += 1;
                }
            }
            hash_start(record, game, &mut start)?;
            hash(record, seats, &mut played);
        }
        let (start, fingerprint) = (start.finalize(), played.finalize());
        Ok(Block { half_points, both, results, start, fingerprint, faults })
    }
}

/// What the match was for `seat`; both failing to act is a draw between them.
fn verdict(record: &MatchRecord, scoring: Scoring, seat: usize) -> Result<Verdict, HallError> {
    let verdicts = verdicts(record, scoring).ok_or(HallError::NoEnd)?;
    let both_lost = verdicts.iter().all(|result| result.verdict == Verdict::Lost);
    Ok(if both_lost { Verdict::Drawn } else { verdicts[seat].verdict })
}

/// From where a match went, whatever the clock; seats have names, which no start depends on.
fn hash_start(
    record: &MatchRecord,
    game: &dyn DynGame,
    into: &mut blake3::Hasher,
) -> Result<(), HallError> {
    let begun = Arbiter::start(game, record.table.clone()).map_err(|_| HallError::NoEnd)?;
    let text = begun.state().json().to_string();
    into.update(&(text.len() as u64).to_le_bytes());
    into.update(text.as_bytes());
    Ok(())
}

/// What was played and by whom, whatever the seed and the clock.
fn hash(record: &MatchRecord, seats: [usize; 2], into: &mut blake3::Hasher) {
    let played = record.turns.iter().flat_map(|turn| &turn.moves);
    let played: Vec<_> =
        played.map(|entry| (entry.seat.index(), &entry.action, entry.fault)).collect();
    let text = serde_json::to_vec(&(seats, played)).expect("moves are plain data");
    into.update(&(text.len() as u64).to_le_bytes());
    into.update(&text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Map, conformance};
    use certamen_sandbox::Unisolated;

    /// A series between house players of Mancala-8, played by so many at a time.
    fn played(bots: &[&str], jobs: usize, stop: &Stop) -> Evidence {
        let game = certamen_games::find("mancala8").unwrap();
        let bench = Bench::passing(game, Arc::new(Unisolated::new()), jobs).unwrap();
        let house = |name: &&str| {
            let ready = Ready::House { name: (*name).to_owned(), arguments: [].into() };
            (SeatEntry::named(*name), ready)
        };
        let series = Series {
            table: conformance::table(game, Map::new(), 2, 1),
            bots: bots.iter().map(house).collect(),
            test: SequentialTest { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 },
            most: 400,
            answers: Answers::Unknown,
        };
        series.play(&bench, stop, &mut |_| ()).unwrap()
    }

    fn told(evidence: &Evidence) -> String {
        let Evidence { blocks, results, repeated, conclusion, .. } = evidence;
        format!("{conclusion:?} {results:?} {repeated} {:?}", blocks.counts())
    }

    #[test]
    fn it_ends_when_it_shows_however_many_play_at_a_time() {
        let [one, four] = [1, 4].map(|jobs| played(&["bueno", "random"], jobs, &Stop::default()));
        assert_eq!(one.conclusion, Conclusion::Better, "{one:?}");
        assert_eq!(told(&one), told(&four));
        let worse = played(&["random", "bueno"], 2, &Stop::default());
        assert_eq!(worse.conclusion, Conclusion::NotBetter, "{worse:?}");
    }

    #[test]
    fn what_only_repeats_is_no_evidence() {
        let evidence = played(&["bueno", "regular"], 2, &Stop::default());
        assert_eq!(evidence.conclusion, Conclusion::NothingNew);
        assert_eq!((evidence.blocks.len(), evidence.repeated), (1, 32));
    }

    #[test]
    fn against_others_what_the_old_one_does_not_get_counts_for_the_new_one() {
        let evidence = played(&["bueno", "first", "random", "aleatorio"], 2, &Stop::default());
        assert_eq!(evidence.conclusion, Conclusion::Better, "{evidence:?}");
        assert_eq!(evidence.blocks.matches(), 4);
        // Only the matches of the new one are told.
        assert_eq!(evidence.results.iter().sum::<u64>(), 2 * evidence.blocks.len());
    }

    #[test]
    fn who_has_enough_is_heard() {
        let stop = Stop::default();
        stop.set();
        let evidence = played(&["random", "aleatorio"], 1, &stop);
        assert_eq!(evidence.conclusion, Conclusion::Stopped, "{evidence:?}");
    }
}
