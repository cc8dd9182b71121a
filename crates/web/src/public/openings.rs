//! The explorer of openings: the first moves of matches as a tree, with what they brought.

use super::{contest::PageHead, more_say, openings_say as words};
use crate::{
    address::{decoded, encoded},
    contest::{ContestSnapshot, ContestView},
    frame::PageContext,
    front_say,
    http_error::HttpError,
    links,
    page::ContestPart,
    replay::Replay,
    say,
};
use askama::Template;
use certamen_contest::{Results, view::OpeningNode};
use certamen_store::MatchNumber;
use std::cmp::Reverse;

/// The maximum number of moves that are listed.
const MAX_ROWS: usize = 100;

#[derive(Template)]
#[template(path = "openings.html")]
pub(super) struct OpeningsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    /// Why there is no tree; empty if there is one.
    reason: String,
    /// The turns so far, each with the link to the position after it; the last one is shown.
    path: Vec<(String, String)>,
    start: String,
    board: String,
    description: String,
    counted: String,
    rows: Vec<OpeningRow>,
    /// How many moves are not listed; empty if none.
    more: String,
    /// The latest matches that came to the position: number and link.
    latest: Vec<(i64, String)>,
}

struct OpeningRow {
    moves: String,
    to: String,
    played: String,
    bar: String,
    share: String,
    latest: (i64, String),
}

impl<'a> OpeningsPage<'a> {
    /// The position after these moves; `given` are those of each turn, with commas between.
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        snapshot: &ContestSnapshot,
        given: &str,
    ) -> Result<Self, HttpError> {
        let mut page = OpeningsPage {
            start: frame.contest_page(&head.slug, links::OPENINGS),
            reason: String::new(),
            path: Vec::new(),
            board: String::new(),
            description: String::new(),
            counted: String::new(),
            rows: Vec::new(),
            more: String::new(),
            latest: Vec::new(),
            frame,
            head,
        };
        if !snapshot.has_openings() {
            page.reason = frame.t(words::chance());
            return Ok(page);
        }
        let results = view.matches()?;
        let tree = snapshot.tabled()?.openings(&results)?;
        let turns = turns_of(given)?;
        let node = tree.after(turns.iter().map(String::as_str));
        let node = node.ok_or_else(|| HttpError::value("moves", given))?;
        let count = frame.count(tree.root.played);
        page.counted =
            frame.t(if tree.is_cut { words::latest_counted(count) } else { words::counted(count) });
        let path = turns.iter().enumerate().map(|(turn, moves)| {
            (certamen_game::legible(moves), address(&page.start, &turns[..=turn]))
        });
        page.path = path.collect();
        page.latest = node.latest.iter().map(|number| page.match_link(*number)).collect();
        page.list_moves(node, &turns);
        page.draw_board(&results, node, turns.len() as u64)?;
        Ok(page)
    }

    fn match_link(&self, number: MatchNumber) -> (i64, String) {
        (number.0, self.frame.part(&self.head.slug, ContestPart::Match(number, None)))
    }

    /// Lists what was played in a position, the most frequent moves first.
    fn list_moves(&mut self, node: &OpeningNode, turns: &[String]) {
        let frame = self.frame;
        let mut next: Vec<(&String, &OpeningNode)> = node.next.iter().collect();
        next.sort_by_key(|(_, node)| Reverse(node.played));
        if let Some(hidden) = next.len().checked_sub(MAX_ROWS).filter(|hidden| *hidden > 0) {
            self.more = frame.t(words::more_moves(frame.count(hidden as u64)));
        }
        let rows = next.into_iter().take(MAX_ROWS).filter_map(|(moves, node)| {
            let share = format!("{} %", frame.rounded(100.0 * node.share(), 0));
            Some(OpeningRow {
                moves: certamen_game::legible(moves),
                to: address(&self.start, &[turns, std::slice::from_ref(moves)].concat()),
                played: frame.count(node.played),
                bar: crate::charts::share_bar(node.share(), &share),
                share,
                latest: self.match_link(*node.latest.first()?),
            })
        });
        self.rows = rows.collect();
    }

    /// Draws the position after a turn, from one of the matches that came to it.
    fn draw_board(
        &mut self,
        results: &Results<'_>,
        node: &OpeningNode,
        turn: u64,
    ) -> Result<(), HttpError> {
        let Some(number) = node.latest.first() else { return Ok(()) };
        let bytes = results.record(*number)?;
        let replay = Replay::of(&bytes, self.frame.language, Some(turn))?;
        if let Some(picture) = replay.frame.picture {
            self.board = crate::charts::board(&picture);
            self.description = picture.description;
        }
        Ok(())
    }
}

/// The moves of each turn; a comma among them is escaped.
fn turns_of(given: &str) -> Result<Vec<String>, HttpError> {
    let turns = given.split(',').filter(|moves| !moves.is_empty());
    turns.map(|moves| decoded(moves).map_err(|_| HttpError::value("moves", given))).collect()
}

fn address(start: &str, turns: &[String]) -> String {
    if turns.is_empty() {
        return start.to_owned();
    }
    let turns: Vec<String> = turns.iter().map(|moves| encoded(moves)).collect();
    format!("{start}?moves={}", encoded(&turns.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        played::{site_of, still},
        respond::tests::fetched,
    };
    use std::fs;

    fn file(game: &str) -> String {
        format!(
            "name = \"Three\"\ngame = \"{game}\"\nbots = [\"builtin:random\"]\n[format]\n\
             kind = \"round-robin\"\ngames_per_pair = 4\n[ranking]\nkind = \"points\"\n"
        )
    }

    #[test]
    fn moves_in_addresses_lead_back() {
        let turns = ["a,b", "7 / 9", "ñ%", "."].map(str::to_owned);
        let address = address("/x", &turns[..3]);
        let given = decoded(address.strip_prefix("/x?moves=").unwrap()).unwrap();
        assert_eq!(turns_of(&given).unwrap(), turns[..3]);
        assert!(turns_of("a,%zz").is_err() && turns_of(".").is_err());
        assert_eq!(turns_of(",,").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn every_move_leads_to_the_next_ones_and_to_matches() {
        let place = tempfile::tempdir().unwrap();
        let mut fetch = fetched(site_of(place.path(), &file("mancala8"), &["one", "two"], 4));
        let mut path = "/en/c/three/openings".to_owned();
        let overview = fetch("/en/c/three").1;
        assert!(overview.contains(&format!("href=\"{path}\">Openings</a>")), "{overview}");
        for turns in 0..3 {
            let (status, page) = fetch(&path);
            assert_eq!(status, 200, "{path}: {page}");
            assert!(page.contains("<svg class=\"board\"") && page.contains("Matches counted: 4"));
            assert!(page.contains("href=\"/en/c/three/matches/"), "{page}");
            assert_eq!(page.matches("class=\"turn\"").count(), turns, "{page}");
            let link = page.split("<th scope=\"row\"><a href=\"").nth(1).unwrap();
            path = link.split('"').next().unwrap().replace("&#38;", "&");
        }
        assert!(path.contains("%2C"), "{path}");
    }

    #[test]
    fn what_has_no_openings_says_so() {
        let place = tempfile::tempdir().unwrap();
        let mut fetch = fetched(site_of(place.path(), &file("coins"), &["one", "two"], 1));
        let (status, page) = fetch("/en/c/three/openings");
        assert!(status == 200 && page.contains("games without chance"), "{page}");
        assert!(!fetch("/en/c/three").1.contains("/c/three/openings"));
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("three")).unwrap();
        fs::write(place.path().join("three/contest.toml"), file("go")).unwrap();
        let mut fetch = fetched(still(place.path()));
        let (status, page) = fetch("/en/c/three/openings");
        assert!(status == 404 && page.contains("nothing has been played yet"), "{page}");
        assert_eq!(fetch("/en/c/four/openings").0, 404);
        let place = tempfile::tempdir().unwrap();
        let mut fetch = fetched(site_of(place.path(), &file("footsteps"), &["one", "two"], 2));
        for moves in ["x", "1%2C%25zz", "%3Cx%3E"] {
            let (status, page) = fetch(&format!("/en/c/three/openings?moves={moves}"));
            assert!(status == 400 && !page.contains("<x>"), "{moves}: {page}");
        }
        assert_eq!(fetch("/en/c/three/openings?moves=a&moves=b").0, 400);
    }
}
