//! A sandbox that records the dialogue with a program, and the end of its standard error.
//!
//! It does not change the dialogue. The listener is called after each event.

use crate::{
    AnswerCost, Broken, Cell, Process, Program, ProgramExit, Run, Sandbox, SandboxError,
    ShutdownReport, Tier, TimeBudget, process::forward,
};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// A receiver of events.
pub trait TranscriptSink: Send + Sync {
    /// Called after each event.
    fn hear(&self, transcript_event: TranscriptEvent<'_>);
}

/// The events of a dialogue.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum TranscriptEvent<'a> {
    /// A program that runs through a match was started.
    Started,
    /// Its turn begins.
    Asked,
    /// A line was sent to it, without its end.
    LineSent(&'a [u8]),
    /// It wrote a line, without its end.
    LineReceived(&'a [u8]),
    /// It wrote more, which was not read yet; reported again until it is read.
    UnaskedOutput(&'a [u8]),
    /// It wrote no complete line.
    Failed { end: ProgramExit, unheard: &'a [u8] },
    /// The cost of its answer, and the most memory that it had so far.
    Cost {
        answer_cost: AnswerCost,
        /// In bytes, where memory is counted.
        memory: Option<u64>,
    },
    /// A program was run once.
    Ran {
        argument: Option<&'a str>,
        input: Option<&'a [u8]>,
        /// The outcome, except for its standard error.
        run: &'a Run,
    },
    /// The end of its standard error since the last time: after each run, and at the ends of the
    /// turns, matches and life of a running program.
    Errors(&'a [u8]),
}

/// The end of the standard error of all programs run, by turn.
#[derive(Debug, Default)]
pub struct StderrTail(Mutex<StderrPieces>);

#[derive(Debug, Default)]
struct StderrPieces {
    /// The turn to which further output belongs.
    turn: u64,
    /// Turns and their output, which is not empty.
    pieces: Vec<(u64, Vec<u8>)>,
}

impl StderrTail {
    /// How many bytes of a program's standard error in a match are kept.
    pub const LONGEST: usize = 8 << 10;
    /// How many turns of it are kept apart, the last ones.
    const MOST: usize = 512;

    /// The end of standard error, at most 8 KiB.
    pub fn tail(&self) -> Vec<u8> {
        self.by_turn().into_iter().flat_map(|(_, words)| words).collect()
    }

    /// The same as pieces with their turns, of which none is empty; 0 is no turn, or several.
    pub fn by_turn(&self) -> Vec<(u64, Vec<u8>)> {
        self.0.lock().map(|tail| tail.pieces.clone()).unwrap_or_default()
    }

    /// Further output belongs to this turn, from 1.
    pub fn begin_turn(&self, turn: u64) {
        if let Ok(mut tail) = self.0.lock() {
            tail.turn = turn;
        }
    }
}

impl StderrPieces {
    fn append(&mut self, words: &[u8]) {
        match self.pieces.last_mut().filter(|(turn, _)| *turn == self.turn) {
            Some((_, last)) => last.extend_from_slice(words),
            None => self.pieces.push((self.turn, words.to_vec())),
        }
        let length: usize = self.pieces.iter().map(|(_, piece)| piece.len()).sum();
        let mut surplus = length.saturating_sub(StderrTail::LONGEST);
        self.pieces.retain_mut(|(_, piece)| {
            let cut = surplus.min(piece.len());
            surplus -= cut;
            piece.drain(..cut);
            !piece.is_empty()
        });
        if self.pieces.len() > StderrTail::MOST {
            let (_, second) = self.pieces.remove(1);
            let (turn, first) = &mut self.pieces[0];
            *turn = 0;
            first.extend(second);
        }
    }
}

impl TranscriptSink for StderrTail {
    fn hear(&self, transcript_event: TranscriptEvent<'_>) {
        if let (TranscriptEvent::Errors(words), Ok(mut tail)) = (transcript_event, self.0.lock()) {
            tail.append(words);
        }
    }
}

/// A sandbox whose dialogue is recorded.
pub struct RecordedSandbox {
    sandbox: Arc<dyn Sandbox>,
    sink: Arc<dyn TranscriptSink>,
    /// Whether unasked output is reported, which costs a system call per turn.
    curious: bool,
}

impl RecordedSandbox {
    /// `sandbox` with `sink`, which receives output when it is due.
    pub fn new(sandbox: Arc<dyn Sandbox>, sink: Arc<dyn TranscriptSink>) -> RecordedSandbox {
        RecordedSandbox { sandbox, sink, curious: false }
    }

    /// The same, with unasked output.
    pub fn curious(sandbox: Arc<dyn Sandbox>, sink: Arc<dyn TranscriptSink>) -> RecordedSandbox {
        RecordedSandbox { sandbox, sink, curious: true }
    }
}

impl Sandbox for RecordedSandbox {
    fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        Ok(self.record(self.sandbox.create_cell(program)?))
    }

    fn create_reusable_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        Ok(self.record(self.sandbox.create_reusable_cell(program)?))
    }
}

impl RecordedSandbox {
    fn record(&self, cell: Box<dyn Cell>) -> Box<dyn Cell> {
        Box::new(RecordedCell { cell, sink: Arc::clone(&self.sink), curious: self.curious })
    }
}

struct RecordedCell {
    cell: Box<dyn Cell>,
    sink: Arc<dyn TranscriptSink>,
    curious: bool,
}

impl Cell for RecordedCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        let process = self.cell.start()?;
        self.sink.hear(TranscriptEvent::Started);
        Ok(Box::new(RecordedProcess {
            process,
            sink: Arc::clone(&self.sink),
            curious: self.curious,
        }))
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        let run = self.cell.run(argument, input, budget)?;
        self.sink.hear(TranscriptEvent::Ran { argument, input, run: &run });
        if !run.errors.is_empty() {
            self.sink.hear(TranscriptEvent::Errors(&run.errors));
        }
        Ok(run)
    }
}

struct RecordedProcess {
    process: Box<dyn Process>,
    sink: Arc<dyn TranscriptSink>,
    curious: bool,
}

impl RecordedProcess {
    fn inner(&self) -> &dyn Process {
        &*self.process
    }

    fn inner_mut(&mut self) -> &mut dyn Process {
        &mut *self.process
    }

    fn unasked(&mut self) {
        if !self.curious {
            return;
        }
        let unasked = self.process.unheard();
        if !unasked.is_empty() {
            self.sink.hear(TranscriptEvent::UnaskedOutput(unasked));
        }
    }

    fn report_errors(&mut self) {
        let errors = self.process.take_errors();
        if !errors.is_empty() {
            self.sink.hear(TranscriptEvent::Errors(&errors));
        }
    }

    fn broke(&mut self, broken: &Broken) {
        if let Broken::Program(end) = *broken {
            let unheard = self.process.unheard();
            self.sink.hear(TranscriptEvent::Failed { end, unheard });
        }
    }
}

impl Process for RecordedProcess {
    forward! { &self:
        fn pondered() -> Duration;
        fn asleep() -> Duration;
        fn errors() -> &[u8];
        fn memory() -> Option<u64>;
    }
    forward! { &mut self:
        fn unheard() -> &[u8];
        fn await_line(deadline: Instant) -> &[u8];
        fn is_gone() -> bool;
        fn take_errors() -> Vec<u8>;
        fn close();
        fn leave() -> ShutdownReport;
        fn dismiss();
    }

    fn another_match(&mut self) {
        self.process.another_match();
        self.report_errors();
    }

    fn begin_turn(&mut self, budget: TimeBudget) -> Result<(), SandboxError> {
        self.unasked();
        self.sink.hear(TranscriptEvent::Asked);
        self.process.begin_turn(budget)
    }

    fn end_turn(&mut self) -> Result<AnswerCost, SandboxError> {
        let ended = self.process.end_turn();
        self.report_errors();
        let answer_cost = ended?;
        if self.curious {
            self.sink.hear(TranscriptEvent::Cost { answer_cost, memory: self.process.memory() });
        }
        Ok(answer_cost)
    }

    fn send(&mut self, line: &[u8]) -> Result<(), Broken> {
        self.sink.hear(TranscriptEvent::LineSent(line));
        let sent = self.process.send(line);
        if let Err(broken) = &sent {
            self.broke(broken);
        }
        sent
    }

    fn receive(&mut self, line: &mut Vec<u8>) -> Result<(), Broken> {
        match self.process.receive(line) {
            Ok(()) => {
                self.sink.hear(TranscriptEvent::LineReceived(line));
                self.unasked();
            }
            Err(broken) => {
                self.broke(&broken);
                return Err(broken);
            }
        }
        Ok(())
    }
}

impl Drop for RecordedProcess {
    fn drop(&mut self) {
        self.process.leave();
        self.unasked();
        self.report_errors();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_long_output_is_kept() {
        let tail_sink = StderrTail::default();
        for words in [&[b'a'; 5000][..], &[b'b'; 5000], b"last"] {
            tail_sink.hear(TranscriptEvent::Errors(words));
        }
        let tail = tail_sink.tail();
        assert_eq!(tail.len(), StderrTail::LONGEST);
        assert!(tail.starts_with(b"aaa") && tail.ends_with(b"bbblast"));
        tail_sink.hear(TranscriptEvent::Errors(&vec![b'c'; 20_000]));
        assert_eq!(tail_sink.tail(), [b'c'; StderrTail::LONGEST]);
        tail_sink.hear(TranscriptEvent::LineReceived(b"3"));
        assert_eq!(tail_sink.tail(), [b'c'; StderrTail::LONGEST], "answers are not among them");
    }

    #[test]
    fn output_is_kept_by_turn() {
        let tail_sink = StderrTail::default();
        tail_sink.hear(TranscriptEvent::Errors(b"up"));
        for (turn, words) in [(1, &b"a"[..]), (1, b"b"), (2, b""), (3, b"c")] {
            tail_sink.begin_turn(turn);
            tail_sink.hear(TranscriptEvent::Errors(words));
        }
        let pieces = [(0, b"up".to_vec()), (1, b"ab".to_vec()), (3, b"c".to_vec())];
        assert_eq!(tail_sink.by_turn(), pieces);
        tail_sink.hear(TranscriptEvent::Errors(&[b'c'; StderrTail::LONGEST - 2]));
        let (turns, pieces): (Vec<u64>, Vec<_>) = tail_sink.by_turn().into_iter().unzip();
        assert_eq!((turns, &*pieces[0]), (vec![1, 3], &b"b"[..]));
    }

    #[test]
    fn the_first_of_too_many_turns_are_one_piece() {
        let tail_sink = StderrTail::default();
        for turn in 1..=600 {
            tail_sink.begin_turn(turn);
            tail_sink.hear(TranscriptEvent::Errors(b"x\n"));
        }
        let pieces = tail_sink.by_turn();
        let ends = [&pieces[0], &pieces[1], &pieces[511]].map(|(turn, piece)| (*turn, piece.len()));
        assert_eq!((pieces.len(), ends), (512, [(0, 178), (90, 2), (600, 2)]));
        assert_eq!(tail_sink.tail(), b"x\n".repeat(600));
    }
}
