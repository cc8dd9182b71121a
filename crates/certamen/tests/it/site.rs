//! A folder in which a test runs the command, and the command's output.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

/// A folder that is deleted after the test.
pub(crate) struct Site(tempfile::TempDir);

/// A command's output and exit code.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    pub(crate) fn of(Output { status, stdout, stderr }: Output) -> Said {
        Said {
            code: status.code().unwrap_or(-1),
            out: String::from_utf8(stdout).unwrap(),
            err: String::from_utf8(stderr).unwrap(),
        }
    }
}

impl Site {
    pub(crate) fn new() -> Site {
        let folder = tempfile::tempdir().unwrap();
        // If root serves, an unprivileged user reads its content.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Site(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The command, to be run in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("LC_ALL", "C")
            .env("XDG_CACHE_HOME", self.path().join("cache"))
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        self.run_in("C", arguments)
    }

    /// The same with a language in the environment.
    pub(crate) fn run_in(&self, language: &str, arguments: &[&str]) -> Said {
        let mut command = self.command(arguments);
        Said::of(command.env("LC_ALL", language).output().unwrap())
    }

    /// Starts the command without waiting for it.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Runs the command, which must succeed, and returns its output.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        said.out
    }
}

/// A path in the repository.
pub(crate) fn repository(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    root.join(path).display().to_string()
}

/// All bots of a game. If one of their languages is missing, the runner skips the tests that need
/// all of them, and reports that.
pub(crate) fn bots(game: &str) -> Vec<String> {
    let entries = fs::read_dir(repository(&format!("bots/{game}"))).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut bots: Vec<_> = paths.collect();
    bots.sort();
    bots.into_iter().map(|path| path.display().to_string()).collect()
}

/// A contest of built-in players that always has the same result.
pub(crate) fn mancala(games_per_pair: u32) -> String {
    format!(
        r#"
name = "Reference players"
game = "mancala8"
bots = ["builtin:first", "builtin:last", "builtin:random", "builtin:regular", "builtin:bueno", "builtin:regular:depth=4"]
[format]
kind = "round-robin"
games_per_pair = {games_per_pair}
[ranking]
kind = "points"
"#
    )
}
