//! The matches played, the newest first, page by page, and their results in words.

use super::contest::PageHead;
use crate::{
    contest::{ContestView, StandingsView},
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::{ContestPart, MatchSearch, RESULTS},
    say,
};
use askama::Template;
use certamen_contest::{Results, vocabulary};
use certamen_game::{Fault, Outcome};
use certamen_store::StoredMatch;
use certamen_tournament::Verdict;
use std::iter;

const PAGE: usize = 50;

#[derive(Template)]
#[template(path = "matches.html")]
pub(super) struct MatchesPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    here: String,
    bots: Vec<Choice>,
    rivals: Vec<Choice>,
    results: Vec<Choice>,
    faults: Vec<Choice>,
    rows: Vec<MatchRow>,
    older: String,
    newest: String,
}

struct Choice {
    value: String,
    shown: String,
    chosen: bool,
}

pub(super) struct MatchRow {
    pub(super) number: i64,
    pub(super) to: String,
    pub(super) bots: Vec<(String, String)>,
    pub(super) scores: String,
    pub(super) result: String,
    pub(super) turns: String,
    pub(super) faults: u64,
}

impl<'a> MatchesPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        standings: &StandingsView,
        search: &MatchSearch,
    ) -> Result<Self, HttpError> {
        for bot in [&search.bot, &search.vs].into_iter().flatten() {
            known(standings, bot)?;
        }
        let results = view.matches()?;
        let mut found =
            frame.links.listed(&head.slug, &results, (&search.store_query(), PAGE + 1))?;
        let older = (found.len() > PAGE).then(|| {
            found.truncate(PAGE);
            let before = found.last().map(|stored| stored.number.0);
            frame.part(&head.slug, ContestPart::Matches(MatchSearch { before, ..search.clone() }))
        });
        let newest = search.before.map(|_| {
            let search = MatchSearch { before: None, ..search.clone() };
            frame.part(&head.slug, ContestPart::Matches(search))
        });
        let choices = |chosen: &Option<String>| {
            let names = standings.lines.iter().map(|line| &line.bot);
            let choices = names.map(|name| Choice {
                value: name.clone(),
                shown: frame.name(name),
                chosen: chosen.as_ref() == Some(name),
            });
            choices.collect::<Vec<_>>()
        };
        Ok(MatchesPage {
            here: frame.part(&head.slug, ContestPart::Matches(MatchSearch::default())),
            bots: choices(&search.bot),
            rivals: choices(&search.vs),
            results: result_choices(frame, search),
            faults: fault_choices(frame, search),
            rows: rows(frame, &head, &results, &found)?,
            older: older.unwrap_or_default(),
            newest: newest.unwrap_or_default(),
            frame,
            head,
        })
    }
}

fn result_choices(frame: PageContext<'_>, search: &MatchSearch) -> Vec<Choice> {
    let choices = RESULTS.into_iter().map(|(word, verdict)| Choice {
        value: word.to_owned(),
        shown: frame.t(match verdict {
            Verdict::Won => say::won(),
            Verdict::Drawn => say::drawn(),
            Verdict::Lost => say::lost(),
        }),
        chosen: search.result_word() == Some(word),
    });
    choices.collect()
}

fn fault_choices(frame: PageContext<'_>, search: &MatchSearch) -> Vec<Choice> {
    let kinds = Fault::ALL.into_iter().map(|fault| (fault.word(), vocabulary::fault(fault)));
    let choices = iter::once(("any", say::any_fault())).chain(kinds).map(|(value, shown)| Choice {
        value: value.to_owned(),
        shown: frame.t(shown),
        chosen: search.fault_word() == Some(value),
    });
    choices.collect()
}

/// Rejects names of bots that are not in the contest.
pub(crate) fn known(standings: &StandingsView, bot: &str) -> Result<usize, HttpError> {
    let found = standings.lines.iter().position(|line| line.bot == bot);
    found.ok_or_else(|| Resource::Bot.unknown(bot))
}

pub(super) fn rows(
    frame: PageContext<'_>,
    head: &PageHead,
    results: &Results<'_>,
    matches: &[StoredMatch],
) -> Result<Vec<MatchRow>, HttpError> {
    let mut rows = Vec::with_capacity(matches.len());
    for stored in matches {
        let shown = results.shown(stored)?;
        let Some(outcome) = &shown.outcome else { continue };
        let verdicts = results.seat_results(outcome);
        let bots = shown.bots.iter().zip(verdicts).map(|(bot, result)| {
            let class = if result.verdict == Verdict::Won { "won" } else { "lost" };
            (frame.name(bot), class.to_owned())
        });
        rows.push(MatchRow {
            number: stored.number.0,
            to: frame.part(&head.slug, ContestPart::Match(stored.number, None)),
            bots: bots.collect(),
            scores: score_text(frame, outcome),
            result: result_text(frame, results.game(), &shown.bots, outcome),
            turns: frame.count(shown.turns),
            faults: shown.faults,
        });
    }
    Ok(rows)
}

pub(crate) fn result_text(
    frame: PageContext<'_>,
    game: &str,
    bots: &[String],
    outcome: &Outcome,
) -> String {
    let names: Vec<String> = bots.iter().map(|bot| frame.name(bot)).collect();
    frame.t(vocabulary::result(game, outcome, &names))
}

pub(crate) fn score_text(frame: PageContext<'_>, outcome: &Outcome) -> String {
    let scores = outcome.scores.iter().map(|score| frame.number(*score));
    scores.collect::<Vec<_>>().join(" : ")
}
