//! Patterns among the bots of a contest file.

use super::{FileFault, KeyFault};
use std::path::{Path, PathBuf};

/// The BOTs that `given`, an entry of `bots`, stands for, patterns expanded and sorted; paths are
/// made relative to what `folder` is relative to.
pub fn expand(folder: &Path, given: &str) -> Result<Vec<String>, FileFault> {
    if is_builtin(given) {
        return Ok(vec![given.to_owned()]);
    }
    if let Some((name, path)) = given.split_once('=') {
        return Ok(vec![format!("{name}={}", folder.join(path).display())]);
    }
    let path = folder.join(given);
    if !given.contains(['*', '?', '[']) {
        return Ok(vec![path.display().to_string()]);
    }
    let wrong = |fault| FileFault::key("bots", fault);
    let given = || given.to_owned();
    let found = glob::glob(&path.to_string_lossy())
        .map_err(|error| wrong(KeyFault::Pattern { given: given(), error }))?;
    let found: Vec<PathBuf> = found
        .collect::<Result<_, _>>()
        .map_err(|error| wrong(KeyFault::Unreadable { given: given(), error }))?;
    let bots: Vec<String> = found
        .iter()
        .filter(|path| !is_beside_the_bots(path))
        .map(|path| path.display().to_string())
        .collect();
    if bots.is_empty() {
        return Err(wrong(KeyFault::NothingThere(given())));
    }
    Ok(bots)
}

fn is_builtin(given: &str) -> bool {
    let bot = given.split_once('=').map_or(given, |(name, bot)| {
        // In `builtin:bueno:depth=4` the sign belongs to an argument.
        if name.contains(':') { given } else { bot }
    });
    bot.starts_with("builtin:") || bot == "human"
}

/// Read-me files and the like, which patterns catch by accident.
fn is_beside_the_bots(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    name.starts_with('.') || ending == "md" || ending == "txt"
}

#[cfg(test)]
mod tests {
    use super::expand;
    use std::{fs, path::Path};

    #[test]
    fn patterns_name_all_bots_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.py", "a.c", "README.md", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let bots = expand(folder.path(), "*").unwrap();
        let names: Vec<_> = bots.iter().map(|bot| bot.rsplit('/').next().unwrap()).collect();
        assert_eq!(names, ["a.c", "b.py"]);
        let error = expand(folder.path(), "*.rb").unwrap_err();
        assert_eq!(error.to_string(), "key `bots`: `*.rb`: nothing is there");
    }

    #[test]
    fn house_players_and_names_are_kept() {
        let expanded = |given| expand(Path::new("c"), given).unwrap().join(" ");
        assert_eq!(expanded("builtin:bueno:depth=4"), "builtin:bueno:depth=4");
        assert_eq!(expanded("x=builtin:bueno:depth=4"), "x=builtin:bueno:depth=4");
        assert_eq!(expanded("viejo=../bots/viejo"), "viejo=c/../bots/viejo");
        assert_eq!(expanded("bots/x"), "c/bots/x");
    }
}
