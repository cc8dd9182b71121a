//! The messages between the supervisor and the zygote: fixed-size heads, checked by length.
//!
//! The zygote has the same definitions in `zygote/main.rs`; it shares no code with anybody.

use crate::Cause;
use std::time::Duration;

/// The largest message.
pub(super) const MESSAGE: usize = 64 * 1024;
/// The most words of command and environment together.
pub(super) const WORDS: usize = 512;

/// What a zygote is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Run a program to its end.
    Run = 1,
    /// Start a program that lives on.
    Start = 2,
    /// End the program that lives, or the run under way.
    Stop = 3,
}

/// The first message a zygote gets.
pub(super) struct Config {
    pub(super) uid: u32,
    pub(super) gid: u32,
    pub(super) switch_user: bool,
    /// How many doors of groups come with it, for the zygote itself.
    pub(super) doors: u32,
    /// Whether one more comes, for programs that live on.
    pub(super) own_door: bool,
}

impl Config {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let (switch_user, own_door) = (u32::from(self.switch_user), u32::from(self.own_door));
        [self.uid, self.gid, switch_user, self.doors, own_door]
            .into_iter()
            .flat_map(u32::to_ne_bytes)
            .collect()
    }
}

/// A request.
pub(super) struct Request<'a> {
    pub(super) kind: Kind,
    pub(super) arguments: &'a [Vec<u8>],
    pub(super) environment: &'a [Vec<u8>],
    /// Whether a standard input comes with it.
    pub(super) input: bool,
    /// When a run is over, in nanoseconds of the monotonic clock; 0 for never.
    pub(super) deadline: u64,
}

impl Request<'_> {
    /// The message. An error if a word holds a NUL or there is too much of anything.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, Cause> {
        if self.arguments.len() + self.environment.len() > WORDS {
            return Err(Cause::TooManyWords);
        }
        let counts = [
            self.kind as u32,
            self.arguments.len() as u32,
            self.environment.len() as u32,
            u32::from(self.input),
        ];
        let mut bytes: Vec<u8> = counts.into_iter().flat_map(u32::to_ne_bytes).collect();
        bytes.extend(self.deadline.to_ne_bytes());
        for word in self.arguments.iter().chain(self.environment) {
            if word.contains(&0) {
                return Err(Cause::WordWithNul);
            }
            bytes.extend_from_slice(word);
            bytes.push(0);
        }
        if bytes.len() > MESSAGE {
            return Err(Cause::TooLong);
        }
        Ok(bytes)
    }
}

/// What a zygote says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// It is there; or it has taken its place, and has computed for so long.
    Ready(Duration),
    /// The program lives, and the zygote has computed for so long.
    Started(Duration),
    /// The program has ended, and so has everything it left behind.
    Ended(Ended),
    /// The program could not be started: the error number.
    Failed(i32),
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    /// As `wait4` has it.
    pub(super) status: i32,
    /// Whether it ended by itself.
    pub(super) alone: bool,
    /// How long the zygote itself has computed so far.
    pub(super) own: Duration,
}

/// The size of an answer.
pub(super) const ANSWER: usize = 24;

impl Answer {
    /// How long the zygote itself has computed, if it says so.
    pub(super) fn own(&self) -> Option<Duration> {
        match self {
            Answer::Ready(own) | Answer::Started(own) => Some(*own),
            Answer::Ended(ended) => Some(ended.own),
            Answer::Failed(_) => None,
        }
    }

    /// Reads an answer; anything else than an answer is our trouble, never the program's.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Answer, Cause> {
        let bytes: &[u8; ANSWER] = bytes.try_into().map_err(|_| Cause::Nonsense)?;
        let word = |at: usize| {
            u32::from_ne_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let own = Duration::from_nanos(u64::from(word(16)) | u64::from(word(20)) << 32);
        match word(0) {
            10 => Ok(Answer::Ready(own)),
            11 => Ok(Answer::Started(own)),
            12 => {
                Ok(Answer::Ended(Ended { status: word(4).cast_signed(), alone: word(8) == 0, own }))
            }
            13 => Ok(Answer::Failed(word(4).cast_signed())),
            _ => Err(Cause::Nonsense),
        }
    }
}
