//! A private, read-only root: what the plan names, minimal devices, its own processes.

use super::plan::{CellPlan, Mount, MountSource};
use crate::ErrorCause;
use rustix::{
    fd::{AsFd, OwnedFd},
    fs::{AtFlags, CWD, Gid, Mode, OFlags, Uid, chownat, open},
    mount::{
        MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
        mount_change, move_mount, open_tree, unmount,
    },
    process::{chdir, pivot_root},
};
use std::{
    ffi::CString,
    fs, io,
    os::{
        fd::AsRawFd,
        unix::{ffi::OsStrExt, fs::symlink},
    },
    path::{Path, PathBuf},
};

/// Where the new root is built; any existing folder is suitable, as no other process sees it.
const WORKPLACE: &str = "/tmp";
pub(crate) const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// A part of the machine, opened before the root is covered.
struct MountPart {
    inside: PathBuf,
    tree: OwnedFd,
    is_folder: bool,
    attributes: u64,
}

/// Builds the root of `plan` and enters it. Returns `ns_last_pid`, if it can be opened.
pub(super) fn enter(plan: &CellPlan) -> Result<Option<OwnedFd>, ErrorCause> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let (parts, links) = take_hold(plan)?;
    tmpfs(Path::new(WORKPLACE), "mode=755,size=1m")?;
    let root = Path::new(WORKPLACE);
    for part in &parts {
        attach(root, part)?;
    }
    for (link, target) in links {
        let link = below(root, &link);
        make_parent(&link)?;
        symlink(target, link)?;
    }
    for Mount { inside, what } in &plan.mounts {
        if let MountSource::Fresh(size) = what {
            fresh(&below(root, inside), *size, plan.user)?;
        }
    }
    for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        symlink(format!("/proc/self/fd{target}"), root.join("dev").join(name))?;
    }
    let last_pid = processes(&root.join("proc"))?;
    chdir(root)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    set_attributes(Path::new("/"), READ_ONLY | NO_SUID | NO_DEVICES, 0)?;
    chdir(&plan.directory)?;
    Ok(last_pid)
}

/// A symbolic link among the roots, as `/lib` often is, and its target.
type Link = (PathBuf, PathBuf);

/// Opens everything that will be visible.
fn take_hold(plan: &CellPlan) -> Result<(Vec<MountPart>, Vec<Link>), ErrorCause> {
    let (mut parts, mut links) = (Vec::new(), Vec::new());
    for path in &plan.roots {
        match fs::symlink_metadata(path) {
            // Not every machine has every root.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
            Ok(metadata) if metadata.is_symlink() => {
                links.push((path.clone(), fs::read_link(path)?));
            }
            Ok(_) => parts.push(part(path, path, READ_ONLY | NO_SUID | NO_DEVICES)?),
        }
    }
    for Mount { inside, what } in &plan.mounts {
        let shared = NO_SUID | NO_DEVICES | NO_LINKS;
        match what {
            MountSource::Read(path) => parts.push(part(path, inside, READ_ONLY | shared)?),
            MountSource::Fresh(_) => {}
        }
    }
    for device in DEVICES {
        let path = Path::new("/dev").join(device);
        // Writing to a device is no writing to the file system; changing when it was last used is.
        parts.push(part(&path, &path, READ_ONLY | NO_SUID)?);
    }
    Ok((parts, links))
}

fn part(path: &Path, inside: &Path, attributes: u64) -> Result<MountPart, ErrorCause> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    let named = |error: rustix::io::Errno| ErrorCause::Path(path.to_owned(), error.raw_os_error());
    let tree = open_tree(CWD, path, flags).map_err(named)?;
    let is_folder = fs::metadata(path)?.is_dir();
    Ok(MountPart { inside: inside.to_owned(), tree, is_folder, attributes })
}

fn attach(root: &Path, part: &MountPart) -> io::Result<()> {
    let target = below(root, &part.inside);
    make_parent(&target)?;
    if part.is_folder {
        fs::create_dir_all(&target)?;
    } else {
        fs::write(&target, [])?;
    }
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
    move_mount(part.tree.as_fd(), "", CWD, &target, flags)?;
    set_attributes(&target, part.attributes, AT_RECURSIVE)
}

fn tmpfs(path: &Path, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", path, "tmpfs", flags, options.as_c_str())?)
}

/// An empty folder in memory that belongs to the program's user.
fn fresh(path: &Path, size: u64, user: u32) -> io::Result<()> {
    fs::create_dir_all(path)?;
    let files = (size / 4096).clamp(64, 4096);
    tmpfs(path, &format!("mode=700,size={size},nr_inodes={files}"))?;
    chownat(CWD, path, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)), AtFlags::empty())?;
    set_attributes(path, NO_SUID | NO_DEVICES | NO_LINKS, 0)
}

/// Mounts `/proc` with the processes of this sandbox only, read-only. Returns `ns_last_pid`, opened
/// through a mount that is removed again: one with writers could not be made read-only.
fn processes(path: &Path) -> io::Result<Option<OwnedFd>> {
    fs::create_dir(path)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", path, "proc", flags, None)?;
    let last_pid = open(path.join("sys/kernel/ns_last_pid"), OFlags::WRONLY, Mode::empty()).ok();
    unmount(path, UnmountFlags::DETACH)?;
    // Otherwise programs could observe the activity of the whole machine.
    mount("proc", path, "proc", flags | MountFlags::RDONLY, c"hidepid=2,subset=pid")?;
    Ok(last_pid)
}

fn below(root: &Path, inside: &Path) -> PathBuf {
    root.join(inside.strip_prefix("/").unwrap_or(inside))
}

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

const READ_ONLY: u64 = 0x1;
const NO_SUID: u64 = 0x2;
const NO_DEVICES: u64 = 0x4;
const NO_LINKS: u64 = 0x20_0000;
const AT_RECURSIVE: i32 = 0x8000;

/// Adds attributes to a mount, and with [`AT_RECURSIVE`] to those below it.
#[expect(unsafe_code, reason = "rustix has no mount_setattr")]
fn set_attributes(path: &Path, attributes: u64, flags: i32) -> io::Result<()> {
    #[repr(C)]
    struct Attributes {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }
    let wanted = Attributes { set: attributes, clear: 0, propagation: 0, user_namespace: 0 };
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: reads one path and one structure of the size that is given.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            CWD.as_raw_fd(),
            path.as_ptr(),
            flags,
            &raw const wanted,
            size_of::<Attributes>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
