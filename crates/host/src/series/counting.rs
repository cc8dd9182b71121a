//! The blocks of a series: counted as they come, and stored in a file, so that a comparison that
//! was stopped continues where it was.
//!
//! The first line of the file says what is compared; it must be the same when continuing, since a
//! test whose hypotheses are chosen after seeing data proves nothing. Only the maximum number of
//! matches may change.

use super::{Answers, CompareBlock, CompareEvidence, CompareResult, CompareRun};
use crate::HostError;
use certamen_game::{
    DynGame, Fault, MatchRecord, SeatEntry, Void,
    job::{MatchJob, MatchNumber},
};
use certamen_runner::CompletedMatch;
use certamen_tournament::statistics::{Blocks, TestDecision};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// This many blocks in a row that went like earlier ones from the same starts, before any went
/// another way, mean that nothing else will come.
const ENOUGH_REPEATED: u64 = 32;
/// The same where the bots are declared deterministic.
const ENOUGH_DECLARED: u64 = 1;
/// A match is played again at most this many times if it ended because of an error on our side.
const MOST_VOIDS: u32 = 3;

/// Counts blocks by their numbers, not as they come: slow matches would be missing at the end.
pub(super) struct Counting<'a> {
    series: &'a CompareRun,
    game: &'static dyn DynGame,
    pub(super) blocks: Blocks,
    results: [u64; 3],
    faults: [BTreeMap<Fault, u64>; 2],
    /// Blocks that went like an earlier one while none had gone another way from the same start.
    withheld: Vec<CompareBlock>,
    /// Whether a start led to two different blocks: then a player is not deterministic.
    varied: bool,
    /// The maximum number of matches, and how many of them were given out.
    most: u64,
    given: u64,
    /// Records of blocks that are not counted yet, and how often a match of them was void.
    records: BTreeMap<MatchNumber, MatchRecord>,
    voids: BTreeMap<MatchNumber, u32>,
    /// How many blocks were looked at, what was played from which start, and how many of the last
    /// were nothing new.
    counted: u64,
    known: HashMap<blake3::Hash, blake3::Hash>,
    in_a_row: u64,
}

impl<'a> Counting<'a> {
    pub(super) fn of(compare_run: &'a CompareRun, game: &'static dyn DynGame) -> Counting<'a> {
        let length = compare_run.block_length();
        let blocks = if compare_run.bots.len() > 2 {
            Blocks::against_others(compare_run.comparisons())
        } else {
            Blocks::new(length as usize)
        };
        Counting {
            series: compare_run,
            game,
            blocks,
            results: [0; 3],
            faults: [BTreeMap::new(), BTreeMap::new()],
            withheld: Vec::new(),
            varied: false,
            most: (compare_run.most / length).max(1) * length,
            given: 0,
            records: BTreeMap::new(),
            voids: BTreeMap::new(),
            counted: 0,
            known: HashMap::new(),
            in_a_row: 0,
        }
    }

    pub(super) fn under_way(&self) -> usize {
        let back = self.counted * self.series.block_length() + self.records.len() as u64;
        (self.given - back) as usize
    }

    pub(super) fn next(&mut self) -> Option<MatchJob> {
        let number = MatchNumber(self.given as i64);
        self.given += u64::from(self.given < self.most);
        ((number.0 as u64) < self.most).then(|| self.series.work(number))
    }

    /// Adds a finished match; returns it if it must be replayed because of an error on our side.
    pub(super) fn take(&mut self, done: CompletedMatch) -> Result<Option<MatchJob>, HostError> {
        match done.result {
            Ok(played) => {
                self.records.insert(done.number, played.record);
                Ok(None)
            }
            Err(void) => self.again(done.number, void).map(Some),
        }
    }

    fn again(&mut self, number: MatchNumber, void: Void) -> Result<MatchJob, HostError> {
        let voids = self.voids.entry(number).or_default();
        *voids += 1;
        if *voids > MOST_VOIDS {
            return Err(HostError::Unplayable(Box::new(void)));
        }
        Ok(self.series.work(number))
    }

    /// Counts a stored block, the next one in order; returns why it is enough, if it is.
    pub(super) fn go_on(&mut self, block: CompareBlock) -> Option<CompareResult> {
        self.counted += 1;
        self.given = self.counted * self.series.block_length();
        self.see(block);
        self.conclusion()
    }

    /// Counts the blocks that are complete, in order, and stores them; returns why it is enough, if
    /// it is.
    pub(super) fn count(
        &mut self,
        mut saved_blocks: Option<&mut SavedBlocks>,
    ) -> Result<Option<CompareResult>, HostError> {
        let length = self.series.block_length();
        loop {
            let first = self.counted * length;
            let numbers = (first..first + length).map(|number| MatchNumber(number as i64));
            if !numbers.clone().all(|number| self.records.contains_key(&number)) {
                return Ok(None);
            }
            let records = numbers.filter_map(|number| self.records.remove(&number));
            let records: Vec<MatchRecord> = records.collect();
            let block = self.series.block(self.counted, &records, self.game)?;
            if let Some(saved_blocks) = &mut saved_blocks {
                saved_blocks.add(&block)?;
            }
            self.counted += 1;
            self.see(block);
            if let Some(conclusion) = self.conclusion() {
                return Ok(Some(conclusion));
            }
        }
    }

    fn conclusion(&self) -> Option<CompareResult> {
        match self.series.test.answer(&self.blocks) {
            TestDecision::Better => Some(CompareResult::Better),
            TestDecision::NotBetter => Some(CompareResult::NotBetter),
            TestDecision::Undecided if self.in_a_row == self.enough() => {
                Some(CompareResult::NothingNew)
            }
            TestDecision::Undecided => None,
        }
    }

    /// How many blocks in a row without anything new are enough.
    fn enough(&self) -> u64 {
        match self.series.answers {
            Answers::Alike => ENOUGH_DECLARED,
            Answers::Unknown => ENOUGH_REPEATED,
        }
    }

    /// Counts a block. One that went like an earlier one from the same start waits until another
    /// differs: bots that use randomness play their favourite line again and again, and every time
    /// counts.
    fn see(&mut self, block: CompareBlock) {
        let before = self.known.insert(block.start, block.fingerprint);
        self.varied |= before.is_some_and(|before| before != block.fingerprint);
        if before == Some(block.fingerprint) && !self.varied {
            self.in_a_row += 1;
            self.withheld.push(block);
            return;
        }
        self.in_a_row = 0;
        if self.varied {
            for withheld in std::mem::take(&mut self.withheld) {
                self.add(withheld);
            }
        }
        self.add(block);
    }

    fn add(&mut self, block: CompareBlock) {
        if self.series.bots.len() > 2 {
            self.blocks.add_against(block.half_points, block.both);
        } else {
            self.blocks.add(block.half_points);
        }
        for (sum, result) in self.results.iter_mut().zip(block.results) {
            *sum += result;
        }
        for (sum, faults) in self.faults.iter_mut().zip(block.faults) {
            for (fault, times) in faults {
                *sum.entry(fault).or_default() += times;
            }
        }
    }

    pub(super) fn concluded(self, conclusion: CompareResult) -> CompareEvidence {
        let Counting { blocks, results, faults, withheld, .. } = self;
        CompareEvidence {
            blocks,
            results,
            repeated: withheld.len() as u64,
            faults,
            result: conclusion,
        }
    }
}

/// The largest file that is read, in bytes: that of four million matches.
const LARGEST: u64 = 512 << 20;

#[derive(Debug)]
pub struct SavedBlocks {
    path: PathBuf,
    file: File,
    /// The stored blocks that have not been counted yet.
    pub(super) before: Vec<CompareBlock>,
}

impl SavedBlocks {
    /// The file at `path`, made for `series` if it is not there.
    pub fn open(path: &Path, compare_run: &CompareRun) -> Result<SavedBlocks, HostError> {
        let io = |error| HostError::Io { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(io)?;
        if file.metadata().map_err(io)?.len() > LARGEST {
            return Err(io(io::ErrorKind::FileTooLarge.into()));
        }
        let head = header(compare_run).to_string();
        let (mut before, mut whole) = (Vec::new(), 0);
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        // A line that was cut off while it was written does not count.
        while reader.read_line(&mut line).map_err(io)? > 0 && line.ends_with('\n') {
            if whole > 0 {
                let block = serde_json::from_str(&line);
                before.push(block.map_err(|_| io(io::ErrorKind::InvalidData.into()))?);
            } else if line.trim_end() != head {
                return Err(HostError::OtherSeries { path: path.to_owned() });
            }
            whole += line.len() as u64;
            line.clear();
        }
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if whole == 0 {
            writeln!(file, "{head}").map_err(io)?;
        }
        Ok(SavedBlocks { path: path.to_owned(), file, before })
    }

    pub(super) fn add(&mut self, block: &CompareBlock) -> Result<(), HostError> {
        let line = serde_json::to_string(block).expect("numbers are plain data");
        let done = self.file.write_all(format!("{line}\n").as_bytes());
        done.map_err(|error| HostError::Io { path: self.path.clone(), error })
    }
}

/// What is compared; it must not change.
fn header(compare_run: &CompareRun) -> Value {
    let CompareRun { table, openings, bots, test, seats, .. } = compare_run;
    let bots: Vec<&SeatEntry> = bots.iter().map(|(entry, _)| entry).collect();
    let mut header = json!({
        "compare": table,
        "bots": bots,
        "seats": seats,
        "hypotheses": [test.elo0, test.elo1],
        "errors": [test.alpha, test.beta],
    });
    if !openings.is_empty() {
        let openings = serde_json::to_vec(openings).expect("options are plain data");
        header["openings"] = json!(blake3::hash(&openings).to_hex().to_string());
    }
    header
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Map, conformance};
    use certamen_tournament::statistics::SequentialTest;

    /// A block of a start and what was played, which gave this many half points.
    fn block(start: u8, played: u8, half_points: usize) -> CompareBlock {
        let [start, fingerprint] = [start, played].map(|byte| blake3::hash(&[byte]));
        let faults = [BTreeMap::new(), BTreeMap::new()];
        CompareBlock { half_points, both: 0, results: [0, 0, 2], start, fingerprint, faults }
    }

    fn counted(blocks: impl IntoIterator<Item = CompareBlock>) -> (Vec<u64>, usize) {
        let game = certamen_games::find("mancala8").unwrap();
        let compare_run = CompareRun {
            table: conformance::table(game, Map::new(), 2, 1),
            openings: Vec::new(),
            bots: Vec::new(),
            seats: 2,
            test: SequentialTest { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 },
            most: 400,
            answers: Answers::Unknown,
        };
        let mut counting = Counting::of(&compare_run, game);
        blocks.into_iter().for_each(|block| counting.see(block));
        (counting.blocks.counts().to_vec(), counting.withheld.len())
    }

    #[test]
    fn who_loses_by_one_line_again_and_again_has_lost_again_and_again() {
        // Seven of ten blocks are lost in one way, three are won in different ways.
        let mut rng = certamen_game::Rng::of_turn(3, 1);
        let mut wins = 1;
        let blocks: Vec<CompareBlock> = (0..100)
            .map(|_| {
                if rng.below(10) < 7 {
                    return block(0, 0, 0);
                }
                wins += 1;
                block(0, wins, 4)
            })
            .collect();
        let won = u64::from(wins) - 1;
        assert_eq!(counted(blocks), (vec![100 - won, 0, 0, 0, won], 0));
    }

    #[test]
    fn bots_that_answer_alike_are_counted_once_a_start() {
        let blocks = (0..60).map(|number| block(number % 6, number % 6, 4));
        assert_eq!(counted(blocks), (vec![0, 0, 0, 0, 6], 54));
    }
}
