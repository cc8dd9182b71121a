//! The page of a bot: its rank, its opponents, its latest matches, and its versions.

use super::{
    contest::PageHead,
    crosstable::{PairRow, pair_row},
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
    invitation::opening_picture,
    page::MatchSearch,
    say,
};
use askama::Template;
use certamen_contest::{
    Results,
    entry::{DecidedSubmission, SubmissionState},
    vocabulary,
};
use certamen_store::{FaultFilter, MatchNumber, MatchQuery, Placing, SavedMoment};
use certamen_tournament::{EntrantId, Verdict, statistics::Interval};
use jiff::Timestamp;
use std::collections::BTreeSet;

const MAX_LATEST_MATCHES: usize = 10;

#[derive(Template)]
#[template(path = "bot.html")]
pub(super) struct BotPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    row: standings::StandingRow,
    met: Vec<PairRow>,
    latest: Vec<matches::MatchRow>,
    all: String,
    strength: String,
    /// What a player asked over HTTP has used.
    usage: String,
    author: String,
    /// The number of its versions, where they are not listed.
    versions: String,
    listed: Vec<VersionRow>,
    faults: Vec<(String, String, String)>,
    best: Option<matches::MatchRow>,
    worst: Option<matches::MatchRow>,
    /// The game and the results, for link previews.
    preview: String,
    /// The absolute link to the board of its latest match; empty without one.
    picture: String,
}

impl<'a> BotPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        tabled: &StandingsView,
        name: &str,
    ) -> Result<Self, HttpError> {
        let place = known(tabled, name)?;
        let search = MatchSearch { bot: Some(name.to_owned()), ..MatchSearch::default() };
        let others = 0..tabled.field.bots.len();
        let row = standings::rows(frame, &head.slug, tabled).remove(place);
        let game = head.game.as_ref().map(|(_, game)| game.clone());
        let rank = Some(frame.t(say::place(row.rank.as_str()))).filter(|_| !row.rank.is_empty());
        let results = format!("{} {}", row.tally, frame.t(say::tally()));
        let preview = game.into_iter().chain(rank).chain(Some(results)).collect::<Vec<_>>();
        let mut page = BotPage {
            preview: preview.join(" · "),
            picture: String::new(),
            row,
            met: others
                .filter_map(|other| pair_row(frame, &head, tabled, (place, other)))
                .collect(),
            all: head.to_matches(frame, search),
            latest: Vec::new(),
            strength: String::new(),
            usage: tabled.lines[place].usage.map(|it| frame.t(it.summary())).unwrap_or_default(),
            author: String::new(),
            versions: String::new(),
            listed: Vec::new(),
            faults: Vec::new(),
            best: None,
            worst: None,
            frame,
            head,
        };
        // The name that results have for a pseudonymous bot is private.
        if tabled.pseudonyms.is_none() {
            page.read_results(view, tabled, place)?;
        }
        Ok(page)
    }

    /// Adds what the store has on the bot.
    fn read_results(
        &mut self,
        view: &ContestView,
        tabled: &StandingsView,
        place: usize,
    ) -> Result<(), HttpError> {
        let (frame, name) = (self.frame, tabled.lines[place].bot.as_str());
        let results = view.results()?;
        if self.head.shows_matches {
            let query = MatchQuery { bot: Some(name), ..MatchQuery::default() };
            self.latest = self.listed_matches(&results, &query, MAX_LATEST_MATCHES)?;
            let latest = self.latest.first().map(|row| MatchNumber(row.number));
            let drawn =
                latest.filter(|_| opening_picture(&view.revision(), frame.language).is_some());
            self.picture = frame.preview(&self.head.slug, drawn, None);
            self.best = self.extreme(&results, tabled, place, Verdict::Won)?;
            self.worst = self.extreme(&results, tabled, place, Verdict::Lost)?;
        }
        let history = results.places_of(name)?;
        self.strength = strength(frame, &history);
        self.listed = versions_of(frame, view, name, &history);
        if self.listed.is_empty() {
            let ids: BTreeSet<_> = history.iter().map(|(_, placing)| placing.submission).collect();
            if ids.len() > 1 {
                self.versions = frame.count(ids.len() as u64);
            }
        } else if let Some(author) = view.board().author_of(name) {
            self.author = frame.t(more_say::by_author(frame.name(author)));
        }
        let faults = results.faults_of(name)?;
        let faults = faults.iter().map(|(fault, count)| {
            let search = MatchSearch {
                bot: Some(name.to_owned()),
                fault: Some(FaultFilter::Kind(*fault)),
                ..MatchSearch::default()
            };
            let to = self.head.to_matches(frame, search);
            (frame.t(vocabulary::fault(*fault)), frame.count(*count), to)
        });
        self.faults = faults.collect();
        Ok(())
    }

    fn listed_matches(
        &self,
        results: &Results<'_>,
        query: &MatchQuery<'_>,
        most: usize,
    ) -> Result<Vec<matches::MatchRow>, HttpError> {
        let found = self.frame.links.listed(&self.head.slug, results, (query, most))?;
        matches::rows(self.frame, &self.head, results, &found)
    }

    /// The last win against the best, or loss to the worst.
    fn extreme(
        &self,
        results: &Results<'_>,
        tabled: &StandingsView,
        place: usize,
        verdict: Verdict,
    ) -> Result<Option<matches::MatchRow>, HttpError> {
        let bots = &tabled.field.bots;
        let is_met = |other: &usize| {
            let ids = [place, *other].map(|place| EntrantId(place as u32));
            let against = tabled.field.table.against(ids[0], ids[1]);
            let count = if verdict == Verdict::Won { against.won } else { against.lost };
            *other != place && count > 0
        };
        let mut others = 0..bots.len();
        let other = match verdict {
            Verdict::Lost => others.rfind(is_met),
            Verdict::Won | Verdict::Drawn => others.find(is_met),
        };
        let Some(other) = other else { return Ok(None) };
        let query = MatchQuery {
            bot: Some(&bots[place]),
            against: Some(&bots[other]),
            result: Some(verdict),
            ..MatchQuery::default()
        };
        Ok(self.listed_matches(results, &query, 1)?.pop())
    }
}

fn strength(frame: PageContext<'_>, history: &[(SavedMoment, Placing)]) -> String {
    let values = history.iter().filter_map(|(moment, placing)| {
        let [elo, low, high] = placing.strength?;
        Some((moment.matches, elo, Interval { low, high }))
    });
    let values: Vec<_> = values.collect();
    let label = frame.t(say::strength_over_time());
    crate::charts::course(&values, &label).unwrap_or_default()
}

struct VersionRow {
    title: String,
    at: ShownTime,
    note: String,
    written_by: String,
    last: String,
    /// Why it left, if it did.
    left: String,
}

/// The versions that played, the newest first; none in contests without submissions.
fn versions_of(
    frame: PageContext<'_>,
    view: &ContestView,
    name: &str,
    history: &[(SavedMoment, Placing)],
) -> Vec<VersionRow> {
    let snapshot = view.revision();
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    // A pseudonym has no author.
    let Some(rules) = rules.filter(|_| frame.pseudonyms.is_none()) else { return Vec::new() };
    let board = view.board();
    let is_own = |filed: &&DecidedSubmission| {
        filed.home == SubmissionState::Accepted && filed.decided.sent.entrant == name
    };
    let own: Vec<&DecidedSubmission> =
        board.roster.all().iter().map(|filed| &**filed).filter(is_own).collect();
    let rows = own.iter().enumerate().map(|(index, filed)| {
        let decided = &filed.decided;
        let next = own.get(index + 1).map_or(Timestamp::MAX, |next| next.decided.decided);
        let before = own[..index].last().map(|before| before.decided.decided);
        let last = last_of(history, (before, decided.decided, next));
        VersionRow {
            title: version_word(frame, decided.number),
            at: ShownTime::of(&decided.sent.received.to_zoned(rules.zone.clone())),
            note: decided.sent.note.clone(),
            written_by: written_by(frame, decided.sent.written_by.as_deref()),
            last: last.map_or_else(
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

/// The rank of a version in the last standings saved before the next version, if those were
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

    fn saved(at: u64, submission: i64, played: u64) -> (SavedMoment, Placing) {
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
    fn each_version_shows_its_own_last_standings() {
        let at = |second| Timestamp::from_second(second).unwrap();
        // The second was submitted at 20, and its first match was counted at 30; the third played nothing.
        let history =
            [saved(10, 1, 4), saved(25, 1, 8), saved(30, 2, 2), saved(35, 2, 6), saved(45, 2, 9)];
        let last = |window| last_of(&history, window).map(|(moment, _)| moment.matches);
        assert_eq!(last((None, at(5), at(20))), Some(10));
        assert_eq!(last((Some(at(5)), at(20), at(40))), Some(35));
        assert_eq!(last((Some(at(20)), at(40), Timestamp::MAX)), None);
        assert_eq!(last((None, at(50), Timestamp::MAX)), None);
    }
}
