//! The next edition of a contest: its file with other dates, its rules and answers, in a folder of
//! its own next to it; no entrants and no results.

use crate::{
    ContestError, ContestFile, Folder,
    safe_files::{read, replace, synced},
};
use certamen_game::job::{BotSource, BotSpec};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use toml_edit::{Array, DocumentMut, Item, RawString, TableLike, Value};

/// The largest text copied to the next edition, in bytes, and the maximum number of texts.
const LARGEST: u64 = 1 << 20;
const MOST: usize = 500;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextEdition<'a> {
    /// The slug of the contest, if it is in no series yet.
    pub slug: &'a str,
    pub name: &'a str,
    /// When its entries close: a time, or "never". `None` drops the date, but keeps "never".
    pub closes: Option<&'a str>,
    /// When it begins, if it has a timetable.
    pub starts: Option<&'a str>,
}

impl NextEdition<'_> {
    /// The file of the next edition, made of the file `text` with its comments; `None` if that is
    /// no TOML. Bots in the contest's own folder and dates of the past are removed, each with the
    /// comment above it.
    pub fn file(&self, text: &str) -> Option<String> {
        let mut file: DocumentMut = text.parse().ok()?;
        put(file.as_table_mut(), "name", self.name);
        if file.get("seed").is_some_and(Item::is_integer) {
            file.remove("seed");
        }
        if let Some(bots) = file.get_mut("bots").and_then(Item::as_array_mut) {
            *bots = without_own(bots);
        }
        if let Some(entries) = file.get_mut("entries").and_then(Item::as_table_like_mut) {
            self.dates(entries);
        }
        if let Some(timetable) = file.get_mut("timetable").and_then(Item::as_table_like_mut) {
            set(timetable, "starts", self.starts);
        }
        let site = file.entry("site").or_insert_with(toml_edit::table).as_table_like_mut()?;
        let edition = site.get("edition").and_then(Item::as_integer).unwrap_or(1);
        if !site.contains_key("series") {
            put(site, "series", self.slug);
        }
        put(site, "edition", edition.saturating_add(1));
        Some(file.to_string())
    }

    fn dates(&self, entries: &mut dyn TableLike) {
        entries.remove("opens");
        let is_time = |value: &Item| value.as_str() != Some("never");
        if self.closes.is_some() {
            entries.remove("closes_after");
        }
        if self.closes.is_some() || entries.get("closes").is_some_and(is_time) {
            set(entries, "closes", self.closes);
        }
    }
}

/// Creates the next edition of the contest in `folder`, with the slug `slug` and the file `text`.
/// False if the slug is taken, or the text names a file of the machine that the file of this
/// edition does not.
pub fn found_edition(folder: &Folder, slug: &str, text: &str) -> Result<bool, ContestError> {
    let old = ContestFile::read(folder)?;
    let Some(place) = edition_place(folder, slug).filter(|place| !place.exists()) else {
        return Ok(false);
    };
    // A folder with a leading dot is incomplete.
    let draft = place.with_file_name(format!(".{slug}.part"));
    let io = |error| ContestError::Io { path: draft.clone(), error };
    match fs::remove_dir_all(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io(error)),
        _ => {}
    }
    let path = folder.contest_file();
    let before = crate::read_text(&path).map_err(|error| ContestError::Io { path, error })?;
    if !ContestFile::keeps_rules(&before, text) {
        return Ok(false);
    }
    let home = Folder::new(&draft);
    let new = ContestFile::of_text(&home, text)?;
    if old.course.is_some() || !new.stays_inside(&old) {
        return Ok(false);
    }
    let written = || -> io::Result<()> {
        fs::create_dir(&draft)?;
        copy_texts(folder.path(), &draft)?;
        copy_texts(&folder.path().join("faq"), &draft.join("faq"))?;
        new.openings.iter().try_for_each(|book| book.copy(folder.path(), &draft))?;
        replace(&home.contest_file(), text.as_bytes())?;
        synced(&draft)?;
        fs::rename(&draft, &place)?;
        place.parent().map_or(Ok(()), synced)
    };
    written().map_err(io)?;
    Ok(true)
}

/// The path of an edition with this slug: next to the contest in `folder`, on the same site. `None`
/// if the slug is invalid, or there is no site.
pub fn edition_place(folder: &Folder, slug: &str) -> Option<PathBuf> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = (1..=40).contains(&slug.len()) && slug.chars().all(plain);
    let site = folder.path().parent().filter(|site| site.join(".site").is_dir())?;
    fits.then(|| site.join(slug))
}

fn set(table: &mut dyn TableLike, key: &str, value: Option<&str>) {
    match value {
        Some(value) => put(table, key, value),
        None => drop(table.remove(key)),
    }
}

/// Sets `key`; the comments next to the old value stay.
fn put(table: &mut dyn TableLike, key: &str, value: impl Into<Value>) {
    let mut value = value.into();
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        _ => drop(table.insert(key, Item::Value(value))),
    }
}

/// The bots outside the contest's own folder, each with the comments next to and above it.
fn without_own(bots: &Array) -> Array {
    let text_of =
        |raw: Option<&RawString>| raw.and_then(RawString::as_str).unwrap_or("").to_owned();
    let mut others = Array::new();
    // A comment behind a comma on its line belongs to the bot before it.
    let mut beside = None;
    // Without a comma behind it, the last bot has the rest of its line and the line's end.
    let mut left = String::new();
    for bot in bots {
        let before = text_of(bot.decor().prefix());
        let (own, above) = before.split_at(before.find('\n').unwrap_or(0));
        let own = beside.get_or_insert_with(|| own.to_owned());
        if bot.as_str().is_some_and(|bot| !is_own(bot)) {
            let mut bot = bot.clone();
            bot.decor_mut().set_prefix(format!("{own}{above}"));
            others.push_formatted(bot);
            beside = None;
            left.clear();
        } else {
            left = text_of(bot.decor().suffix());
        }
    }
    let after = left + &text_of(Some(bots.trailing()));
    let (own, below) = after.split_at(after.find('\n').unwrap_or(0));
    others.set_trailing(beside.unwrap_or_else(|| own.to_owned()) + below);
    others.set_trailing_comma(bots.trailing_comma() && !others.is_empty());
    *others.decor_mut() = bots.decor().clone();
    others
}

fn is_own(bot: &str) -> bool {
    if crate::file::remote_name(bot).is_some() {
        return false;
    }
    let Ok(spec) = BotSpec::read(bot, |_| false) else { return true };
    match &spec.source {
        BotSource::Evaluation { path } | BotSource::Path { path } => {
            path.is_relative() && !path.starts_with("..")
        }
        BotSource::Builtin { .. } | BotSource::Http { .. } | BotSource::Human => false,
    }
}

/// Copies the Markdown files in a folder, which may belong to another user.
fn copy_texts(from: &Path, to: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    fs::create_dir_all(to)?;
    for entry in entries.take(MOST) {
        let entry = entry?;
        let name = entry.file_name();
        let is_text = Path::new(&name).extension().is_some_and(|ending| ending == "md");
        if is_text && entry.file_type()?.is_file() {
            replace(&to.join(&name), &read(&entry.path(), LARGEST)?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = r#"
name = "Spring"
game = "footsteps"
seed = 7
bots = ["builtin:random", "../others/bot", "own.py", "x=bots/y"]
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "points"
[entries]
opens = "2020-01-01T00:00[UTC]"
closes = "2020-02-01T00:00[UTC]"
per_author = 2
[site]
prize = "a mug"
"#;

    fn next(closes: Option<&str>) -> NextEdition<'_> {
        NextEdition { slug: "spring", name: "Spring again", closes, starts: None }
    }

    #[test]
    fn a_file_goes_on_with_other_dates_and_without_entrants() {
        let text = next(Some("2021-02-01T00:00[UTC]")).file(OLD).unwrap();
        let file = ContestFile::of_text(&Folder::new(Path::new("x")), &text).unwrap();
        assert_eq!(file.bots, ["builtin:random", "../others/bot"]);
        assert_eq!(
            (file.name.as_str(), file.site.series.as_deref()),
            ("Spring again", Some("spring"))
        );
        assert_eq!(file.site.edition.map(std::num::NonZero::get), Some(2));
        assert_eq!(file.site.prize.as_deref(), Some("a mug"));
        assert!(text.contains("2021-02-01") && !text.contains("2020-") && !text.contains("seed"));
        let third = next(None).file(&text).unwrap();
        assert!(third.contains("edition = 3") && !third.contains("closes"), "{third}");
        let never = next(None).file(&OLD.replace("2020-02-01T00:00[UTC]", "never")).unwrap();
        assert!(never.contains("closes = \"never\""), "{never}");
        assert_eq!(next(None).file("name = "), None);
    }

    #[test]
    fn comments_next_to_the_keys_stay() {
        const COMMENTED: &str = r#"# Our contest, in short.
name = "Spring" # as on the poster
game = "footsteps"
# Drawn in spring.
seed = 7
bots = [
    "builtin:random", # the one to beat
    # Not so good.
    "own.py", # ours
    # Always there.
    "builtin:last",
]
format = { kind = "round-robin", games_per_pair = 2 } # twice

# Anyone may enter.
[ entries ]
per_author = 2 # and no more
closes = '2020-02-01T00:00[UTC]' # noon would be too late
# Points are points.
[ranking]
kind = "points"
[site]
edition = 4 # of many
# The end.
"#;
        let text = next(Some("2021-02-01T00:00[UTC]")).file(COMMENTED).unwrap();
        let due = COMMENTED
            .replace("\"Spring\"", "\"Spring again\"")
            .replace("# Drawn in spring.\nseed = 7\n", "")
            .replace("'2020-02-01T00:00[UTC]'", "\"2021-02-01T00:00[UTC]\"")
            .replace("edition = 4", "edition = 5");
        let due = due
            .replace("    # Not so good.\n    \"own.py\", # ours\n", "")
            .replace("# of many\n", "# of many\nseries = \"spring\"\n");
        assert_eq!(text, due, "a program goes with what stands above and beside it");
        ContestFile::of_text(&Folder::new(Path::new("x")), &text).unwrap();
        for (before, after) in [
            ("[]", "[]"),
            ("[\"own.py\"]", "[]"),
            ("[\"builtin:last\", \"own.py\"] # all", "[\"builtin:last\"] # all"),
            ("[ # all\n  \"own.py\", # ours\n]", "[ # all\n]"),
            ("[\n  \"builtin:last\", # a\n  \"own.py\" # b\n]", "[\n  \"builtin:last\" # a\n]"),
        ] {
            let text = next(None).file(&format!("bots = {before}\n")).unwrap();
            assert!(text.starts_with(&format!("bots = {after}\n")), "{before}: {text}");
        }
        // Inline tables and dotted keys are the same tables.
        let inline =
            "name = \"a\"\nsite.prize = \"a mug\" # of tin\nentries = { closes = \"never\" }\n";
        let text = next(None).file(inline).unwrap();
        assert!(text.contains("site.prize = \"a mug\" # of tin"), "{text}");
        assert!(text.contains("edition = 2") && text.contains("{ closes = \"never\" }"), "{text}");
        let read: toml::Table = text.parse().unwrap();
        assert_eq!(read["site"]["series"].as_str(), Some("spring"), "{text}");
    }

    #[test]
    fn an_edition_has_the_texts_and_no_results() {
        let site = tempfile::tempdir().unwrap();
        let folder = Folder::new(&site.path().join("spring"));
        let at = |path: &str| site.path().join(path);
        for made in ["spring/faq", "spring/notices", "spring/.certamen", "spring/accepted/uno"] {
            fs::create_dir_all(at(made)).unwrap();
        }
        for (path, text) in [
            ("spring/contest.toml", OLD),
            ("spring/rules.es.md", "# Reglas"),
            ("spring/faq/0001-x.md", "# Why?"),
            ("spring/notices/0001-x.md", "# Notice"),
            ("secret.md", "secret"),
        ] {
            fs::write(at(path), text).unwrap();
        }
        std::os::unix::fs::symlink(at("secret.md"), at("spring/faq/0002-y.md")).unwrap();
        let text = next(Some("never")).file(OLD).unwrap();
        assert!(!found_edition(&folder, "summer", &text).unwrap(), "there is no site around it");
        fs::create_dir(at(".site")).unwrap();
        assert!(found_edition(&folder, "summer", &text).unwrap());
        assert_eq!(fs::read_to_string(at("summer/contest.toml")).unwrap(), text);
        assert_eq!(fs::read_to_string(at("summer/rules.es.md")).unwrap(), "# Reglas");
        assert!(at("summer/faq/0001-x.md").is_file() && !at("summer/faq/0002-y.md").exists());
        for gone in ["notices", ".certamen", "accepted"] {
            assert!(!at("summer").join(gone).exists(), "{gone}");
        }
        assert!(!found_edition(&folder, "summer", &text).unwrap(), "the name is taken");
        for name in ["", "..", "a/b", "Summer", ".x"] {
            assert!(!found_edition(&folder, name, &text).unwrap(), "{name}");
        }
        let outside = text.replace("builtin:random", "/bin/sh");
        assert!(!found_edition(&folder, "autumn", &outside).unwrap());
        assert!(found_edition(&folder, "autumn", "name = 1").is_err());
        assert!(!at("autumn").exists() && !at(".autumn.part").exists());
    }
}
