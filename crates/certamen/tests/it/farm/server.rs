//! A server and workers, as users start them.

use super::disks::Disk;
use crate::site::Site;
use rustix::process::{Pid, Signal, kill_process};
use std::{
    env,
    fs::{self, File},
    mem,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread::sleep,
    time::{Duration, Instant},
};

/// The path of Debian's package.
const DEBIANS: &str = "/usr/sbin/nats-server";
/// Divides all time limits of the message server.
const HASTE: &str = "10";

/// A test's server, on a port of its own.
pub(crate) struct Server {
    child: Child,
    port: u16,
    folder: PathBuf,
    command: Command,
}

impl Server {
    /// A server that stores messages in a folder of `site`.
    pub(crate) fn start(site: &Site) -> Server {
        Server::start_with(site, &["-js"])
    }

    pub(crate) fn start_with(site: &Site, more: &[&str]) -> Server {
        Server::start_in(site, "nats", more)
    }

    /// A server with these arguments that stores messages in this folder.
    pub(crate) fn start_in(site: &Site, folder: &str, more: &[&str]) -> Server {
        let (port, folder) = (free_port(), site.path().join(folder));
        let mut command = program();
        command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(&folder).args(more);
        Server::of(command, port, folder)
    }

    /// A server that stores messages on a disk of its own.
    pub(crate) fn start_on(site: &Site, disk: &Disk) -> Server {
        let (port, folder) = (free_port(), site.path().join("disk/nats"));
        let mut command = program();
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(&folder);
        Server::of(disk.command(&command), port, folder)
    }

    fn of(mut command: Command, port: u16, folder: PathBuf) -> Server {
        Server { child: started(port, &mut command), port, folder, command }
    }

    /// A server with the configuration that `certamen bus setup` wrote to `farm`, on this port.
    pub(crate) fn set_up(site: &Site, port: u16) -> Server {
        let folder = site.path().join("farm");
        let mut command = program();
        command.arg("-c").arg(folder.join("nats.conf"));
        Server::of(command, port, folder)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it, then starts it on the same port with the same folder.
    pub(crate) fn restart(&mut self) {
        self.kill();
        self.child = started(self.port, &mut self.command);
    }

    /// The same, with its stored data deleted.
    pub(crate) fn restart_empty(&mut self) {
        self.kill();
        fs::remove_dir_all(&self.folder).unwrap();
        self.child = started(self.port, &mut self.command);
    }

    /// Makes it reload its list of users.
    pub(crate) fn reload(&self) {
        kill_process(Pid::from_child(&self.child), Signal::HUP).unwrap();
    }

    /// Kills it, until it is started again.
    pub(crate) fn pause(&mut self) {
        self.kill();
    }

    fn kill(&mut self) {
        // It may have been killed before.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that is free and reserved for this test process, another one each time. The system does
/// not give these to outgoing connections: one of its own could be taken when a server restarts.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id() % 190 * 64;
    let mut ports = (0..12_160).map(|_| {
        let at = first + NEXT.fetch_add(1, Ordering::Relaxed);
        u16::try_from(20_000 + at % 12_160).unwrap()
    });
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let is_reserved = |port: &u16| {
        let file = File::create(folder.join(format!("port-{port}"))).unwrap();
        // A test that found the port free at the same time would use our server as its own.
        let is_ours = file.try_lock().is_ok() && TcpListener::bind(("127.0.0.1", *port)).is_ok();
        if is_ours {
            // The lock ends with this process.
            mem::forget(file);
        }
        is_ours
    };
    ports.find(is_reserved).expect("one is free")
}

/// The installed server program.
pub(crate) fn program() -> Command {
    Command::new(env::var_os("CERTAMEN_NATS_SERVER").unwrap_or_else(|| DEBIANS.into()))
}

fn started(port: u16, command: &mut Command) -> Child {
    for _ in 0..100 {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut has_ended = || child.try_wait().unwrap().is_some();
        let listens = || TcpStream::connect(("127.0.0.1", port)).is_ok();
        until("the server listens, or ends", || has_ended() || listens());
        if !has_ended() {
            return child;
        }
        // Another process had its port or its folder for a moment.
        sleep(Duration::from_millis(100));
    }
    panic!("the server does not stay");
}

/// A child process that is killed at the end of the test.
pub(crate) struct Process(Child);

impl Process {
    /// Runs `certamen` with these arguments and accelerated times.
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Process {
        Process::of(hurried(site, arguments).stderr(Stdio::null()))
    }

    pub(crate) fn of(command: &mut Command) -> Process {
        Process(command.stdout(Stdio::null()).spawn().unwrap())
    }

    /// A worker with this number of slots.
    pub(crate) fn worker(site: &Site, server: &Server, name: &str, slots: &str) -> Process {
        Process::worker_at(site, &server.address(), name, slots)
    }

    /// A worker with one slot and the best isolation available.
    pub(crate) fn isolated_worker(site: &Site, server: &Server, name: &str) -> Process {
        let address = server.address();
        Process::start(site, &["worker", "--connect", &address, "--slots", "1", "--name", name])
    }

    /// A worker that connects to this address.
    pub(crate) fn worker_at(site: &Site, address: &str, name: &str, slots: &str) -> Process {
        Process::start(
            site,
            &["worker", "--connect", address, "--slots", slots, "--name", name, "--tier", "D"],
        )
    }

    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.0.wait().unwrap()
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `certamen` with these arguments, with short time limits of the message server.
pub(crate) fn hurried(site: &Site, arguments: &[&str]) -> Command {
    let mut command = site.command(arguments);
    command.env("CERTAMEN_BUS_HASTE", HASTE).env("CERTAMEN_BUS_DRIFT", "0");
    command
}

/// Waits until the condition is true.
pub(crate) fn until(what: &str, is_so: impl FnMut() -> bool) {
    assert!(within(Duration::from_secs(60), is_so), "waited in vain until {what}");
}

/// Whether the condition becomes true within this time.
pub(crate) fn within(patience: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !is_so() {
        if start.elapsed() > patience {
            return false;
        }
        sleep(Duration::from_millis(5));
    }
    true
}
