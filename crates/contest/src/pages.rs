//! Pages that hosts publish next to the standings, as files: Markdown in two folders, numbered in
//! order of publication. A page may exist in several languages, under one name.

use crate::{
    Folder,
    safe_files::{DRAFT_ENDING, entries, replace, sweep, synced},
};
use certamen_i18n::Language;
use jiff::civil::Date;
use std::{fs, io, path::PathBuf};

/// The longest part of a file name that is made from a title, in characters.
const LONGEST: usize = 40;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    Notices,
    Faq,
}

impl PageKind {
    fn path(self, folder: &Folder) -> PathBuf {
        folder.path().join(match self {
            PageKind::Notices => "notices",
            PageKind::Faq => "faq",
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalizedText {
    pub title: String,
    pub text: String,
    pub language: Option<Language>,
}

/// Deletes drafts that an interrupted run left.
pub fn sweep_drafts(folder: &Folder) -> io::Result<()> {
    [PageKind::Notices, PageKind::Faq]
        .iter()
        .try_for_each(|kind| sweep(&kind.path(folder), DRAFT_ENDING))
}

/// Puts a text on a kind, in one or more languages, under a name that is made of `key`; the name.
pub fn publish(
    folder: &Folder,
    (kind, key): (PageKind, &str),
    date: Date,
    texts: &[LocalizedText],
) -> io::Result<String> {
    let home = kind.path(folder);
    fs::create_dir_all(&home)?;
    let name = format!("{:04}-{}", next_number(&home)?, plain(key));
    for page in texts {
        let ending = page.language.map(|language| format!(".{}", language.code()));
        let file = format!("{name}{}.md", ending.unwrap_or_default());
        let title: Vec<&str> = page.title.split_whitespace().collect();
        let content = format!("date: {date}\n# {}\n\n{}\n", title.join(" "), page.text.trim());
        replace(&home.join(file), content.as_bytes())?;
    }
    synced(&home)?;
    Ok(name)
}

pub fn is_published(folder: &Folder, kind: PageKind, key: &str) -> bool {
    let key = format!("-{}", plain(key));
    let names = names(&kind.path(folder)).unwrap_or_default();
    names.iter().any(|name| {
        name.split('.').next().and_then(|stem| stem.get(4..)).is_some_and(|rest| rest == key)
    })
}

fn next_number(home: &std::path::Path) -> io::Result<u32> {
    let numbers = names(home)?;
    let numbers = numbers.iter().filter_map(|name| name.get(..4)?.parse::<u32>().ok());
    Ok(numbers.max().unwrap_or(0) + 1)
}

fn names(home: &std::path::Path) -> io::Result<Vec<String>> {
    let entries = entries(home)?;
    Ok(entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}

/// The part of a title that may stand in a file name: small letters, digits and single hyphens.
fn plain(title: &str) -> String {
    let letters = title.to_lowercase();
    let words = letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(LONGEST).collect();
    let name = name.trim_end_matches('-');
    if name.is_empty() { "text".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn texts_are_numbered_and_titles_lead_nowhere() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let text = |title: &str, language| LocalizedText {
            title: title.to_owned(),
            text: "Send.\n".to_owned(),
            language,
        };
        let put = |title: &str| {
            publish(&folder, (PageKind::Notices, title), date(2026, 11, 22), &[text(title, None)])
        };
        assert_eq!(put("../¡Abierto!\nlang: x").unwrap(), "0001-abierto-lang-x");
        assert_eq!(put("ñ").unwrap(), "0002-text");
        let both = Language::ALL.map(|language| text("Closing", Some(language)));
        let name =
            publish(&folder, (PageKind::Notices, "closing"), date(2026, 11, 22), &both).unwrap();
        assert_eq!(name, "0003-closing");
        let page = fs::read_to_string(place.path().join("notices/0003-closing.es.md")).unwrap();
        assert_eq!(page, "date: 2026-11-22\n# Closing\n\nSend.\n");
        let first = place.path().join("notices/0001-abierto-lang-x.md");
        assert!(
            fs::read_to_string(first)
                .unwrap()
                .starts_with("date: 2026-11-22\n# ../¡Abierto! lang: x\n")
        );
        assert!(is_published(&folder, PageKind::Notices, "closing"));
        let half = place.path().join("notices/.0004-half.md.draft");
        fs::write(&half, "date:").unwrap();
        sweep_drafts(&folder).unwrap();
        assert!(!half.exists() && is_published(&folder, PageKind::Notices, "closing"));
        assert!(!is_published(&folder, PageKind::Notices, "clos"));
        assert!(!is_published(&folder, PageKind::Faq, "closing"));
    }
}
