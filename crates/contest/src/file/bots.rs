//! Patterns among the bots of a contest file.

use super::{FileFault, KeyFault};
use certamen_game::job::BotSpec;
use std::path::{Path, PathBuf};

/// Who an entry of `bots` stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotEntry {
    /// One, named in full.
    Named(BotSpec),
    /// The bots that a pattern matches, sorted: they were not listed one by one.
    Found(Vec<BotSpec>),
}

/// Who `given`, an entry of `bots`, stands for; paths are made relative to what `folder` is relative
/// to.
pub fn expand(folder: &Path, given: &str) -> Result<BotEntry, FileFault> {
    let wrong = |fault| FileFault::key("bots", fault);
    let owned = || given.to_owned();
    let spec = BotSpec::read(given, |path| folder.join(path).exists())
        .map_err(|error| wrong(KeyFault::Bot { given: owned(), error }))?
        .within(folder);
    let path = match spec.path() {
        Some(path) if spec.name.is_none() && is_pattern(given) => path,
        _ => return Ok(BotEntry::Named(spec)),
    };
    let found = glob::glob(&path.to_string_lossy())
        .map_err(|error| wrong(KeyFault::Pattern { given: owned(), error }))?;
    let found: Vec<PathBuf> = found
        .collect::<Result<_, _>>()
        .map_err(|error| wrong(KeyFault::Unreadable { given: owned(), error }))?;
    let bots = found.into_iter().filter(|path| !is_beside_the_bots(path));
    let bots: Vec<BotSpec> = bots
        .map(|path| BotSpec { arguments: spec.arguments.clone(), ..BotSpec::of_path(path) })
        .collect();
    if bots.is_empty() {
        return Err(wrong(KeyFault::NothingThere(owned())));
    }
    Ok(BotEntry::Found(bots))
}

fn is_pattern(given: &str) -> bool {
    given.contains(['*', '?', '['])
}

/// Read-me files and the like, which patterns catch by accident.
fn is_beside_the_bots(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    name.starts_with('.') || ending == "md" || ending == "txt"
}

#[cfg(test)]
mod tests {
    use super::{BotEntry, expand};
    use std::{fs, path::Path};

    #[test]
    fn patterns_name_all_bots_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.py", "a.c", "README.md", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let BotEntry::Found(bots) = expand(folder.path(), "*").unwrap() else {
            panic!("a pattern")
        };
        let names: Vec<_> = bots.iter().filter_map(|bot| bot.path()?.file_name()).collect();
        assert_eq!(names, ["a.c", "b.py"]);
        let error = expand(folder.path(), "*.rb").unwrap_err();
        assert_eq!(error.to_string(), "key `bots`: `*.rb`: nothing found");
    }

    #[test]
    fn house_players_and_names_are_kept() {
        let expanded = |given| match expand(Path::new("c"), given).unwrap() {
            BotEntry::Named(spec) => spec.to_string(),
            BotEntry::Found(found) => panic!("{found:?}"),
        };
        assert_eq!(expanded("builtin:bueno:depth=4"), "builtin:bueno:depth=4");
        assert_eq!(expanded("x=builtin:bueno:depth=4"), "x=builtin:bueno:depth=4");
        assert_eq!(expanded("viejo=../bots/viejo"), "viejo=c/../bots/viejo");
        assert_eq!(expanded("bots/x"), "c/bots/x");
        assert_eq!(expanded("bots/a=b.py"), "c/bots/a=b.py");
        assert_eq!(expanded("mia=bots/x.cl:depth=4"), "mia=c/bots/x.cl:depth=4");
    }
}
