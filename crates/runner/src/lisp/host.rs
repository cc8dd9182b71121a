//! A player in Lisp at the other end of a channel, as an evaluator.

use crate::lisp::{
    LegacySemantics, SearchResult, Way,
    line::{self, Answering, COLD, FINISH, HostAnswer, LARGEST, LispHostError, READY, WARM},
};
use certamen_game::{Channel, Evaluator, Failure, Fault};
use certamen_games::mancala8::Position;
use std::time::Instant;

/// A process that holds one player and is asked for values.
pub struct Host<C> {
    channel: C,
    answering: Answering,
    line: Vec<u8>,
    words: Option<String>,
    /// Whether the host has reported a failure of the player.
    told: bool,
}

/// Whether a process has valued anything yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarmState {
    /// It has.
    Warm,
    /// It has not: what it does first takes longer.
    Cold,
}

impl WarmState {
    pub(crate) fn is_cold(self) -> bool {
        self == WarmState::Cold
    }
}

/// How many leaves are enough to warm a process.
const ENOUGH: usize = 64;

impl<C: Channel> Host<C> {
    /// The host behind `channel`.
    pub fn new(channel: C) -> Host<C> {
        let answering = Answering::Copy;
        Host { channel, answering, line: Vec::new(), words: None, told: false }
    }

    /// The same, which is spared the copy of itself that others make for each match.
    #[must_use]
    pub(crate) fn uncopied(self) -> Host<C> {
        Host { answering: Answering::Keeper, ..self }
    }

    /// The channel, whose clock the caller starts and stops.
    pub fn channel(&mut self) -> &mut C {
        &mut self.channel
    }

    /// Waits until the player is loaded, and begins a match whose random numbers come from `seed`.
    pub fn begin(
        &mut self,
        seed: u64,
        semantics: LegacySemantics,
        deadline: Instant,
    ) -> Result<WarmState, Failure> {
        self.channel.send(FINISH, deadline)?;
        self.channel.receive(&mut self.line, deadline)?;
        let begun = match &*self.line {
            READY => WarmState::Warm,
            COLD => WarmState::Cold,
            _ => return Err(Failure::Fault(Fault::Output)),
        };
        self.begin_again(seed, semantics, deadline)?;
        Ok(begun)
    }

    /// Begins the match from scratch: what was drawn and noted is forgotten.
    pub(crate) fn begin_again(
        &mut self,
        seed: u64,
        semantics: LegacySemantics,
        deadline: Instant,
    ) -> Result<(), Failure> {
        line::begin(&mut self.line, self.answering, seed, semantics);
        self.channel.send(&self.line, deadline)
    }

    /// The same, for leaves whose values are discarded.
    pub(crate) fn warming(&mut self) -> WarmupHost<'_, C> {
        WarmupHost(self)
    }

    pub(crate) fn has_told(&self) -> bool {
        self.told
    }

    /// What the player did instead of giving values, once it did.
    pub fn words(&mut self) -> Option<String> {
        self.words.take()
    }

    /// Lets the host search from `root` by itself.
    pub fn search(
        &mut self,
        way: Way,
        depth: u32,
        root: &Position,
    ) -> Result<SearchResult, Failure> {
        let now = Instant::now();
        line::search(&mut self.line, way.letter(), depth, root);
        self.channel.send(&self.line, now)?;
        self.channel.receive(&mut self.line, now)?;
        match line::read_search(&self.line) {
            Ok(numbers) => Ok(SearchResult::of(numbers, root)),
            Err(HostAnswer::Trouble(trouble, words)) => Err(self.judge(&trouble, words)),
            Err(_) => Err(Failure::Fault(Fault::Output)),
        }
    }

    fn ask(
        &mut self,
        root: &Position,
        leaves: &[Position],
        values: &mut Vec<f64>,
    ) -> Result<(), Failure> {
        // The clock of the turn is the channel's.
        let now = Instant::now();
        line::ask(&mut self.line, root, leaves);
        self.channel.send(&self.line, now)?;
        self.channel.receive(&mut self.line, now)?;
        match line::read(&self.line, leaves.len(), values) {
            HostAnswer::Values => Ok(()),
            HostAnswer::Trouble(trouble, words) => Err(self.judge(&trouble, words)),
            HostAnswer::Nonsense => Err(Failure::Fault(Fault::Output)),
        }
    }

    /// The values of all leaves of all questions, `count` in all, in one message.
    pub(crate) fn values_of_all(
        &mut self,
        questions: &[(&Position, &[Position])],
        count: usize,
    ) -> Result<Vec<f64>, Failure> {
        let now = Instant::now();
        line::ask_all(&mut self.line, questions);
        self.channel.send(&self.line, now)?;
        self.channel.receive(&mut self.line, now)?;
        let mut values = Vec::with_capacity(count);
        match line::read(&self.line, count, &mut values) {
            HostAnswer::Values => Ok(values),
            HostAnswer::Trouble(trouble, words) => Err(self.judge(&trouble, words)),
            HostAnswer::Nonsense => Err(Failure::Fault(Fault::Output)),
        }
    }

    /// Has some leaves valued, and discards the values.
    fn warm(&mut self, root: &Position, leaves: &[Position]) -> Result<(), Failure> {
        let now = Instant::now();
        line::warm(&mut self.line, root, &leaves[..leaves.len().min(ENOUGH)]);
        self.channel.send(&self.line, now)?;
        self.channel.receive(&mut self.line, now)?;
        match line::read(&self.line, 0, &mut Vec::new()) {
            _ if self.line == WARM => Ok(()),
            HostAnswer::Trouble(trouble, words) => Err(self.judge(&trouble, words)),
            _ => Err(Failure::Fault(Fault::Output)),
        }
    }

    fn judge(&mut self, trouble: &LispHostError, words: String) -> Failure {
        self.told = true;
        self.words = Some(words);
        Failure::Fault(match trouble {
            // As programs in other languages end by an unhandled error.
            LispHostError::Error => Fault::Exit,
            LispHostError::Depth | LispHostError::Crash => Fault::Crash,
            LispHostError::Heap => Fault::Memory,
            LispHostError::Altered => Fault::Security,
            LispHostError::Number => Fault::Illegal,
        })
    }
}

impl<C: Channel> Evaluator<Position> for Host<C> {
    fn evaluate(
        &mut self,
        root: &Position,
        leaves: &[Position],
        values: &mut Vec<f64>,
    ) -> Result<(), Failure> {
        leaves.chunks(LARGEST).try_for_each(|leaves| self.ask(root, leaves, values))
    }
}

pub(crate) struct WarmupHost<'a, C>(&'a mut Host<C>);

impl<C: Channel> Evaluator<Position> for WarmupHost<'_, C> {
    fn evaluate(
        &mut self,
        root: &Position,
        leaves: &[Position],
        values: &mut Vec<f64>,
    ) -> Result<(), Failure> {
        self.0.warm(root, leaves)?;
        values.resize(values.len() + leaves.len(), 0.0);
        Ok(())
    }
}
