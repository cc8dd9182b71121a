//! Full disks: of a worker, of the server, of the contest itself.

use super::{
    alone, played,
    server::{Process, Server, hurried, until},
    state,
};
use crate::site::{Site, mancala};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};

/// A small disk in the folder `disk` of a site, visible only to processes that are started through
/// it.
pub(crate) struct Disk {
    holder: Child,
    folder: PathBuf,
}

impl Disk {
    /// A disk of `size` MiB; only root can create it.
    fn of(site: &Site, size: u32) -> Disk {
        let folder = site.path().join("disk");
        fs::create_dir(&folder).unwrap();
        let script =
            format!("mount -t tmpfs -o size={size}m,mode=0755 none disk && exec sleep 600");
        let mut holder = Command::new("unshare");
        holder.args(["--mount", "sh", "-c", &script]).current_dir(site.path());
        let disk = Disk { holder: holder.spawn().unwrap(), folder };
        let is_there = || {
            let mounts = fs::read_to_string(format!("/proc/{}/mounts", disk.holder.id()));
            mounts.is_ok_and(|text| text.contains(&*disk.folder.to_string_lossy()))
        };
        until("the disk is there", is_there);
        disk
    }

    /// The same command, started with the disk mounted.
    pub(crate) fn command(&self, inner: &Command) -> Command {
        let mut outer = Command::new("nsenter");
        outer.arg(format!("--mount=/proc/{}/ns/mnt", self.holder.id()));
        let there = inner.get_current_dir().unwrap_or(self.folder.parent().unwrap());
        outer.args(["sh", "-c", "cd \"$0\" && exec \"$@\""]).arg(there);
        outer.arg(inner.get_program()).args(inner.get_args());
        for (key, value) in inner.get_envs() {
            match value {
                Some(value) => outer.env(key, value),
                None => outer.env_remove(key),
            };
        }
        outer
    }

    /// A path on the disk that is visible to all processes.
    fn path(&self, name: &str) -> PathBuf {
        let root = format!("/proc/{}/root{}", self.holder.id(), self.folder.display());
        Path::new(&root).join(name)
    }

    /// Fills the disk.
    fn fill(&self) {
        let filled = fs::write(self.path("filler"), vec![0; 256 << 20]);
        assert!(filled.is_err(), "the disk is larger than that");
    }

    /// Frees space again.
    fn empty(&self) {
        fs::remove_file(self.path("filler")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// A contest, a server and a disk.
fn place(contest: &str, size: u32) -> (Site, Disk) {
    let site = Site::new();
    site.write("c/contest.toml", contest);
    let disk = Disk::of(&site, size);
    (site, disk)
}

#[test]
fn a_machine_whose_disk_is_full_says_so_and_hands_in_what_it_plays() {
    let contest = mancala(40);
    let (site, disk) = place(&contest, 4);
    let server = Server::start(&site);
    let address = server.address();
    let worker = ["worker", "--connect", &address, "--slots", "2", "--name", "one", "--tier", "D"];
    let mut worker = disk.command(&hurried(&site, &[&worker[..], &["--cache", "disk"]].concat()));
    worker.stderr(File::create(site.path().join("said.txt")).unwrap());
    let mut worker = Process::of(&mut worker);
    until("it is there", || disk.path("worker/spool/one").exists());
    disk.fill();
    let mut run = Process::start(&site, &["run", "c", "--quiet", "--bus", &address]);
    assert!(run.wait().success());
    assert_eq!(state(&site), alone(&contest));
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    assert!(site.read("said.txt").contains("cannot store results that wait for the server"));
    worker.kill();
}

#[test]
fn a_contest_whose_disk_is_full_ends_by_name_and_goes_on_when_there_is_room() {
    let contest = mancala(100);
    let (site, disk) = place(&contest, 8);
    let server = Server::start(&site);
    let address = server.address();
    let _worker = Process::worker(&site, &server, "one", "2");
    fs::create_dir(disk.path("c")).unwrap();
    fs::write(disk.path("c/contest.toml"), &contest).unwrap();
    let run = || {
        let mut run =
            disk.command(&hurried(&site, &["run", "disk/c", "--quiet", "--bus", &address]));
        run.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap()
    };
    let first = run();
    let journal = disk.path("c/.certamen/store.sqlite-wal");
    until("it plays", || fs::metadata(&journal).is_ok_and(|journal| journal.len() > 200_000));
    disk.fill();
    let out = first.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("store.sqlite") && said.contains("space"), "{said}");
    disk.empty();
    let out = run().wait_with_output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    fs::remove_dir_all(site.path().join("c")).unwrap();
    let copied = Command::new("cp").arg("-a").arg(disk.path("c")).arg(site.path()).status();
    assert!(copied.unwrap().success());
    assert_eq!(state(&site), alone(&contest), "no result is lost, and none counts twice");
    site.succeed(&["verify", "c"]);
}

#[test]
fn a_server_whose_disk_is_full_is_waited_for_nightly() {
    let contest = mancala(200);
    let (site, disk) = place(&contest, 64);
    let mut server = Server::start_on(&site, &disk);
    let _worker = Process::worker(&site, &server, "one", "2");
    let address = server.address();
    let mut run = Process::start(&site, &["run", "c", "--quiet", "--bus", &address]);
    until("some matches are stored", || played(&site) > 0);
    disk.fill();
    sleep(Duration::from_millis(700));
    assert!(!run.has_ended(), "it waits");
    disk.empty();
    // A server whose disk was full stores nothing until it is restarted.
    server.restart();
    assert!(run.wait().success());
    assert_eq!(state(&site), alone(&contest));
    site.succeed(&["verify", "c"]);
}
