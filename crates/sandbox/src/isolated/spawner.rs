//! The spawner: one run of our own program that forks for each sandbox, so that the program is
//! loaded once and not once for each.
//!
//! It has one thread and nothing but the end of a socket. Its forks are children of the
//! supervisor, like the zygotes that they become.

use super::{plan::CellPlan, privileges, setup, zygote};
use crate::ErrorCause;
use rustix::{
    fd::{AsFd, BorrowedFd, OwnedFd},
    io::Errno,
    net::{
        AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
        SendAncillaryMessage, SendFlags, Shutdown, SocketFlags, SocketType, recv, recvmsg, sendmsg,
        shutdown, socketpair,
    },
    process::{Pid, WaitOptions, waitpid},
    stdio::dup2_stdin,
    thread::{CpuSet, sched_getaffinity, sched_setaffinity},
};
use serde::{Deserialize, Serialize};
use std::{
    io::{self, IoSlice, IoSliceMut},
    mem::MaybeUninit,
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// How long a fork may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);
/// The maximum size of an order, in bytes.
const LONGEST: usize = 128 << 10;

#[derive(Serialize, Deserialize)]
struct SpawnRequest {
    plan: CellPlan,
    /// The cores of the caller, on which its processes stay.
    cores: Vec<usize>,
}

/// The spawner, as seen by the supervisor. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Spawner {
    socket: OwnedFd,
    process: Child,
}

/// A process that builds a sandbox, and then ends.
pub(super) struct SetUp(Pid);

impl Spawner {
    /// Starts `program` as the spawner.
    pub(crate) fn open(mut program: Command) -> io::Result<Spawner> {
        let (socket, theirs) = pair()?;
        // Signals that a terminal sends to our group are handled by the supervisor.
        program.stdin(Stdio::from(theirs)).process_group(0);
        let process = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(Spawner { socket, process })
    }

    /// Has the sandbox of `plan` built by a process that communicates through the socket `theirs`.
    pub(super) fn build(
        &self,
        plan: &CellPlan,
        theirs: BorrowedFd<'_>,
    ) -> Result<SetUp, ErrorCause> {
        let affinity = sched_getaffinity(None)?;
        let cores = (0..CpuSet::MAX_CPU).filter(|core| affinity.is_set(*core)).collect();
        let order = serde_json::to_vec(&SpawnRequest { plan: plan.clone(), cores });
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        let theirs = [theirs];
        control.push(SendAncillaryMessage::ScmRights(&theirs));
        let order = order.map_err(io::Error::from)?;
        sendmsg(&self.socket, &[IoSlice::new(&order)], &mut control, SendFlags::NOSIGNAL)?;
        if !zygote::readable(self.socket.as_fd(), Instant::now() + PATIENCE)? {
            return Err(ErrorCause::SetUpSilent);
        }
        let mut number = [0; 4];
        recv(&self.socket, &mut number[..], RecvFlags::empty())?;
        let number = i32::from_le_bytes(number);
        let forked = Pid::from_raw(number.max(0)).map(SetUp);
        forked.ok_or_else(|| match number {
            0 => ErrorCause::SetUpFailed,
            error => io::Error::from_raw_os_error(-error).into(),
        })
    }
}

impl Drop for Spawner {
    fn drop(&mut self) {
        let _ = shutdown(&self.socket, Shutdown::Both);
        let _ = self.process.wait();
    }
}

impl SetUp {
    pub(super) fn wait(self) -> io::Result<()> {
        rustix::io::retry_on_intr(|| waitpid(Some(self.0), WaitOptions::empty()))?;
        Ok(())
    }
}

pub(super) fn pair() -> Result<(OwnedFd, OwnedFd), Errno> {
    socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
}

/// Becomes the spawner, which reads orders from standard input until it is closed.
pub(crate) fn become_spawner() -> ! {
    let stdin = io::stdin();
    while let Ok(Some((order, socket))) = receive_order(stdin.as_fd()) {
        let forked = privileges::fork_sibling(None);
        if let Ok(0) = forked {
            build(&order, socket);
        }
        let answer = forked.unwrap_or_else(|error| -error.raw_os_error().unwrap_or(0));
        if rustix::io::write(stdin.as_fd(), &answer.to_le_bytes()).is_err() {
            break;
        }
    }
    std::process::exit(0)
}

/// The next order, and the socket of the process that will execute it.
fn receive_order(socket: BorrowedFd<'_>) -> io::Result<Option<(Vec<u8>, OwnedFd)>> {
    let mut bytes = vec![0; LONGEST];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = rustix::io::retry_on_intr(|| {
        let vectors = &mut [IoSliceMut::new(&mut bytes)];
        recvmsg(socket, vectors, &mut control, RecvFlags::CMSG_CLOEXEC)
    })?;
    bytes.truncate(received.bytes);
    let rights = control.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
        _ => None,
    });
    Ok(rights.map(|theirs| (bytes, theirs)))
}

/// Builds what was ordered, in the process that was forked for it.
fn build(order: &[u8], socket: OwnedFd) -> ! {
    // In place of the socket for orders: a forked process reads none.
    let placed = dup2_stdin(&socket).map_err(io::Error::from);
    drop(socket);
    let order = placed.and_then(|()| Ok(serde_json::from_slice::<SpawnRequest>(order)?));
    let order = order.map(|SpawnRequest { plan, cores }| {
        let mut only = CpuSet::new();
        for core in cores {
            only.set(core);
        }
        // If that is not allowed, everything still works, only slower.
        let _ = sched_setaffinity(None, &only);
        plan
    });
    setup::become_sandbox(order)
}
