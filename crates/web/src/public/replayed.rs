//! The page of a match: the board after a turn, the moves, the clocks, the result.

use super::{contest::PageHead, facts_say, matches::result_text};
use crate::{
    assets,
    contest::ContestView,
    dates::ShownTime,
    frame::{Links, PageContext},
    http_error::HttpError,
    links,
    page::{ContestPart, MatchSearch},
    pseudonyms::Disclosure,
    replay::{self, MoveRow, PIECE, Replay},
    say,
    site::{Contests, Site, SiteInfo},
};
use askama::Template;
use certamen_contest::Results;
use certamen_game::{Language, Seat, legible};
use certamen_i18n::Localize;
use certamen_portal::SiteFile;
use certamen_store::{MatchNumber, MatchQuery};

#[derive(Template)]
#[template(path = "match.html")]
pub(super) struct MatchPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    number: i64,
    replay: ReplayView,
    frames: String,
    live: bool,
    over: bool,
    ended: Option<ShownTime>,
    record: Option<RecordLink>,
    /// The link to its analysis; empty for games without one, and in an archive.
    worth: String,
    neighbours: Neighbours,
    share: Option<ShareLinks>,
    /// The game and the contest, for link previews.
    preview: String,
    /// The absolute link to the board for link previews; empty without one.
    picture: String,
}

/// The links to other matches, as far as there are any; none in an archive.
#[derive(Default)]
struct Neighbours {
    previous: String,
    next: String,
    /// The matches of the same two bots.
    of_both: String,
}

/// What readers pass on: the result is in none of it.
struct ShareLinks {
    /// The absolute link, where the address of the site is known.
    page: String,
    /// The same up to the number of a turn.
    to_turn: String,
    embed: String,
    /// The link to the animated picture; empty if the game draws none.
    animation: String,
}

struct RecordLink {
    /// The link to it; empty in an archive.
    to: String,
    file: String,
    digest: String,
}

#[derive(Template)]
#[template(path = "embed_match.html")]
pub(super) struct EmbeddedMatch<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    replay: ReplayView,
    frames: String,
}

#[derive(Template)]
#[template(path = "single.html")]
struct SinglePage<'a> {
    frame: PageContext<'a>,
    title: String,
    replay: ReplayView,
    style: &'static str,
    frames: String,
    player: &'static str,
}

/// A match after one of its turns, with links to the others.
pub(crate) struct ReplayView {
    pub(crate) bots: Vec<SeatLegend>,
    pub(crate) turn: u64,
    /// Whether a turn was requested: otherwise the player script begins at the start.
    pub(crate) is_requested: bool,
    pub(crate) last: u64,
    pub(crate) board: String,
    pub(crate) description: String,
    pub(crate) text: String,
    pub(crate) turns: Vec<TurnRow>,
    pub(crate) piece: u64,
    /// The address of the pieces that the player script loads; empty if it loads all at once.
    pub(crate) pieces: String,
    pub(crate) steps: Steps,
    pub(crate) graph: String,
    /// The least and the greatest value in it.
    pub(crate) graph_range: String,
    /// The turns with failed moves, as marks on a line; empty without any.
    pub(crate) failed: String,
    pub(crate) result: String,
    pub(crate) trouble: String,
    pub(crate) seed: u64,
    pub(crate) move_ms: String,
    pub(crate) tier: String,
    pub(crate) on: Option<Continuation>,
}

/// Where to continue a match.
pub(crate) struct Continuation {
    /// The link, up to the number of the turn.
    pub(crate) to: String,
    pub(crate) turn: u64,
    /// The last turn after which there are moves left.
    pub(crate) most: u64,
}

/// What is known of a seat, beside the board.
pub(crate) struct SeatLegend {
    /// Its number, from 1, in the colour of its pieces.
    pub(crate) mark: String,
    pub(crate) name: String,
    /// Where its pieces are, or their colour in words; empty if the board says so.
    pub(crate) side: String,
    pub(crate) to: String,
    pub(crate) total: String,
    pub(crate) slowest: String,
    /// The turn of the slowest move, with its link.
    pub(crate) slowest_turn: Option<(u64, String)>,
    pub(crate) clock: String,
}

pub(crate) struct TurnRow {
    pub(crate) number: u64,
    pub(crate) to: String,
    pub(crate) here: bool,
    pub(crate) moves: Vec<MoveRow>,
}

/// The links of the buttons, for readers without scripts.
pub(crate) struct Steps {
    pub(crate) first: String,
    pub(crate) back: String,
    pub(crate) on: String,
    pub(crate) last: String,
}

impl<'a> MatchPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        number: MatchNumber,
        turn: Option<u64>,
    ) -> Result<Self, HttpError> {
        // It is opened once: that takes as long as a tenth of the page.
        let results = view.matches()?;
        let (replay, live, bytes) = if let Some(record) = view.running_matches.get(number) {
            (Replay::of_record((*record).clone(), frame.language, turn)?, true, Vec::new())
        } else {
            let bytes = results.record(number)?;
            (Replay::of(&bytes, frame.language, turn)?, false, bytes)
        };
        let mut replay_view = ReplayView::new(frame, &replay, &|turn| {
            frame.part(&head.slug, ContestPart::Match(number, Some(turn)))
        });
        for (player, seat) in replay_view.bots.iter_mut().zip(&replay.record.table.seats) {
            player.to = frame.part(&head.slug, ContestPart::Bot(seat.bot.clone()));
        }
        let frames = load_in_pieces(frame, &head, (number, &bytes), (&replay, &mut replay_view));
        if !live && frame.account().is_some() && head.slug.is_whole() {
            let language = frame.language;
            let link =
                |turn| format!("/{language}{}", links::continue_match(&head.slug, number, turn));
            replay_view.set_continuation(&replay, &link);
        }
        // A reader who looks at one of its turns stays there.
        let over = !live;
        // There is no player script while it is played.
        replay_view.is_requested |= live;
        let record =
            (over && !bytes.is_empty()).then(|| RecordLink::of(frame, &head, number, &bytes));
        // An archive has no such pages: they would take longer than all its others.
        let appraised = over && replay.is_appraised && frame.is_served();
        let worth = appraised.then(|| frame.part(&head.slug, ContestPart::Worth(number)));
        let worth = worth.unwrap_or_default();
        let live = live && turn.is_none();
        let ended = ended(view, &results, number)?;
        let neighbours = Neighbours::of(frame, &head, &results, (number, &replay));
        let share =
            (over && frame.is_served()).then(|| ShareLinks::of(frame, &head, number, &replay));
        let game = frame.t(replay.game.info().title);
        let turn = replay.is_requested.then_some(replay.turn);
        let is_drawn = over && replay.frame.picture.is_some();
        Ok(MatchPage {
            picture: frame.preview(&head.slug, is_drawn.then_some(number), turn),
            preview: format!("{game} · {}", frame.name(&head.name)),
            number: number.0,
            frame,
            head,
            replay: replay_view,
            frames,
            live,
            over,
            ended,
            record,
            worth,
            neighbours,
            share,
        })
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }
}

/// When the match ended, in the time zone of its contest.
fn ended(
    view: &ContestView,
    results: &Results<'_>,
    number: MatchNumber,
) -> Result<Option<ShownTime>, HttpError> {
    let snapshot = view.revision();
    let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
    Ok(results.ended(number)?.map(|ended| ShownTime::at(ended, schedule)))
}

impl RecordLink {
    fn of(frame: PageContext<'_>, head: &PageHead, number: MatchNumber, bytes: &[u8]) -> Self {
        RecordLink {
            to: frame.record(&head.slug, number),
            file: format!("{}-{number}.jsonl", head.slug.as_str().replace('/', "-")),
            digest: blake3::hash(bytes).to_hex().to_string(),
        }
    }
}

impl Neighbours {
    fn of(
        frame: PageContext<'_>,
        head: &PageHead,
        results: &Results<'_>,
        (number, replay): (MatchNumber, &Replay),
    ) -> Self {
        if !frame.is_served() {
            return Neighbours::default();
        }
        // The newest that was played before a number; byes are not listed.
        let below = |before: i64| {
            let query = MatchQuery { before: Some(MatchNumber(before)), ..MatchQuery::default() };
            let mut listed = results.listed(&query, 2).ok()?.into_iter();
            Some(listed.find(|found| found.outcome.is_some())?.number)
        };
        let to = |number: Option<MatchNumber>| {
            let part = |number| frame.part(&head.slug, ContestPart::Match(number, None));
            number.map(part).unwrap_or_default()
        };
        let of_both = match &replay.record.table.seats[..] {
            [one, other] if one.bot != other.bot => {
                let (bot, vs) = (Some(one.bot.clone()), Some(other.bot.clone()));
                let search = MatchSearch { bot, vs, ..MatchSearch::default() };
                frame.part(&head.slug, ContestPart::Matches(search))
            }
            _ => String::new(),
        };
        let next = number.0.checked_add(2).and_then(below).filter(|found| *found > number);
        Neighbours { previous: to(below(number.0)), next: to(next), of_both }
    }
}

impl ShareLinks {
    fn of(frame: PageContext<'_>, head: &PageHead, number: MatchNumber, replay: &Replay) -> Self {
        let part = |part| frame.part(&head.slug, part);
        let page = |turn| frame.whole_address(&part(ContestPart::Match(number, turn)));
        let embed = format!("/embed/c/{}/matches/{number}", head.slug);
        let embed = frame.whole_address(&frame.link(&embed));
        let is_drawn = replay.frame.picture.is_some();
        let animation = is_drawn.then(|| part(ContestPart::Animation(number)));
        ShareLinks {
            page: page(replay.is_requested.then_some(replay.turn)),
            to_turn: turn_link(&|turn| page(Some(turn))),
            embed: format!(
                "<iframe src=\"{embed}\" title=\"{}\" width=\"800\" height=\"900\"></iframe>",
                frame.t(say::match_number(number.0))
            ),
            animation: animation.unwrap_or_default(),
        }
    }
}

impl<'a> EmbeddedMatch<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        number: MatchNumber,
    ) -> Result<Self, HttpError> {
        let bytes = view.matches()?.record(number)?;
        let replay = Replay::of(&bytes, frame.language, None)?;
        let mut replay_view = ReplayView::new(frame, &replay, &|turn| {
            frame.part(&head.slug, ContestPart::Match(number, Some(turn)))
        });
        let frames = load_in_pieces(frame, &head, (number, &bytes), (&replay, &mut replay_view));
        Ok(EmbeddedMatch { frame, head, replay: replay_view, frames })
    }
}

/// Sets the address of the pieces, and the one of the turn shown. They are requested with the
/// digest of the record, so that a cached page is never stepped through with another match that
/// replaced it.
fn load_in_pieces(
    frame: PageContext<'_>,
    head: &PageHead,
    (number, bytes): (MatchNumber, &[u8]),
    (replay, replay_view): (&Replay, &mut ReplayView),
) -> String {
    let of = if bytes.is_empty() { String::new() } else { assets::digest(bytes) };
    let part = |from| ContestPart::Frames(number, from, of.clone());
    let links = replay.pieces().map(|from| frame.part(&head.slug, part(from)));
    let links: Vec<String> = links.collect();
    replay_view.pieces = links.join(" ");
    // Without a requested turn the script begins at the start.
    let first = if replay.is_requested { replay.turn / PIECE } else { 0 };
    links.into_iter().nth(first as usize).unwrap_or_default()
}

/// A record as a page in one file, which can be replayed from a disk.
pub fn single(record: &[u8], language: Language) -> Result<String, HttpError> {
    let file = SiteFile { languages: vec![language], ..SiteFile::default() };
    let site =
        Site::still(&Contests::default(), SiteInfo::of(&file, language), &Disclosure::Nothing);
    let frame = PageContext::new(&site, "/", language, Links::Nowhere);
    let replay = Replay::of(record, language, None)?;
    let replay_view = ReplayView::new(frame, &replay, &|turn| format!("#t={turn}"));
    let bots = replay_view.bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>();
    let page = SinglePage {
        title: format!("{} · {}", bots.join(" – "), frame.t(replay.game.info().title)),
        style: assets::content("site.css"),
        frames: replay.frames(language)?,
        player: assets::content("player.js"),
        frame,
        replay: replay_view,
    };
    page.render().map_err(|_| HttpError::Ours)
}

/// A record as an animated picture, which needs no script.
pub fn animation(record: &[u8], language: Language) -> Result<String, HttpError> {
    let record = replay::read(record)?;
    let names: Vec<String> = record.table.seats.iter().map(|seat| legible(&seat.bot)).collect();
    replay::animation(&record, &names, language)
}

impl ReplayView {
    /// The match in `replay`; `to` is the link to a turn, up to its number.
    pub(crate) fn new(frame: PageContext<'_>, replay: &Replay, to: &dyn Fn(u64) -> String) -> Self {
        let (last, turn, still) = (replay.last, replay.turn, &replay.frame);
        let link = turn_link(to);
        let to = |turn| format!("{link}{turn}");
        let table = &replay.record.table;
        let bots: Vec<String> = table.seats.iter().map(|seat| seat.bot.clone()).collect();
        let outcome = replay.record.outcome.as_ref();
        let result =
            outcome.map(|outcome| result_text(frame, replay.game.info().slug, &bots, outcome));
        let turns = replay.listed().map(|entry| TurnRow {
            number: entry.turn,
            to: to(entry.turn),
            here: entry.turn == turn,
            moves: entry.moves.iter().map(|entry| MoveRow::of(entry, frame.language)).collect(),
        });
        let label = frame.t(say::course_of_scores());
        let graph = crate::charts::graph(&replay.scores, (turn, last), &label);
        ReplayView {
            bots: (0u8..)
                .zip(&bots)
                .map(|(seat, bot)| player(frame, replay, (Seat(seat), bot), &link))
                .collect(),
            turn,
            is_requested: replay.is_requested,
            last,
            board: still.picture.as_ref().map(crate::charts::board).unwrap_or_default(),
            description: still
                .picture
                .as_ref()
                .map(|picture| picture.description.clone())
                .unwrap_or_default(),
            text: still.text.clone(),
            turns: turns.collect(),
            piece: PIECE,
            pieces: String::new(),
            steps: Steps {
                first: to(0),
                back: to(turn.saturating_sub(1)),
                on: to((turn + 1).min(last)),
                last: to(last),
            },
            graph: graph.unwrap_or_default(),
            graph_range: range(frame, replay),
            failed: failed_moves(frame, replay),
            result: result.unwrap_or_default(),
            trouble: replay.trouble.as_ref().map(|why| frame.t(why.message())).unwrap_or_default(),
            seed: table.seed,
            move_ms: frame.count(table.conditions.move_ms),
            tier: frame.name(&table.conditions.tier),
            on: None,
        }
    }

    /// Whether any move took long enough for a chart.
    pub(crate) fn has_clocks(&self) -> bool {
        self.bots.iter().any(|bot| !bot.clock.is_empty())
    }

    pub(crate) fn set_continuation(&mut self, replay: &Replay, to: &dyn Fn(u64) -> String) {
        let over = u64::from(replay.record.outcome.is_some());
        let Some(most) = replay.last.checked_sub(over) else { return };
        self.on = Some(Continuation { to: turn_link(to), turn: replay.turn.min(most), most });
    }
}

/// The link to the turns of a match, up to their numbers: built once, since a page has hundreds.
fn turn_link(to: &dyn Fn(u64) -> String) -> String {
    to(0).strip_suffix('0').unwrap_or_default().to_owned()
}

/// The least and the greatest of the scores.
fn range(frame: PageContext<'_>, replay: &Replay) -> String {
    let scores = || replay.scores.iter().flat_map(|(_, row)| row).copied();
    let (low, high) = (scores().reduce(f64::min), scores().reduce(f64::max));
    low.zip(high)
        .map(|(low, high)| format!("{} – {}", frame.number(low), frame.number(high)))
        .unwrap_or_default()
}

/// The number of turns that the description of the failed moves names.
const NAMED: usize = 20;

/// The turns with failed moves, on a line as long as the match.
fn failed_moves(frame: PageContext<'_>, replay: &Replay) -> String {
    let failed = replay.record.turns.iter().filter(|turn| {
        turn.turn <= replay.last && turn.moves.iter().any(|entry| entry.fault.is_some())
    });
    let failed: Vec<u64> = failed.map(|turn| turn.turn).collect();
    let mut named: Vec<String> = failed.iter().take(NAMED).map(u64::to_string).collect();
    if failed.len() > NAMED {
        named.push("…".to_owned());
    }
    let label = frame.t(say::failed_moves(named.join(", ")));
    crate::charts::turn_marks(&failed, replay.last, &label).unwrap_or_default()
}

/// Shorter moves than this have no chart, in milliseconds: they only differ by chance.
const NOTABLE: f64 = 100.0;

fn player(
    frame: PageContext<'_>,
    replay: &Replay,
    (seat, bot): (Seat, &String),
    link: &str,
) -> SeatLegend {
    let moves = || replay.record.turns.iter().flat_map(|turn| &turn.moves);
    let own = replay.record.turns.iter().filter_map(|turn| {
        let time = turn.moves.iter().find(|entry| entry.seat == seat)?.ms?;
        Some((turn.turn, time))
    });
    let own: Vec<(u64, f64)> = own.collect();
    let times: Vec<f64> = own.iter().map(|(_, time)| *time).collect();
    let slowest = times.iter().copied().fold(0.0, f64::max);
    let slowest_turn = own.iter().find(|(turn, time)| *time >= slowest && *turn <= replay.last);
    // All seats on one scale.
    let longest = moves().filter_map(|entry| entry.ms).fold(0.0, f64::max);
    let label = facts_say::move_times(frame.name(bot), format!("{} ms", frame.rounded(slowest, 1)));
    let clock = crate::charts::clock(seat.0, &times, longest, &frame.t(label));
    let side = replay.game.side_of(seat).map(|side| frame.t(side));
    SeatLegend {
        mark: crate::charts::seat_mark(seat.index() + 1, replay.game.ink(seat)),
        side: side.unwrap_or_default(),
        slowest_turn: slowest_turn.map(|(turn, _)| (*turn, format!("{link}{turn}"))),
        name: frame.name(bot),
        to: String::new(),
        total: format!("{} ms", frame.rounded(times.iter().sum(), 1)),
        slowest: format!("{} ms", frame.rounded(slowest, 1)),
        clock: clock.filter(|_| longest >= NOTABLE).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        played::{open, play},
        respond::tests::fetched,
        site::{Contests, Site, SiteInfo},
    };
    use certamen_contest::Folder;
    use certamen_game::{
        Fault, Given, Map, MatchRecord, Rng, SeatEntry, Table,
        arbiter::{Answer, Arbiter},
    };
    use std::{fs, path::Path, time::Duration};

    const CONTEST: &str = "name = \"Three\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 3\n[ranking]\nkind = \"points\"\n";

    /// The site of a contest with three matches, at a public address if one is given.
    fn site(place: &Path, base_url: Option<&str>) -> Site {
        if !place.join("three").exists() {
            fs::create_dir(place.join("three")).unwrap();
            fs::write(place.join("three/contest.toml"), CONTEST).unwrap();
            let mut contest = open(&Folder::new(&place.join("three")), &["one", "two"]);
            while play(&mut contest) {}
        }
        let file = SiteFile { base_url: base_url.map(str::to_owned), ..SiteFile::default() };
        let info = SiteInfo::of(&file, Language::En);
        Site::still(&Contests::find(place).unwrap(), info, &Disclosure::Nothing)
    }

    #[test]
    fn a_match_has_links_to_others_a_legend_and_what_can_be_shared() {
        let place = tempfile::tempdir().unwrap();
        let mut get = fetched(site(place.path(), None));
        let (status, page) = get("/en/c/three/matches/2");
        assert_eq!(status, 200, "{page}");
        for expected in [
            "data-begin=\"0\"",
            "rel=\"prev\" href=\"/en/c/three/matches/1\"",
            "rel=\"next\" href=\"/en/c/three/matches/3\"",
            "all matches of these two",
            "class=\"ink-seat0\" cx=\"12\"",
            "</svg> left</td>",
            "data-pause=\"Pause\"",
            "value=\"/en/c/three/matches/2\" data-to=\"/en/c/three/matches/2?turn=\"",
            "src=&#34;/en/embed/c/three/matches/2&#34;",
            "href=\"/en/c/three/matches/2/animation.svg\"",
            "<meta property=\"og:title\" content=\"Match 2: ",
            "<meta property=\"og:description\" content=\"FootSteps · Three\">",
        ] {
            assert!(page.contains(expected), "{expected}: {page}");
        }
        assert!(!page.contains("points ["), "{page}");
        let (_, at_a_turn) = get("/en/c/three/matches/2?turn=1");
        assert!(!at_a_turn.contains("data-begin") && !at_a_turn.contains("fresh"), "{at_a_turn}");
        assert!(at_a_turn.contains("value=\"/en/c/three/matches/2?turn=1\""), "{at_a_turn}");
        let [first, last] = [1, 3].map(|number| get(&format!("/en/c/three/matches/{number}")).1);
        assert!(!first.contains("/matches/0\"") && !last.contains("/matches/4\""));
        for unknown in ["/en/c/three/matches/4", "/en/c/three/matches/4/animation.svg"] {
            assert_eq!(get(unknown).0, 404, "{unknown}");
        }
    }

    #[test]
    fn shared_links_have_the_public_address_of_the_site() {
        let place = tempfile::tempdir().unwrap();
        let mut get = fetched(site(place.path(), Some("https://games.example/")));
        let (_, page) = get("/fr/c/three/matches/1");
        assert!(page.contains("data-to=\"https://games.example/fr/c/three/matches/1?turn=\""));
        assert!(page.contains("src=&#34;https://games.example/fr/embed/c/three/matches/1&#34;"));
    }

    #[test]
    fn link_previews_have_the_board_of_a_match_and_not_its_end() {
        let place = tempfile::tempdir().unwrap();
        let image = |page: &str| {
            let found = page.split("<meta property=\"og:image\" content=\"").nth(1);
            found.and_then(|rest| rest.split('"').next()).map(str::to_owned)
        };
        let mut get = fetched(site(place.path(), Some("https://games.example/")));
        let mut of = |path: &str| image(&get(path).1);
        let at = |path: &str| Some(format!("https://games.example/en/c/three/matches/{path}"));
        assert_eq!(of("/en/c/three/matches/1"), at("1/preview.png"));
        assert_eq!(of("/en/c/three/matches/1?turn=1"), at("1/preview.png?turn=1"));
        assert_eq!(of("/en/c/three/bots/two"), at("3/preview.png"), "of its latest match");
        assert_eq!(of("/en/c/three/matches"), None);
        let (status, half) = get("/en/c/three/matches/1/preview.png");
        assert!(status == 200 && half.contains("PNG\r\n"), "{status}");
        let record = get("/api/v1/contests/three/matches/1/record").1;
        let turns = replay::read(record.as_bytes()).unwrap().turns.len();
        let mut after = |turn| get(&format!("/en/c/three/matches/1/preview.png?turn={turn}")).1;
        let [middle, end] = [turns / 2, turns].map(&mut after);
        assert!(half == middle && half != end);
        for (wrong, status) in [("4/preview.png", 404), ("1/preview.png?turn=999999", 404)] {
            assert_eq!(get(&format!("/en/c/three/matches/{wrong}")).0, status, "{wrong}");
        }
        let mut unknown = fetched(site(place.path(), None));
        for path in ["matches/1", "bots/two"] {
            let page = unknown(&format!("/en/c/three/{path}")).1;
            assert!(page.contains("og:title") && image(&page).is_none(), "{page}");
        }
    }

    #[test]
    fn the_animated_picture_of_a_match_has_its_result_in_each_language() {
        let place = tempfile::tempdir().unwrap();
        let mut get = fetched(site(place.path(), None));
        for language in Language::CODES {
            let (_, page) = get(&format!("/{language}/c/three/matches/1"));
            let sentence = page.split("id=\"result\">").nth(1).unwrap().split('<').next().unwrap();
            let sentence = sentence.replace("&#39;", "'");
            let (status, drawn) = get(&format!("/{language}/c/three/matches/1/animation.svg"));
            assert_eq!(status, 200, "{drawn}");
            assert!(drawn.starts_with("<svg ") && drawn.contains("@keyframes"), "{drawn}");
            assert!(drawn.contains(">1. ") && drawn.contains(">2. "), "{drawn}");
            assert!(drawn.contains(&format!(">{sentence}</text>")), "{sentence}: {drawn}");
            assert!(!drawn.contains("<script") && !drawn.contains("onload"), "{drawn}");
        }
    }

    /// A match of random moves, or of the first turn with a fault.
    fn record(game: &str, options: &Map, fault: Option<Fault>) -> MatchRecord {
        let game = certamen_games::find(game).unwrap();
        let seats = *game.info().seats.start();
        let seats = (0..seats).map(|seat| SeatEntry::named(format!("<bot> {seat}")));
        let table = Table::new(game).options(options.clone()).seed(1).seats(seats);
        let mut arbiter = Arbiter::start(game, table).unwrap();
        let mut turn = 0;
        while arbiter.outcome().is_none() {
            turn += 1;
            if arbiter.automatic().unwrap() {
                continue;
            }
            let mut rng = Rng::of_turn(1, turn);
            let answer = |seat: Seat| {
                let play = arbiter.state().sample(seat, &mut rng).unwrap();
                let given = match fault.filter(|_| seat == Seat(0)) {
                    Some(fault) => Err(fault),
                    None => Ok(Given::Play(play)),
                };
                Answer {
                    seat,
                    given,
                    charged: Duration::from_millis(turn),
                    pondered: Duration::ZERO,
                    asleep: Duration::ZERO,
                }
            };
            let answers: Vec<Answer> = arbiter.to_act().iter().map(answer).collect();
            arbiter.answer(answers).unwrap();
        }
        arbiter.into_record()
    }

    #[test]
    fn failed_moves_are_marked_and_the_slowest_move_is_linked() {
        let failed = record("footsteps", &Map::new(), Some(Fault::Timeout));
        let page = single(&failed.to_bytes(), Language::En).unwrap();
        assert!(page.contains("class=\"failed-moves\""), "{page}");
        assert!(page.contains("aria-label=\"failed moves in turns 1\""), "{page}");
        assert!(page.contains(": &#60;bot&#62; 0 forfeits (timeout)"), "{page}");
        let whole = record("footsteps", &Map::new(), None);
        let last = whole.turns.len();
        let page = single(&whole.to_bytes(), Language::En).unwrap();
        assert!(!page.contains("class=\"failed-moves\""), "{page}");
        assert!(
            page.contains(&format!("<a data-to-turn=\"{last}\" href=\"#t={last}\">")),
            "{page}"
        );
    }

    #[test]
    fn an_animated_picture_of_any_game_is_small() {
        for game in certamen_games::ALL {
            let slug = game.info().slug;
            let sizes: &[u8] = if slug == "go" { &[9, 19] } else { &[0] };
            for size in sizes {
                let mut options = Map::new();
                if slug == "go" {
                    options.insert("size".to_owned(), (*size).into());
                }
                let record = record(slug, &options, None);
                let drawn = animation(&record.to_bytes(), Language::Es).unwrap();
                let (turns, bytes) = (record.turns.len(), drawn.len());
                assert!(bytes <= 100_000, "{slug}: {turns} turns, {bytes} bytes");
                assert!(drawn.contains("&lt;bot&gt; 0") && !drawn.contains("<bot>"), "{slug}");
            }
        }
    }
}
