//! A program in its sandbox, as the dialogue sees it.

use super::{
    process_scan::ProcessScan,
    wire::{Kind, ProgramEnd, Request, ZygoteReply},
    zygote::Zygote,
};
use crate::{
    ErrorCause, Limits, Operation, ProgramExit, SandboxError, dialogue::Child, groups::Slot,
    processes::descendants,
};
use rustix::fd::BorrowedFd;
use std::{
    io,
    os::unix::process::ExitStatusExt,
    process::ExitStatus,
    sync::Arc,
    time::{Duration, Instant},
};

/// How long a zygote may take to end a program and its descendants.
const PATIENCE: Duration = Duration::from_secs(10);
/// The signal by which the filter ends a process that uses a forbidden system call.
const SIGSYS: i32 = 31;

/// A program that was started. Dropping it ends it.
pub(super) struct CellChild {
    zygote: Arc<Zygote>,
    slot: Option<Arc<Slot>>,
    /// Counts memory if there is no group.
    scan: Option<ProcessScan>,
    name: Arc<str>,
    /// The CPU time of the group, and its count of memory exhaustion, before the start.
    cpu_before: Duration,
    /// The CPU time of the zygote, which is in the group.
    own_before: Duration,
    memory_before: u64,
    frozen: bool,
    end: Option<ProgramExit>,
    /// Whether it is frozen between its turns.
    freezes: bool,
    /// The same, if it is not trusted to wait for its turn.
    may_freeze: bool,
}

impl CellChild {
    /// The program that `zygote` was just asked to start, with its limits.
    pub(super) fn new(
        zygote: Arc<Zygote>,
        slot: Option<Arc<Slot>>,
        name: Arc<str>,
        limits: &Limits,
    ) -> io::Result<CellChild> {
        let (mut cpu_before, mut memory_before) = (Duration::ZERO, 0);
        if let Some(slot) = &slot {
            cpu_before = slot.cpu()?;
            memory_before = slot.out_of_memory()?;
            slot.reset_peak();
        }
        let own_before = zygote.own();
        let scan = slot.is_none().then(|| ProcessScan::new(zygote.process(), limits.memory));
        Ok(CellChild {
            zygote,
            slot,
            scan,
            name,
            cpu_before,
            own_before,
            memory_before,
            frozen: false,
            end: None,
            freezes: limits.freeze && !limits.waits,
            may_freeze: limits.freeze,
        })
    }

    /// It was not started: there is nothing to end.
    pub(super) fn never_was(mut self) {
        self.end = Some(ProgramExit::Exited(0));
    }

    fn freeze_group(&mut self, frozen: bool) {
        // The switch takes a lock that the whole machine shares: it is not used without need.
        if frozen != self.frozen
            && let (Some(slot), None, true) = (&self.slot, self.end, self.freezes || !frozen)
        {
            self.frozen = frozen;
            // If it fails, pondering is possible, no more.
            let _ = slot.freeze(frozen);
        }
    }

    fn judge(&self, ended: ProgramEnd, ours: ProgramExit) -> io::Result<ProgramExit> {
        let status = ExitStatus::from_raw(ended.status);
        if self.out_of_memory()? {
            return Ok(ProgramExit::Memory);
        }
        Ok(match (status.code(), status.signal()) {
            (_, Some(SIGSYS)) => ProgramExit::Security,
            _ if !ended.alone => ours,
            (Some(code), _) => ProgramExit::Exited(code),
            (None, Some(signal)) => ProgramExit::Signalled(signal),
            (None, None) => ours,
        })
    }

    fn end(&mut self, ours: ProgramExit) -> Result<ProgramExit, SandboxError> {
        let failed = SandboxError::during::<ErrorCause>(Operation::Ending);
        let answer = match self.zygote.answer_now() {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => self.stop(),
            Err(error) => Err(error),
        };
        match answer {
            Ok(ZygoteReply::Ended(ended)) => {
                self.judge(ended, ours).map_err(|error| failed(error.into()))
            }
            Ok(ZygoteReply::Failed(error)) => Err(SandboxError::Start {
                program: self.name.to_string(),
                error: io::Error::from_raw_os_error(error),
            }),
            Ok(ZygoteReply::Refused(error)) => {
                let error = io::Error::from_raw_os_error(error);
                Err(SandboxError::not_executed(&self.name, error))
            }
            Ok(other) => Err(failed(ErrorCause::ZygoteSays(format!("{other:?}")))),
            // There was too little memory even for the zygote: only the program can have taken it.
            Err(_) if self.zygote.is_gone() && self.out_of_memory().unwrap_or(false) => {
                self.zygote.starve();
                Ok(ProgramExit::Memory)
            }
            Err(error) => Err(failed(error)),
        }
    }

    fn stop(&self) -> Result<ZygoteReply, ErrorCause> {
        self.zygote.hurry(true);
        let answer = match self.zygote.ask(&Request::bare(Kind::Stop), &[]) {
            // It may have died at this moment, which its silence shows.
            Ok(()) | Err(_) => self.zygote.answer(Instant::now() + PATIENCE),
        };
        self.zygote.hurry(false);
        answer
    }
}

impl Child for CellChild {
    fn handle(&self) -> BorrowedFd<'_> {
        self.zygote.socket()
    }

    fn finish(&mut self, ours: ProgramExit) -> Result<ProgramExit, SandboxError> {
        if let Some(end) = self.end {
            return Ok(end);
        }
        let ended = self.end(ours);
        // Not before: a frozen process can be killed, and must not compute any more.
        self.freeze_group(false);
        // A process that cannot be ended is not waited for again.
        self.end = Some(*ended.as_ref().unwrap_or(&ours));
        ended
    }

    fn processes(&self) -> Vec<i32> {
        descendants(self.zygote.process().as_raw_pid())
    }

    fn is_counted(&self) -> bool {
        self.slot.is_some()
    }

    fn cpu(&self) -> io::Result<Option<Duration>> {
        let Some(slot) = &self.slot else { return Ok(None) };
        let all = slot.cpu()?.saturating_sub(self.cpu_before);
        Ok(Some(all.saturating_sub(self.zygote.own().saturating_sub(self.own_before))))
    }

    fn out_of_memory(&self) -> io::Result<bool> {
        let Some(slot) = &self.slot else {
            return Ok(self.scan.as_ref().is_some_and(ProcessScan::is_exceeded));
        };
        Ok(slot.out_of_memory()? > self.memory_before)
    }

    fn weighed_by(&self) -> Option<Instant> {
        self.scan.as_ref().map(ProcessScan::due)
    }

    fn memory(&self) -> io::Result<Option<u64>> {
        // Old kernels do not keep it in version 2.
        let counted = self.slot.as_ref().and_then(|slot| slot.memory_peak().ok());
        let seen = self.scan.as_ref().map(ProcessScan::most).filter(|most| *most > 0);
        Ok(counted.or(seen))
    }

    fn distrust(&mut self) {
        self.freezes = self.may_freeze;
    }

    fn freeze(&mut self, frozen: bool) {
        if self.slot.is_some() {
            return self.freeze_group(frozen);
        }
        if frozen != self.frozen && self.end.is_none() && (self.freezes || !frozen) {
            self.frozen = frozen;
            // A failure shows when the next answer is awaited.
            let _ = self.zygote.turn(if frozen { Kind::Pause } else { Kind::Resume });
        }
    }
}

impl Drop for CellChild {
    fn drop(&mut self) {
        let _ = self.finish(ProgramExit::Timeout);
    }
}
