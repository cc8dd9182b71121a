//! The page of a bot: its rank, its opponents, its latest matches.

use super::{
    contest::PageHead,
    facts_say as words,
    matches::{self, known},
    more_say, standings,
    versions::{VersionRow, versions_of},
};
use crate::{
    contest::{ContestView, StandingsView},
    frame::PageContext,
    http_error::HttpError,
    page::{ContestPart, MatchSearch},
    say,
};
use askama::Template;
use certamen_contest::{Results, vocabulary};
use certamen_game::Fault;
use certamen_store::{FaultWanted, MatchQuery, Placing, SavedMoment};
use certamen_tournament::{EntrantId, Verdict, statistics::Interval};
use std::collections::BTreeSet;

/// The maximum number of latest matches.
const LATEST: usize = 10;

#[derive(Template)]
#[template(path = "bot.html")]
pub(super) struct BotPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    row: standings::StandingRow,
    met: Vec<Encounter>,
    latest: Vec<matches::MatchRow>,
    all: String,
    strength: String,
    author: String,
    /// The number of its versions, where they are not listed.
    versions: String,
    listed: Vec<VersionRow>,
    faults: Vec<(String, String, String)>,
    best: Option<matches::MatchRow>,
    worst: Option<matches::MatchRow>,
}

/// Its results against another bot.
struct Encounter {
    bot: String,
    to: String,
    matches: String,
    tally: String,
    percent: String,
    bar: String,
}

impl<'a> BotPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        (view, tabled): (&ContestView, &StandingsView),
        name: &str,
    ) -> Result<BotPage<'a>, HttpError> {
        let place = known(tabled, name)?;
        let search = MatchSearch { bot: Some(name.to_owned()), ..MatchSearch::default() };
        let page = BotPage {
            row: standings::rows(frame, &head.slug, tabled).remove(place),
            met: met(frame, &head, tabled, place),
            all: head.to_matches(frame, search),
            latest: Vec::new(),
            strength: String::new(),
            author: String::new(),
            versions: String::new(),
            listed: Vec::new(),
            faults: Vec::new(),
            best: None,
            worst: None,
            frame,
            head,
        };
        // Its name in results is private.
        if tabled.pseudonyms.is_some() { Ok(page) } else { page.with_past((view, tabled), name) }
    }

    /// The same with its data from the store.
    fn with_past(
        self,
        (view, tabled): (&ContestView, &StandingsView),
        name: &str,
    ) -> Result<BotPage<'a>, HttpError> {
        let (frame, head, place) = (self.frame, &self.head, known(tabled, name)?);
        let results = view.results()?;
        let wanted = MatchQuery { bot: Some(name), ..MatchQuery::default() };
        let most = if head.shows_matches { LATEST } else { 0 };
        let latest = frame.links.listed(&head.slug, &results, (&wanted, most))?;
        let history = results.places_of(name)?;
        let ask = Ask { frame, head, results: &results, tabled, place };
        let listed = versions_of(frame, view, (name, &history));
        let board = view.board();
        let author = board.author_of(name).filter(|_| !listed.is_empty());
        let author = author.map(|author| frame.t(more_say::by_author(frame.name(author))));
        Ok(BotPage {
            author: author.unwrap_or_default(),
            latest: matches::rows(frame, head, &results, &latest)?,
            strength: strength(frame, &history),
            versions: if listed.is_empty() { versions(frame, &history) } else { String::new() },
            listed,
            faults: faults(frame, head, &results.faults_of(name)?, name),
            best: ask.extreme(Verdict::Won)?,
            worst: ask.extreme(Verdict::Lost)?,
            ..self
        })
    }
}

/// The queries for one bot's matches.
struct Ask<'a> {
    frame: PageContext<'a>,
    head: &'a PageHead,
    results: &'a Results<'a>,
    tabled: &'a StandingsView,
    place: usize,
}

impl Ask<'_> {
    /// The last win against the best, or loss to the worst.
    fn extreme(&self, verdict: Verdict) -> Result<Option<matches::MatchRow>, HttpError> {
        if !self.head.shows_matches {
            return Ok(None);
        }
        let bots = &self.tabled.field.bots;
        let others: Vec<usize> = match verdict {
            Verdict::Lost => (0..bots.len()).rev().collect(),
            Verdict::Won | Verdict::Drawn => (0..bots.len()).collect(),
        };
        for other in others {
            let ids = [self.place, other].map(|place| EntrantId(place as u32));
            let against = self.tabled.field.table.against(ids[0], ids[1]);
            let count = if verdict == Verdict::Won { against.won } else { against.lost };
            if other == self.place || count == 0 {
                continue;
            }
            let wanted = MatchQuery {
                bot: Some(&bots[self.place]),
                against: Some(&bots[other]),
                result: Some(verdict),
                ..MatchQuery::default()
            };
            let found = self.frame.links.listed(&self.head.slug, self.results, (&wanted, 1))?;
            let mut rows = matches::rows(self.frame, self.head, self.results, &found)?;
            return Ok(rows.pop());
        }
        Ok(None)
    }
}

/// Its ratings at the times of saved standings.
fn strength(frame: PageContext<'_>, history: &[(SavedMoment, Placing)]) -> String {
    let values = history.iter().filter_map(|(moment, placing)| {
        let [elo, low, high] = placing.strength?;
        Some((moment.matches, elo, Interval { low, high }))
    });
    let values: Vec<_> = values.collect();
    let label = frame.t(say::strength_over_time());
    crate::charts::course(&values, &label).unwrap_or_default()
}

/// The number of its versions; none for a single one.
fn versions(frame: PageContext<'_>, history: &[(SavedMoment, Placing)]) -> String {
    let ids: BTreeSet<_> = history.iter().map(|(_, placing)| placing.submission).collect();
    if ids.len() > 1 { frame.count(ids.len() as u64) } else { String::new() }
}

/// Its faults, their counts, and the links to those matches.
fn faults(
    frame: PageContext<'_>,
    head: &PageHead,
    faults: &[(Fault, u64)],
    name: &str,
) -> Vec<(String, String, String)> {
    let told = faults.iter().map(|(fault, count)| {
        let search = MatchSearch {
            bot: Some(name.to_owned()),
            fault: Some(FaultWanted::Kind(*fault)),
            ..MatchSearch::default()
        };
        let to = head.to_matches(frame, search);
        (frame.t(vocabulary::fault(*fault)), frame.count(*count), to)
    });
    told.collect()
}

fn met(
    frame: PageContext<'_>,
    head: &PageHead,
    standings: &StandingsView,
    place: usize,
) -> Vec<Encounter> {
    let field = &standings.field;
    let others = field.bots.iter().enumerate().filter_map(|(other, name)| {
        let against = field.table.against(EntrantId(place as u32), EntrantId(other as u32));
        let share = against.share()?;
        let percent = frame.rounded(100.0 * share, 0);
        let bar = against.interval().map(|interval| {
            let scale = certamen_tournament::statistics::Interval { low: 0.0, high: 1.0 };
            let label = format!("{percent} %");
            crate::charts::interval_bar((share, interval), scale, 0.5, &label)
        });
        let search = MatchSearch {
            bot: Some(field.bots[place].clone()),
            vs: Some(name.clone()),
            ..MatchSearch::default()
        };
        Some(Encounter {
            bot: frame.name(name),
            to: frame.part(&head.slug, ContestPart::Bot(name.clone())),
            matches: head.to_matches(frame, search),
            tally: format!("{}–{}–{}", against.won, against.drawn, against.lost),
            percent,
            bar: bar.unwrap_or_default(),
        })
    });
    others.collect()
}
