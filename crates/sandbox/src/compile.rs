//! Building a bot from its sources.

use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read, Seek},
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// How long a build may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// How much of a compiler's words is kept.
const WORDS: u64 = 16 << 10;

/// Why a build has no product.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The compiler said no; its words.
    #[error("the compiler says:\n{0}")]
    Refused(String),
    /// It did not come to an end.
    #[error("the build took longer than {} s", PATIENCE.as_secs())]
    Timeout,
    /// The compiler cannot be run.
    #[error("cannot run the compiler {tool}: {error}")]
    Start {
        /// The compiler.
        tool: String,
        /// The system's answer.
        error: io::Error,
    },
}

/// Runs a build command in `directory`, without input and with a minimal environment.
pub fn compile(command: &[OsString], directory: &Path) -> Result<(), CompileError> {
    let Some((tool, arguments)) = command.split_first() else { return Ok(()) };
    let start = |error| CompileError::Start { tool: tool.display().to_string(), error };
    let mut words = unnamed_file(directory).map_err(start)?;
    let mut child = Command::new(tool)
        .args(arguments)
        .current_dir(directory)
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("LANG", "C.UTF-8")
        .env("HOME", directory)
        .env("TMPDIR", directory)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(words.try_clone().map_err(start)?)
        .stderr(words.try_clone().map_err(start)?)
        .spawn()
        .map_err(start)?;
    let group = Pid::from_child(&child);
    let in_time = ends_in_time(group);
    let _ = kill_process_group(group, Signal::KILL);
    let status = child.wait().map_err(start)?;
    if !in_time.map_err(start)? {
        return Err(CompileError::Timeout);
    }
    if status.success() {
        return Ok(());
    }
    let mut kept = Vec::new();
    words.rewind().map_err(start)?;
    words.take(WORDS).read_to_end(&mut kept).map_err(start)?;
    Err(CompileError::Refused(shown(&kept)))
}

/// A compiler's words without what would act on a terminal: it may quote anything from a source.
fn shown(words: &[u8]) -> String {
    let plain = |letter: char| matches!(letter, '\n' | '\t') || !letter.is_control();
    let words = String::from_utf8_lossy(words);
    words.chars().map(|letter| if plain(letter) { letter } else { '\u{fffd}' }).collect()
}

fn ends_in_time(process: Pid) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let handle = pidfd_open(process, PidfdFlags::empty())?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&left)) {
            Ok(ready) => return Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// A file for the compiler's words that nobody else can name.
fn unnamed_file(directory: &Path) -> io::Result<File> {
    let path = directory.join(".compiler-output");
    let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}
