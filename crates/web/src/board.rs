//! The announcements of a contest's organizers: files in its folder, read when they change.

use crate::{
    markdown::titled,
    pseudonyms::{NAMELESS, is_number_of_a_player},
};
use certamen_contest::{ContestError, Folder, entry::SubmissionIndex, publication::Publication};
use certamen_game::Language;
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The maximum length of an announcement, in bytes.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Announcements {
    /// Publications, the oldest first.
    pub(crate) publications: Vec<Publication>,
    /// Why publications cannot be read, if so.
    pub(crate) trouble: Option<ContestError>,
    /// Why other files cannot be read; the rest is shown.
    pub(crate) unread: Vec<ContestError>,
    /// Notices, the newest first.
    pub(crate) notices: Vec<Announcement>,
    pub(crate) faq: Vec<Announcement>,
    pub(crate) rules: Vec<Announcement>,
    /// The authors of submissions, where the contest accepts them.
    pub(crate) roster: SubmissionIndex,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Announcement {
    /// The file name without its extension and language.
    pub(crate) name: String,
    pub(crate) language: Option<Language>,
    /// Its date as the organizer wrote it.
    pub(crate) date: String,
    pub(crate) title: String,
    /// Its body, in Markdown.
    pub(crate) text: String,
}

/// The modification times of the files and folders that the announcements come from.
pub(crate) type BoardState = Vec<Option<SystemTime>>;

impl Announcements {
    pub(crate) fn read(folder: &Folder) -> Self {
        let (publications, trouble) = match Publication::all(folder) {
            Ok(publications) => (publications, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let own = folder.path();
        let mut unread = Vec::new();
        let mut notices = texts(&own.join("notices"), &mut unread);
        notices.reverse();
        let faq = texts(&own.join("faq"), &mut unread);
        let mut rules = texts(own, &mut unread);
        rules.retain(|text| text.name == "rules");
        let roster = SubmissionIndex::read(folder).unwrap_or_else(|error| {
            unread.push(error);
            SubmissionIndex::default()
        });
        Announcements { publications, trouble, unread, notices, faq, rules, roster }
    }

    /// The public username of the author of the bot with this name.
    pub(crate) fn author_of(&self, entrant: &str) -> Option<&str> {
        let own = self.roster.taking_part().into_iter().map(|filed| &filed.decided.sent);
        own.into_iter().find(|sent| sent.entrant == entrant).map(|sent| sent.author.as_str())
    }

    /// The same without anything that identifies the team of a player: players without an alias are
    /// left out, and so are reasons, which may quote files and are shown to their authors only.
    pub(crate) fn without_teams(mut self) -> Self {
        for table in &mut self.publications {
            let below = table.below.iter_mut().map(|line| {
                line.reason = None;
                &mut line.name
            });
            let names = table.table.iter_mut().map(|line| &mut line.name).chain(below);
            names
                .filter(|name| is_number_of_a_player(name))
                .for_each(|name| NAMELESS.clone_into(name));
        }
        self
    }

    /// A fingerprint that changes when the files do.
    pub(crate) fn state(folder: &Folder) -> BoardState {
        let own = folder.path();
        let mut places = vec![folder.published(), own.join("notices"), own.join("faq")];
        // Rewriting a file does not change the modification time of its folder.
        for folder in [own.join("notices"), own.join("faq")] {
            places.extend(markdown_files(&folder));
        }
        places.extend(markdown_files(own));
        // Each version of a bot is an entry in the folder of its entrant.
        let accepted = fs::read_dir(folder.accepted()).into_iter().flatten().flatten();
        places.extend(accepted.map(|entry| entry.path()));
        let changed = |place: &PathBuf| fs::metadata(place).and_then(|found| found.modified()).ok();
        places.iter().map(changed).collect()
    }
}

/// The texts for readers of `language`: of several with the same name, the one in that language,
/// else the one without a language, else any.
pub(crate) fn chosen(texts: &[Announcement], language: Language) -> Vec<&Announcement> {
    let mut chosen: Vec<&Announcement> = Vec::new();
    let rank = |text: &Announcement| match text.language {
        Some(own) if own == language => 0,
        None => 1,
        Some(_) => 2,
    };
    for text in texts {
        match chosen.iter_mut().find(|other| other.name == text.name) {
            Some(other) if rank(text) < rank(other) => *other = text,
            Some(_) => {}
            None => chosen.push(text),
        }
    }
    chosen
}

/// The texts in a folder; files that cannot be read are added to `unread`.
fn texts(folder: &Path, unread: &mut Vec<ContestError>) -> Vec<Announcement> {
    let mut files = markdown_files(folder);
    files.sort();
    let mut texts = Vec::new();
    for path in files {
        match read(&path) {
            Ok(text) => texts.extend(text),
            Err(error) => unread.push(ContestError::Io { path, error }),
        }
    }
    texts
}

/// The Markdown files in a folder; none if the folder does not exist.
fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let visible = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or(".");
        !name.starts_with('.') && path.extension().is_some_and(|kind| kind == "md")
    };
    paths.filter(visible).collect()
}

/// The content of the file `NAME.LANGUAGE.md` in a folder, else of `NAME.md`, else of the first in
/// another language; none if there is none.
pub(crate) fn text_of(folder: &Path, name: &str, language: Language) -> io::Result<Option<String>> {
    let others = Language::ALL.into_iter().filter(|other| *other != language);
    let others = others.map(|other| format!("{name}.{other}.md"));
    let files = [format!("{name}.{language}.md"), format!("{name}.md")].into_iter().chain(others);
    for file in files {
        if let Some(text) = content(&folder.join(file))? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// The content of a file; none if it is no regular file, or gone.
fn content(path: &Path) -> io::Result<Option<String>> {
    let content = match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => return Ok(None),
        Ok(found) if found.len() > MAX_BYTES => return Err(io::ErrorKind::FileTooLarge.into()),
        Ok(_) => fs::read_to_string(path),
        Err(error) => Err(error),
    };
    match content {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        content => content.map(Some),
    }
}

/// The text of a file; none if it is no regular file, or gone.
fn read(path: &Path) -> io::Result<Option<Announcement>> {
    let Some(content) = content(path)? else { return Ok(None) };
    let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { return Ok(None) };
    let (name, named) = match stem.rsplit_once('.') {
        Some((name, code)) => (name, of_code(code)),
        None => (stem, None),
    };
    let mut text =
        Announcement { name: name.to_owned(), language: named, ..Announcement::default() };
    let mut rest = content.as_str();
    while let Some((line, below)) = rest.split_once('\n') {
        match line.split_once(':') {
            Some(("date", date)) => date.trim().clone_into(&mut text.date),
            Some(("lang", code)) => text.language = of_code(code.trim()),
            _ => break,
        }
        rest = below;
    }
    let (title, below) = titled(rest);
    text.title = title.map_or_else(|| untitled(name), str::to_owned);
    below.clone_into(&mut text.text);
    Ok(Some(text))
}

/// The title from the file name, for a file without a title: `0003-a-day-later` gives "a day
/// later".
fn untitled(name: &str) -> String {
    name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').replace('-', " ")
}

fn of_code(code: &str) -> Option<Language> {
    Language::ALL.into_iter().find(|language| language.code() == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notices_for(folder: &Folder, language: Language) -> Vec<(String, String)> {
        let board = Announcements::read(folder);
        let texts = chosen(&board.notices, language);
        texts.iter().map(|text| (text.title.clone(), text.text.trim().to_owned())).collect()
    }

    #[test]
    fn each_reader_gets_each_notice_once_the_newest_first() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let notices = place.path().join("notices");
        assert!(notices_for(&folder, Language::Es).is_empty());
        fs::create_dir(&notices).unwrap();
        let before = Announcements::state(&folder);
        fs::write(notices.join("0001-opening.md"), "date: 2026-11-02\n# Open\n\nSend.\n").unwrap();
        fs::write(notices.join("0001-opening.es.md"), "# Abierto\n\nEnvíen.\n").unwrap();
        fs::write(notices.join("0002-a-day-later.md"), "lang: fr\n\nDemain.\n").unwrap();
        fs::write(notices.join(".0003-draft.md"), "not yet").unwrap();
        assert_ne!(Announcements::state(&folder), before);
        let spanish = notices_for(&folder, Language::Es);
        let of = |title: &str, text: &str| (title.to_owned(), text.to_owned());
        assert_eq!(spanish, [of("a day later", "Demain."), of("Abierto", "Envíen.")]);
        assert_eq!(notices_for(&folder, Language::It)[1], of("Open", "Send."));
        let board = Announcements::read(&folder);
        let dated = board.notices.iter().find(|text| text.title == "Open").unwrap();
        assert_eq!((dated.date.as_str(), dated.language), ("2026-11-02", None));
        assert_eq!(board.notices[0].language, Some(Language::Fr));
    }

    #[test]
    fn files_that_cannot_be_read_are_reported_and_symbolic_links_ignored() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let faq = place.path().join("faq");
        fs::create_dir(&faq).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", faq.join("0001-a.md")).unwrap();
        fs::write(faq.join("0002-b.md"), vec![b'x'; (MAX_BYTES + 1) as usize]).unwrap();
        fs::write(faq.join("0003-c.md"), b"# \xff").unwrap();
        fs::write(faq.join("0004-d.md"), "# Fine").unwrap();
        let board = Announcements::read(&folder);
        let titles: Vec<&str> = board.faq.iter().map(|text| text.title.as_str()).collect();
        assert_eq!(titles, ["Fine"], "the others are shown");
        let unread: Vec<&Path> = board.unread.iter().map(path_of).collect();
        assert_eq!(unread, [faq.join("0002-b.md"), faq.join("0003-c.md")]);
    }

    fn path_of(error: &ContestError) -> &Path {
        let ContestError::Io { path, .. } = error else { panic!("{error:?}") };
        path
    }
}
