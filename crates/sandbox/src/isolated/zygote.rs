//! The supervisor's side of a zygote: starting it, requests, answers, its end.

use super::{
    plan::CellPlan,
    scratch::KeptScratch,
    spawner,
    wire::{ANSWER, Config, Kind, MESSAGE, Request, ZygoteReply},
};
use crate::{ErrorCause, Folder, Launcher};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fd::{AsFd, BorrowedFd, OwnedFd},
    io::Errno,
    net::{RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, recv, sendmsg},
    process::{
        Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, pidfd_open, pidfd_send_signal, waitid,
    },
};
use std::{
    io::{self, IoSlice},
    mem::MaybeUninit,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// How long a zygote may take for a quick request. A silent zygote is our fault.
const PATIENCE: Duration = Duration::from_secs(10);

/// The first process of a sandbox. Dropping it ends everything in there.
pub(super) struct Zygote {
    socket: OwnedFd,
    handle: OwnedFd,
    process: Pid,
    /// Its CPU time at its last answer, in nanoseconds.
    own: AtomicU64,
    gone: AtomicBool,
    starved: AtomicBool,
    /// Copied out when it has ended.
    kept: Vec<KeptScratch>,
}

impl Zygote {
    /// Has the sandbox of `plan` built by a run of our own program, with a zygote in it.
    pub(super) fn spawn(
        launcher: &Launcher,
        plan: &CellPlan,
        config: &Config,
        door: Option<&OwnedFd>,
    ) -> Result<Zygote, ErrorCause> {
        let (socket, theirs) = spawner::pair()?;
        let set_up = launcher.in_spawner(|spawner| spawner.build(plan, theirs.as_fd()))?;
        // Only the zygote has the other end, so that its end is noticed.
        drop(theirs);
        let spawned = greet(&socket).and_then(|(process, handle)| {
            let own = AtomicU64::new(0);
            let [gone, starved] = [const { AtomicBool::new(false) }; 2];
            let kept = Vec::new();
            let zygote = Zygote { socket, handle, process, own, gone, starved, kept };
            let door: Vec<BorrowedFd<'_>> = door.into_iter().map(AsFd::as_fd).collect();
            zygote.ready()?;
            zygote.send(&config.to_bytes(), &door)?;
            zygote.ready()?;
            Ok(zygote)
        });
        set_up.wait()?;
        spawned
    }

    /// Copies folders whose content outlives the sandbox in, before a program is started; they are
    /// copied out when this is dropped.
    pub(super) fn keep(&mut self, folders: &[Folder]) -> Result<(), ErrorCause> {
        for folder in folders {
            self.kept.extend(KeptScratch::copy_in(self.process, folder)?);
        }
        Ok(())
    }

    /// Sends a request; `standard` are the program's output, error and input.
    pub(super) fn ask(
        &self,
        request: &Request<'_>,
        standard: &[BorrowedFd<'_>],
    ) -> Result<(), ErrorCause> {
        Ok(self.send(&request.to_bytes()?, standard)?)
    }

    /// Becomes readable when there is an answer.
    pub(super) fn socket(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    pub(super) fn answer(&self, deadline: Instant) -> Result<ZygoteReply, ErrorCause> {
        if let Some(answer) = self.answer_now()? {
            return Ok(answer);
        }
        if !readable(self.socket(), deadline)? {
            return Err(ErrorCause::ZygoteSilent);
        }
        self.answer_now()?.ok_or_else(|| Errno::AGAIN.into())
    }

    /// The next answer, if it is there.
    pub(super) fn answer_now(&self) -> Result<Option<ZygoteReply>, ErrorCause> {
        let mut bytes = [0; 512];
        let length = match recv(&self.socket, &mut bytes[..], RecvFlags::DONTWAIT) {
            Ok((length, _)) => length,
            Err(Errno::AGAIN | Errno::INTR) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let message = &bytes[..length];
        if length == ANSWER {
            let answer = ZygoteReply::from_bytes(message)?;
            if let Some(own) = answer.own() {
                self.own.store(own.as_nanos() as u64, Ordering::Relaxed);
            }
            return Ok(Some(answer));
        }
        // Not an answer, but an error of the set-up.
        Err(match length {
            0 => {
                self.gone.store(true, Ordering::Relaxed);
                ErrorCause::ZygoteGone
            }
            _ => last_words(message),
        })
    }

    /// Freezes or resumes all processes, and waits until it is done. If the program has ended
    /// meanwhile, that answer is left for its reader.
    pub(super) fn turn(&self, kind: Kind) -> Result<(), ErrorCause> {
        self.ask(&Request::bare(kind), &[])?;
        if !readable(self.socket(), Instant::now() + PATIENCE)? {
            return Err(ErrorCause::ZygoteSilent);
        }
        let mut bytes = [0; ANSWER];
        let (length, _) = recv(&self.socket, &mut bytes[..], RecvFlags::PEEK)?;
        if let Ok(ZygoteReply::Done(_)) = ZygoteReply::from_bytes(&bytes[..length]) {
            self.answer_now()?;
        }
        Ok(())
    }

    pub(super) fn process(&self) -> Pid {
        self.process
    }

    /// Its CPU time at its last answer.
    pub(super) fn own(&self) -> Duration {
        Duration::from_nanos(self.own.load(Ordering::Relaxed))
    }

    /// Whether it was found dead.
    pub(super) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Records that it died because its program left no memory.
    pub(super) fn starve(&self) {
        self.starved.store(true, Ordering::Relaxed);
    }

    /// Whether it died of that, so that another one may replace it.
    pub(super) fn has_starved(&self) -> bool {
        self.starved.load(Ordering::Relaxed)
    }

    /// Gives it priority over the many busy processes of its group for the next request.
    pub(super) fn hurry(&self, hurried: bool) {
        let priority = if hurried { -20 } else { 0 };
        // If that is not allowed, it waits for its turn.
        let _ = rustix::process::setpriority_process(Some(self.process), priority);
    }

    fn ready(&self) -> Result<(), ErrorCause> {
        match self.answer(Instant::now() + PATIENCE)? {
            ZygoteReply::Ready(_) => Ok(()),
            other => Err(ErrorCause::ZygoteSays(format!("{other:?}"))),
        }
    }

    fn send(&self, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(16))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(descriptors));
        }
        debug_assert!(bytes.len() <= MESSAGE);
        let vectors = [IoSlice::new(bytes)];
        sendmsg(&self.socket, &vectors, &mut control, SendFlags::NOSIGNAL)?;
        Ok(())
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        // The end of the first process is the end of its namespace: all others are killed.
        let _ = pidfd_send_signal(&self.handle, Signal::KILL);
        let _ = waitid(WaitId::PidFd(self.handle.as_fd()), WaitIdOptions::EXITED);
    }
}

/// Whether `fd` has something to read before `deadline`.
pub(super) fn readable(fd: BorrowedFd<'_>, deadline: Instant) -> io::Result<bool> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::from_borrowed_fd(fd, PollFlags::IN)], Some(&left)) {
            Ok(ready) => return Ok(ready > 0),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Receives the number of the first process, and opens it.
fn greet(socket: &OwnedFd) -> Result<(Pid, OwnedFd), ErrorCause> {
    if !readable(socket.as_fd(), Instant::now() + PATIENCE)? {
        return Err(ErrorCause::SetUpSilent);
    }
    let mut bytes = [0; 512];
    let (length, _) = recv(socket, &mut bytes[..], RecvFlags::empty())?;
    let message = &bytes[..length];
    let number = std::str::from_utf8(message).ok().and_then(|text| text.strip_prefix("pid "));
    let pid = number.and_then(|number| Pid::from_raw(number.parse().ok()?));
    let pid = pid.ok_or_else(|| last_words(message))?;
    Ok((pid, pidfd_open(pid, PidfdFlags::empty())?))
}

/// The error of a failed set-up.
fn last_words(message: &[u8]) -> ErrorCause {
    serde_json::from_slice(message)
        .map_or(ErrorCause::SetUpFailed, |failure| ErrorCause::SetUp(Box::new(failure)))
}
