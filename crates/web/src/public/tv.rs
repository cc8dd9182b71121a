//! One board that shows one match after another: the next one is chosen by itself.

use super::matches::{result_text, score_text};
use crate::{
    Slug, assets,
    contest::ContestView,
    frame::PageContext,
    front_say,
    http_error::{HttpError, Resource},
    links,
    page::{ContestPart, plain_number},
    replay::{PIECE, Replay},
    say,
    site::Site,
};
use askama::Template;
use certamen_game::Seat;
use certamen_store::MatchNumber;
use std::{cmp::Reverse, sync::Arc};

/// The number of contests, and of matches of each, that are shown in turn.
const MAX_CONTESTS: usize = 12;
const MAX_OF_EACH: usize = 3;
/// The number of matches of one contest that are shown in turn.
const MAX_OF_ONE: usize = 20;

#[derive(Template)]
#[template(path = "tv.html")]
pub(super) struct TvPage<'a> {
    frame: PageContext<'a>,
    /// None while there are no matches.
    shown: Option<TvMatch>,
}

struct TvMatch {
    contest: String,
    to_contest: String,
    to: String,
    /// The mark of each seat, and its bot.
    bots: Vec<(String, String)>,
    /// Empty for games that draw nothing.
    board: String,
    text: String,
    last: u64,
    piece: u64,
    /// The addresses of the scripts with its states.
    pieces: String,
    result: String,
    next: String,
}

/// A match to be shown, of a contest.
type Entry = (Arc<ContestView>, MatchNumber);

impl<'a> TvPage<'a> {
    /// The matches of all contests in turn; `wanted` is the name of one, with its contest.
    pub(super) fn of_site(frame: PageContext<'a>, wanted: Option<&str>) -> Result<Self, HttpError> {
        let wanted = wanted.map(|text| named(frame.site, text)).transpose()?;
        let entries = of_all(frame.site);
        let next = |(view, number): &Entry| {
            format!("{}?match={}.{number}", frame.link(links::TV), view.slug, number = number.0)
        };
        TvPage::new(frame, &entries, wanted, &next)
    }

    /// The matches of a contest in turn.
    pub(super) fn of_contest(
        frame: PageContext<'a>,
        view: &Arc<ContestView>,
        wanted: Option<u64>,
    ) -> Result<Self, HttpError> {
        let number = |number: u64| MatchNumber(i64::try_from(number).unwrap_or(i64::MAX));
        let wanted = wanted.map(|wanted| (Arc::clone(view), number(wanted)));
        let entries = match view.matches() {
            Ok(results) => results.worth_watching(MAX_OF_ONE)?,
            Err(HttpError::NotYet) => Vec::new(),
            Err(error) => return Err(error),
        };
        let entries: Vec<Entry> =
            entries.into_iter().map(|number| (Arc::clone(view), number)).collect();
        let address = frame.contest_page(&view.slug, links::TV);
        let next = |(_, number): &Entry| format!("{address}?match={}", number.0);
        TvPage::new(frame, &entries, wanted, &next)
    }

    fn new(
        frame: PageContext<'a>,
        entries: &[Entry],
        wanted: Option<Entry>,
        next: &dyn Fn(&Entry) -> String,
    ) -> Result<Self, HttpError> {
        let Some(entry) = wanted.or_else(|| entries.first().cloned()) else {
            return Ok(TvPage { frame, shown: None });
        };
        let is_it = |other: &Entry| other.1 == entry.1 && other.0.slug == entry.0.slug;
        let after = entries.iter().position(is_it).map_or(0, |place| place + 1);
        let following = entries.get(after).or_else(|| entries.first()).unwrap_or(&entry);
        let next = next(following);
        Ok(TvPage { shown: Some(shown(frame, &entry, next)?), frame })
    }
}

/// The match with this name: that of its contest, a full stop, and its number.
fn named(site: &Site, text: &str) -> Result<Entry, HttpError> {
    let bad = || HttpError::value("match", text);
    let (slug, number) = text.rsplit_once('.').ok_or_else(bad)?;
    let number = plain_number(number).ok_or_else(bad)?;
    let slug = Slug::read(slug).ok_or_else(|| Resource::Contest.unknown(slug))?;
    Ok((Arc::clone(site.contest_view(&slug)?), MatchNumber(number)))
}

/// The matches of the contests that played last: the first of each, then the second.
fn of_all(site: &Site) -> Vec<Entry> {
    let played = site.contest_views().filter_map(|view| {
        let snapshot = view.revision();
        let standings = snapshot.tabled().ok().filter(|_| snapshot.shows_matches)?;
        Some((standings.moments.last().map(|moment| moment.at), view))
    });
    let mut played: Vec<_> = played.collect();
    played.sort_by_key(|(at, _)| Reverse(*at));
    let mut entries: Vec<(usize, Entry)> = Vec::new();
    for (_, view) in played.into_iter().take(MAX_CONTESTS) {
        // One that cannot be read is not shown.
        let Ok(results) = view.matches() else { continue };
        let numbers = results.worth_watching(MAX_OF_EACH).unwrap_or_default();
        let own = numbers.into_iter().map(|number| (Arc::clone(view), number));
        entries.extend(own.enumerate());
    }
    entries.sort_by_key(|(place, _)| *place);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

fn shown(
    frame: PageContext<'_>,
    (view, number): &Entry,
    next: String,
) -> Result<TvMatch, HttpError> {
    let bytes = view.matches()?.record(*number)?;
    let replay = Replay::of(&bytes, frame.language, None)?;
    let seats = replay.record.table.seats.iter().map(|seat| seat.bot.clone());
    let bots: Vec<String> = seats.collect();
    let result = replay.record.outcome.as_ref().map(|outcome| {
        let text = result_text(frame, replay.game.info().slug, &bots, outcome);
        format!("{text} ({})", score_text(frame, outcome))
    });
    let digest = assets::digest(&bytes);
    let piece = |from| ContestPart::Frames(*number, from, digest.clone());
    let pieces = replay.pieces().map(|from| frame.part(&view.slug, piece(from)));
    Ok(TvMatch {
        contest: frame.name(&view.revision().name),
        to_contest: frame.contest(&view.slug),
        to: frame.part(&view.slug, ContestPart::Match(*number, None)),
        bots: (0..)
            .zip(&bots)
            .map(|(seat, bot)| {
                let ink = replay.game.ink(Seat(seat));
                (crate::charts::seat_mark(usize::from(seat) + 1, ink), frame.name(bot))
            })
            .collect(),
        board: replay.frame.picture.as_ref().map(crate::charts::board).unwrap_or_default(),
        text: replay.frame.text.clone(),
        last: replay.last,
        piece: PIECE,
        pieces: pieces.collect::<Vec<_>>().join(" "),
        result: result.unwrap_or_default(),
        next,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        played::{site_of, still},
        respond::tests::fetched,
    };
    use std::fs;

    fn file(format: &str, ranking: &str) -> String {
        format!(
            "name = \"Three\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
             [format]\n{format}\n[ranking]\nkind = \"{ranking}\"\n"
        )
    }

    /// The match that a page shows, and the address of the next one.
    fn shown(page: &str) -> (String, String) {
        let attribute = |name: &str| {
            let rest =
                page.split(&format!(" {name}=\"")).nth(1).unwrap_or_else(|| panic!("{page}"));
            rest.split('"').next().unwrap().to_owned()
        };
        (attribute("data-match"), attribute("data-next"))
    }

    #[test]
    fn one_match_leads_to_the_next_until_the_first_comes_again() {
        let place = tempfile::tempdir().unwrap();
        let file = file("kind = \"round-robin\"\ngames_per_pair = 1", "points");
        let mut fetch = fetched(site_of(place.path(), &file, &["one", "two", "six"], 3));
        for start in ["/en/tv", "/fr/c/three/tv"] {
            let (status, page) = fetch(start);
            assert_eq!(status, 200, "{page}");
            assert!(page.contains("<svg class=\"board\"") && page.contains("frames.js?of="));
            assert!(page.contains("rel=\"next\""), "without a script a link leads on: {page}");
            let (first, mut next) = shown(&page);
            let mut seen = vec![first.clone()];
            loop {
                let (own, then) = shown(&fetch(&next).1);
                if own == first {
                    break;
                }
                seen.push(own);
                next = then;
            }
            seen.sort_unstable();
            let all = [1, 2, 3].map(|number| format!("{}/c/three/matches/{number}", &start[..3]));
            assert_eq!(seen, all);
        }
    }

    #[test]
    fn a_final_comes_first_and_in_a_ladder_each_pairing_comes_once() {
        let place = tempfile::tempdir().unwrap();
        let bots = ["one", "two", "six", "ten"];
        let site = site_of(place.path(), &file("kind = \"knockout\"", "wins"), &bots, 100);
        let view = Arc::clone(site.contest_view(&Slug::read("three").unwrap()).unwrap());
        let newest = view.matches().unwrap().matches().unwrap().pop().unwrap().number;
        assert_eq!(of_all(&site).first().map(|(_, number)| *number), Some(newest));
        let place = tempfile::tempdir().unwrap();
        let ladder = file("kind = \"ladder\"\nmatches = 24", "rating");
        let site = site_of(place.path(), &ladder, &bots, 100);
        let view = Arc::clone(site.contest_view(&Slug::read("three").unwrap()).unwrap());
        let results = view.matches().unwrap();
        let watched = results.worth_watching(100).unwrap();
        let lineups = watched.iter().map(|number| {
            let stored = results.matches().unwrap();
            let mut seats = stored.into_iter().find(|own| own.number == *number).unwrap().seats;
            seats.sort_unstable();
            seats
        });
        let lineups: Vec<_> = lineups.collect();
        assert!(lineups.len() > 1 && lineups.len() <= 6, "one of each pairing: {lineups:?}");
        assert!(lineups.iter().all(|one| lineups.iter().filter(|own| *own == one).count() == 1));
    }

    #[test]
    fn what_cannot_be_shown_is_named() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("three")).unwrap();
        let file = file("kind = \"round-robin\"", "points");
        fs::write(place.path().join("three/contest.toml"), file).unwrap();
        let mut fetch = fetched(still(place.path()));
        for path in ["/en/tv", "/en/c/three/tv"] {
            let (status, page) = fetch(path);
            assert!(status == 200 && page.contains("nothing has been played yet"), "{page}");
            assert!(page.contains("data-awaits=\"#tv\""), "the wall of a lab waits: {page}");
        }
        for (path, due) in [
            ("/en/tv?match=three", 400),
            ("/en/tv?match=three.x", 400),
            ("/en/tv?match=three.99999999999999999999", 400),
            ("/en/tv?match=Three.1", 404),
            ("/en/tv?match=four.1", 404),
            ("/en/tv?match=three.1", 404),
            ("/en/c/three/tv?match=x", 400),
            ("/en/c/three/tv?match=18446744073709551615", 404),
            ("/en/c/four/tv", 404),
            ("/en/c/three/championships/1/tv", 404),
        ] {
            assert_eq!(fetch(path).0, due, "{path}");
        }
    }
}
