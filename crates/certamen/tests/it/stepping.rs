//! `show` on a terminal: keys move through the match, and the terminal's state is restored.

use crate::site::Site;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags, open},
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize},
};
use std::{
    os::fd::{AsFd, OwnedFd},
    process::{Child, Stdio},
    time::{Duration, Instant},
};

/// The running command on a terminal of its own.
struct Terminal {
    master: OwnedFd,
    slave: OwnedFd,
    before: Termios,
    child: Child,
    shown: String,
}

/// Far longer than any step takes.
const PATIENCE: Duration = Duration::from_secs(30);

impl Terminal {
    fn start(site: &Site, arguments: &[&str]) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&slave, size).unwrap();
        let before = tcgetattr(&slave).unwrap();
        let end = || Stdio::from(slave.try_clone().unwrap());
        let mut command = site.command(arguments);
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        Terminal { master, slave, before, child, shown: String::new() }
    }

    fn press(&self, keys: &str) {
        rustix::io::write(&self.master, keys.as_bytes()).unwrap();
    }

    /// Waits until `text` is shown; returns the output up to there and drops it.
    fn expect(&mut self, text: &str) -> String {
        let start = Instant::now();
        while !self.shown.contains(text) {
            assert!(start.elapsed() < PATIENCE, "no `{text}` in {:?}", self.shown);
            self.read();
        }
        let (before, rest) = self.shown.split_once(text).unwrap();
        let before = before.to_owned();
        self.shown = rest.to_owned();
        before
    }

    fn read(&mut self) {
        let wait = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        let mut waited = [PollFd::new(&self.master, PollFlags::IN)];
        if poll(&mut waited, Some(&wait)).unwrap() > 0 {
            let mut bytes = [0; 4096];
            let count = rustix::io::read(&self.master, &mut bytes).unwrap();
            self.shown.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    }

    /// The exit code; the terminal must be in its previous state.
    fn end(mut self) -> i32 {
        self.expect("\x1b[?1049l");
        let code = self.child.wait().unwrap().code().unwrap();
        let after = tcgetattr(self.slave.as_fd()).unwrap();
        assert_eq!(after.local_modes, self.before.local_modes);
        assert!(after.local_modes.contains(LocalModes::ECHO | LocalModes::ICANON));
        code
    }
}

/// Kills the process if the test fails.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A match of 25 turns and more.
fn site() -> Site {
    let site = Site::new();
    let bots = ["builtin:regular", "builtin:bueno"];
    site.succeed(&["play", "mancala8", bots[0], bots[1], "--record", "r.jsonl", "--seed", "1"]);
    site
}

#[test]
fn keys_lead_through_the_match() {
    let site = site();
    let turns = site.succeed(&["show", "r.jsonl", "--json"]).lines().count() - 1;
    assert!(turns > 20, "{turns}");
    let mut terminal = Terminal::start(&site, &["show", "r.jsonl"]);
    terminal.expect("regular - bueno");
    terminal.expect(&format!("turn 0/{turns} · "));
    assert!(!tcgetattr(&terminal.slave).unwrap().local_modes.contains(LocalModes::ECHO));
    for (keys, turn) in [
        ("\x1b[C", 1),
        ("\x1b[C\x1b[C", 3),
        ("\x1b[D", 2),
        ("\x1b[B", 12),
        ("\x1b[A", 2),
        ("\x1b[F", turns),
        ("\x1b[H", 0),
        ("7\r", 7),
        ("99999\r", turns),
    ] {
        terminal.press(keys);
        terminal.expect(&format!("turn {turn}/{turns} · "));
    }
    // At the last page, playback starts from the first one and runs by itself.
    terminal.press("p");
    for turn in 0..3 {
        terminal.expect(&format!("turn {turn}/{turns} · "));
    }
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_page_of_a_turn_is_what_is_printed_elsewhere() {
    let site = site();
    let printed = site.succeed(&["show", "r.jsonl", "--turn", "5", "--lang", "es"]);
    let mut terminal = Terminal::start(&site, &["show", "r.jsonl", "--lang", "es"]);
    terminal.expect("turno 0/");
    terminal.press("5\r");
    let page = terminal.expect("turno 5/");
    let (_, page) = page.rsplit_once("\x1b[H\x1b[2J").unwrap();
    // What the move changed is marked.
    assert!(page.contains("\x1b[7m"), "{page:?}");
    let page = page.replace("\x1b[7m", "").replace("\x1b[27m", "");
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    assert!(printed.lines().count() > 3, "{printed}");
    assert_eq!(lines(page.trim()), lines(printed.trim()));
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_end_of_a_game_on_a_large_board_shows_result_and_prisoners() {
    let site = Site::new();
    let random = "builtin:random";
    site.succeed(&["play", "go", random, random, "--record", "go.jsonl", "--seed", "1", "-q"]);
    let turns = site.succeed(&["show", "go.jsonl", "--json"]).lines().count() - 1;
    let mut terminal = Terminal::start(&site, &["show", "go.jsonl"]);
    // The result is on every page.
    terminal.expect("0 random (black), 1 random (white) · Black (random) wins by ");
    terminal.press("\x1b[F");
    let page = terminal.expect(&format!("turn {turns}/{turns} · Black (random) wins by "));
    let (_, page) = page.rsplit_once("\x1b[H\x1b[2J").unwrap();
    assert!(page.contains("prisoners taken by black: "), "{page}");
    let rows: Vec<&str> = page.split("\r\n").collect();
    assert_eq!(rows.len(), 24, "{rows:#?}");
    // Every row of the board is visible or can be scrolled to.
    terminal.press("j");
    terminal.expect("X black, O white");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_slash_leads_to_the_next_fault() {
    let site = Site::new();
    site.write("wrong.py", "print(1, flush=True)\ninput()\nprint('x', flush=True)\n");
    site.run(&["play", "footsteps", "wrong.py", "builtin:first", "--record", "r.jsonl", "-q"]);
    let mut terminal = Terminal::start(&site, &["show", "r.jsonl"]);
    terminal.expect("turn 0/2 · 0 wrong (left), 1 first (right) · ");
    terminal.press("/");
    terminal.expect("turn 2/2 · first wins");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn what_is_no_record_is_reported_as_what_it_is() {
    let site = Site::new();
    site.write("c/contest.toml", crate::site::mancala(2));
    site.write("empty/file", "");
    site.write("bot.py", "print(1)");
    let contest = site.run(&["show", "c"]);
    assert!(contest.code == 1 && contest.err.contains("c is a contest: `certamen standings c`"));
    let folder = site.run(&["show", "empty", "--lang", "es"]);
    assert!(folder.code == 1 && folder.err.contains("empty es una carpeta"), "{folder:?}");
    let bot = site.run(&["show", "bot.py"]);
    assert!(bot.code == 1 && bot.err.contains("not a record"), "{bot:?}");
}

#[test]
fn interrupts_and_signals_leave_the_terminal_as_it_was() {
    let site = site();
    let mut terminal = Terminal::start(&site, &["show", "r.jsonl"]);
    terminal.expect("turn 0/");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    for signal in [Signal::TERM, Signal::HUP] {
        let mut terminal = Terminal::start(&site, &["show", "r.jsonl"]);
        terminal.expect("turn 0/");
        kill_process(Pid::from_child(&terminal.child), signal).unwrap();
        assert_eq!(terminal.end(), 130);
    }
}

#[test]
fn a_resized_terminal_is_redrawn() {
    let site = site();
    let mut terminal = Terminal::start(&site, &["show", "r.jsonl"]);
    terminal.expect("turn 0/");
    let size = Winsize { ws_row: 5, ws_col: 12, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal.slave, size).unwrap();
    // This is not the command's controlling terminal, so it gets no signal from the kernel.
    kill_process(Pid::from_child(&terminal.child), Signal::WINCH).unwrap();
    terminal.expect("\x1b[2J");
    terminal.expect("turn 0/");
    terminal.press("\x1b[C");
    terminal.expect("\x1b[2J");
    terminal.expect("turn 1/");
    let lines: Vec<&str> = terminal.shown.split("\r\n").collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 12), "{lines:?}");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_damaged_record_is_shown_as_far_as_it_goes_and_then_reported() {
    let site = site();
    let record = std::fs::read_to_string(site.path().join("r.jsonl")).unwrap();
    let mut lines: Vec<&str> = record.lines().take(4).collect();
    let wrong = r#"{"turn":4,"moves":[{"seat":0,"action":"R 77"}]}"#;
    lines.push(wrong);
    site.write("bad.jsonl", lines.join("\n") + "\n");
    let mut terminal = Terminal::start(&site, &["show", "bad.jsonl"]);
    terminal.expect("turn 0/3");
    terminal.press("\x1b[F");
    terminal.expect("turn 3/3");
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
}

#[test]
fn print_prints_it_whole_and_so_does_a_pipe() {
    let site = site();
    let piped = site.succeed(&["show", "r.jsonl"]);
    assert_eq!(site.succeed(&["show", "r.jsonl", "--print"]), piped);
    let mut terminal = Terminal::start(&site, &["show", "r.jsonl", "--print"]);
    terminal.expect(piped.lines().last().unwrap());
    assert_eq!(terminal.child.wait().unwrap().code(), Some(0));
    assert!(!terminal.shown.contains('\x1b'));
}
