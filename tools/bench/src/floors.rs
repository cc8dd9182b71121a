//! The programs in C: bots, and the baselines. Built when the benchmark starts.

use anyhow::{Context, Result, bail};
use certamen_sandbox::{Access, Folder, Limits, Program};
use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use tempfile::TempDir;

/// What is compiled, from what, how.
const SOURCES: &[(&str, &str, &[&str])] = &[
    (LINE_BOT, include_str!("../floors/line_bot.c"), &[]),
    (SQUARE_BOT, include_str!("../floors/square_bot.c"), &[]),
    (LINE_REFEREE, include_str!("../floors/line_referee.c"), &[]),
    (SPAWN_LOOP, include_str!("../floors/spawn_loop.c"), &[]),
    (START_LOOP, include_str!("../floors/start_loop.c"), &[]),
    (STATIC_BOT, include_str!("../floors/square_bot.c"), &["-static"]),
    (BARE_BOT, include_str!("../floors/bare_bot.c"), &["-static", "-nostdlib"]),
];

/// A FootSteps bot that always bids 1.
pub(crate) const LINE_BOT: &str = "line_bot";
/// An Intervalo bot that prints the first free square.
pub(crate) const SQUARE_BOT: &str = "square_bot";
/// The same, in need of no library.
pub(crate) const STATIC_BOT: &str = "square_bot_static";
/// The same without any library at all.
pub(crate) const BARE_BOT: &str = "bare_bot";
/// The same in Python.
pub(crate) const PYTHON_BOT: &str = "square_bot.py";
/// A FootSteps referee without clock, limits and record.
pub(crate) const LINE_REFEREE: &str = "line_referee";
/// Starts, reads, waits; nothing else.
pub(crate) const SPAWN_LOOP: &str = "spawn_loop";

/// Starts, says a line, reads, waits; its time is that of the processor.
pub(crate) const START_LOOP: &str = "start_loop";

/// The folder they are in.
pub(crate) struct Floors {
    folder: TempDir,
}

/// How much a floor did, and in which time.
pub(crate) struct Took {
    pub(crate) count: u64,
    pub(crate) time: Duration,
}

impl Floors {
    /// Compiles them.
    pub(crate) fn build() -> Result<Floors> {
        let floors = Floors { folder: tempfile::tempdir().context("a folder for floors")? };
        for (name, source, flags) in SOURCES {
            let path = floors.path(name);
            let file = path.with_extension("c");
            fs::write(&file, source).with_context(|| file.display().to_string())?;
            let mut compiler = Command::new("cc");
            compiler.args(["-O2", "-Wall", "-Wextra", "-o"]).args([&path, &file]).args(*flags);
            let status = compiler.status().context("cannot run cc: install a C compiler")?;
            if !status.success() {
                bail!("cc does not compile {name}.c");
            }
        }
        let script = include_str!("../floors/square_bot.py");
        fs::write(floors.path(PYTHON_BOT), script)?;
        // Isolated programs run as another user.
        fs::set_permissions(floors.folder.path(), Permissions::from_mode(0o755))?;
        Ok(floors)
    }

    /// A bot, as the sandbox starts it.
    pub(crate) fn program(&self, name: &str) -> Program {
        Program {
            command: vec![self.path(name).into()],
            directory: self.folder.path().to_owned(),
            environment: Vec::new(),
            limits: Limits::default(),
            folders: vec![Folder {
                outside: self.folder.path().to_owned(),
                inside: "/bot",
                access: Access::Read,
            }],
        }
    }

    /// Runs a floor to its end.
    pub(crate) fn run(&self, name: &str, arguments: &[&Path]) -> Result<Took> {
        let output = Command::new(self.path(name)).args(arguments).env_clear().output()?;
        let words = String::from_utf8_lossy(&output.stdout);
        let took = words.split_once(' ').and_then(|(count, time)| {
            let time = Duration::from_nanos(time.trim().parse().ok()?);
            Some(Took { count: count.parse().ok()?, time })
        });
        took.with_context(|| format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))
    }

    /// Where one is.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
