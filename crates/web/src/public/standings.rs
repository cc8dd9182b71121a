//! The standings: current, saved at an earlier time, embedded, and as a list of entrants.

use super::{contest::PageHead, more_say};
use crate::{
    Slug,
    address::encoded,
    board::Announcements,
    charts::BracketCell,
    contest::{ContestSnapshot, ContestView, StandingsView},
    dates::ShownTime,
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::{ContestPart, MatchSearch},
    say,
};
use askama::Template;
use certamen_contest::{
    SavedStandingsRow, StandingsRow,
    file::Schedule,
    view::{self, BracketLine, words},
    vocabulary,
};
use certamen_store::SavedMoment;
use certamen_tournament::{
    Column,
    format::BracketPart,
    statistics::{Interval, RankCertainty, Rating},
};
use std::ops::Range;

/// From this many bots on there is a search.
const SEARCHED: usize = 51;
/// How many rows are shown around a bot, its own among them.
const AROUND: usize = 5;
/// The maximum length of what is searched for, in characters.
const LONGEST_QUERY: usize = 100;
/// Rounds of a bracket with more series are not drawn.
const WIDEST_ROUND: u32 = 64;

#[derive(Template)]
#[template(path = "standings.html")]
pub(super) struct StandingsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    /// The rule of the ranking.
    rule: String,
    has_search: bool,
    /// The page without the search.
    here: String,
    query: String,
    /// The parts of a bracket, each with its title; empty in formats without one.
    brackets: Vec<(String, String)>,
    bracket_cut: String,
    rows: Vec<StandingRow>,
    columns: Vec<String>,
    ties: String,
    shared: bool,
    unisolated: bool,
    moments: Vec<MomentLink>,
    embed: String,
}

#[derive(Default)]
pub(crate) struct StandingRow {
    /// The id of its row on the page of the standings.
    pub(crate) id: String,
    pub(crate) rank: String,
    pub(crate) to: String,
    pub(crate) bot: String,
    pub(crate) language: String,
    pub(crate) score: String,
    pub(crate) played: String,
    pub(crate) won: String,
    pub(crate) drawn: String,
    pub(crate) lost: String,
    pub(crate) tally: String,
    pub(crate) faults: u64,
    pub(crate) bar: String,
    pub(crate) elo: String,
    pub(crate) settled: Option<bool>,
    pub(crate) standing: String,
    pub(crate) out: String,
    pub(crate) places: String,
    pub(crate) change: PlaceChange,
    /// The columns of the ranking and the format, as shown and as sort keys.
    pub(crate) columns: Vec<(String, String)>,
    pub(crate) author: String,
    pub(crate) is_reference: bool,
    /// Whether it is of the reader, on their own pages.
    pub(crate) is_own: bool,
    pub(crate) plain: PlainValues,
}

#[derive(Default)]
pub(crate) struct PlainValues {
    pub(crate) score: String,
    pub(crate) played: u64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    pub(crate) elo: String,
}

/// The change of a bot's rank since the previous saved standings.
#[derive(Default)]
pub(crate) struct PlaceChange {
    pub(crate) class: &'static str,
    pub(crate) sign: String,
    /// The same for screen readers.
    pub(crate) label: String,
}

impl<'a> StandingsPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        snapshot: &ContestSnapshot,
        board: &Announcements,
        query: &str,
    ) -> Result<Self, HttpError> {
        if query.chars().count() > LONGEST_QUERY {
            return Err(HttpError::value("q", query));
        }
        let tabled = snapshot.tabled()?;
        let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
        let lines = &tabled.lines;
        let columns = lines.first().map(|line| line.columns.0.iter()).into_iter().flatten();
        let ties = tabled.ranking.tie_breaks.iter();
        let ties: Vec<String> =
            ties.map(|tie| frame.t(view::heading(Column::TieBreak(*tie)))).collect();
        let mut rows = rows(frame, &head.slug, tabled);
        let references = snapshot.file.as_ref().map(|file| file.references()).unwrap_or_default();
        for (row, line) in rows.iter_mut().zip(lines) {
            row.is_reference = references.contains(&line.bot.as_str());
            // A pseudonym has no author.
            let shows_authors = snapshot.takes_programs() && frame.pseudonyms.is_none();
            if let Some(author) = board.author_of(&line.bot).filter(|_| shows_authors) {
                row.author = frame.t(more_say::by_author(frame.name(author)));
            }
        }
        let (brackets, is_cut) = brackets(frame, &head, &tabled.bracket);
        let cut = is_cut.then(|| frame.t(more_say::bracket_cut(WIDEST_ROUND)));
        if !query.is_empty() {
            let wanted = query.to_lowercase();
            let has = |text: &str| text.to_lowercase().contains(&wanted);
            rows.retain(|row| has(&row.bot) || has(&row.author));
        }
        let is_long = lines.len() >= SEARCHED || !query.is_empty();
        Ok(StandingsPage {
            rule: frame.t(view::ranking_rule(&tabled.ranking.rule, lines)),
            has_search: is_long && frame.is_served(),
            here: frame.part(&head.slug, ContestPart::Standings(None)),
            query: certamen_game::legible(query),
            brackets,
            bracket_cut: cut.unwrap_or_default(),
            rows,
            columns: columns.map(|(column, _)| frame.t(view::heading(*column))).collect(),
            ties: ties.join(", "),
            shared: view::shares_ranks(lines),
            unisolated: tabled.tier.as_deref() == Some("D")
                && lines.iter().any(|line| certamen_game::job::is_program(&line.language)),
            moments: moment_links(frame, &head.slug, &tabled.moments, None, schedule),
            embed: frame.whole_address(&frame.part(&head.slug, ContestPart::EmbeddedTable)),
            frame,
            head,
        })
    }
}

/// The parts of a bracket as they are drawn, each with its title, and whether rounds are left out.
fn brackets(
    frame: PageContext<'_>,
    head: &PageHead,
    lines: &[BracketLine],
) -> (Vec<(String, String)>, bool) {
    let parts = [
        (BracketPart::Winners, more_say::bracket()),
        (BracketPart::Losers, more_say::bracket_losers()),
        (BracketPart::Final, more_say::bracket_final()),
    ];
    let drawn = parts.into_iter().filter_map(|(part, title)| {
        let own: Vec<&BracketLine> =
            lines.iter().filter(|line| line.part == part && line.width <= WIDEST_ROUND).collect();
        let first = own.iter().map(|line| line.round).min()?;
        let cells = own.into_iter().map(|line| bracket_cell(frame, head, line, first));
        let title = frame.t(title);
        let drawn = crate::charts::bracket(&cells.collect::<Vec<_>>(), &title);
        Some((title, drawn))
    });
    (drawn.collect(), lines.iter().any(|line| line.width > WIDEST_ROUND))
}

fn bracket_cell(
    frame: PageContext<'_>,
    head: &PageHead,
    line: &BracketLine,
    first: u32,
) -> BracketCell {
    let named = |bot: &Option<String>| bot.as_deref().map(|bot| frame.name(bot));
    let is_met = line.bots.iter().all(Option::is_some);
    let to = match &line.bots {
        [Some(one), Some(other)] => {
            let (bot, vs) = (Some(one.clone()), Some(other.clone()));
            head.to_matches(frame, MatchSearch { bot, vs, ..MatchSearch::default() })
        }
        [Some(one), None] | [None, Some(one)] => {
            frame.part(&head.slug, ContestPart::Bot(one.clone()))
        }
        [None, None] => String::new(),
    };
    BracketCell {
        round: line.round - first,
        place: line.place,
        width: line.width,
        names: line.bots.each_ref().map(|bot| named(bot).unwrap_or_default()),
        wins: line.wins.map(|wins| if is_met { wins.to_string() } else { String::new() }),
        winner: line.winner,
        to,
    }
}

/// An estimate in two significant digits: it is not more exact.
fn two_digits(count: u64) -> u64 {
    let unit = 10_u64.pow(count.checked_ilog10().unwrap_or(0).saturating_sub(1));
    count.saturating_add(unit / 2) / unit * unit
}

pub(super) fn rows(
    frame: PageContext<'_>,
    slug: &Slug,
    standings: &StandingsView,
) -> Vec<StandingRow> {
    rows_at(frame, slug, standings, 0..standings.lines.len())
}

/// The rows around that at `place`, for its author.
pub(crate) fn around(
    frame: PageContext<'_>,
    slug: &Slug,
    standings: &StandingsView,
    place: usize,
) -> Vec<StandingRow> {
    let count = standings.lines.len();
    let first = place.saturating_sub(AROUND / 2).min(count.saturating_sub(AROUND));
    let mut rows = rows_at(frame, slug, standings, first..count.min(first + AROUND));
    if let Some(own) = rows.get_mut(place - first) {
        own.is_own = true;
    }
    rows
}

/// The id of the row of the bot that is shown with this name.
pub(crate) fn row_id(name: &str) -> String {
    format!("bot-{}", encoded(name))
}

fn rows_at(
    frame: PageContext<'_>,
    slug: &Slug,
    standings: &StandingsView,
    places: Range<usize>,
) -> Vec<StandingRow> {
    let intervals = standings.ratings.iter().flatten().map(Rating::interval);
    let scale = with_room(&intervals.collect::<Vec<_>>());
    let lines = standings.lines.iter().zip(&standings.ratings).zip(&standings.settlements);
    let rows = lines.skip(places.start).take(places.len()).map(|((line, rating), certainty)| {
        let strength = rating.zip(scale);
        let (bar, elo) = strength
            .map(|(rating, scale)| strength_bar(frame, (rating.elo, rating.interval()), scale))
            .unwrap_or_default();
        let places = standings.places.get(&line.bot).map(Vec::as_slice).unwrap_or_default();
        let label = frame.t(say::places_over_time());
        let spark = crate::charts::sparkline(places, standings.lines.len() as u32, &label);
        StandingRow {
            plain: PlainValues {
                elo: rating.map(|rating| format!("{:.1}", rating.elo)).unwrap_or_default(),
                ..plain(line)
            },
            bar,
            elo,
            places: spark.unwrap_or_default(),
            change: change(frame, before(standings, places), line.rank),
            ..row(frame, slug, line, *certainty)
        }
    });
    rows.collect()
}

fn row(
    frame: PageContext<'_>,
    slug: &Slug,
    line: &StandingsRow,
    certainty: Option<RankCertainty>,
) -> StandingRow {
    let standing = certainty.map(|certainty| match certainty {
        RankCertainty::Settled => frame.t(say::settled()),
        RankCertainty::Exact => frame.t(say::exact()),
        RankCertainty::About(more) => frame.t(say::more_matches(frame.count(two_digits(more)))),
        RankCertainty::Open => frame.t(say::open()),
    });
    let out = line.disqualified.map(|cause| frame.t(say::out(vocabulary::cause(cause))));
    let columns = line.columns.0.iter();
    StandingRow {
        id: row_id(&frame.name(&line.bot)),
        rank: line.rank.map(|rank| rank.to_string()).unwrap_or_default(),
        to: frame.part(slug, ContestPart::Bot(line.bot.clone())),
        bot: frame.name(&line.bot),
        language: frame.name(&line.language),
        score: line.score.map(|score| frame.number(score)).unwrap_or_default(),
        played: frame.count(line.played),
        won: frame.count(line.won),
        drawn: frame.count(line.drawn),
        lost: frame.count(line.lost),
        tally: format!("{}–{}–{}", line.won, line.drawn, line.lost),
        faults: line.faults,
        settled: certainty.map(RankCertainty::is_final),
        standing: standing.unwrap_or_default(),
        out: out.unwrap_or_default(),
        columns: columns
            .map(|(_, value)| (value.map(|value| frame.number(value)), *value))
            .map(|(shown, value)| (shown.unwrap_or_default(), as_json(value)))
            .collect(),
        plain: plain(line),
        ..StandingRow::default()
    }
}

fn plain(line: &StandingsRow) -> PlainValues {
    PlainValues {
        score: as_json(line.score),
        played: line.played,
        won: line.won,
        drawn: line.drawn,
        lost: line.lost,
        elo: String::new(),
    }
}

fn as_json(value: Option<f64>) -> String {
    value.map(|value| certamen_game::number::json(value).to_string()).unwrap_or_default()
}

/// A rating with its interval, as a chart and in figures.
pub(super) fn strength_bar(
    frame: PageContext<'_>,
    (elo, interval): (f64, Interval),
    scale: Interval,
) -> (String, String) {
    let [low, high] = [interval.low, interval.high].map(|end| frame.signed(end));
    let label = frame.t(say::interval(frame.signed(elo), low, high));
    let bar = crate::charts::interval_bar((elo, interval), scale, 0.0, &label);
    (bar, in_figures(frame, elo, interval))
}

/// A rating, and half the width of its interval.
pub(super) fn in_figures(frame: PageContext<'_>, elo: f64, interval: Interval) -> String {
    format!("{} ± {}", frame.signed(elo), frame.rounded(interval.high - elo, 0))
}

/// The rank of a bot in the previous saved standings: the last ones may be the current ones.
fn before(standings: &StandingsView, places: &[Option<u32>]) -> Option<u32> {
    let last = standings.moments.last().map(|moment| moment.matches);
    let is_of_now = last == Some(standings.progress.finished);
    places.iter().rev().nth(usize::from(is_of_now)).copied().flatten()
}

fn change(frame: PageContext<'_>, before: Option<u32>, now: Option<u32>) -> PlaceChange {
    let Some(now) = now else { return PlaceChange::default() };
    match before {
        Some(before) if before > now => PlaceChange {
            class: "good",
            sign: format!("▲{}", before - now),
            label: frame.t(say::moved_up(before - now)),
        },
        Some(before) if before < now => PlaceChange {
            class: "bad",
            sign: format!("▼{}", now - before),
            label: frame.t(say::moved_down(now - before)),
        },
        _ => PlaceChange::default(),
    }
}

/// The range of all values, with a margin.
pub(super) fn with_room(ends: &[Interval]) -> Option<Interval> {
    let low = ends.iter().map(|interval| interval.low).reduce(f64::min)?;
    let high = ends.iter().map(|interval| interval.high).reduce(f64::max)?;
    // Two percent, so that no point is cut at the edge.
    let room = (high - low) * 0.02;
    Some(Interval { low: low - room, high: high + room })
}

const MAX_MOMENTS: usize = 30;

#[derive(Template)]
#[template(path = "moment.html")]
pub(super) struct MomentPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    at: ShownTime,
    matches: String,
    top: Vec<StandingRow>,
    now: String,
    moments: Vec<MomentLink>,
}

pub(super) struct MomentLink {
    pub(super) to: String,
    pub(super) at: ShownTime,
    pub(super) matches: String,
    pub(super) here: bool,
}

impl<'a> MomentPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        number: i64,
    ) -> Result<Self, HttpError> {
        let results = view.results()?;
        let found = results.saved_table(number)?;
        let found = found.ok_or_else(|| Resource::Moment.unknown(&number.to_string()))?;
        let snapshot = view.revision();
        let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
        let moments = results.saved_moments()?;
        let intervals = found.lines.iter().filter_map(|line| line.placing.strength);
        let intervals: Vec<_> = intervals.map(|[_, low, high]| Interval { low, high }).collect();
        let scale = with_room(&intervals);
        let rows = found.lines.iter().map(|line| saved_row(frame, &head.slug, line, scale));
        Ok(MomentPage {
            at: ShownTime::at(found.moment.at, schedule),
            matches: frame.count(found.moment.matches),
            top: rows.collect(),
            now: frame.part(&head.slug, ContestPart::Standings(None)),
            moments: moment_links(frame, &head.slug, &moments, Some(number), schedule),
            frame,
            head,
        })
    }
}

/// The links to the latest saved standings, the newest first; one may be the current page.
pub(super) fn moment_links(
    frame: PageContext<'_>,
    slug: &Slug,
    moments: &[SavedMoment],
    here: Option<i64>,
    schedule: Option<&Schedule>,
) -> Vec<MomentLink> {
    let last = moments.iter().rev().take(MAX_MOMENTS);
    let links = last.map(|moment| MomentLink {
        to: frame.part(slug, ContestPart::Standings(Some(moment.number))),
        at: ShownTime::at(moment.at, schedule),
        matches: frame.count(moment.matches),
        here: here == Some(moment.number),
    });
    links.collect()
}

fn saved_row(
    frame: PageContext<'_>,
    slug: &Slug,
    line: &SavedStandingsRow,
    scale: Option<Interval>,
) -> StandingRow {
    let placing = &line.placing;
    let strength = placing.strength.zip(scale);
    let (bar, elo) = strength
        .map(|([rating, low, high], scale)| {
            strength_bar(frame, (rating, Interval { low, high }), scale)
        })
        .unwrap_or_default();
    StandingRow {
        rank: placing.place.map(|place| place.to_string()).unwrap_or_default(),
        to: frame.part(slug, ContestPart::Bot(line.bot.clone())),
        bot: frame.name(&line.bot),
        language: frame.name(&line.language),
        score: line.score.map(|score| frame.number(score)).unwrap_or_default(),
        played: frame.count(placing.played),
        tally: format!("{}–{}–{}", placing.won, placing.drawn, placing.lost),
        bar,
        elo,
        ..StandingRow::default()
    }
}

#[derive(Template)]
#[template(path = "embed_standings.html")]
pub(super) struct EmbeddedTable<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    top: Vec<StandingRow>,
}

impl<'a> EmbeddedTable<'a> {
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, tabled: &StandingsView) -> Self {
        EmbeddedTable { top: rows(frame, &head.slug, tabled), frame, head }
    }
}

#[derive(Template)]
#[template(path = "entrants.html")]
pub(super) struct EntrantsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    rows: Vec<StandingRow>,
}

impl<'a> EntrantsPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, tabled: &StandingsView) -> Self {
        let mut rows = rows(frame, &head.slug, tabled);
        rows.sort_by(|one, other| one.bot.cmp(&other.bot));
        EntrantsPage { frame, head, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{frame::Links, played::site_of, respond::tests::fetched};
    use certamen_game::Language;

    const ROUND_ROBIN: &str = "name = \"Three\"\ngame = \"footsteps\"\n\
        bots = [\"builtin:random\"]\n[format]\nkind = \"round-robin\"\ngames_per_pair = 1\n\
        [ranking]\nkind = \"points\"\ntie_breaks = [\"most-wins\"]\n";

    #[test]
    fn estimates_have_two_digits() {
        let estimates = [0, 7, 99, 104, 3912, 36_612, 995, u64::MAX].map(two_digits);
        assert_eq!(estimates[..7], [0, 7, 99, 100, 3900, 37_000, 1000]);
        assert_eq!(estimates[7], 18_000_000_000_000_000_000);
    }

    #[test]
    fn standings_have_their_rule_and_the_results_in_columns() {
        let place = tempfile::tempdir().unwrap();
        let mut fetch = fetched(site_of(place.path(), ROUND_ROBIN, &["one", "two", "six"], 3));
        let (status, page) = fetch("/en/c/three/standings");
        assert_eq!(status, 200, "{page}");
        let rule = "Ranked by points: 1 for a win, ½ for a draw; ties are broken by: most wins";
        assert!(page.contains(rule), "{page}");
        for heading in ["played", "won", "drawn", "lost", "score", "rating"] {
            assert!(page.contains(&format!(">{heading}</th>")), "{heading}: {page}");
        }
        assert_eq!(page.matches("class=\"n wide\" data-v=\"2\">2</td>").count(), 3, "{page}");
        assert!(!page.contains("role=\"search\"") && !page.contains("class=\"bracket\""));
        assert!(fetch("/es/c/three/standings").1.contains("Por puntos: 1 por ganar"));
        assert!(
            fetch("/fr/c/three/standings").1.contains("Par points\u{202f}: 1 pour une victoire")
        );
        assert!(fetch("/it/c/three/standings").1.contains("Per punti: 1 per una vittoria"));
    }

    #[test]
    fn many_bots_can_be_searched_without_a_script() {
        let names: Vec<String> = (0..SEARCHED).map(|number| format!("bot{number:02}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let place = tempfile::tempdir().unwrap();
        let mut fetch = fetched(site_of(place.path(), ROUND_ROBIN, &names, 1));
        let rows = |page: &str| page.matches("<th scope=\"row\"").count();
        let whole = fetch("/en/c/three/standings").1;
        assert!(whole.contains("action=\"/en/c/three/standings\""), "{whole}");
        assert_eq!(rows(&whole), SEARCHED);
        let found = fetch("/en/c/three/standings?q=BOT4").1;
        assert!(found.contains("value=\"BOT4\"") && found.contains(">bot49</bdi>"), "{found}");
        assert_eq!(rows(&found), 10);
        let none = fetch("/en/c/three/standings?q=%3Cx%3E").1;
        assert_eq!((rows(&none), none.contains("<x>")), (0, false), "{none}");
        assert!(none.contains("No bot or author with"), "{none}");
        let long = "x".repeat(LONGEST_QUERY + 1);
        assert_eq!(fetch(&format!("/en/c/three/standings?q={long}")).0, 400);
        assert_eq!(fetch("/en/c/three/standings?q=a&q=b").0, 400);
        assert_eq!(fetch("/en/c/four/standings?q=a").0, 404);
    }

    #[test]
    fn five_rows_are_around_a_bot_also_at_the_ends() {
        let names: Vec<String> = (0..7).map(|number| format!("bot{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let place = tempfile::tempdir().unwrap();
        let site = site_of(place.path(), ROUND_ROBIN, &names, 1);
        let frame = PageContext::new(&site, "/", Language::En, Links::Addresses);
        let view = site.contest_views().next().unwrap();
        let snapshot = view.revision();
        let tabled = snapshot.tabled().unwrap();
        let all = rows(frame, &view.slug, tabled);
        for (place, first) in [(0, 0), (1, 0), (3, 1), (5, 2), (6, 2)] {
            let shown = around(frame, &view.slug, tabled, place);
            let bots: Vec<&str> = shown.iter().map(|row| &*row.bot).collect();
            let due: Vec<&str> = all[first..first + 5].iter().map(|row| &*row.bot).collect();
            assert_eq!(bots, due);
            let own: Vec<usize> = (0..5).filter(|row| shown[*row].is_own).collect();
            assert_eq!(own, [place - first]);
        }
        assert_eq!(row_id("a b/ñ"), "bot-a%20b%2F%C3%B1");
    }

    #[test]
    fn a_knockout_is_a_bracket_whose_boxes_lead_to_the_matches() {
        let file = |double: &str| {
            format!(
                "name = \"Three\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n[format]\n\
                 kind = \"knockout\"\n{double}[ranking]\nkind = \"wins\"\n"
            )
        };
        let bots = ["one", "two", "six", "ten"];
        let place = tempfile::tempdir().unwrap();
        let mut fetch = fetched(site_of(place.path(), &file(""), &bots, 100));
        let (status, page) = fetch("/en/c/three/standings");
        assert_eq!(status, 200, "{page}");
        let drawn = page.split("<svg class=\"bracket\"").nth(1).unwrap();
        let drawn = drawn.split("</svg>").next().unwrap();
        let links = drawn.matches("<a href=\"/en/c/three/matches?bot=").count();
        assert_eq!((drawn.matches("<rect").count(), links), (3, 3), "{drawn}");
        assert_eq!(drawn.matches("class=\"won\">").count(), 6, "names and results: {drawn}");
        assert!(page.contains("first by the round in which a bot was eliminated"), "{page}");
        let place = tempfile::tempdir().unwrap();
        let double = file("elimination = \"double\"\n");
        let page = fetched(site_of(place.path(), &double, &bots, 100))("/en/c/three/standings").1;
        assert_eq!(page.matches("<svg class=\"bracket\"").count(), 3, "{page}");
    }
}
