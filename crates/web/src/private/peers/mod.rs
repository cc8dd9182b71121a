//! Players on other machines: the list of those who wait for a challenge, and the matches that two
//! of them published. The site never connects to an address of the list.

mod call;
#[cfg(test)]
mod tests;

pub(crate) use call::{list_call, record_call};

use super::{
    request::{PageResult, PrivateRequest, page},
    stepping::{RecordSource, SteppedMatch},
};
use crate::{
    board,
    dates::ShownTime,
    frame::PageContext,
    http_error::{HttpError, Resource},
    links::{self, Id, Turn},
    markdown, peer_say as words,
    people::People,
    public::{ReplayView, result_text, score_text},
    replay::read,
    say,
};
use askama::Template;
use certamen_game::{Map, MatchRecord, legible};
use certamen_peer::{
    listing::{MatchLine, SignedEntry},
    seal::{HEADER, PeerHeader},
};
use jiff::{Timestamp, tz::TimeZone};
use serde::Deserialize;

/// The file with the organizers' text on this page, without its extension and language.
const TEXT: &str = "peers";

/// An error on a site without a list: there is no such page.
fn enabled(people: &People) -> Result<(), HttpError> {
    if people.file.peers.enabled { Ok(()) } else { Err(Resource::Page.unknown("peers")) }
}

/// A time as lists have it: in milliseconds since 1970.
fn milliseconds(time: Timestamp) -> u64 {
    u64::try_from(time.as_millisecond()).unwrap_or_default()
}

#[derive(Template)]
#[template(path = "peers.html")]
struct PeersPage<'a> {
    frame: PageContext<'a>,
    /// The text of the organizers: its title and its HTML; empty if there is none.
    title: String,
    text: String,
    players: Vec<PlayerRow>,
    matches: Vec<PeerMatchRow>,
}

/// A player who waits for a challenge.
struct PlayerRow {
    alias: String,
    bot: String,
    language: String,
    game: String,
    options: String,
    left: String,
    since: ShownTime,
    until: Option<ShownTime>,
    command: String,
}

struct PeerMatchRow {
    to: String,
    game: String,
    players: [String; 2],
    result: String,
    scores: String,
    published: ShownTime,
}

/// The page of the list.
pub(super) fn peers(request: &PrivateRequest<'_>) -> PageResult {
    enabled(request.people)?;
    let (frame, portal) = (request.frame(), &request.people.portal);
    let now = milliseconds(request.now);
    let listing = portal.peers(now)?;
    let text = board::text_of(portal.site_folder(), TEXT, request.language);
    let text = text.unwrap_or_else(|error| {
        tracing::error!(%error, "the text of the page of open players cannot be read");
        None
    });
    let text = text.unwrap_or_default();
    let (title, below) = markdown::titled(&text);
    page(&PeersPage {
        title: frame.name(title.unwrap_or_default()),
        text: markdown::html(below, "peers-"),
        players: listing.open(now).map(|entry| PlayerRow::new(frame, entry)).collect(),
        matches: listing.matches().iter().map(|line| PeerMatchRow::new(frame, line)).collect(),
        frame,
    })
}

impl PlayerRow {
    fn new(frame: PageContext<'_>, entry: &SignedEntry) -> PlayerRow {
        let time = |milliseconds: u64| {
            let time = i64::try_from(milliseconds).ok();
            let time = time.and_then(|time| Timestamp::from_millisecond(time).ok());
            time.map(|time| frame.time(time, &TimeZone::UTC))
        };
        PlayerRow {
            alias: frame.name(&entry.alias),
            bot: frame.name(&entry.bot),
            language: frame.name(&entry.language),
            game: game_title(frame, &entry.game),
            options: options(&entry.options),
            left: frame.count(u64::from(entry.left)),
            since: time(entry.issued).unwrap_or_else(ShownTime::unknown),
            until: entry.until.and_then(time),
            command: format!("certamen challenge {} BOT", entry.target()),
        }
    }
}

impl PeerMatchRow {
    fn new(frame: PageContext<'_>, line: &MatchLine) -> PeerMatchRow {
        let names = line.players.each_ref().map(|player| player_name(&player.alias, &player.bot));
        let published = i64::try_from(line.published).ok();
        let published = published.and_then(|time| Timestamp::from_second(time).ok());
        PeerMatchRow {
            to: frame.link(&links::peer_match(&line.id)),
            game: game_title(frame, &line.game),
            result: result_text(frame, &line.game, &names, &line.outcome),
            scores: score_text(frame, &line.outcome),
            players: names.map(|name| frame.name(&name)),
            published: published
                .map_or_else(ShownTime::unknown, |time| frame.time(time, &TimeZone::UTC)),
        }
    }
}

/// A player and its bot, which may have the same name.
fn player_name(alias: &str, bot: &str) -> String {
    if alias == bot { alias.to_owned() } else { format!("{alias} ({bot})") }
}

fn game_title(frame: PageContext<'_>, slug: &str) -> String {
    certamen_games::find(slug).map_or_else(|| frame.name(slug), |game| frame.t(game.info().title))
}

/// Options as they are given on the command line.
fn options(options: &Map) -> String {
    let given = options.iter().map(|(key, value)| legible(&format!("{key}={value}")));
    given.collect::<Vec<_>>().join(" ")
}

#[derive(Template)]
#[template(path = "peer_match.html")]
struct PeerMatchPage<'a> {
    frame: PageContext<'a>,
    title: String,
    list: String,
    players: Vec<String>,
    replay: ReplayView,
    frames: String,
    record: String,
    file: String,
}

#[derive(Deserialize)]
pub(super) struct PublishedMatch {
    id: Id,
    turn: Option<Turn>,
}

impl RecordSource for PublishedMatch {
    /// The names of both players, by seat.
    type Found = Vec<String>;

    fn turn(&self) -> Option<u64> {
        self.turn.map(|turn| turn.0)
    }

    fn find(&self, request: &PrivateRequest<'_>) -> Result<(MatchRecord, Vec<String>), HttpError> {
        let record = read(&record(request.people, &self.id.0)?)?;
        let header = record.table.extra.get(HEADER).and_then(|header| {
            // It was read when the record was published.
            PeerHeader::deserialize(header).ok()
        });
        let header = header.ok_or(HttpError::Ours)?;
        let seats = header.by_seat(&header.aliases).into_iter().zip(&record.table.seats);
        let names = seats.map(|(alias, seat)| player_name(&alias, &seat.bot));
        let names = names.map(|name| request.frame().name(&name)).collect();
        Ok((record, names))
    }

    fn address(&self) -> String {
        links::peer_match(&self.id.0)
    }

    fn frames(&self) -> String {
        format!("{}/frames.js", self.address())
    }

    fn page(
        &self,
        request: &PrivateRequest<'_>,
        players: Vec<String>,
        stepped: SteppedMatch,
    ) -> PageResult {
        let (frame, id) = (request.frame(), &self.id.0);
        page(&PeerMatchPage {
            title: frame.t(stepped.replay.game.info().title),
            list: frame.link(links::PEERS),
            players,
            replay: stepped.view,
            frames: stepped.frames,
            record: format!("{}/{id}", links::PEERS_CALL),
            file: format!("{}.jsonl", id.get(..16).unwrap_or(id)),
            frame,
        })
    }
}

fn record(people: &People, id: &str) -> Result<Vec<u8>, HttpError> {
    enabled(people)?;
    people.portal.peer_record(id)?.ok_or_else(|| Resource::Record.unknown(id))
}
