//! The core: SBCL with the course's library and the host, saved once, and the commands around it.

use certamen_sandbox::{ToolError, find_tool};
use std::{
    ffi::OsString,
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// The language of players, as a bot's file names it.
pub const LANGUAGE: &str = "course-lisp";

const SBCL: (&str, &str) = ("/usr/bin/sbcl", "sbcl");
/// What SBCL starts from.
const ITS_CORE: &str = "/usr/lib/sbcl/sbcl.core";
/// The script that makes the core of all the others.
const SCRIPT: &str = "save.lisp";
const PRODUCT: &str = "bin/course";

const SOURCES: [(&str, &str); 11] = [
    (SCRIPT, include_str!("../../host/lisp/save.lisp")),
    ("paquetes.lisp", include_str!("../../library/lisp/paquetes.lisp")),
    ("tablero.lisp", include_str!("../../library/lisp/tablero.lisp")),
    ("estado.lisp", include_str!("../../library/lisp/estado.lisp")),
    ("marcador.lisp", include_str!("../../library/lisp/marcador.lisp")),
    ("pure.lisp", include_str!("../../host/lisp/pure.lisp")),
    ("compile.lisp", include_str!("../../host/lisp/compile.lisp")),
    ("wire.lisp", include_str!("../../host/lisp/wire.lisp")),
    ("evaluate.lisp", include_str!("../../host/lisp/evaluate.lisp")),
    ("search.lisp", include_str!("../../host/lisp/search.lisp")),
    ("main.lisp", include_str!("../../host/lisp/main.lisp")),
];

/// The announcement's own evaluations in Lisp, by their names as built-in players.
pub const REFERENCES: [(&str, &str); 2] = [
    ("regular", include_str!("../../references/lisp/regular.cl")),
    ("bueno", include_str!("../../references/lisp/bueno.cl")),
];

/// The SBCL that is installed here.
#[derive(Clone, Debug)]
pub struct Core {
    sbcl: PathBuf,
}

impl Core {
    /// What there is; an error names the package to install.
    pub fn find() -> Result<Core, ToolError> {
        Ok(Core { sbcl: find_tool(SBCL.0, SBCL.1)? })
    }

    /// What a core depends on: its source files and the SBCL that makes it. SBCL's own core is
    /// forty megabytes and is not read: replacing it changes the metadata of its file,
    /// which is used instead.
    pub fn key(&self) -> io::Result<String> {
        let mut hasher = blake3::Hasher::new();
        for (name, text) in SOURCES {
            for part in [name, text] {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part.as_bytes());
            }
        }
        // An SBCL starts from the core that it was built with, or not at all.
        let its_own = if Path::new(ITS_CORE).is_file() { Path::new(ITS_CORE) } else { &self.sbcl };
        let noted = fs::metadata(its_own)?;
        let stamp = [noted.mtime(), noted.mtime_nsec(), noted.ctime(), noted.ctime_nsec()];
        hasher.update(format!("{} {} {stamp:?}", its_own.display(), noted.len()).as_bytes());
        Ok(hasher.finalize().to_hex()[..32].to_owned())
    }

    /// Writes what a core is made of into a folder.
    pub fn write_sources(&self, folder: &Path) -> io::Result<()> {
        SOURCES.iter().try_for_each(|(name, text)| fs::write(folder.join(name), text))
    }

    /// Makes the core of the `sources` that were written, into the folder `out`.
    pub fn build_command(&self, sources: &Path, out: &Path) -> Vec<OsString> {
        let options = ["--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger"];
        let mut command = vec![self.sbcl.clone().into_os_string()];
        command.extend(options.map(OsString::from));
        command.extend(["--load".into(), sources.join(SCRIPT).into_os_string()]);
        command.extend(["--end-toplevel-options".into(), out.into()]);
        command
    }

    /// Compiles the player of the file `source` into the folder `out`, with the core whose products
    /// are in `core`.
    pub fn compile_command(core: &Path, source: &Path, out: &Path) -> Vec<OsString> {
        let mut command = started(core, "512MB");
        command.extend(["compile".into(), source.into(), out.into()]);
        command
    }

    /// The same for the search in the user's file `source`.
    pub fn compile_search_command(core: &Path, source: &Path, out: &Path) -> Vec<OsString> {
        let mut command = started(core, "512MB");
        command.extend(["compile-search".into(), source.into(), out.into()]);
        command
    }

    /// Starts the player that was compiled into `out`. `{quarter}` is that part of its memory, in
    /// MiB.
    pub fn play_command(core: &Path, out: &Path) -> Vec<OsString> {
        let mut command = started(core, "{quarter}MB");
        command.extend(["play".into(), out.into()]);
        command
    }
}

fn started(core: &Path, heap: &str) -> Vec<OsString> {
    let options = ["--noinform", "--disable-ldb", "--dynamic-space-size"];
    let mut command = vec![core.join(PRODUCT).into_os_string()];
    command.extend(options.map(OsString::from));
    command.extend([heap, "--end-runtime-options"].map(OsString::from));
    command
}

/// What a player's answers can depend on. Anything not known to be harmless is not harmless.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purity {
    /// On the question, and on nothing else.
    Pure,
    /// On the earlier questions of this match, too: it draws random numbers, or keeps notes.
    Forgetting,
    /// On anything.
    #[default]
    Unknown,
}

/// Where the compiler wrote it, beside the player.
pub const NATURE: &str = "player.name";

impl Purity {
    /// What the compiler wrote of a player.
    pub fn read(text: &str) -> Purity {
        match text.lines().nth(1) {
            Some("pure") => Purity::Pure,
            Some("match") => Purity::Forgetting,
            _ => Purity::Unknown,
        }
    }

    /// Whether it can be asked the same again, as if it had not been.
    pub fn is_pure(self) -> bool {
        self == Purity::Pure
    }

    /// Whether it uses nothing that could end the process or change its behaviour.
    pub fn is_harmless(self) -> bool {
        self != Purity::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_loads_every_other_file() {
        let names: Vec<String> =
            SOURCES[1..].iter().map(|(name, _)| name.replace(".lisp", "")).collect();
        let listed = format!("'(\"{}\")", names.join("\" \""));
        let script = SOURCES[0].1.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(script.contains(&listed), "{listed}");
    }

    #[test]
    fn what_is_not_said_is_not_known() {
        let read = ["MI-F-EV\npure\n", "MI-F-EV\nmatch\n", "MI-F-EV\n-\n", "", "pure"];
        let unknown = Purity::Unknown;
        let expected = [Purity::Pure, Purity::Forgetting, unknown, unknown, unknown];
        assert_eq!(read.map(Purity::read), expected);
    }
}
