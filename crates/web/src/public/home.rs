//! The pages of several contests: the home page, the live page, and the editions of a series.

use super::{
    docs_say,
    entries::closes_in,
    facts_say,
    head::Tag,
    matches::{result_text, score_text},
};
use crate::{
    contest::{ContestSnapshot, ContestView},
    dates::ShownTime,
    finality::Finality,
    frame::PageContext,
    front_say,
    http_error::{HttpError, Resource},
    links,
    page::{ContestPart, Page},
    replay::Replay,
    say,
};
use askama::Template;
use certamen_contest::{ContestFile, Results, publication::PublicationKind};
use certamen_game::DynGame;
use certamen_portal::check_job::ContestActivity;
use certamen_store::{MatchNumber, MatchQuery};
use jiff::{Timestamp, Zoned, tz::TimeZone};
use std::{
    cmp::Reverse,
    collections::BTreeMap,
    num::NonZeroU32,
    sync::{Arc, PoisonError},
};

/// The maximum number of boards on a page.
const MAX_BOARDS: usize = 12;
/// The number of boards of finished matches, where nothing is played.
const MAX_LATEST: usize = 6;
/// How many seconds after a page of several contests its reader asks again; on the page of what is
/// live, while nothing is.
const EVERY: u32 = 5;
const EVERY_AT_REST: u32 = 30;

#[derive(Template)]
#[template(path = "home.html")]
pub(super) struct HomePage<'a> {
    frame: PageContext<'a>,
    boards_title: String,
    boards: Vec<LiveBoard>,
    /// The seconds after which the page is renewed; none while nothing is played.
    every: Option<u32>,
    contests: Vec<ContestRow>,
    /// Finished contests, by the year in which they ended, the latest first.
    finished: Vec<(i16, Vec<ContestRow>)>,
    tv: String,
    /// The link for playing; empty where no one can.
    play: String,
}

struct ContestRow {
    to: String,
    name: String,
    game: Option<(String, String)>,
    tag: Tag,
    closes: Option<ShownTime>,
    /// The time until the entry deadline, where known.
    countdown: String,
    leader: String,
}

impl<'a> HomePage<'a> {
    pub(super) fn new(frame: PageContext<'a>) -> Self {
        let (mut contests, mut finished) = (Vec::new(), BTreeMap::<i16, Vec<ContestRow>>::new());
        for view in frame.site.contest_views() {
            let snapshot = view.revision();
            match year(view, &snapshot) {
                Some(year) => {
                    finished.entry(year).or_default().push(row(frame, view, &snapshot));
                }
                None => contests.push(row(frame, view, &snapshot)),
            }
        }
        let finished = finished.into_iter().rev().collect();
        let mut boards = live_boards(frame);
        let mut boards_title = frame.t(say::under_way());
        if boards.is_empty() {
            boards = latest_boards(frame);
            boards_title = frame.t(front_say::latest_boards());
        }
        let has_tv = frame.is_served() && !boards.is_empty();
        HomePage {
            every: live_contests(frame).next().map(|_| EVERY),
            tv: if has_tv { frame.link(links::TV) } else { String::new() },
            play: frame.account().map(|_| frame.link(links::LOBBY)).unwrap_or_default(),
            frame,
            boards_title,
            boards,
            contests,
            finished,
        }
    }
}

fn row(frame: PageContext<'_>, view: &ContestView, snapshot: &ContestSnapshot) -> ContestRow {
    let leader = leader(frame, view, snapshot);
    let game = snapshot.game.map(DynGame::info);
    let closes = snapshot.entering.deadline();
    let zone = zone_of(snapshot.file.as_ref());
    ContestRow {
        to: frame.part(&view.slug, ContestPart::Overview),
        name: frame.name(&snapshot.name),
        game: game.map(|game| {
            let to = frame.to(&Page::Game(game.slug.to_owned()));
            (to, frame.t(game.title))
        }),
        tag: Tag::of(frame, view, snapshot),
        closes: closes.map(|closes| ShownTime::of(&closes.to_zoned(zone))),
        countdown: closes.and_then(|closes| closes_in(frame, closes)).unwrap_or_default(),
        leader: leader.unwrap_or_default(),
    }
}

/// Who leads by what is public: of a course, by its last publication.
fn leader(
    frame: PageContext<'_>,
    view: &ContestView,
    snapshot: &ContestSnapshot,
) -> Option<String> {
    let first = snapshot.tabled().ok().and_then(|standings| standings.lines.first());
    if let Some(line) = first.filter(|line| line.played > 0) {
        return Some(frame.name(&line.bot));
    }
    let board = view.board();
    let published = board.publications.last().filter(|_| snapshot.is_anonymous())?;
    super::leader(frame, published)
}

/// The time zone of a contest: that of its entries or of its timetable.
pub(super) fn zone_of(file: Option<&ContestFile>) -> TimeZone {
    let entries = file.and_then(|file| file.entries.as_ref()).map(|rules| rules.zone.clone());
    let schedule = file.and_then(|file| file.schedule.as_ref());
    let schedule = schedule.map(|schedule| schedule.starts.time_zone().clone());
    schedule.or(entries).unwrap_or(TimeZone::UTC)
}

/// The year in which a contest ended; none while anything may still change.
fn year(view: &ContestView, snapshot: &ContestSnapshot) -> Option<i16> {
    let board = view.board();
    if let Some(last) = board.publications.last().filter(|last| last.kind == PublicationKind::Final)
    {
        return Some(last.made.year());
    }
    let standings = snapshot.tabled().ok().filter(|_| snapshot.finality() == Finality::Final)?;
    let ended = Timestamp::try_from(standings.moments.last()?.at).ok()?;
    let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
    let zone = schedule.map_or(TimeZone::UTC, |schedule| schedule.starts.time_zone().clone());
    Some(Zoned::new(ended, zone).year())
}

#[derive(Template)]
#[template(path = "live.html")]
pub(super) struct LivePage<'a> {
    frame: PageContext<'a>,
    contests: Vec<LiveContest>,
    boards: Vec<LiveBoard>,
    /// The number of cores used here; empty if none.
    cores: String,
    every: Option<u32>,
    tv: String,
}

struct LiveContest {
    to: String,
    name: String,
    tag: Tag,
    progress: String,
    /// The numbers of the cores that play it now; empty if unknown.
    on: String,
}

pub(super) struct LiveBoard {
    pub(super) to: String,
    pub(super) bots: String,
    pub(super) caption: String,
    pub(super) board: String,
    pub(super) turns: String,
    /// The result with the scores; empty while it is played.
    pub(super) result: String,
}

impl<'a> LivePage<'a> {
    pub(super) fn new(frame: PageContext<'a>) -> Self {
        let contests = live_contests(frame).map(|view| {
            let snapshot = view.revision();
            let progress = snapshot.tabled().ok().map(|standings| {
                let (played, total) = (standings.progress.finished, standings.progress.total);
                frame.t(say::progress(frame.count(played), frame.count(total.max(played))))
            });
            let on = view.cores.read().unwrap_or_else(PoisonError::into_inner);
            let on: Vec<String> = on.iter().map(usize::to_string).collect();
            LiveContest {
                on: on.join(", "),
                to: frame.part(&view.slug, ContestPart::Overview),
                name: frame.name(&snapshot.name),
                tag: Tag::of(frame, view, &snapshot),
                progress: progress.unwrap_or_default(),
            }
        });
        let contests: Vec<LiveContest> = contests.collect();
        let cores = frame.site.cores;
        let cores = (cores > 0).then(|| frame.t(facts_say::cores_play(frame.count(cores as u64))));
        let every = if contests.is_empty() { EVERY_AT_REST } else { EVERY };
        LivePage {
            cores: cores.unwrap_or_default(),
            every: frame.is_served().then_some(every),
            contests,
            boards: live_boards(frame),
            tv: frame.link(links::TV),
            frame,
        }
    }
}

/// The contests that are played now.
fn live_contests(frame: PageContext<'_>) -> impl Iterator<Item = &Arc<ContestView>> {
    frame.site.contest_views().filter(|view| {
        matches!(
            view.doing(),
            ContestActivity::Playing(_) | ContestActivity::Opening | ContestActivity::Elsewhere
        )
    })
}

/// The boards of all contests: first the matches in progress.
fn live_boards(frame: PageContext<'_>) -> Vec<LiveBoard> {
    let views = || frame.site.contest_views();
    let running = views().flat_map(|view| running_boards(frame, view));
    let mut all: Vec<LiveBoard> = running.take(MAX_BOARDS).collect();
    let left = MAX_BOARDS - all.len();
    all.extend(views().flat_map(|view| ended_boards(frame, view, left)).take(left));
    all
}

/// The boards of the last match of each contest, those of the contests that played last first.
fn latest_boards(frame: PageContext<'_>) -> Vec<LiveBoard> {
    let played = frame.site.contest_views().filter_map(|view| {
        let snapshot = view.revision();
        let standings = snapshot.tabled().ok()?;
        Some((standings.moments.last().map(|moment| moment.at), view))
    });
    let mut played: Vec<_> = played.collect();
    played.sort_by_key(|(at, _)| Reverse(*at));
    let boards = played.into_iter().filter_map(|(_, view)| {
        let results = view.matches().ok()?;
        let newest = (&MatchQuery::default(), 1);
        let newest = frame.links.listed(&view.slug, &results, newest).ok()?;
        finished_board(frame, view, &results, newest.first()?.number)
    });
    boards.take(MAX_LATEST).collect()
}

/// The boards of a contest: the matches in progress, then those that ended last, with their results.
pub(super) fn boards(frame: PageContext<'_>, view: &ContestView) -> Vec<LiveBoard> {
    let mut all = running_boards(frame, view);
    all.extend(ended_boards(frame, view, MAX_BOARDS - all.len()));
    all
}

fn running_boards(frame: PageContext<'_>, view: &ContestView) -> Vec<LiveBoard> {
    let running = view.running_matches.all();
    // In a course the opponents of a match are private.
    if running.is_empty() || view.matches().is_err() {
        return Vec::new();
    }
    let boards = running.into_iter().filter_map(|(number, record)| {
        let replay = Replay::of_record((*record).clone(), frame.language, None).ok()?;
        Some(live_board(frame, view, number, &replay))
    });
    boards.take(MAX_BOARDS).collect()
}

fn ended_boards(frame: PageContext<'_>, view: &ContestView, most: usize) -> Vec<LiveBoard> {
    let ended = view.running_matches.ended();
    // Most contests have none: their stores need not be opened.
    if ended.is_empty() || most == 0 {
        return Vec::new();
    }
    let Ok(results) = view.matches() else { return Vec::new() };
    let boards = ended.into_iter();
    let boards = boards.filter_map(|number| finished_board(frame, view, &results, number));
    boards.take(most).collect()
}

/// The board of a finished match, with its result; none if it is not stored.
fn finished_board(
    frame: PageContext<'_>,
    view: &ContestView,
    results: &Results<'_>,
    number: MatchNumber,
) -> Option<LiveBoard> {
    let record = results.record(number).ok()?;
    let replay = Replay::of(&record, frame.language, None).ok()?;
    Some(live_board(frame, view, number, &replay))
}

fn live_board(
    frame: PageContext<'_>,
    view: &ContestView,
    number: MatchNumber,
    replay: &Replay,
) -> LiveBoard {
    let seats = replay.record.table.seats.iter().map(|seat| seat.bot.clone());
    let bots: Vec<String> = seats.collect();
    let result = replay.record.outcome.as_ref().map(|outcome| {
        let text = result_text(frame, replay.game.info().slug, &bots, outcome);
        format!("{text} ({})", score_text(frame, outcome))
    });
    let names = bots.iter().map(|bot| frame.name(bot));
    let picture = replay.frame.picture.as_ref();
    LiveBoard {
        to: frame.part(&view.slug, ContestPart::Match(number, None)),
        bots: names.collect::<Vec<_>>().join(" – "),
        caption: picture.map(|picture| picture.description.clone()).unwrap_or_default(),
        board: picture.map(crate::charts::board).unwrap_or_default(),
        turns: frame.count(replay.last),
        result: result.unwrap_or_default(),
    }
}

#[derive(Template)]
#[template(path = "series.html")]
pub(super) struct SeriesPage<'a> {
    frame: PageContext<'a>,
    name: String,
    editions: Vec<EditionRow>,
}

struct EditionRow {
    number: String,
    to: String,
    name: String,
    tag: Tag,
    first: Option<(String, String)>,
}

impl<'a> SeriesPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, series: &str) -> Result<Self, HttpError> {
        let editions = frame.site.contest_views().filter_map(|view| {
            let snapshot = view.revision();
            let site = &snapshot.file.as_ref()?.site;
            (site.series.as_deref() == Some(series)).then_some((site.edition, view))
        });
        let mut editions: Vec<(Option<NonZeroU32>, &_)> = editions.collect();
        if editions.is_empty() {
            return Err(Resource::Series.unknown(series));
        }
        // Those without a number come last.
        editions.sort_by_key(|(edition, view)| (Reverse(*edition), view.slug.clone()));
        let editions =
            editions.into_iter().map(|(edition, view)| edition_row(frame, edition, view));
        Ok(SeriesPage { name: series.to_owned(), editions: editions.collect(), frame })
    }
}

fn edition_row(
    frame: PageContext<'_>,
    edition: Option<NonZeroU32>,
    view: &ContestView,
) -> EditionRow {
    let snapshot = view.revision();
    let leader = snapshot.tabled().ok().and_then(|standings| standings.lines.first());
    let leader = leader.filter(|line| line.played > 0).map(|line| frame.name(&line.bot));
    EditionRow {
        number: edition.map(|number| number.to_string()).unwrap_or_default(),
        to: frame.part(&view.slug, ContestPart::Overview),
        name: frame.name(&snapshot.name),
        tag: Tag::of(frame, view, &snapshot),
        first: leader.zip(snapshot.finality().leader_title().map(|title| frame.t(title))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Slug,
        played::{site_of, still},
        respond::tests::{fetched, page_of},
        site::Site,
    };
    use certamen_contest::ContestProgress;
    use std::fs;

    fn file(name: &str) -> String {
        format!(
            "name = \"{name}\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n[format]\n\
             kind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n[entries]\n\
             closes = \"2126-03-01T12:00[Europe/Madrid]\"\n"
        )
    }

    #[test]
    fn a_visitor_sees_boards_first_then_contests_with_their_deadline_and_leader() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("empty")).unwrap();
        fs::write(place.path().join("empty/contest.toml"), file("Empty")).unwrap();
        let site = site_of(place.path(), &file("Three"), &["one", "two"], 2);
        let page = page_of(site, "/");
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(at("<h2>Latest matches</h2>") < at("<svg class=\"board\""));
        assert!(at("<svg class=\"board\"") < at("<h2>Contests</h2>"));
        assert_eq!(page.matches("<figure>").count(), 1, "the empty contest has no board: {page}");
        assert!(page.contains("<strong>") && page.contains("href=\"/en/tv\""), "{page}");
        assert_eq!(page.matches("2126-03-01 12:00 (Madrid)").count(), 2, "{page}");
        assert!(page.contains("data-label=\"leader\"><bdi>"), "{page}");
        assert!(!page.contains("data-every"), "nothing is played: {page}");
        assert!(page.contains(">Empty</bdi>") && page.contains("data-label=\"leader\"></td>"));
    }

    #[test]
    fn results_stay_on_live_boards_and_there_are_at_most_twelve() {
        let place = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..6).map(|number| format!("bot{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let site = site_of(place.path(), &file("Three"), &names, 15);
        let slug = Slug::read("three").unwrap();
        let view = Arc::clone(site.contest_view(&slug).unwrap());
        let results = view.matches().unwrap();
        let stored = results.matches().unwrap();
        let record = |number| {
            let bytes = results.record(number).unwrap();
            crate::replay::read(&bytes).unwrap()
        };
        for one in &stored[..14] {
            site.show_match(&slug, one.number, &record(one.number));
        }
        for one in &stored[..3] {
            site.end_match(&slug, one.number);
        }
        let running = MatchNumber(stored[13].number.0);
        site.note(&slug, ContestActivity::Playing(ContestProgress::default()));
        let page = page_of(site, "/");
        assert!(page.contains("<h2>Live now</h2>") && page.contains("data-every=\"5\""), "{page}");
        assert_eq!(page.matches("<figure>").count(), MAX_BOARDS, "{page}");
        assert!(page.contains(&format!("/en/c/three/matches/{}\"", running.0)), "{page}");
        // Eleven are in progress; the one that ended last stays.
        let last = format!("/en/c/three/matches/{}\"", stored[2].number.0);
        assert!(page.contains(&last), "{page}");
    }

    #[test]
    fn a_site_without_contests_has_a_home_page() {
        let page = page_of(Site::without_contests(), "/");
        assert!(page.contains("<h1><bdi>Certamen</bdi></h1>") && !page.contains("<figure>"));
        let page = page_of(Site::without_contests(), "/hall");
        assert!(page.contains("No match in progress"), "{page}");
        assert!(page.contains("data-every=\"30\""), "a match may begin: {page}");
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("broken")).unwrap();
        fs::write(place.path().join("broken/contest.toml"), "name = 7").unwrap();
        assert!(fetched(still(place.path()))("/en/").1.contains("cannot be read"));
    }
}
