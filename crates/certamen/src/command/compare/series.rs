//! The matches of a comparison, block by block, several at a time.

use crate::interrupt::Interrupt;
use crate::{command_error::CommandError, say::refusal};
use certamen_game::{MatchRecord, SeatEntry, Table, match_seed};
use certamen_referee::PlayError;
use certamen_tournament::{
    Verdict,
    statistics::{Answer, Blocks, SequentialTest},
    verdicts,
};
use certamen_worker::{Ready, Seating, SeatingPlan, allowed_cores, pin_to_core};
use std::{
    collections::{BTreeMap, HashSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

/// What is played.
pub(super) struct Series {
    /// How programs are seated.
    pub(super) plan: SeatingPlan,
    /// Every match's table, but for its seats and its seed.
    pub(super) table: Table,
    /// The new one, the old one, and those both play against.
    pub(super) bots: Vec<(SeatEntry, Ready)>,
    /// When it is enough.
    pub(super) test: SequentialTest,
    /// So many matches at most.
    pub(super) most: u64,
}

/// What came of it.
pub(super) struct Outcome {
    /// The blocks, each different from the others.
    pub(super) blocks: Blocks,
    /// Of all matches how many the new one won, drew and lost.
    pub(super) results: [u64; 3],
    /// How many blocks were played that went like an earlier one, move by move.
    pub(super) repeated: u64,
    /// Why it ended.
    pub(super) stop: Stop,
}

/// Why a series ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The new one is better.
    Better,
    /// It is not.
    NotBetter,
    /// All matches are played, and nothing shows.
    AllPlayed,
    /// Every match goes like an earlier one.
    NothingNew,
    /// The user had enough.
    Interrupted,
}

/// So many blocks in a row that went like earlier ones mean that nothing else will come.
const ENOUGH_REPEATED: u64 = 32;
/// Whenever there are so many blocks more, they are shown.
const SHOWN: u64 = 50;

/// A match is played again so often if it is our fault that it ended.
const MOST_VOIDS: u32 = 3;

/// One block: what each match gave the new one or, against others, what it gave to whom, and what
/// was played.
struct Block {
    half_points: usize,
    results: [u64; 3],
    fingerprint: u64,
}

impl Series {
    /// How many matches a block has.
    pub(super) fn matches_in_a_block(&self) -> usize {
        if self.bots.len() > 2 { 4 } else { 2 }
    }

    /// Plays until the test has an answer; `show` sees the blocks whenever there are more.
    pub(super) fn play(
        &self,
        jobs: usize,
        interrupt: &Interrupt,
        show: &mut dyn FnMut(&Blocks),
    ) -> Result<Outcome, CommandError> {
        let cores = allowed_cores();
        let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let (hand_in, handed_in) = channel();
        thread::scope(|scope| {
            for place in 0..jobs {
                let (hand_in, core, next, stopped) =
                    (hand_in.clone(), cores[place % cores.len()], &next, &stopped);
                scope.spawn(move || {
                    pin_to_core(core);
                    self.serve(place, next, stopped, &hand_in);
                });
            }
            drop(hand_in);
            let outcome = self.count(&handed_in, interrupt, show);
            stopped.store(true, Ordering::Relaxed);
            outcome
        })
    }

    /// One thread: plays block after block.
    fn serve(
        &self,
        place: usize,
        next: &AtomicU64,
        stopped: &AtomicBool,
        hand_in: &Sender<(u64, Result<Option<Block>, CommandError>)>,
    ) {
        let blocks = self.most / self.matches_in_a_block() as u64;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= blocks.max(1) || stopped.load(Ordering::Relaxed) {
                return;
            }
            let block = self.block(place, number, stopped);
            let failed = block.is_err();
            if hand_in.send((number, block)).is_err() || failed {
                return;
            }
        }
    }

    /// Counts blocks by their numbers, not as they come: slow matches would be missing at the end.
    fn count(
        &self,
        handed_in: &Receiver<(u64, Result<Option<Block>, CommandError>)>,
        interrupt: &Interrupt,
        show: &mut dyn FnMut(&Blocks),
    ) -> Result<Outcome, CommandError> {
        let blocks = Blocks::new(self.matches_in_a_block());
        let mut outcome = Outcome { blocks, results: [0; 3], repeated: 0, stop: Stop::AllPlayed };
        let (mut early, mut expected) = (BTreeMap::new(), 0);
        let (mut known, mut in_a_row, mut shown) = (HashSet::new(), 0, 0);
        for (number, block) in handed_in {
            let Some(block) = block? else { continue };
            early.insert(number, block);
            while let Some(block) = early.remove(&expected) {
                expected += 1;
                if known.insert(block.fingerprint) {
                    in_a_row = 0;
                    outcome.add(&block);
                } else {
                    in_a_row += 1;
                    outcome.repeated += 1;
                }
                let stop = match self.test.answer(&outcome.blocks) {
                    Answer::Better => Stop::Better,
                    Answer::NotBetter => Stop::NotBetter,
                    Answer::Undecided if in_a_row == ENOUGH_REPEATED => Stop::NothingNew,
                    Answer::Undecided => continue,
                };
                return Ok(Outcome { stop, ..outcome });
            }
            if outcome.blocks.len() >= shown + SHOWN {
                shown = outcome.blocks.len();
                show(&outcome.blocks);
            }
            if interrupt.is_set() {
                return Ok(Outcome { stop: Stop::Interrupted, ..outcome });
            }
        }
        Ok(outcome)
    }

    /// Plays a block: from one start, every order of seats. Nothing comes of it if it was stopped.
    fn block(
        &self,
        place: usize,
        number: u64,
        stopped: &AtomicBool,
    ) -> Result<Option<Block>, CommandError> {
        let mut block = Block { half_points: 0, results: [0; 3], fingerprint: 0 };
        let mut played = DefaultHasher::new();
        let rivals = self.bots.len() - 2;
        // Against others, what the old one does not get counts for the new one.
        let sides: &[(usize, usize)] = match rivals {
            0 => &[(0, 1)],
            _ => &[(0, 2), (1, 2)],
        };
        for &(own, other) in sides {
            let other = if other == 2 { 2 + (number as usize) % rivals } else { other };
            for seats in [[own, other], [other, own]] {
                let seat = usize::from(seats[1] == own);
                let Some(record) = self.record(place, number, seats, stopped)? else {
                    return Ok(None);
                };
                hash(&record, &mut played);
                (own, other).hash(&mut played);
                let verdict = verdict(&record, self.plan.game.info().scoring, seat)?;
                let half = match verdict {
                    Verdict::Won => 2,
                    Verdict::Drawn => 1,
                    Verdict::Lost => 0,
                };
                block.half_points += if own == 0 { half } else { 2 - half };
                if own == 0 {
                    block.results[2 - half] += 1;
                }
            }
        }
        block.fingerprint = played.finish();
        Ok(Some(block))
    }

    fn record(
        &self,
        place: usize,
        number: u64,
        seats: [usize; 2],
        stopped: &AtomicBool,
    ) -> Result<Option<MatchRecord>, CommandError> {
        let seed = match_seed(self.table.seed, &format!("block {number}"));
        let entries = seats.map(|bot| self.bots[bot].0.clone()).into();
        let table = Table { seats: entries, seed, ..self.table.clone() };
        let bots = seats.map(|bot| &self.bots[bot].1);
        let seating = Seating { plan: &self.plan, place };
        let mut watch = |_: &certamen_referee::MatchEvent<'_>| {
            if stopped.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut voids = 0;
        loop {
            let mut players = seating.players(&table, &bots)?;
            match certamen_referee::play(
                self.plan.game,
                table.clone(),
                &[],
                &mut players,
                &mut watch,
            ) {
                Ok(record) => return Ok(Some(record)),
                Err(PlayError::Stopped(_)) => return Ok(None),
                // A void is ours, not the bots': the match is played again.
                Err(PlayError::Void(_)) if voids < MOST_VOIDS => voids += 1,
                Err(PlayError::Void(void)) => {
                    return Err(CommandError::new(refusal::unplayable_match(void)));
                }
                Err(PlayError::Options(error)) => {
                    return Err(CommandError::new(refusal::unplayable_match(error)));
                }
                Err(PlayError::Resume(reason)) => {
                    return Err(CommandError::new(refusal::unplayable_match(reason)));
                }
            }
        }
    }
}

impl Outcome {
    /// Counts a block that went like no other.
    fn add(&mut self, block: &Block) {
        self.blocks.add(block.half_points);
        for (sum, result) in self.results.iter_mut().zip(block.results) {
            *sum += result;
        }
    }
}

/// What the match was for `seat`; both failing to act is a draw between them.
fn verdict(
    record: &MatchRecord,
    scoring: certamen_game::Scoring,
    seat: usize,
) -> Result<Verdict, CommandError> {
    let verdicts = verdicts(record, scoring).ok_or_else(|| CommandError::new(refusal::no_end()))?;
    let both_lost = verdicts.iter().all(|result| result.verdict == Verdict::Lost);
    Ok(if both_lost { Verdict::Drawn } else { verdicts[seat].verdict })
}

/// What was played, whatever the seed and the clock.
fn hash(record: &MatchRecord, into: &mut DefaultHasher) {
    for entry in record.turns.iter().flat_map(|turn| &turn.moves) {
        (entry.seat.index(), &entry.action).hash(into);
        entry.fault.map(|fault| fault.to_string()).hash(into);
    }
}
