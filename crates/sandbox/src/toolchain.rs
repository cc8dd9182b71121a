//! Finding the interpreters and compilers of this machine.

use crate::say;
use certamen_i18n::Localize;
use std::{
    env, fs, io,
    io::Read,
    path::{Path, PathBuf},
    process::Command,
};

/// Why a tool cannot be used.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ToolError {
    /// It is nowhere.
    #[localize(say::tool_missing(tool, package))]
    Missing {
        /// The path or name looked for.
        tool: String,
        /// Where Debian has it.
        package: String,
    },
    /// It is a script, as version managers put them in front of the real thing: slow, and it reads
    /// files that a bot has no business with.
    #[localize(say::tool_script(path, package))]
    Script {
        /// The script.
        path: PathBuf,
        /// Where Debian has the program.
        package: String,
    },
    /// Only programs that all users may read can be named.
    #[localize(say::tool_unusual(tool))]
    Unusual {
        /// The path or name looked for.
        tool: String,
    },
}

/// The folders of the programs that any bot may name.
const USUAL: [&str; 4] = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/games"];

/// The program `tool`, by its name or path, among those that every program may run.
pub(crate) fn find_usual_tool(tool: &str) -> Result<PathBuf, ToolError> {
    let unusual = || ToolError::Unusual { tool: tool.to_owned() };
    let path = Path::new(tool);
    let name = path.file_name().ok_or_else(unusual)?;
    let mut found = USUAL.iter().map(|folder| Path::new(folder).join(name));
    let found = found.find(|found| {
        let meant = path.is_absolute() && path == found || path.as_os_str() == name;
        meant && found.canonicalize().is_ok_and(|real| real.starts_with("/usr") && real.is_file())
    });
    found.and_then(|found| found.canonicalize().ok()).ok_or_else(unusual)
}

/// The program behind `tool`: the path itself if it exists, else its last part on the search path
/// with links resolved.
pub fn find_tool(tool: &str, package: &str) -> Result<PathBuf, ToolError> {
    let path = Path::new(tool);
    let found = if path.is_file() { Some(path.to_owned()) } else { on_search_path(path) };
    let missing = || ToolError::Missing { tool: tool.to_owned(), package: package.to_owned() };
    let found = found.ok_or_else(missing)?;
    let found = behind_rustup(&found).ok_or_else(missing)?;
    match starts_as_script(&found) {
        Ok(false) => Ok(found),
        Ok(true) => Err(ToolError::Script { path: found, package: package.to_owned() }),
        Err(_) => Err(missing()),
    }
}

fn on_search_path(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?;
    let places = env::var_os("PATH")?;
    let mut found = env::split_paths(&places).map(|place| place.join(name));
    found.find(|candidate| candidate.is_file())
}

/// The real tool behind rustup, one program that goes by the names of all tools it manages; other
/// tools with their links resolved.
fn behind_rustup(found: &Path) -> Option<PathBuf> {
    let resolved = found.canonicalize().ok()?;
    let is_rustup = resolved.file_name().is_some_and(|name| name == "rustup");
    let name = found.file_name()?;
    if !is_rustup || name == "rustup" {
        return Some(resolved);
    }
    let answer = Command::new(&resolved).arg("which").arg(name).output().ok()?;
    let path = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
    path.is_file().then_some(path)
}

fn starts_as_script(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(2).read_to_end(&mut start)?;
    Ok(start == b"#!")
}
