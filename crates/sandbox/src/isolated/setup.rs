//! The setup: a short-lived process of our own program that builds a sandbox around itself and then
//! becomes its zygote.
//!
//! It is ordinary code on purpose; nothing of it is left when the first program starts.

use super::{
    mounts,
    plan::{CellPlan, MountSource},
    privileges,
};
use crate::{
    error::{Failure, Operation},
    filter::{self, Containment},
    landlock::{self, RestrictError},
};
use rustix::{
    fd::{AsFd, BorrowedFd, OwnedFd},
    fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create},
    io::{FdFlags, dup2, fcntl_setfd},
    process::{getegid, geteuid},
    thread::{UnshareFlags, unshare_unsafe},
};
use std::{
    convert::Infallible,
    fs::{self, File},
    io::{self, Write},
    os::fd::{AsRawFd, FromRawFd},
    path::PathBuf,
};

/// The user inside, if the user outside is not root.
pub(super) const MAPPED_USER: u32 = 1000;

static ZYGOTE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/zygote"));

/// Whether the zygote is compiled for this kind of machine.
pub(crate) fn is_possible() -> bool {
    !ZYGOTE.is_empty()
}

/// Becomes the sandbox of `plan`; its zygote has its socket in place of standard input.
pub(super) fn become_sandbox(plan: io::Result<CellPlan>) -> ! {
    let socket = io::stdin();
    let Err(failed) = set_up(plan, socket.as_fd());
    // A message that is no answer of a zygote.
    let words = serde_json::to_vec(&failed).unwrap_or_default();
    let _ = rustix::io::write(socket.as_fd(), &words);
    std::process::exit(1)
}

fn set_up(plan: io::Result<CellPlan>, socket: BorrowedFd<'_>) -> Result<Infallible, Failure> {
    let plan = plan.map_err(Failure::during(Operation::Plan))?;
    let containment =
        if plan.user_namespace { Containment::Namespace } else { Containment::ControlGroup };
    let programs = filter::programs(containment).map_err(Failure::during(Operation::Filter))?;
    let zygote = sealed_file().map_err(Failure::during(Operation::Zygote))?;
    let group = plan.birthplace.as_ref().map(File::open).transpose();
    let birthplace = group.map_err(Failure::during(Operation::Group))?;
    let doors = plan.doors.iter().map(|door| File::options().write(true).open(door));
    let doors: Vec<File> =
        doors.collect::<io::Result<_>>().map_err(Failure::during(Operation::Group))?;
    if plan.user_namespace {
        user_namespace().map_err(Failure::during(Operation::Users))?;
    }
    let new = UnshareFlags::NEWNS
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWPID;
    unshare(new).map_err(Failure::during(Operation::Namespaces))?;
    let (reader, writer) = rustix::pipe::pipe().map_err(Failure::during(Operation::SetUpPipe))?;
    let child = privileges::fork_sibling(birthplace.as_ref())
        .map_err(Failure::during(Operation::FirstProcess))?;
    if child != 0 {
        // The number that the supervisor, whose child it is, sees.
        rustix::io::write(socket, format!("pid {child}").as_bytes())
            .map_err(Failure::during(Operation::FirstProcess))?;
        std::process::exit(0);
    }
    // The supervisor must receive our number before anything else, however busy the machine is: the
    // pipe ends when our sibling has sent it and has ended.
    drop(writer);
    rustix::io::retry_on_intr(|| rustix::io::read(&reader, &mut [0; 1]))
        .map_err(Failure::during(Operation::SetUpPipe))?;
    drop(reader);
    // Our umask may close new files to the user of programs.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    rustix::system::sethostname(b"certamen").map_err(Failure::during(Operation::Name))?;
    let last_pid = mounts::enter(&plan).map_err(Failure::during(Operation::Root))?;
    rustix::process::setsid().map_err(Failure::during(Operation::Session))?;
    privileges::limit(&plan.limits).map_err(Failure::during(Operation::Limits))?;
    enter_groups(doors).map_err(Failure::during(Operation::Group))?;
    place_descriptors(socket, last_pid, zygote).map_err(Failure::during(Operation::Descriptors))?;
    second_wall(&plan).map_err(Failure::during(Operation::Landlock))?;
    privileges::give_up(&plan).map_err(Failure::during(Operation::Privileges))?;
    filter::install(&programs).map_err(Failure::during(Operation::Filter))?;
    Err(Failure::during(Operation::Execution)(privileges::execute(ZYGOTE_PLACE)))
}

/// Enters the groups, in which every program is then created: moving a process between groups can
/// take the kernel as long as a hundred moves of a fast program. From inside they are the root of
/// the tree, so that no name reveals which match this is.
fn enter_groups(doors: Vec<File>) -> io::Result<()> {
    for mut door in doors {
        door.write_all(b"0")?;
    }
    unshare(UnshareFlags::NEWCGROUP)
}

/// A second barrier by other means, as far as the kernel supports it.
fn second_wall(plan: &CellPlan) -> Result<(), RestrictError> {
    let writable = plan.mounts.iter().filter(|mount| !matches!(mount.what, MountSource::Read(_)));
    let mut writable: Vec<PathBuf> = writable.map(|mount| mount.inside.clone()).collect();
    writable.push("/dev".into());
    landlock::restrict(&[PathBuf::from("/")], &writable).map(drop)
}

/// The descriptor of the zygote's own file while it is executed.
const ZYGOTE_PLACE: i32 = 5;

#[expect(unsafe_code, reason = "a thread of its own namespaces; there is no other thread")]
fn unshare(new: UnshareFlags) -> io::Result<()> {
    // SAFETY: this process has one thread, and no file table is unshared.
    Ok(unsafe { unshare_unsafe(new) }?)
}

/// Maps our own user to one that has no special rights inside either.
fn user_namespace() -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(UnshareFlags::NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{MAPPED_USER} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{MAPPED_USER} {group} 1"))
}

/// A file that no process can change, not even the one that executes it.
fn sealed_file() -> io::Result<OwnedFd> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let file = memfd_create("zygote", flags)?;
    let mut file = File::from(file);
    file.write_all(ZYGOTE)?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    Ok(file.into())
}

/// Leaves the zygote its socket, `ns_last_pid` and its own file, and closes everything else.
fn place_descriptors(
    socket: BorrowedFd<'_>,
    last_pid: Option<OwnedFd>,
    zygote: OwnedFd,
) -> io::Result<()> {
    // First out of the way, so that no place is still in use when it is filled. What stays behind
    // is closed by number, not by its owner, whose number will be another's by then.
    let move_up = |fd: OwnedFd| {
        let moved = rustix::io::fcntl_dupfd_cloexec(&fd, 20);
        std::mem::forget(fd);
        moved
    };
    let socket = rustix::io::fcntl_dupfd_cloexec(socket, 20)?;
    let zygote = move_up(zygote)?;
    let last_pid = last_pid.map(move_up).transpose()?;
    let null = move_up(File::options().read(true).write(true).open("/dev/null")?.into())?;
    for (place, fd) in [(0, &null), (1, &null), (2, &null), (3, &socket), (ZYGOTE_PLACE, &zygote)] {
        put(fd, place)?;
    }
    match &last_pid {
        Some(fd) => put(fd, 4)?,
        None => put(&null, 4)?,
    }
    privileges::close_from(6)?;
    // The blob's own descriptor goes with its execution.
    let place = owned(ZYGOTE_PLACE);
    fcntl_setfd(&place, FdFlags::CLOEXEC)?;
    std::mem::forget((place, socket, zygote, last_pid, null));
    Ok(())
}

fn put(fd: &OwnedFd, place: i32) -> io::Result<()> {
    let mut target = owned(place);
    dup2(fd, &mut target)?;
    std::mem::forget(target);
    Ok(())
}

#[expect(unsafe_code, reason = "places of descriptors are numbers")]
fn owned(place: i32) -> OwnedFd {
    debug_assert!(place.as_raw_fd() >= 0);
    // SAFETY: forgotten again before it could be closed twice.
    unsafe { OwnedFd::from_raw_fd(place) }
}
