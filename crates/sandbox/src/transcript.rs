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
    /// The end of its standard error: after each run, or when a running program has ended.
    Errors(&'a [u8]),
}

/// The end of the standard error of all programs run.
#[derive(Debug, Default)]
pub struct StderrTail(Mutex<Vec<u8>>);

impl StderrTail {
    /// How many bytes of a program's standard error in a match are kept.
    pub const LONGEST: usize = 8 << 10;

    /// The end of standard error, at most 8 KiB.
    pub fn tail(&self) -> Vec<u8> {
        self.0.lock().map(|tail| tail.clone()).unwrap_or_default()
    }
}

impl TranscriptSink for StderrTail {
    fn hear(&self, transcript_event: TranscriptEvent<'_>) {
        let (TranscriptEvent::Errors(words), Ok(mut tail)) = (transcript_event, self.0.lock())
        else {
            return;
        };
        let words = &words[words.len().saturating_sub(StderrTail::LONGEST)..];
        let surplus = (tail.len() + words.len()).saturating_sub(StderrTail::LONGEST);
        tail.drain(..surplus);
        tail.extend_from_slice(words);
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
        fn close();
        fn leave() -> ShutdownReport;
        fn dismiss();
    }

    fn another_match(&mut self) -> Vec<u8> {
        let errors = self.process.another_match();
        if !errors.is_empty() {
            self.sink.hear(TranscriptEvent::Errors(&errors));
        }
        errors
    }

    fn begin_turn(&mut self, budget: TimeBudget) -> Result<(), SandboxError> {
        self.unasked();
        self.sink.hear(TranscriptEvent::Asked);
        self.process.begin_turn(budget)
    }

    fn end_turn(&mut self) -> Result<AnswerCost, SandboxError> {
        let answer_cost = self.process.end_turn()?;
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
        let errors = self.process.errors();
        if !errors.is_empty() {
            self.sink.hear(TranscriptEvent::Errors(errors));
        }
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
}
