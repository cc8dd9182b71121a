//! The messages between the supervisor and the zygote, as both have them in memory: this file is
//! part of both programs. Fixed-size heads of plain numbers, checked by length.

/// The maximum size of a message, in bytes.
pub(crate) const MESSAGE: usize = 64 * 1024;
/// The maximum number of words of command and environment together.
pub(crate) const WORDS: usize = 512;

/// The first message.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Config {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    /// Whether programs get the user above instead of the zygote's.
    pub(crate) switch_user: u32,
    /// Whether the message has the entry file of the group that is frozen, for running programs.
    pub(crate) own_door: u32,
}

/// The head of a request. The words of command and environment follow, each with a NUL at its end;
/// standard output, error and, if any, input come with it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    pub(crate) kind: u32,
    pub(crate) arguments: u32,
    pub(crate) environment: u32,
    /// Whether there is an input.
    pub(crate) input: u32,
    /// The end of a run, in nanoseconds of the monotonic clock; 0 for none.
    pub(crate) deadline: u64,
}

/// Run a program to its end.
pub(crate) const RUN: u32 = 1;
/// Start a program that runs through a match.
pub(crate) const START: u32 = 2;
/// End the program.
pub(crate) const STOP: u32 = 3;
/// Freeze all processes. There is no answer but the end of the program if that came first.
pub(crate) const PAUSE: u32 = 4;
/// Resume all processes.
pub(crate) const RESUME: u32 = 5;

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Answer {
    pub(crate) kind: u32,
    /// As `wait4` returns it, or an error number.
    pub(crate) status: i32,
    /// Why the zygote ended it, or 0; of a failure, which step failed.
    pub(crate) why: u32,
    /// How many processes were left when the program itself had ended.
    pub(crate) leftovers: u32,
    /// The CPU time of the zygote so far, in nanoseconds.
    pub(crate) own: u64,
}

/// It exists, or has entered its group.
pub(crate) const READY: u32 = 10;
/// The program is running.
pub(crate) const STARTED: u32 = 11;
/// The program and all its descendants have ended.
pub(crate) const ENDED: u32 = 12;
/// The program could not be started.
pub(crate) const FAILED: u32 = 13;
/// All processes are frozen, or resumed.
pub(crate) const DONE: u32 = 14;

/// It ran out of its time.
pub(crate) const LATE: u32 = 1;
/// Its end was requested.
pub(crate) const STOPPED: u32 = 2;
/// The kernel did not execute its file.
pub(crate) const REFUSED: u32 = 3;

/// Plain numbers: any bytes are a value, and no byte of a value is without meaning.
///
/// # Safety
/// The type has no gaps between its fields and no values that are not allowed.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: five numbers of the same size.
unsafe impl Plain for Config {}
// SAFETY: four numbers of four bytes, then one of eight at a place that eight divides.
unsafe impl Plain for Request {}
// SAFETY: four numbers of four bytes, then one of eight at a place that eight divides.
unsafe impl Plain for Answer {}

/// The bytes of a head.
pub(crate) fn bytes_of<T: Plain>(head: &T) -> &[u8] {
    // SAFETY: plain numbers without gaps, for as long as they are borrowed.
    unsafe { core::slice::from_raw_parts((&raw const *head).cast::<u8>(), size_of::<T>()) }
}

/// The head at the start of a message, if it is long enough.
pub(crate) fn head_of<T: Plain>(message: &[u8]) -> Option<T> {
    if message.len() < size_of::<T>() {
        return None;
    }
    // SAFETY: as many bytes are there, any of which make a value; nothing is said of alignment.
    Some(unsafe { message.as_ptr().cast::<T>().read_unaligned() })
}
