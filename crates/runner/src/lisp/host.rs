//! A player in Lisp behind a channel, as an evaluator.

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
    has_reported: bool,
}

const ENOUGH: usize = 64;

impl<C: Channel> Host<C> {
    /// The host behind `channel`.
    pub fn new(channel: C) -> Host<C> {
        let answering = Answering::Copy;
        Host { channel, answering, line: Vec::new(), words: None, has_reported: false }
    }

    /// Answers in the process that keeps the player, without a copy of it for each match.
    #[must_use]
    pub(crate) fn uncopied(self) -> Host<C> {
        Host { answering: Answering::Keeper, ..self }
    }

    /// The channel, whose clock the caller starts and stops.
    pub fn channel(&mut self) -> &mut C {
        &mut self.channel
    }

    /// Waits until the player is loaded, and begins a match whose random numbers come from `seed`.
    /// Returns whether the process is cold: until it has evaluated something it is slower.
    pub fn begin(
        &mut self,
        seed: u64,
        semantics: LegacySemantics,
        deadline: Instant,
    ) -> Result<bool, Failure> {
        self.channel.send(FINISH, deadline)?;
        self.channel.receive(&mut self.line, deadline)?;
        let is_cold = match &*self.line {
            READY => false,
            COLD => true,
            _ => return Err(Failure::Fault(Fault::Output)),
        };
        self.begin_again(seed, semantics, deadline)?;
        Ok(is_cold)
    }

    /// Begins the match from scratch: random numbers and notes are forgotten.
    pub(crate) fn begin_again(
        &mut self,
        seed: u64,
        semantics: LegacySemantics,
        deadline: Instant,
    ) -> Result<(), Failure> {
        line::begin(&mut self.line, self.answering, seed, semantics);
        self.channel.send(&self.line, deadline)
    }

    /// This host as an evaluator whose values are discarded.
    pub(crate) fn warming(&mut self) -> WarmupHost<'_, C> {
        WarmupHost(self)
    }

    pub(crate) fn has_reported(&self) -> bool {
        self.has_reported
    }

    /// What the player did instead of returning values, once.
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
        line::search(&mut self.line, way.letter(), depth, root);
        self.exchange()?;
        match line::read_search(&self.line) {
            Ok(numbers) => Ok(SearchResult::of(numbers, root)),
            Err(answer) => Err(self.failure(answer)),
        }
    }

    /// Sends the line and replaces it by its answer. The clock of the turn is the channel's.
    fn exchange(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        self.channel.send(&self.line, now)?;
        self.channel.receive(&mut self.line, now)
    }

    fn read_values(&mut self, count: usize, values: &mut Vec<f64>) -> Result<(), Failure> {
        match line::read(&self.line, count, values) {
            HostAnswer::Values => Ok(()),
            answer => Err(self.failure(answer)),
        }
    }

    /// The values of all leaves of all questions, `count` in all, in one message.
    pub(crate) fn values_of_all(
        &mut self,
        questions: &[(&Position, &[Position])],
        count: usize,
    ) -> Result<Vec<f64>, Failure> {
        line::ask_all(&mut self.line, questions);
        self.exchange()?;
        let mut values = Vec::with_capacity(count);
        self.read_values(count, &mut values)?;
        Ok(values)
    }

    fn failure(&mut self, answer: HostAnswer) -> Failure {
        let HostAnswer::Trouble(error, words) = answer else {
            return Failure::Fault(Fault::Output);
        };
        self.has_reported = true;
        self.words = Some(words);
        Failure::Fault(match error {
            // Like programs in other languages, which exit after an unhandled error.
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
        for leaves in leaves.chunks(LARGEST) {
            line::ask(&mut self.line, root, leaves);
            self.exchange()?;
            self.read_values(leaves.len(), values)?;
        }
        Ok(())
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
        let host = &mut *self.0;
        line::warm(&mut host.line, root, &leaves[..leaves.len().min(ENOUGH)]);
        host.exchange()?;
        if host.line != WARM {
            host.read_values(0, &mut Vec::new())?;
            return Err(Failure::Fault(Fault::Output));
        }
        values.resize(values.len() + leaves.len(), 0.0);
        Ok(())
    }
}
