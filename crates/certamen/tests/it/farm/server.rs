//! A server and machines, as they are started by hand.

use crate::site::Site;
use rustix::process::{Pid, Signal, kill_process};
use std::{
    env, fs,
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// Where Debian puts it.
const DEBIANS: &str = "/usr/sbin/nats-server";
/// All times of the bus are divided by this.
const HASTE: &str = "10";

/// A server of a test, on a port of its own.
pub(crate) struct Server {
    child: Child,
    port: u16,
    folder: PathBuf,
    arguments: Vec<String>,
}

impl Server {
    /// A server that keeps messages in a folder of `site`.
    pub(crate) fn start(site: &Site) -> Server {
        Server::start_with(site, &["-js"])
    }

    /// A server with these arguments.
    pub(crate) fn start_with(site: &Site, more: &[&'static str]) -> Server {
        let (port, folder) = (free_port(), site.path().join("nats"));
        let own = ["-a", "127.0.0.1", "-p", &port.to_string(), "-sd", folder.to_str().unwrap()];
        let arguments: Vec<String> = own.iter().chain(more).map(|one| (*one).to_owned()).collect();
        Server { child: started(port, &arguments), port, folder, arguments }
    }

    /// A server as `certamen bus setup` wrote it into `farm`, at this port.
    pub(crate) fn set_up(site: &Site, port: u16) -> Server {
        let folder = site.path().join("farm");
        let arguments = ["-c".to_owned(), folder.join("nats.conf").display().to_string()].to_vec();
        Server { child: started(port, &arguments), port, folder, arguments }
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// How it is reached.
    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it, and starts it again where it was.
    pub(crate) fn restart(&mut self) {
        self.kill();
        self.child = started(self.port, &self.arguments);
    }

    /// Likewise, when all that it kept is gone.
    pub(crate) fn restart_empty(&mut self) {
        self.kill();
        fs::remove_dir_all(&self.folder).unwrap();
        self.child = started(self.port, &self.arguments);
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

/// A port at which nobody listens.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn started(port: u16, arguments: &[String]) -> Child {
    let program = env::var_os("CERTAMEN_NATS_SERVER").unwrap_or_else(|| DEBIANS.into());
    let mut command = Command::new(program);
    command.args(arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    child
}

/// A process of ours that ends with the test.
pub(crate) struct Process(Child);

impl Process {
    /// Runs `certamen` with these arguments, in a hurry.
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Process {
        let mut command = hurried(site, arguments);
        Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// A machine that plays so many matches at a time.
    pub(crate) fn worker(site: &Site, server: &Server, name: &str, slots: &str) -> Process {
        Process::worker_at(site, &server.address(), name, slots)
    }

    /// A machine that isolates programs as well as it can, one at a time.
    pub(crate) fn isolated_worker(site: &Site, server: &Server, name: &str) -> Process {
        let address = server.address();
        Process::start(site, &["worker", "--connect", &address, "--slots", "1", "--name", name])
    }

    /// Likewise, which reaches the server by another way.
    pub(crate) fn worker_at(site: &Site, address: &str, name: &str, slots: &str) -> Process {
        Process::start(
            site,
            &["worker", "--connect", address, "--slots", slots, "--name", name, "--tier", "D"],
        )
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.0.wait().unwrap()
    }

    /// Whether it has ended.
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

/// `certamen` with these arguments, where all times of the bus are short.
pub(crate) fn hurried(site: &Site, arguments: &[&str]) -> Command {
    let mut command = site.command(arguments);
    command.env("CERTAMEN_BUS_HASTE", HASTE);
    command
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain until {what}");
        sleep(Duration::from_millis(5));
    }
}
