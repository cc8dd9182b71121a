//! The messages between the supervisor and the zygote, as the supervisor makes and reads them.

use crate::ErrorCause;
use shared::{Answer as Head, bytes_of, head_of};
use std::time::Duration;

#[expect(dead_code, reason = "the rest is the zygote's")]
#[expect(unsafe_code, reason = "heads are sent as they lie in memory")]
#[path = "../../zygote/wire.rs"]
mod shared;

pub(super) use shared::{Config, MESSAGE};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(super) enum Kind {
    /// Run a program to its end.
    Run = shared::RUN,
    /// Start a program that runs through a match.
    Start = shared::START,
    /// End the program.
    Stop = shared::STOP,
    Pause = shared::PAUSE,
    Resume = shared::RESUME,
}

impl Config {
    pub(super) fn to_bytes(self) -> Vec<u8> {
        bytes_of(&self).to_vec()
    }
}

pub(super) struct Request<'a> {
    pub(super) kind: Kind,
    pub(super) arguments: &'a [Vec<u8>],
    pub(super) environment: &'a [Vec<u8>],
    /// Whether a standard input comes with it.
    pub(super) input: bool,
}

impl Request<'_> {
    /// A request without arguments.
    pub(super) fn bare(kind: Kind) -> Request<'static> {
        Request { kind, arguments: &[], environment: &[], input: false }
    }

    /// The message. An error if a word contains a NUL or there is too much of anything.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, ErrorCause> {
        if self.arguments.len() + self.environment.len() > shared::WORDS {
            return Err(ErrorCause::TooManyWords);
        }
        let head = shared::Request {
            kind: self.kind as u32,
            arguments: self.arguments.len() as u32,
            environment: self.environment.len() as u32,
            input: u32::from(self.input),
            // The dialogue limits the time, and stops the program.
            deadline: 0,
        };
        let mut bytes = bytes_of(&head).to_vec();
        for word in self.arguments.iter().chain(self.environment) {
            if word.contains(&0) {
                return Err(ErrorCause::WordWithNul);
            }
            bytes.extend_from_slice(word);
            bytes.push(0);
        }
        if bytes.len() > MESSAGE {
            return Err(ErrorCause::TooLong);
        }
        Ok(bytes)
    }
}

/// An answer of a zygote; durations are its own CPU time so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ZygoteReply {
    /// It exists, or has entered its group.
    Ready(Duration),
    Started(Duration),
    /// The program and all its descendants have ended.
    Ended(ProgramEnd),
    /// The program could not be started: the error number.
    Failed(i32),
    /// The kernel does not execute the program's file: the error number.
    Refused(i32),
    /// All processes are frozen, or resumed.
    Done(Duration),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProgramEnd {
    /// As `wait4` has it.
    pub(super) status: i32,
    /// Whether it ended by itself.
    pub(super) alone: bool,
    /// The CPU time of the zygote so far.
    pub(super) own: Duration,
}

pub(super) const ANSWER: usize = size_of::<Head>();

impl ZygoteReply {
    /// The CPU time of the zygote, if the answer has it.
    pub(super) fn own(&self) -> Option<Duration> {
        match self {
            ZygoteReply::Ready(own) | ZygoteReply::Started(own) | ZygoteReply::Done(own) => {
                Some(*own)
            }
            ZygoteReply::Ended(ended) => Some(ended.own),
            ZygoteReply::Failed(_) | ZygoteReply::Refused(_) => None,
        }
    }

    /// Reads an answer; an invalid one is our fault, never the program's.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<ZygoteReply, ErrorCause> {
        let head = head_of(bytes).filter(|_| bytes.len() == ANSWER);
        let Head { kind, status, why, own, .. } = head.ok_or(ErrorCause::Nonsense)?;
        let own = Duration::from_nanos(own);
        match kind {
            shared::READY => Ok(ZygoteReply::Ready(own)),
            shared::STARTED => Ok(ZygoteReply::Started(own)),
            shared::ENDED => Ok(ZygoteReply::Ended(ProgramEnd { status, alone: why == 0, own })),
            shared::FAILED if why == shared::REFUSED => Ok(ZygoteReply::Refused(status)),
            shared::FAILED => Ok(ZygoteReply::Failed(status)),
            shared::DONE => Ok(ZygoteReply::Done(own)),
            _ => Err(ErrorCause::Nonsense),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_answers_are_rejected() {
        let head =
            Head { kind: shared::FAILED, status: 8, why: shared::REFUSED, ..Head::default() };
        let bytes = bytes_of(&head);
        assert!(matches!(ZygoteReply::from_bytes(bytes), Ok(ZygoteReply::Refused(8))));
        assert!(matches!(ZygoteReply::from_bytes(&bytes[1..]), Err(ErrorCause::Nonsense)));
        assert!(matches!(ZygoteReply::from_bytes(&[0; ANSWER]), Err(ErrorCause::Nonsense)));
    }
}
