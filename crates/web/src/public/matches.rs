//! The matches that were played, the newest first, page by page.

use super::{contest::PageHead, result};
use crate::{
    contest::{Exhibit, Tabled},
    frame::Frame,
    page::{ContestPart, FaultFilter, MatchSearch},
    refusal::{Refusal, Thing},
    say,
};
use askama::Template;
use certamen_contest::Results;
use certamen_store::{MatchNumber, StoredMatch, Wanted};

/// So many matches are on a page.
const PAGE: usize = 50;

#[derive(Template)]
#[template(path = "matches.html")]
pub(super) struct MatchesPage<'a> {
    frame: Frame<'a>,
    head: PageHead,
    here: String,
    bots: Vec<BotChoice>,
    rivals: Vec<BotChoice>,
    faulty: bool,
    rows: Vec<MatchRow>,
    older: String,
    newest: String,
}

struct BotChoice {
    name: String,
    shown: String,
    chosen: bool,
}

/// A match in a list.
pub(super) struct MatchRow {
    pub(super) number: i64,
    pub(super) to: String,
    pub(super) bots: Vec<(String, String)>,
    pub(super) scores: String,
    pub(super) told: String,
    pub(super) turns: String,
    pub(super) faults: u64,
}

impl<'a> MatchesPage<'a> {
    pub(super) fn new(
        frame: Frame<'a>,
        head: PageHead,
        (exhibit, tabled): (&Exhibit, &Tabled),
        search: &MatchSearch,
    ) -> Result<MatchesPage<'a>, Refusal> {
        for bot in [&search.bot, &search.vs].into_iter().flatten() {
            known(tabled, bot)?;
        }
        let results = exhibit.results()?;
        let wanted = Wanted {
            bot: search.bot.as_deref(),
            against: search.vs.as_deref(),
            faulty: search.fault == Some(FaultFilter::Any),
            before: search.before.map(MatchNumber),
        };
        let mut found = frame.links.listed(&head.slug, &results, (&wanted, PAGE + 1))?;
        let older = (found.len() > PAGE).then(|| {
            found.truncate(PAGE);
            let before = found.last().map(|stored| stored.number.0);
            frame.part(&head.slug, ContestPart::Matches(MatchSearch { before, ..search.clone() }))
        });
        let newest = search.before.map(|_| {
            frame.part(
                &head.slug,
                ContestPart::Matches(MatchSearch { before: None, ..search.clone() }),
            )
        });
        let choices = |chosen: &Option<String>| {
            let names = tabled.lines.iter().map(|line| &line.bot);
            let choices = names.map(|name| BotChoice {
                name: name.clone(),
                shown: frame.name(name),
                chosen: chosen.as_ref() == Some(name),
            });
            choices.collect::<Vec<_>>()
        };
        Ok(MatchesPage {
            here: frame.part(&head.slug, ContestPart::Matches(MatchSearch::default())),
            bots: choices(&search.bot),
            rivals: choices(&search.vs),
            faulty: wanted.faulty,
            rows: rows(frame, &head, &results, &found)?,
            older: older.unwrap_or_default(),
            newest: newest.unwrap_or_default(),
            frame,
            head,
        })
    }
}

/// Refuses bots that do not take part.
pub(super) fn known(tabled: &Tabled, bot: &str) -> Result<usize, Refusal> {
    let found = tabled.lines.iter().position(|line| line.bot == bot);
    found.ok_or_else(|| Thing::Bot.unknown(bot))
}

/// Matches as rows.
pub(super) fn rows(
    frame: Frame<'_>,
    head: &PageHead,
    results: &Results<'_>,
    matches: &[StoredMatch],
) -> Result<Vec<MatchRow>, Refusal> {
    let mut rows = Vec::with_capacity(matches.len());
    for stored in matches {
        let Some(outcome) = &stored.outcome else { continue };
        let bots = stored.seats.iter().map(|seat| results.bot(*seat));
        let bots = bots.collect::<Result<Vec<_>, _>>()?;
        let best = outcome.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shown = bots.iter().zip(&outcome.scores).map(|(bot, score)| {
            let class = if *score >= best && best > 0.0 { "won" } else { "lost" };
            (frame.name(bot), class.to_owned())
        });
        rows.push(MatchRow {
            number: stored.number.0,
            to: frame.part(&head.slug, ContestPart::Match(stored.number, None)),
            bots: shown.collect(),
            scores: result::scores(frame, outcome),
            told: result::told(frame, results.game(), &bots, outcome),
            turns: frame.count(stored.turns),
            faults: stored.faults,
        });
    }
    Ok(rows)
}
