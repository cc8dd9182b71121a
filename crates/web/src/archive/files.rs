//! File names of pages in an archive, valid on every file system; the links between them; and the
//! selection of its matches.

use crate::{
    Slug,
    page::{ContestPart, MatchSearch, Page},
};
use certamen_contest::{ContestError, Results};
use certamen_game::{Language, Scoring};
use certamen_store::{
    FaultFilter, FaultsByMatch, MatchNumber, MatchQuery, StoredMatch, SubmissionId,
};
use certamen_tournament::{Verdict, seat_results};
use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

/// The file of a page, relative to the archive's folder.
pub(crate) fn file(page: &Page, language: Language) -> String {
    let below = match page {
        Page::Home => "index.html".to_owned(),
        Page::Live => "hall.html".to_owned(),
        Page::Feed => "feed.atom".to_owned(),
        Page::Games => "games/index.html".to_owned(),
        Page::Game(slug) => format!("games/{}.html", plain_name(slug)),
        Page::Docs(name) if name.is_empty() => "docs/index.html".to_owned(),
        Page::Docs(name) => format!("docs/{name}.html"),
        Page::Series(series) => format!("series/{series}.html"),
        Page::Contest(slug, part) => format!("c/{slug}/{}", of_part(part)),
    };
    format!("{language}/{below}")
}

fn of_part(part: &ContestPart) -> String {
    match part {
        ContestPart::Overview => "index.html".to_owned(),
        ContestPart::Matches(search) => format!("matches{}/index.html", of_search(search)),
        // Whatever turn is requested: the page has all of them.
        ContestPart::Match(number, _) => format!("matches/{number}.html"),
        ContestPart::Frames(number, 0, _) => format!("matches/{number}.frames.js"),
        ContestPart::Frames(number, from, _) => format!("matches/{number}.frames.{from}.js"),
        ContestPart::Worth(number) => format!("matches/{number}.worth.html"),
        ContestPart::Animation(number) => format!("matches/{number}.svg"),
        ContestPart::Preview(number, _) => format!("matches/{number}.png"),
        ContestPart::Bot(name) => format!("bots/{}.html", plain_name(name)),
        ContestPart::Standings(Some(number)) => format!("standings/{number}.html"),
        ContestPart::EmbeddedTable => "embedded.html".to_owned(),
        ContestPart::Feed => "feed.atom".to_owned(),
        named => format!("{}.html", named.path().trim_start_matches('/')),
    }
}

fn of_search(search: &MatchSearch) -> String {
    let named = |key: &str, name: &Option<String>| {
        name.as_deref().map(|name| format!("/{key}/{}", plain_name(name))).unwrap_or_default()
    };
    let word = |word: Option<&str>| word.map(|word| format!("/{word}")).unwrap_or_default();
    let before = search.before.map(|number| format!("/before/{number}")).unwrap_or_default();
    let (result, fault) = (word(search.result_word()), word(search.fault_word()));
    format!("{}{}{result}{fault}{before}", named("of", &search.bot), named("vs", &search.vs))
}

/// A name of lower-case letters, digits and hyphens, unique per text: file systems differ in which
/// characters they accept and which names they consider equal.
pub(crate) fn plain_name(text: &str) -> String {
    let same = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let written = text.bytes().map(|byte| match byte {
        byte if same(byte) => char::from(byte).to_string(),
        byte => format!("_{byte:02x}"),
    });
    written.collect()
}

/// The selected matches of each contest; none where all are archived.
pub(crate) type ChosenMatches = BTreeMap<Slug, Option<Chosen>>;

/// A page of an archive: its file, and the pages that it links to.
pub(crate) struct ArchivePath {
    file: String,
    first: Page,
    chosen: Arc<ChosenMatches>,
    links: Mutex<Vec<ArchivedPage>>,
}

pub(crate) struct ArchivedPage {
    /// Its address, without the language.
    pub(super) address: String,
    pub(super) language: Language,
    pub(super) file: String,
}

impl ArchivedPage {
    pub(super) fn of(page: &Page, language: Language) -> Self {
        ArchivedPage { address: page.path(), language, file: file(page, language) }
    }
}

impl ArchivePath {
    pub(super) fn at(file: &str, first: &Page, chosen: &Arc<ChosenMatches>) -> Self {
        let (file, first, chosen) = (file.to_owned(), first.clone(), Arc::clone(chosen));
        ArchivePath { file, first, chosen, links: Mutex::default() }
    }

    /// The page that the archive begins with.
    pub(crate) fn first(&self) -> &Page {
        &self.first
    }

    pub(crate) fn relative(&self, file: &str) -> String {
        "../".repeat(self.file.matches('/').count()) + file
    }

    /// The link to another page, which is archived, too.
    pub(crate) fn to(&self, page: &Page, language: Language) -> String {
        self.add(ArchivedPage::of(page, language))
    }

    /// The link to this page, whose address is `here`, in a language.
    pub(crate) fn same(&self, here: &str, language: Language) -> String {
        let below = self.file.split_once('/').map_or("", |(_, below)| below);
        let file = format!("{language}/{below}");
        self.add(ArchivedPage { address: here.to_owned(), language, file })
    }

    fn add(&self, page: ArchivedPage) -> String {
        let link = self.relative(&page.file);
        self.links.lock().unwrap_or_else(PoisonError::into_inner).push(page);
        link
    }

    /// The pages that it links to, so far.
    pub(super) fn take_links(&self) -> Vec<ArchivedPage> {
        mem::take(&mut self.links.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The selected matches of a contest; none if all are archived.
    pub(crate) fn chosen(&self, slug: &Slug) -> Option<&Chosen> {
        self.chosen.get(slug)?.as_ref()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchesKept {
    All,
    Nothing,
    /// All up to this number; beyond it the first of each lineup, and those with faults.
    UpTo(u64),
}

/// The selected matches, the newest first.
pub(crate) struct Chosen {
    matches: Vec<StoredMatch>,
    names: BTreeMap<SubmissionId, String>,
    faults: FaultsByMatch,
    scoring: Scoring,
}

impl Chosen {
    /// The selected matches of a contest; none if all are archived.
    pub(super) fn of(
        results: &Results<'_>,
        limit: MatchesKept,
    ) -> Result<Option<Self>, ContestError> {
        let most = match limit {
            MatchesKept::All => return Ok(None),
            MatchesKept::Nothing => 0,
            MatchesKept::UpTo(most) => most,
        };
        let mut matches = results.matches()?;
        if limit != MatchesKept::Nothing && matches.len() as u64 <= most {
            return Ok(None);
        }
        let mut seen = BTreeSet::new();
        matches.retain(|stored| {
            let first = seen.insert(stored.seats.clone());
            limit != MatchesKept::Nothing && (first || stored.faults > 0)
        });
        matches.reverse();
        let mut names = BTreeMap::new();
        for id in matches.iter().flat_map(|stored| &stored.seats) {
            if !names.contains_key(id) {
                names.insert(*id, results.bot(*id)?);
            }
        }
        let (faults, scoring) = (results.faults()?, results.scoring());
        Ok(Some(Chosen { matches, names, faults, scoring }))
    }

    /// The matches that the query matches, at most `most`.
    pub(crate) fn listed(&self, query: &MatchQuery<'_>, most: usize) -> Vec<StoredMatch> {
        let named = |id: &SubmissionId| self.names.get(id).map(String::as_str);
        let played = |stored: &StoredMatch, bot: Option<&str>| {
            bot.is_none_or(|bot| stored.seats.iter().any(|id| named(id) == Some(bot)))
        };
        let found = self.matches.iter().filter(|stored| {
            played(stored, query.bot)
                && played(stored, query.against)
                && query.result.is_none_or(|verdict| self.had_result(stored, query.bot, verdict))
                && query.fault.is_none_or(|fault| self.has(stored, fault))
                && query.before.is_none_or(|before| stored.number < before)
        });
        found.take(most).cloned().collect()
    }

    fn had_result(&self, stored: &StoredMatch, bot: Option<&str>, verdict: Verdict) -> bool {
        let Some(outcome) = &stored.outcome else { return false };
        let results = seat_results(outcome, &vec![0; stored.seats.len()], self.scoring);
        let mut seats = stored.seats.iter().zip(results);
        seats.any(|(id, result)| {
            self.names.get(id).map(String::as_str) == bot && result.verdict == verdict
        })
    }

    fn has(&self, stored: &StoredMatch, query: FaultFilter) -> bool {
        let committed = self.faults.get(&stored.number).into_iter().flatten();
        let mut kinds = committed.map(|(_, fault, _)| *fault);
        match query {
            FaultFilter::Any => stored.faults > 0,
            FaultFilter::Kind(fault) => kinds.any(|kind| kind == fault),
        }
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = MatchNumber> + '_ {
        self.matches.iter().rev().map(|stored| stored.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slug;
    use certamen_store::MatchNumber;

    #[test]
    fn every_page_has_its_own_portable_file_name() {
        let slug = Slug::read("go-9x9").unwrap();
        let search = |bot: &str, vs: Option<&str>, before| {
            let vs = vs.map(str::to_owned);
            let bot = Some(bot.to_owned());
            ContestPart::Matches(MatchSearch { bot, vs, before, ..MatchSearch::default() })
        };
        let parts = [
            ContestPart::Overview,
            ContestPart::Standings(None),
            ContestPart::Standings(Some(7)),
            ContestPart::Publications,
            ContestPart::Publication(7),
            ContestPart::Matches(MatchSearch::default()),
            ContestPart::Match(MatchNumber(7), None),
            ContestPart::Frames(MatchNumber(7), 0, String::new()),
            ContestPart::Frames(MatchNumber(7), 200, String::new()),
            ContestPart::Bot("Ñu/..".to_owned()),
            ContestPart::Bot("ñu/..".to_owned()),
            search("a", None, None),
            search("A", None, None),
            search("a", Some("b"), None),
            search("a", Some("b"), Some(3)),
        ];
        let files = parts.map(|part| file(&Page::Contest(slug.clone(), part), Language::Es));
        assert_eq!(files[9], "es/c/go-9x9/bots/_c3_91u_2f_2e_2e.html");
        assert_eq!(files[14], "es/c/go-9x9/matches/of/a/vs/b/before/3/index.html");
        let different: std::collections::BTreeSet<_> =
            files.iter().map(|file| file.to_lowercase()).collect();
        assert_eq!(different.len(), files.len(), "{files:?}");
    }
}
