//! The core: SBCL with the course's library and the host, saved once, and the commands around it.

use certamen_sandbox::{ToolError, find_tool};
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The language of players, as a bot's file names it.
pub const LANGUAGE: &str = "course-lisp";

const SBCL: (&str, &str) = ("/usr/bin/sbcl", "sbcl");
const ITS_CORE: &str = "/usr/lib/sbcl/sbcl.core";
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

#[derive(Clone, Debug)]
pub(crate) struct Core {
    sbcl: PathBuf,
}

impl Core {
    /// The installed SBCL; an error names the package to install.
    pub(crate) fn find() -> Result<Core, ToolError> {
        Ok(Core { sbcl: find_tool(SBCL.0, SBCL.1)? })
    }

    /// What a core depends on: its sources and SBCL, of whose large core only metadata is hashed.
    pub(crate) fn key(&self) -> io::Result<String> {
        let mut hasher = blake3::Hasher::new();
        for (name, text) in SOURCES {
            for part in [name, text] {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part.as_bytes());
            }
        }
        let its_own = if Path::new(ITS_CORE).is_file() { Path::new(ITS_CORE) } else { &self.sbcl };
        let noted = fs::metadata(its_own)?;
        let stamp = [noted.mtime(), noted.mtime_nsec(), noted.ctime(), noted.ctime_nsec()];
        hasher.update(format!("{} {} {stamp:?}", its_own.display(), noted.len()).as_bytes());
        Ok(hasher.finalize().to_hex()[..32].to_owned())
    }

    pub(crate) fn write_sources(folder: &Path) -> io::Result<()> {
        SOURCES.iter().try_for_each(|(name, text)| fs::write(folder.join(name), text))
    }

    /// Builds the core from `sources` into the folder `out`.
    pub(crate) fn build_command(&self, sources: &Path, out: &Path) -> Vec<OsString> {
        let options = ["--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger"];
        let mut command = vec![self.sbcl.clone().into_os_string()];
        command.extend(options.map(OsString::from));
        command.extend(["--load".into(), sources.join(SCRIPT).into_os_string()]);
        command.extend(["--end-toplevel-options".into(), out.into()]);
        command
    }

    /// Compiles the player of the file `source` into the folder `out`, with the core in `core`.
    pub(crate) fn compile_command(core: &Path, source: &Path, out: &Path) -> Vec<OsString> {
        command(core, "512MB", &["compile".as_ref(), source, out])
    }

    /// Compiles the search of the user's file `source`.
    pub(crate) fn compile_search_command(core: &Path, source: &Path, out: &Path) -> Vec<OsString> {
        command(core, "512MB", &["compile-search".as_ref(), source, out])
    }

    /// Starts the player that was compiled into `out`. `{quarter}` is a quarter of its memory, in MiB.
    pub(crate) fn play_command(core: &Path, out: &Path) -> Vec<OsString> {
        command(core, "{quarter}MB", &["play".as_ref(), out])
    }
}

fn command(core: &Path, heap: &str, arguments: &[&Path]) -> Vec<OsString> {
    let options =
        ["--noinform", "--disable-ldb", "--dynamic-space-size", heap, "--end-runtime-options"];
    let mut command = vec![core.join(PRODUCT).into_os_string()];
    command.extend(options.map(OsString::from));
    command.extend(arguments.iter().map(OsString::from));
    command
}

/// What a player's answers can depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Purity {
    /// On the question only.
    Pure,
    /// On earlier questions of the match, too: it uses random numbers, or keeps notes.
    Forgetting,
    #[default]
    Unknown,
}

/// The file in which the compiler wrote it.
pub(crate) const NATURE: &str = "player.name";

impl Purity {
    pub(crate) fn read(text: &str) -> Purity {
        match text.lines().nth(1) {
            Some("pure") => Purity::Pure,
            Some("match") => Purity::Forgetting,
            _ => Purity::Unknown,
        }
    }

    pub(crate) fn is_pure(self) -> bool {
        self == Purity::Pure
    }

    /// Whether it uses nothing that could end the process or change its behaviour.
    pub(crate) fn is_harmless(self) -> bool {
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
    fn unknown_words_mean_unknown_purity() {
        let read = ["MI-F-EV\npure\n", "MI-F-EV\nmatch\n", "MI-F-EV\n-\n", "", "pure"];
        let unknown = Purity::Unknown;
        let expected = [Purity::Pure, Purity::Forgetting, unknown, unknown, unknown];
        assert_eq!(read.map(Purity::read), expected);
    }
}
