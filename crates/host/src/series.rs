//! Whether one bot is better than another: matches in blocks, until a sequential test has an
//! answer.

mod counting;

pub use counting::SavedBlocks;

use crate::{HostError, StopSignal, Workspace, executor::ActiveLineup};
use certamen_game::job::{MatchJob, MatchNumber, SubmissionId};
use certamen_game::{
    DynGame, Fault, Map, MatchRecord, Scoring, SeatEntry, Table, arbiter::Arbiter, match_seed,
};
use certamen_runner::{BuiltBot, EnginePool, Lineup};
use certamen_tournament::{
    Verdict,
    statistics::{Blocks, SequentialTest},
    verdicts,
};
use counting::Counting;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, collections::BTreeMap, mem, time::Duration};

pub struct CompareRun {
    /// The table of every match, except its seats and its seed.
    pub table: Table,
    /// The options of one block after the other, where they begin differently.
    pub openings: Vec<Map>,
    /// The new one, the old one, and their opponents.
    pub bots: Vec<(SeatEntry, BuiltBot)>,
    /// The number of seats; with more than two, all but one are for opponents.
    pub seats: usize,
    pub test: SequentialTest,
    /// The maximum number of matches.
    pub most: u64,
    pub answers: Answers,
}

/// What is known about how bots answer the same question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// All are declared to answer alike: what went alike twice goes alike for ever.
    Alike,
    Unknown,
}

#[derive(Debug)]
pub struct CompareEvidence {
    /// The blocks; those of deterministic bots are all different.
    pub blocks: Blocks,
    /// Of all matches, how many the new one won, drew and lost; with more seats, against how many.
    pub results: [u64; 3],
    /// How many blocks were played that could only go like an earlier one, and are not counted.
    pub repeated: u64,
    /// How often the new and the old one committed what.
    pub faults: [BTreeMap<Fault, u64>; 2],
    pub result: CompareResult,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompareResult {
    Better,
    NotBetter,
    /// All matches are played, and nothing shows.
    AllPlayed,
    /// Every match goes like an earlier one.
    NothingNew,
    Stopped,
}

/// The result so far is shown after this many more blocks.
const SHOWN: u64 = 50;

/// One block: the new one's result of each match or, against others, each one's results, and what
/// was played.
#[derive(Debug, Serialize, Deserialize)]
struct CompareBlock {
    half_points: usize,
    /// Half points of the new and the old one together, against others.
    both: usize,
    results: [u64; 3],
    #[serde(with = "hex")]
    start: blake3::Hash,
    #[serde(rename = "played", with = "hex")]
    fingerprint: blake3::Hash,
    faults: [BTreeMap<Fault, u64>; 2],
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(hash: &blake3::Hash, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hash.to_hex())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<blake3::Hash, D::Error> {
        blake3::Hash::from_hex(String::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl CompareRun {
    /// Plays until the test has an answer, continuing after the blocks that are `kept`; `show` is
    /// called whenever there are more.
    pub fn play(
        &self,
        workspace: &Workspace,
        (stop, mut kept): (&StopSignal, Option<SavedBlocks>),
        show: &mut dyn FnMut(&Blocks),
    ) -> Result<CompareEvidence, HostError> {
        let bot = self.bots.iter().map(|(_, bot)| bot.clone());
        let bots = (0..).map(SubmissionId).zip(bot).collect();
        let pool = workspace.pool();
        let lineup = ActiveLineup::new(Lineup {
            plan: workspace.plan.clone(),
            bots,
            observer: None,
            engines: EnginePool::default(),
        });
        let waker = pool.results();
        // The receiver is gone if the pool is.
        let _waking = stop.waking(move || drop(waker.send(None)));
        let mut counting = Counting::of(self, workspace.plan.game);
        for block in kept.as_mut().map(|kept| mem::take(&mut kept.before)).unwrap_or_default() {
            if let Some(result) = counting.go_on(block) {
                return Ok(counting.concluded(result));
            }
        }
        let mut shown = counting.blocks.len();
        loop {
            while counting.under_way() < 2 * workspace.jobs
                && let Some(job) = counting.next()
            {
                pool.give(job, &lineup);
            }
            if counting.under_way() == 0 {
                return Ok(counting.concluded(CompareResult::AllPlayed));
            }
            if let Some(done) = pool.take(Duration::MAX)
                && let Some(again) = counting.take(done)?
            {
                pool.give(again, &lineup);
            }
            if let Some(result) = counting.count(kept.as_mut())? {
                return Ok(counting.concluded(result));
            }
            if counting.blocks.len() >= shown + SHOWN {
                shown = counting.blocks.len();
                show(&counting.blocks);
            }
            if stop.is_set() {
                return Ok(counting.concluded(CompareResult::Stopped));
            }
        }
    }

    /// The bots of the matches in a block, the new or the old one first: from one start, on every
    /// seat. Against others, what the old one does not get counts for the new one.
    fn matches(&self, block: u64) -> Vec<Vec<usize>> {
        let rivals = self.bots.len() - 2;
        if rivals == 0 {
            return vec![vec![0, 1], vec![1, 0]];
        }
        let other = |place: usize| 2 + (block as usize + place) % rivals;
        let others: Vec<usize> = (0..self.seats - 1).map(other).collect();
        let seated = |own: usize, seat: usize| {
            let mut table = others.clone();
            table.insert(seat, own);
            table
        };
        let both = [0, 1].into_iter();
        both.flat_map(|own| (0..self.seats).map(move |seat| (own, seat)))
            .map(|(own, seat)| seated(own, seat))
            .collect()
    }

    /// How many comparisons of two players there are in a block.
    fn comparisons(&self) -> usize {
        self.block_length() as usize * (self.seats - 1)
    }

    fn work(&self, number: MatchNumber) -> MatchJob {
        let (block, place) = self.place(number);
        let seats = self.matches(block).swap_remove(place);
        let seed = match_seed(self.table.seed, &format!("block {block}"));
        let entries = seats.iter().map(|bot| self.bots[*bot].0.clone()).collect();
        let folders = vec![Vec::new(); seats.len()];
        let opening = block.checked_rem(self.openings.len() as u64);
        let options = opening.map_or(&self.table.options, |at| &self.openings[at as usize]);
        let options = options.clone();
        MatchJob {
            number,
            table: Table { seats: entries, seed, options, ..self.table.clone() },
            seats: seats.into_iter().map(|bot| SubmissionId(bot as i64)).collect(),
            folders,
        }
    }

    /// The block of a match, and which one it is there. Matches are numbered from 0.
    fn place(&self, number: MatchNumber) -> (u64, usize) {
        let length = self.block_length();
        (number.0 as u64 / length, (number.0 as u64 % length) as usize)
    }

    fn block_length(&self) -> u64 {
        if self.bots.len() > 2 { 2 * self.seats as u64 } else { 2 }
    }

    fn block(
        &self,
        number: u64,
        records: &[MatchRecord],
        game: &dyn DynGame,
    ) -> Result<CompareBlock, HostError> {
        let (mut half_points, mut both, mut results) = (0, 0, [0; 3]);
        let mut faults = [BTreeMap::new(), BTreeMap::new()];
        let (mut start, mut played) = (blake3::Hasher::new(), blake3::Hasher::new());
        let scoring = game.info().scoring;
        for (seats, record) in self.matches(number).into_iter().zip(records) {
            // The new and the old one come before their opponents.
            let own = seats.iter().copied().min().unwrap_or_default();
            let seat = seats.iter().position(|bot| *bot == own).unwrap_or_default();
            for half in halves(record, scoring, seat)? {
                half_points += if own == 0 { half } else { 2 - half };
                both += half;
                if own == 0 {
                    results[2 - half] += 1;
                }
            }
            let moves = record.turns.iter().flat_map(|turn| &turn.moves);
            for (seat, fault) in moves.filter_map(|entry| Some((entry.seat, entry.fault?))) {
                if let Some(of_bot) = faults.get_mut(seats[seat.index()]) {
                    *of_bot.entry(fault).or_default() += 1;
                }
            }
            hash_start(record, game, &mut start)?;
            hash(record, &seats, &mut played);
        }
        let (start, fingerprint) = (start.finalize(), played.finalize());
        Ok(CompareBlock { half_points, both, results, start, fingerprint, faults })
    }
}

/// The results of `seat` against each other one, in half points. If both fail to act, it is a draw
/// between them.
fn halves(record: &MatchRecord, scoring: Scoring, seat: usize) -> Result<Vec<usize>, HostError> {
    let results = verdicts(record, scoring).ok_or(HostError::NoEnd)?;
    if results.len() > 2 {
        let others = results.iter().enumerate().filter(|(other, _)| *other != seat);
        let half = |score: f64| match results[seat].score.total_cmp(&score) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        };
        return Ok(others.map(|(_, result)| half(result.score)).collect());
    }
    let both_lost = results.iter().all(|result| result.verdict == Verdict::Lost);
    Ok(vec![match results[seat].verdict {
        _ if both_lost => 1,
        Verdict::Won => 2,
        Verdict::Drawn => 1,
        Verdict::Lost => 0,
    }])
}

/// A hash of the start of a match, independent of the clock and of the names of the seats.
fn hash_start(
    record: &MatchRecord,
    game: &dyn DynGame,
    into: &mut blake3::Hasher,
) -> Result<(), HostError> {
    let begun = Arbiter::start(game, record.table.clone()).map_err(|_| HostError::NoEnd)?;
    let text = begun.state().json().to_string();
    into.update(&(text.len() as u64).to_le_bytes());
    into.update(text.as_bytes());
    // The same position by other moves is another opening.
    if let Some(moves) = record.table.options.get("moves") {
        into.update(moves.to_string().as_bytes());
    }
    Ok(())
}

/// A hash of the moves and players, independent of the seed and the clock.
fn hash(record: &MatchRecord, seats: &[usize], into: &mut blake3::Hasher) {
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
    use certamen_game::conformance;
    use certamen_sandbox::Unisolated;
    use std::sync::Arc;

    /// A series between built-in players of Mancala-8, with `jobs` matches at a time.
    fn played(bots: &[&str], jobs: usize, stop: &StopSignal) -> CompareEvidence {
        let compare_run = series("mancala8", bots, 2);
        compare_run.play(&workspace(&compare_run, jobs), (stop, None), &mut |_| ()).unwrap()
    }

    fn workspace(compare_run: &CompareRun, jobs: usize) -> Workspace {
        let game = certamen_games::find(&compare_run.table.game).unwrap();
        Workspace::passing(game, Arc::new(Unisolated::new()), jobs).unwrap()
    }

    fn series(game: &str, bots: &[&str], seats: usize) -> CompareRun {
        let game = certamen_games::find(game).unwrap();
        let builtin = |name: &&str| {
            let bot = BuiltBot::Builtin { name: (*name).to_owned(), arguments: [].into() };
            (SeatEntry::named(*name), bot)
        };
        CompareRun {
            table: conformance::table(game, Map::new(), seats as u8, 1),
            openings: Vec::new(),
            bots: bots.iter().map(builtin).collect(),
            seats,
            test: SequentialTest { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 },
            most: 400,
            answers: Answers::Unknown,
        }
    }

    fn summary(evidence: &CompareEvidence) -> String {
        let CompareEvidence { blocks, results, repeated, result, .. } = evidence;
        format!("{result:?} {results:?} {repeated} {:?}", blocks.counts())
    }

    #[test]
    fn it_ends_when_it_shows_however_many_play_at_a_time() {
        let [one, four] =
            [1, 4].map(|jobs| played(&["bueno", "random"], jobs, &StopSignal::default()));
        assert_eq!(one.result, CompareResult::Better, "{one:?}");
        assert_eq!(summary(&one), summary(&four));
        let worse = played(&["random", "bueno"], 2, &StopSignal::default());
        assert_eq!(worse.result, CompareResult::NotBetter, "{worse:?}");
    }

    #[test]
    fn what_only_repeats_is_no_evidence() {
        let evidence = played(&["bueno", "regular"], 2, &StopSignal::default());
        assert_eq!(evidence.result, CompareResult::NothingNew);
        assert_eq!((evidence.blocks.len(), evidence.repeated), (1, 32));
    }

    #[test]
    fn against_others_what_the_old_one_does_not_get_counts_for_the_new_one() {
        let evidence =
            played(&["bueno", "first", "random", "aleatorio"], 2, &StopSignal::default());
        assert_eq!(evidence.result, CompareResult::Better, "{evidence:?}");
        assert_eq!(evidence.blocks.matches(), 4);
        // Only the matches of the new one are reported.
        assert_eq!(evidence.results.iter().sum::<u64>(), 2 * evidence.blocks.len());
    }

    #[test]
    fn at_tables_of_many_each_other_counts() {
        let compare_run = series("coins", &["random"; 5], 4);
        let compare_run = CompareRun { most: 24, ..compare_run };
        let evidence = compare_run
            .play(&workspace(&compare_run, 2), (&StopSignal::default(), None), &mut |_| ())
            .unwrap();
        // Both on each of four seats, against three others.
        assert_eq!((evidence.blocks.len(), evidence.blocks.matches()), (3, 24));
        assert_eq!(evidence.results.iter().sum::<u64>(), 3 * 4 * 3);
        assert_eq!(compare_run.matches(1)[1], [3, 0, 4, 2]);
    }

    #[test]
    fn who_was_stopped_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let whole = played(&["bueno", "random"], 1, &StopSignal::default());
        let compare_run = series("mancala8", &["bueno", "random"], 2);
        let bench = workspace(&compare_run, 1);
        let play = |most| {
            let compare_run =
                CompareRun { most, ..self::series("mancala8", &["bueno", "random"], 2) };
            let kept = SavedBlocks::open(&path, &compare_run).unwrap();
            compare_run.play(&bench, (&StopSignal::default(), Some(kept)), &mut |_| ()).unwrap()
        };
        assert_eq!(play(4).result, CompareResult::AllPlayed);
        // An incomplete line does not count.
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        std::fs::write(&path, format!("{text}{{\"half_points\":4")).unwrap();
        assert_eq!(summary(&play(400)), summary(&whole));
        // All is there: nothing is played any more.
        assert_eq!(summary(&play(400)), summary(&whole));
        let other =
            CompareRun { test: SequentialTest { elo1: 60.0, ..compare_run.test }, ..compare_run };
        let refused = SavedBlocks::open(&path, &other).unwrap_err();
        assert!(matches!(refused, HostError::OtherSeries { .. }), "{refused}");
    }

    #[test]
    fn both_matches_of_a_block_have_the_same_opening() {
        let opening =
            |points: u32| -> Map { [("points".to_owned(), points.into())].into_iter().collect() };
        let openings: Vec<Map> = [10, 20, 30].map(opening).into();
        let compare_run = CompareRun { openings, ..series("footsteps", &["last", "first"], 2) };
        let points = |number| compare_run.work(MatchNumber(number)).table.options["points"].clone();
        assert_eq!((0..8).map(points).collect::<Vec<_>>(), [10, 10, 20, 20, 30, 30, 10, 10]);
        // What goes alike from each opening is played once.
        let evidence = compare_run.play(
            &workspace(&compare_run, 1),
            (&StopSignal::default(), None),
            &mut |_| (),
        );
        let evidence = evidence.unwrap();
        assert_eq!(evidence.result, CompareResult::NothingNew);
        assert_eq!(evidence.blocks.len(), 3);
    }

    #[test]
    fn enough_blocks_end_the_comparison() {
        let stop = StopSignal::default();
        stop.set();
        let evidence = played(&["random", "aleatorio"], 1, &stop);
        assert_eq!(evidence.result, CompareResult::Stopped, "{evidence:?}");
    }
}
