//! The page of a bot: its rank, its opponents, its latest matches.

use super::{
    contest::PageHead,
    entries::{left_as, version_word, written_by},
    facts_say,
    matches::{self, known},
    more_say,
    standings::{self, in_figures},
};
use crate::{
    contest::{ContestView, StandingsView},
    dates::ShownTime,
    frame::PageContext,
    http_error::HttpError,
    page::{ContestPart, MatchSearch},
    say,
};
use askama::Template;
use certamen_contest::{
    Results,
    entry::{DecidedSubmission, SubmissionState},
    vocabulary,
};
use certamen_game::Fault;
use certamen_store::{FaultWanted, MatchQuery, Placing, SavedMoment};
use certamen_tournament::{EntrantId, Verdict, statistics::Interval};
use jiff::Timestamp;
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

pub(super) struct VersionRow {
    pub(super) title: String,
    pub(super) at: ShownTime,
    pub(super) note: String,
    pub(super) written_by: String,
    /// Its last rank and rating.
    pub(super) stood: String,
    /// Why it left, if it did.
    pub(super) left: String,
}

/// The versions that played, the newest first; none in contests without submissions.
pub(super) fn versions_of(
    frame: PageContext<'_>,
    view: &ContestView,
    (name, history): (&str, &[(SavedMoment, Placing)]),
) -> Vec<VersionRow> {
    let snapshot = view.revision();
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    // A pseudonym has no author.
    let Some(rules) = rules.filter(|_| frame.masks.is_none()) else { return Vec::new() };
    let board = view.board();
    let is_own = |filed: &&DecidedSubmission| {
        filed.home == SubmissionState::Accepted && filed.decided.sent.entrant == name
    };
    let own: Vec<&DecidedSubmission> = board.roster.all().iter().filter(is_own).collect();
    let rows = own.iter().enumerate().map(|(place, filed)| {
        let decided = &filed.decided;
        let next = own.get(place + 1).map_or(Timestamp::MAX, |next| next.decided.decided);
        let before = own[..place].last().map(|before| before.decided.decided);
        let stood = last_of(history, (before, decided.decided, next));
        VersionRow {
            title: version_word(frame, decided.number),
            at: ShownTime::of(&decided.sent.received.to_zoned(rules.zone.clone())),
            note: decided.sent.note.clone(),
            written_by: written_by(frame, decided.sent.written_by.as_deref()),
            stood: stood.map_or_else(
                || frame.t(facts_say::no_results()),
                |found| standing_text(frame, found),
            ),
            left: left_as(frame, decided.left.as_ref()),
        }
    });
    let mut rows: Vec<VersionRow> = rows.collect();
    rows.reverse();
    rows
}

/// The rank of a version in the last standings saved before the next version came, if those were
/// not still about the version `before`.
fn last_of(
    history: &[(SavedMoment, Placing)],
    (before, from, to): (Option<Timestamp>, Timestamp, Timestamp),
) -> Option<&(SavedMoment, Placing)> {
    let within = |(from, to): (Timestamp, Timestamp)| {
        history.iter().rev().find(move |(moment, _)| {
            let at = Timestamp::try_from(moment.at).unwrap_or(Timestamp::MAX);
            from <= at && at < to
        })
    };
    let found = within((from, to))?;
    let earlier = within((before.unwrap_or(Timestamp::MIN), from));
    let is_other = earlier.is_none_or(|earlier| earlier.1.submission != found.1.submission);
    (is_other && found.1.played > 0).then_some(found)
}

fn standing_text(frame: PageContext<'_>, (moment, placing): &(SavedMoment, Placing)) -> String {
    let place = placing.place.map(|place| frame.t(facts_say::stood_at(place)));
    let strength = placing
        .strength
        .map(|[elo, low, high]| format!("Elo {}", in_figures(frame, elo, Interval { low, high })));
    let after = frame.t(say::after_matches(frame.count(moment.matches)));
    [place, strength, Some(after)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_store::SubmissionId;
    use std::time::{Duration, SystemTime};

    fn kept(at: u64, submission: i64, played: u64) -> (SavedMoment, Placing) {
        let moment = SavedMoment {
            number: at as i64,
            at: SystemTime::UNIX_EPOCH + Duration::from_secs(at),
            matches: at,
        };
        let placing = Placing {
            submission: SubmissionId(submission),
            place: Some(1),
            score: 0.0,
            played,
            won: 0,
            drawn: 0,
            lost: 0,
            strength: None,
        };
        (moment, placing)
    }

    #[test]
    fn each_version_is_told_by_its_own_last_table() {
        let at = |second| Timestamp::from_second(second).unwrap();
        // The second came at 20, and its first match was counted at 30; the third played nothing.
        let history =
            [kept(10, 1, 4), kept(25, 1, 8), kept(30, 2, 2), kept(35, 2, 6), kept(45, 2, 9)];
        let last = |window| last_of(&history, window).map(|(moment, _)| moment.matches);
        assert_eq!(last((None, at(5), at(20))), Some(10));
        assert_eq!(last((Some(at(5)), at(20), at(40))), Some(35));
        assert_eq!(last((Some(at(20)), at(40), Timestamp::MAX)), None);
        assert_eq!(last((None, at(50), Timestamp::MAX)), None);
    }
}
