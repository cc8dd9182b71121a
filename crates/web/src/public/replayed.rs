//! The page of a match: the board after a turn, the moves, the clocks, the result.

use super::{
    contest::PageHead,
    facts_say,
    matches::{result_text, score_text},
};
use crate::{
    assets,
    contest::ContestView,
    dates::ShownTime,
    frame::{Links, PageContext},
    http_error::HttpError,
    links,
    page::ContestPart,
    pseudonyms::Disclosure,
    replay::{MoveRow, PIECE, Replay},
    say,
    site::{Contests, Site, SiteInfo},
};
use askama::Template;
use certamen_game::{Language, Seat};
use certamen_i18n::Localize;
use certamen_portal::SiteFile;
use certamen_store::MatchNumber;

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
    pub(crate) last: u64,
    pub(crate) board: String,
    pub(crate) told: String,
    pub(crate) text: String,
    pub(crate) turns: Vec<TurnRow>,
    pub(crate) piece: u64,
    /// The address of the pieces that the player script loads; empty if it loads all at once.
    pub(crate) pieces: String,
    pub(crate) steps: Steps,
    pub(crate) graph: String,
    pub(crate) result: String,
    pub(crate) scores: String,
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

pub(crate) struct SeatLegend {
    pub(crate) name: String,
    pub(crate) to: String,
    pub(crate) total: String,
    pub(crate) slowest: String,
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
        let (film, live, bytes) = if let Some(record) = view.running_matches.get(number) {
            (Replay::of_record((*record).clone(), frame.language, turn)?, true, Vec::new())
        } else {
            let bytes = results.record(number)?;
            (Replay::of(&bytes, frame.language, turn)?, false, bytes)
        };
        let mut replay = ReplayView::new(frame, &film, &|turn| {
            frame.part(&head.slug, ContestPart::Match(number, Some(turn)))
        });
        for (player, seat) in replay.bots.iter_mut().zip(&film.record.table.seats) {
            player.to = frame.part(&head.slug, ContestPart::Bot(seat.bot.clone()));
        }
        let frames = load_in_pieces(frame, &head, (number, &bytes), (&film, &mut replay));
        if !live && frame.account().is_some() && head.slug.is_whole() {
            let language = frame.language;
            let link =
                |turn| format!("/{language}{}", links::continue_match(&head.slug, number, turn));
            replay.set_continuation(&film, &link);
        }
        // A reader who looks at one of its turns stays there.
        let over = !live;
        let record = (over && !bytes.is_empty()).then(|| RecordLink {
            to: frame.record(&head.slug, number),
            file: format!("{}-{number}.jsonl", head.slug.as_str().replace('/', "-")),
            digest: blake3::hash(&bytes).to_hex().to_string(),
        });
        // An archive has no such pages: they would take longer than all its others.
        let appraised = over && film.is_appraised && frame.is_served();
        let worth = appraised.then(|| frame.part(&head.slug, ContestPart::Worth(number)));
        let worth = worth.unwrap_or_default();
        let live = live && turn.is_none();
        let ended = results.ended(number)?;
        let snapshot = view.revision();
        let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
        let ended = ended.map(|ended| ShownTime::at(ended, schedule));
        let number = number.0;
        Ok(MatchPage { frame, head, number, replay, frames, live, over, ended, record, worth })
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
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
        let film = Replay::of(&bytes, frame.language, None)?;
        let mut replay = ReplayView::new(frame, &film, &|turn| {
            frame.part(&head.slug, ContestPart::Match(number, Some(turn)))
        });
        let frames = load_in_pieces(frame, &head, (number, &bytes), (&film, &mut replay));
        Ok(EmbeddedMatch { frame, head, replay, frames })
    }
}

/// Sets the address of the pieces, and the one of the turn shown. They are requested with the
/// digest of the record, so that a cached page is never stepped through with another match that
/// replaced it.
fn load_in_pieces(
    frame: PageContext<'_>,
    head: &PageHead,
    (number, bytes): (MatchNumber, &[u8]),
    (film, replay): (&Replay, &mut ReplayView),
) -> String {
    let of = if bytes.is_empty() { String::new() } else { assets::digest(bytes) };
    let part = |from| ContestPart::Frames(number, from, of.clone());
    let links = film.pieces().map(|from| frame.part(&head.slug, part(from)));
    let links: Vec<String> = links.collect();
    replay.pieces = links.join(" ");
    links.into_iter().nth((film.turn / PIECE) as usize).unwrap_or_default()
}

/// A record as a page in one file, which can be replayed from a disk.
pub fn single(record: &[u8], language: Language) -> Result<String, HttpError> {
    let file = SiteFile { languages: vec![language], ..SiteFile::default() };
    let site =
        Site::still(&Contests::default(), SiteInfo::of(&file, language), &Disclosure::Nothing);
    let frame = PageContext::new(&site, "/", language, Links::Nowhere);
    let film = Replay::of(record, language, None)?;
    let replay = ReplayView::new(frame, &film, &|turn| format!("#t={turn}"));
    let bots = replay.bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>();
    let page = SinglePage {
        title: format!("{} · {}", bots.join(" – "), frame.t(film.game.info().title)),
        style: assets::content("site.css"),
        frames: film.frames(language)?,
        player: assets::content("player.js"),
        frame,
        replay,
    };
    page.render().map_err(|_| HttpError::Ours)
}

impl ReplayView {
    /// The match in `film`; `to` is the link to a turn, up to its number.
    pub(crate) fn new(frame: PageContext<'_>, film: &Replay, to: &dyn Fn(u64) -> String) -> Self {
        let (last, turn, still) = (film.last, film.turn, &film.frame);
        let link = turn_link(to);
        let to = |turn| format!("{link}{turn}");
        let table = &film.record.table;
        let bots: Vec<String> = table.seats.iter().map(|seat| seat.bot.clone()).collect();
        let outcome = film.record.outcome.as_ref();
        let result = outcome.map(|outcome| {
            let text = result_text(frame, film.game.info().slug, &bots, outcome);
            (text, score_text(frame, outcome))
        });
        let (result, scores) = result.unwrap_or_default();
        let turns = film.listed().map(|entry| TurnRow {
            number: entry.turn,
            to: to(entry.turn),
            here: entry.turn == turn,
            moves: entry.moves.iter().map(|entry| MoveRow::of(entry, frame.language)).collect(),
        });
        let label = frame.t(say::course_of_scores());
        let graph = crate::charts::graph(&film.scores, (turn, last), &label);
        ReplayView {
            bots: (0u8..)
                .zip(&bots)
                .map(|(seat, bot)| player(frame, film, (Seat(seat), bot)))
                .collect(),
            turn,
            last,
            board: still.picture.as_ref().map(crate::charts::board).unwrap_or_default(),
            told: still
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
            result,
            scores,
            trouble: film.trouble.as_ref().map(|why| frame.t(why.message())).unwrap_or_default(),
            seed: table.seed,
            move_ms: frame.count(table.conditions.move_ms),
            tier: frame.name(&table.conditions.tier),
            on: None,
        }
    }

    pub(crate) fn set_continuation(&mut self, film: &Replay, to: &dyn Fn(u64) -> String) {
        let over = u64::from(film.record.outcome.is_some());
        let Some(most) = film.last.checked_sub(over) else { return };
        self.on = Some(Continuation { to: turn_link(to), turn: film.turn.min(most), most });
    }
}

/// The link to the turns of a match, up to their numbers: built once, since a page has hundreds.
fn turn_link(to: &dyn Fn(u64) -> String) -> String {
    to(0).strip_suffix('0').unwrap_or_default().to_owned()
}

fn player(frame: PageContext<'_>, replay: &Replay, (seat, bot): (Seat, &String)) -> SeatLegend {
    let moves = || replay.record.turns.iter().flat_map(|turn| &turn.moves);
    let own = moves().filter(|entry| entry.seat == seat);
    let times: Vec<f64> = own.filter_map(|entry| entry.ms).collect();
    let slowest = times.iter().copied().fold(0.0, f64::max);
    // All seats on one scale.
    let longest = moves().filter_map(|entry| entry.ms).fold(0.0, f64::max);
    let label = facts_say::move_times(frame.name(bot), format!("{} ms", frame.rounded(slowest, 1)));
    let clock = crate::charts::clock(seat.0, &times, longest, &frame.t(label));
    SeatLegend {
        name: frame.name(bot),
        to: String::new(),
        total: format!("{} ms", frame.rounded(times.iter().sum(), 1)),
        slowest: format!("{} ms", frame.rounded(slowest, 1)),
        clock: clock.unwrap_or_default(),
    }
}
