//! A site under load: many connections, endless requests, and interruptions.

use crate::{served::Served, site::Site};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

const CONTEST: &str = r#"
name = "Three"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
seed = 7
[format]
kind = "round-robin"
games_per_pair = 2000
[ranking]
kind = "points"
"#;

fn three() -> Site {
    let site = Site::new();
    site.write("contests/three/contest.toml", CONTEST);
    site
}

/// The memory of a process and its descendants, in kilobytes.
fn memory(process: u32) -> u64 {
    let children = format!("/proc/{process}/task/{process}/children");
    let children = fs::read_to_string(children).unwrap_or_default();
    let below = children.split_whitespace().filter_map(|child| child.parse().ok());
    std::iter::once(process).chain(below).map(held).sum()
}

fn held(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or_default()
}

#[test]
fn five_thousand_connections_are_limited_and_shut_no_one_out_nightly() {
    let site = three();
    let served = Served::start(&site, &["serve", "contests", "--no-play"]);
    assert_eq!(served.get("/en/").0, 200);
    let before = memory(served.process());
    let mut idle = Vec::new();
    for _ in 0..5000 {
        // A rejected connection may get the answer at once, or fail.
        idle.extend(TcpStream::connect(&served.address).ok());
        if idle.len() == 700 {
            idle.clear();
        }
    }
    let grown = memory(served.process()).saturating_sub(before);
    assert!(grown < 64 << 10, "{grown} kB more");
    drop(idle);
    let answered = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(50));
        served.ask("/healthz", "").starts_with(b"HTTP/1.1 200")
    });
    assert!(answered, "no one gets in any more");
}

#[test]
fn listeners_get_events_within_a_second() {
    let site = three();
    site.write("contests/three/contest.toml", CONTEST.replace("2000", "40"));
    let served = Served::start(&site, &["serve", "contests", "--no-play"]);
    let mut stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(b"GET /c/three/events HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    site.succeed(&["run", "contests/three", "--quiet"]);
    let ended = Instant::now();
    let reported = lines.any(|line| line.contains("\"matches\":120"));
    assert!(reported && ended.elapsed() < Duration::from_millis(1500), "{:?}", ended.elapsed());
    assert!(served.get("/en/c/three").2.contains("120 of 120"), "and the page is new");
}

/// Thinks long about each move.
const THINKER: &str = "import time\nwhile True:\n    end = time.process_time() + 0.3\n    \
    while time.process_time() < end: pass\n    print(1, flush=True)\n    input()\n";

#[test]
fn a_match_that_takes_long_holds_no_other_contest_up_takes_long() {
    let site = three();
    site.write("contests/three/contest.toml", CONTEST.replace("2000", "20000"));
    site.write("contests/long/thinker.py", THINKER);
    let long =
        CONTEST.replace("\"builtin:random\", ", "").replace("\"builtin:last\"", "\"thinker.py\"");
    // Time limits are generous, so that no bot is too slow on a busy machine.
    let rest = "[limits]\nmove_time = \"20s\"\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("contests/long/contest.toml", format!("{long}{rest}"));
    let served = Served::start(&site, &["serve", "contests", "--tier", "D", "--jobs", "1"]);
    let reported = |what: &str| {
        let metrics = served.get("/metrics").2;
        let line = metrics.lines().find_map(|line| line.strip_prefix(what)).map(str::trim);
        line.and_then(|number| number.parse::<u64>().ok()).unwrap_or_default()
    };
    let begun = Instant::now();
    while reported("certamen_contest_playing{contest=\"long\"}") == 0 {
        assert!(begun.elapsed() < Duration::from_secs(30), "it is not played");
        thread::sleep(Duration::from_millis(50));
    }
    let grown = |from: u64| {
        let begun = Instant::now();
        loop {
            let now = reported("certamen_matches_finished{contest=\"three\"}");
            if now > from {
                return now;
            }
            let page = served.get("/en/c/three");
            assert!(begun.elapsed() < Duration::from_secs(6), "{now} after {from}: {page:?}");
            thread::sleep(Duration::from_millis(50));
        }
    };
    grown(grown(0));
    // Its first match takes longer than that.
    assert_eq!(reported("certamen_matches_finished{contest=\"long\"}"), 0);
}

#[test]
fn those_with_timetables_share_cores_with_the_others_takes_long() {
    let site = three();
    site.write("contests/three/contest.toml", CONTEST.replace("2000", "20000"));
    let rest = "[limits]\nmove_time = \"20s\"\n[sandbox]\nminimum_tier = \"D\"\n\
        [entries]\ncloses = \"2099-01-01T12:00[UTC]\"\n\
        [timetable]\nstarts = \"2020-01-01T12:00[UTC]\"\npublish_every = \"30 days\"\n";
    let held =
        CONTEST.replace("\"builtin:random\", ", "").replace("\"builtin:last\"", "\"thinker.py\"");
    let held = held.replace("round-robin\"\ngames_per_pair = 2000", "ladder\"");
    let held = held.replace("\"points\"", "\"win-share\"");
    for name in ["held", "other"] {
        site.write(&format!("contests/{name}/thinker.py"), THINKER);
        site.write(&format!("contests/{name}/contest.toml"), format!("{held}{rest}"));
    }
    let served = Served::start(&site, &["serve", "contests", "--tier", "D", "--jobs", "1"]);
    let reported = |what: &str| {
        let metrics = served.get("/metrics").2;
        let line = metrics.lines().find_map(|line| line.strip_prefix(what)).map(str::trim);
        line.and_then(|number| number.parse::<u64>().ok()).unwrap_or_default()
    };
    let begun = Instant::now();
    for name in ["held", "other"] {
        while reported(&format!("certamen_contest_playing{{contest=\"{name}\"}}")) == 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "{name} is not played");
            thread::sleep(Duration::from_millis(50));
        }
    }
    thread::sleep(Duration::from_secs(4));
    let three = "certamen_matches_finished{contest=\"three\"}";
    let before = reported(three);
    let alive = (0..30).map(|_| {
        thread::sleep(Duration::from_millis(100));
        thinkers(served.process())
    });
    // All of them share one core, and none has threads of its own.
    assert_eq!(alive.max(), Some(1), "thinkers at once");
    assert!(reported(three) > before && before > 0, "{before} matches, then {}", reported(three));
}

/// Number of such bots below a process.
fn thinkers(process: u32) -> usize {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|all| all.split_whitespace().flat_map(str::parse).collect::<Vec<_>>())
        .collect();
    let own = |child: &u32| {
        let command = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
        usize::from(String::from_utf8_lossy(&command).contains("thinker.py"))
    };
    children.iter().map(|child| own(child) + thinkers(*child)).sum()
}

/// Requests pages while `work` runs; returns the number of complete answers.
fn read_while(served: &Served, work: impl FnOnce()) -> usize {
    let (stop, whole) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for path in ["/en/c/three/standings", "/es/c/three/matches", "/fr/c/three/matrix"] {
            let (stop, whole) = (&stop, &whole);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let answer = served.ask(path, "");
                    let is_whole = answer.trim_ascii_end().ends_with(b"</html>");
                    // Before the first match there are no standings.
                    whole.fetch_add(usize::from(is_whole), Ordering::Relaxed);
                }
            });
        }
        work();
        stop.store(true, Ordering::Relaxed);
    });
    whole.into_inner()
}

#[test]
fn ends_in_the_middle_of_it_lose_nothing() {
    let site = three();
    for signal in [rustix::process::Signal::KILL, rustix::process::Signal::TERM] {
        let served = Served::start(&site, &["serve", "contests", "--tier", "D"]);
        let process = rustix::process::Pid::from_raw(served.process() as i32).unwrap();
        let mut listener = TcpStream::connect(&served.address).unwrap();
        listener.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        listener.write_all(b"GET /c/three/events HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let whole = read_while(&served, || {
            thread::sleep(Duration::from_millis(1200));
            rustix::process::kill_process(process, signal).unwrap();
            thread::sleep(Duration::from_millis(300));
        });
        assert!(whole > 0, "no request was answered");
        let begun = Instant::now();
        let code = served.end();
        assert!(begun.elapsed() < Duration::from_secs(12), "{:?}", begun.elapsed());
        let due = if signal == rustix::process::Signal::TERM { Some(130) } else { None };
        assert_eq!(code, due, "{signal:?}");
        let mut heard = Vec::new();
        // After a power failure, connections are not closed in order.
        let _ = listener.read_to_end(&mut heard);
        let heard = String::from_utf8_lossy(&heard);
        assert!(heard.contains("event: table"), "{heard}");
        let asked = signal == rustix::process::Signal::TERM;
        assert!(!asked || heard.contains("event: bye\ndata: {}"), "{heard}");
    }
    // It continues where it stopped, with the same result.
    site.succeed(&["run", "contests/three", "--quiet"]);
    site.write("other/contest.toml", CONTEST);
    site.succeed(&["run", "other", "--quiet"]);
    let table = |folder: &str| site.succeed(&["standings", folder, "--format", "csv"]);
    assert_eq!(table("contests/three"), table("other"));
}
