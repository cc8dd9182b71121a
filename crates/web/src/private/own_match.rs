//! A match of one's own program, with what that said on standard error: for its author and the hosts.

use super::{
    Owns,
    asked::{RoomReply, RoomRequest, heading, page},
    frame::RoomFrame,
    say as own,
    sources::plain,
    viewer,
};
use crate::{
    contest::Exhibit,
    frame::Frame,
    links::Links,
    page::Page,
    private::PrivateRoom,
    public::Screening,
    refusal::{Refusal, Thing},
    replay::Film,
    say,
    slug::Slug,
};
use askama::Template;
use certamen_contest::{
    Results,
    entry::{EntryHome, Roster},
};
use certamen_game::Seat;
use certamen_portal::rights::{Deed, Sources, Viewer, may};
use certamen_store::{MatchNumber, Wanted};
use std::collections::BTreeSet;

/// So many of the latest matches of each program are led to.
const LATEST: usize = 10;

#[derive(Template)]
#[template(path = "own_match.html")]
struct OwnMatchPage<'a> {
    frame: RoomFrame<'a>,
    heading: String,
    back: String,
    number: i64,
    replay: Screening,
    frames: String,
    said: Vec<(String, String)>,
}

/// The page, after a turn or at the end.
pub(super) fn answer(
    asked: &RoomRequest<'_>,
    exhibit: &Exhibit,
    (number, turn): (MatchNumber, Option<u64>),
) -> Result<RoomReply, Refusal> {
    let seen = Seen::of(asked, exhibit, (number, turn))?;
    let (frame, slug) = (asked.frame(), &exhibit.slug);
    let public = Frame::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoom::OwnMatch(slug.clone(), number, Some(turn)));
    let said = seen.seats.iter().map(|(seat, bot)| {
        let words = seen.results.last_words(number, *seat)?;
        Ok((frame.name(bot), plain(&words)))
    });
    page(
        200,
        &OwnMatchPage {
            heading: heading(frame, &exhibit.revision().name),
            back: frame.way(&PrivateRoom::Mine(slug.clone())),
            number: number.0,
            replay: Screening::new(public, &seen.film, &way),
            frames: frame.way(&PrivateRoom::OwnFrames(slug.clone(), number)),
            said: said.collect::<Result<_, Refusal>>()?,
            frame,
        },
    )
}

/// What the player needs.
pub(super) fn frames(
    asked: &RoomRequest<'_>,
    exhibit: &Exhibit,
    number: MatchNumber,
) -> Result<RoomReply, Refusal> {
    let film = Seen::of(asked, exhibit, (number, None))?.film;
    Ok(RoomReply::Script(film.frames(asked.language)?))
}

/// The latest matches of programs of somebody: the way to each, and who met there.
pub(super) fn latest(
    asked: &RoomRequest<'_>,
    exhibit: &Exhibit,
) -> Result<Vec<(String, String)>, Refusal> {
    // While nothing was played there is nothing to lead to; a course tells its pairs elsewhere.
    let Ok(results) = exhibit.results() else { return Ok(Vec::new()) };
    let mut numbers = BTreeSet::new();
    for name in own_programs(asked, exhibit)? {
        let wanted = Wanted { bot: Some(&name), ..Wanted::default() };
        let found = results.listed(&wanted, LATEST)?;
        let over = found.into_iter().filter(|stored| stored.outcome.is_some());
        for stored in over {
            let bots = stored.seats.iter().map(|seat| results.bot(*seat));
            numbers.insert((stored.number, bots.collect::<Result<Vec<_>, _>>()?));
        }
    }
    let frame = asked.frame();
    let told = numbers.into_iter().rev().map(|(number, bots)| {
        let bots: Vec<String> = bots.iter().map(|bot| frame.name(bot)).collect();
        let room = PrivateRoom::OwnMatch(exhibit.slug.clone(), number, None);
        (frame.way(&room), format!("{number}: {}", bots.join(" – ")))
    });
    Ok(told.collect())
}

/// A match that somebody may see, and the seats of which he reads what was said there.
struct Seen {
    film: Film,
    results: Results<'static>,
    seats: Vec<(Seat, String)>,
}

impl Seen {
    fn of(
        asked: &RoomRequest<'_>,
        exhibit: &Exhibit,
        (number, turn): (MatchNumber, Option<u64>),
    ) -> Result<Seen, Refusal> {
        let member = asked.member()?;
        if asked.form.is_some() {
            return Err(Refusal::Method("POST".to_owned()));
        }
        // To whoever may not see it there is no such match.
        let unknown = || Thing::Match.unknown(&number.to_string());
        let results = exhibit.results().map_err(|_| unknown())?;
        let record = results.record(number).map_err(|_| unknown())?;
        let film = Film::of(&record, asked.language, turn)?;
        let own = own_programs(asked, exhibit)?;
        let seats = film.record.table.seats.iter();
        let seats = (0u8..).map(Seat).zip(seats.map(|seat| seat.bot.clone()));
        let readable = seats.filter(|(_, bot)| {
            let owns = if own.contains(bot) { Owns::Yes } else { Owns::No };
            let as_whom: Viewer = viewer(Some(member), exhibit.slug.as_str(), owns);
            may(as_whom, Deed::SeeSubmission, Sources::Closed)
        });
        let seats: Vec<_> = readable.collect();
        if seats.is_empty() { Err(unknown()) } else { Ok(Seen { film, results, seats }) }
    }
}

/// The programs of somebody that were let in: those of which every version is his. Of a name that
/// another had before, matches are the other's, too.
fn own_programs(asked: &RoomRequest<'_>, exhibit: &Exhibit) -> Result<BTreeSet<String>, Refusal> {
    let (member, slug): (_, &Slug) = (asked.member()?, &exhibit.slug);
    let sent = asked.people.portal.sent_by(member.id, slug.as_str())?;
    let sent: BTreeSet<String> = sent.into_iter().map(|sent| sent.id).collect();
    let roster = Roster::read(&exhibit.folder)?;
    let let_in = || roster.all().iter().filter(|filed| filed.home == EntryHome::Accepted);
    let others = let_in().filter(|filed| !sent.contains(&filed.decided.sent.id));
    let others: BTreeSet<&String> = others.map(|filed| &filed.decided.sent.entrant).collect();
    let names = let_in().map(|filed| &filed.decided.sent.entrant);
    Ok(names.filter(|name| !others.contains(name)).cloned().collect())
}
