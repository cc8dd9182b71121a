//! People who play: how soon a move is answered with a new picture, and sixteen tables beside a
//! contest.

use super::{
    beside::{self, GAMES, THINKERS},
    entering, lay_out,
    served::{Play, Served},
    visitor::{Visitor, invite},
};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result, bail, ensure};
use certamen_contest::Folder;
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The number of tables played beside a contest, a move a second at each.
const TABLES: usize = 16;
const PACE: Duration = Duration::from_secs(1);
/// How long a move waits for its answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Whom people play against, as the form calls them.
const HOUSE: &str = "house regular";
const PROGRAM: &str = "bot rivals codicia";
/// What the second of them is.
const CODICIA: &str = include_str!("../../../../bots/mancala8/codicia/codicia.py");

pub(super) fn figures(bench: &Bench, folder: &Path) -> Result<Vec<Figure>> {
    entering::lay_out(folder)?;
    let links = (0..TABLES).map(|number| invite(folder, number)).collect::<Result<Vec<_>>>()?;
    let busy = folder.join("busy");
    fs::create_dir_all(&busy)?;
    lay_out(&busy, THINKERS, GAMES)?;
    // So that the contest rests until moves were timed without it.
    let away = folder.with_extension("away");
    fs::rename(&busy, &away)?;
    let rivals = folder.join("rivals");
    lay_rivals(&rivals)?;
    let (answered, by_program) = {
        let site = Served::start(folder, Play::Everything)?;
        let mut visitor = Visitor::enter(&site, 0, &links[0])?;
        let answered = answers(bench, &mut visitor, HOUSE)?;
        beside::wait_until_played(&Folder::new(&rivals))?;
        (answered, answers(bench, &mut visitor, PROGRAM)?)
    };
    fs::remove_dir_all(&rivals)?;
    fs::rename(&away, &busy)?;
    let site = Served::start(folder, Play::Everything)?;
    let contest = Folder::new(&busy);
    beside::wait_until_played(&contest)?;
    let mut visitors = Vec::new();
    for (number, link) in links.iter().enumerate() {
        // The first already has a password.
        visitors.push(match number {
            0 => {
                let mut visitor = Visitor::stranger(&site, 0)?;
                visitor.sign_in(0)?;
                visitor
            }
            _ => Visitor::enter(&site, number, link)?,
        });
    }
    let time = Duration::from_millis(bench.of(10_000, 3000));
    let mut kept = Samples::default();
    for _ in 0..bench.of(3, 1) {
        let before = beside::speed(&contest, time)?;
        let with = while_played(&mut visitors, || beside::speed(&contest, time))?;
        kept.push(2.0 * with / (before + beside::speed(&contest, time)?));
    }
    let what = format!("speed of a contest beside {TABLES} tables with people, to that without");
    let move_told = "a person's move to the picture of the answer";
    Ok(vec![
        Figure::most(move_told, "ms", answered, 100.0),
        Figure::new("the same against a program in Python", "ms", by_program),
        Figure::least(what, kept, 0.95),
    ])
}

/// A contest whose programs any user may play against.
fn lay_rivals(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("codicia.py"), CODICIA)?;
    let text = "name = \"Rivals\"\ngame = \"mancala8\"\n\
        bots = [\"codicia.py\", \"builtin:regular\"]\n[format]\nkind = \"round-robin\"\n\
        games_per_pair = 10\n[ranking]\nkind = \"points\"\n[sandbox]\nminimum_tier = \"D\"\n\
        [site]\nplay_against = \"all\"\n";
    Ok(fs::write(folder.join("contest.toml"), text)?)
}

/// How long moves wait for the answers of `rival`, in milliseconds.
fn answers(bench: &Bench, visitor: &mut Visitor, rival: &str) -> Result<Samples> {
    let mut answered = Samples::default();
    let mut seat = open(visitor, rival)?;
    for _ in 0..bench.of(50, 10) {
        seat = match play(visitor, &seat)? {
            Some(time) => {
                answered.push(1000.0 * time.as_secs_f64());
                seat
            }
            None => open(visitor, rival)?,
        };
        // No player moves more often.
        thread::sleep(Duration::from_millis(250));
    }
    Ok(answered)
}

/// Opens a table against `rival`; the way to one's seat.
fn open(visitor: &mut Visitor, rival: &str) -> Result<String> {
    let fields = [("seat0", "me"), ("seat1", rival)];
    let opened = visitor.post("/en/play/mancala8", &fields)?;
    ensure!(opened.status == 303, "{}: {}", opened.status, opened.body);
    Ok(opened.field("location").context("a seat")?.to_owned())
}

/// Plays what stands first among the buttons: how long it takes until the page has another turn to
/// answer; none if the match is over.
fn play(visitor: &mut Visitor, seat: &str) -> Result<Option<Duration>> {
    let begun = Instant::now();
    let (turn, answer) = loop {
        let page = visitor.get(seat)?.body;
        if is_over(&page) {
            return Ok(None);
        }
        let found = between(&page, "name=\"turn\" value=\"")
            .zip(between(&page, "name=\"answer\" value=\""));
        if let Some((turn, answer)) = found {
            break (turn.to_owned(), answer.to_owned());
        }
        ensure!(begun.elapsed() < PATIENCE, "it is nobody's turn: {page}");
        thread::sleep(Duration::from_millis(5));
    };
    let begun = Instant::now();
    let sent = visitor.post(seat, &[("turn", &turn), ("answer", &answer)])?;
    ensure!(sent.status == 303, "{}: {}", sent.status, sent.body);
    loop {
        let page = visitor.get(seat)?.body;
        let is_next = between(&page, "name=\"turn\" value=\"").is_some_and(|due| due != turn);
        if is_next || is_over(&page) {
            return Ok(Some(begun.elapsed()));
        }
        ensure!(begun.elapsed() < PATIENCE, "nobody answers: {page}");
    }
}

fn is_over(page: &str) -> bool {
    page.contains("class=\"result winner\"")
}

fn between<'a>(page: &'a str, before: &str) -> Option<&'a str> {
    page.split_once(before)?.1.split('"').next()
}

/// Does `work` while all play, each at a separate table.
fn while_played(visitors: &mut [Visitor], work: impl FnOnce() -> Result<f64>) -> Result<f64> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let stop = &stop;
        let players = visitors.iter_mut().map(|visitor| {
            scope.spawn(move || {
                let mut seat = open(visitor, HOUSE)?;
                while !stop.load(Ordering::Relaxed) {
                    if play(visitor, &seat)?.is_none() {
                        seat = open(visitor, HOUSE)?;
                    }
                    thread::sleep(PACE);
                }
                Ok::<(), anyhow::Error>(())
            })
        });
        let players: Vec<_> = players.collect();
        let done = work();
        stop.store(true, Ordering::Relaxed);
        for player in players {
            match player.join() {
                Ok(played) => played?,
                Err(_) => bail!("a player died"),
            }
        }
        done
    })
}
