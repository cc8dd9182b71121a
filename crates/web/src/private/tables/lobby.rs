//! The lobby: opening tables, and one's own tables.

use super::{Origin, say as words};
use crate::{
    http_error::HttpError,
    private::{
        PrivateRoute,
        asked::{PrivateReply, PrivateRequest, page},
        frame::{PrivateContext, TimeText},
    },
    say,
};
use askama::Template;
use certamen_game::Table;
use certamen_i18n::Message;
use certamen_portal::{TableState, TableSummary};
use jiff::tz::TimeZone;

#[derive(Template)]
#[template(path = "play.html")]
struct LobbyPage<'a> {
    frame: PrivateContext<'a>,
    /// The games: the link for opening a table, and the name.
    games: Vec<(String, String)>,
    tables: Vec<OwnTable>,
}

/// One of the user's tables.
struct OwnTable {
    to: String,
    game: String,
    names: String,
    state: String,
    turns: String,
    touched: TimeText,
}

/// The page.
pub(in crate::private) fn lobby(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let (frame, member) = (asked.frame(), asked.member()?);
    if asked.form.is_some() {
        return Err(HttpError::Method("POST".to_owned()));
    }
    let games = certamen_games::ALL.iter().map(|game| {
        let info = game.info();
        let origin = Origin::Game(info.slug.to_owned());
        (frame.way(&PrivateRoute::OpenTable(origin)), frame.t(info.title))
    });
    let tables = asked.people.portal.sittings_of(member.id, asked.now)?;
    let tables = tables.into_iter().filter_map(|row| own(frame, row)).collect();
    page(200, &LobbyPage { games: games.collect(), tables, frame })
}

/// The row of a table, if its record can be read.
fn own(frame: PrivateContext<'_>, row: TableSummary) -> Option<OwnTable> {
    let table: Table = serde_json::from_str(&row.head).ok()?;
    let game = certamen_games::find(&table.game)?;
    let names: Vec<String> = table.seats.iter().map(|seat| frame.name(&seat.bot)).collect();
    Some(OwnTable {
        to: frame.way(&PrivateRoute::Table(row.id)),
        game: frame.t(game.info().title),
        names: names.join(" – "),
        state: frame.t(word(&row.state)),
        turns: frame.t(words::turns_played(frame.count(row.turns))),
        touched: frame.time(row.touched, &TimeZone::UTC),
    })
}

fn word(state: &TableState) -> Message {
    match state {
        TableState::Open => words::at_open(),
        TableState::Over => words::at_over(),
        TableState::Closed => words::at_closed(),
        TableState::Broken(_) => words::at_broken(),
    }
}
