//! A site with missing pages, broken contests and failures: each is named, and the rest works.

use crate::{
    served::Served,
    site::Site,
    words::{LANGUAGES, check_messages},
};
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    process::Command,
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
games_per_pair = 2
[ranking]
kind = "points"
"#;

fn three() -> Site {
    let site = Site::new();
    site.write("contests/three/contest.toml", CONTEST);
    site.succeed(&["run", "contests/three", "--quiet"]);
    site
}

/// Serves the contests of `site` without playing; the host's output goes to a file.
fn serve(site: &Site, arguments: &[&str]) -> Served {
    let own = ["serve", "contests", "--no-play", "--listen", "127.0.0.1:0"];
    let hosts = File::create(site.path().join("hosts.txt")).unwrap();
    Served::by(site.command(&[&own, arguments].concat()), hosts.into())
}

/// Waits until `what` is true, at most `seconds`.
fn waits_for(seconds: u64, what: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds) {
        if what() {
            return true;
        }
        thread::sleep(Duration::from_millis(100));
    }
    false
}

#[test]
fn what_is_not_there_is_refused_by_name_in_four_languages() {
    let site = three();
    let served = serve(&site, &[]);
    for (path, due, named) in [
        ("/c/four", 404, "four"),
        ("/c/Three", 404, "Three"),
        ("/c/three/matches/99", 404, "99"),
        ("/c/three/matches/first", 404, "first"),
        ("/c/three/matches/1?turn=99999", 404, "99999"),
        ("/c/three/matches/1?turn=one", 400, "one"),
        ("/c/three/matches/1/frames.js?from=200000", 404, "200000"),
        ("/c/three/bots/absent", 404, "absent"),
        ("/c/three/matches?bot=absent", 404, "absent"),
        ("/c/three/matches?bot=random&vs=absent", 404, "absent"),
        ("/c/three/matches?fault=laughing", 400, "laughing"),
        ("/c/three/standings?at=77", 404, "77"),
        ("/c/three/publications/4", 404, "4"),
        ("/c/three/championships/5", 404, "5"),
        ("/c/three/laughing", 404, "laughing"),
        ("/games/checkers", 404, "checkers"),
        ("/series/autumn", 404, "autumn"),
        ("/c/%2e%2e/rules", 400, "%2e%2e"),
        ("/c/three/bots/%00", 400, "%00"),
        ("/../../etc/passwd", 400, ".."),
    ] {
        let reported = LANGUAGES.map(|language| {
            let (status, _, page) = served.get(&format!("/{language}{path}"));
            assert_eq!(status, due, "{path}: {page}");
            let message = page.split("<p class=\"trouble\">").nth(1);
            let message = message.unwrap_or_else(|| panic!("{path}: {page}"));
            let message = message.split("</p>").next().unwrap();
            assert!(message.contains(named), "{path} does not name {named}: {message}");
            message.to_owned()
        });
        check_messages(&reported, path);
    }
    let (status, _, page) = served.get("/de/c/three");
    assert!(status == 404 && page.contains("no pages in &#34;de&#34;"), "{page}");
    let posted = {
        let mut stream = TcpStream::connect(&served.address).unwrap();
        write!(stream, "DELETE /en/c/three HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(posted.starts_with("HTTP/1.1 405 ") && posted.contains("DELETE"), "{posted}");
    assert_eq!(served.get("/en/c/three/standings").0, 200);
}

#[test]
fn contests_that_cannot_be_shown_are_named_and_the_others_are_served() {
    let site = three();
    site.write("contests/Bad Name/contest.toml", CONTEST);
    site.write("contests/wrong/contest.toml", CONTEST.replace("seed = 7", "sed = 7"));
    site.write("contests/newer/contest.toml", CONTEST);
    site.succeed(&["run", "contests/newer", "--quiet"]);
    let path = site.path().join("contests/newer/.certamen/store.sqlite");
    let store = rusqlite::Connection::open(&path).unwrap();
    store.pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    let own = ["serve", "contests", "--tier", "D", "--listen", "127.0.0.1:0"];
    let hosts = File::create(site.path().join("hosts.txt")).unwrap();
    let served = Served::by(site.command(&own), hosts.into());
    let reported = |parts: &[&str]| parts.iter().all(|part| site.read("hosts.txt").contains(part));
    let all = [
        "Bad Name: skipped: folder names: 1–40 of a-z, 0-9, -",
        "wrong: ",
        "`sed`",
        "newer: ",
        "written by a newer certamen",
    ];
    assert!(waits_for(20, || reported(&all)), "{}", site.read("hosts.txt"));
    for (path, part) in [
        ("/en/c/wrong", "paused for a technical reason"),
        ("/en/c/newer", "paused for a technical reason"),
        ("/en/c/three", "Three"),
    ] {
        let (status, _, page) = served.get(path);
        assert!(status == 200 && page.contains(part), "{path}: {page}");
    }
    assert!(!served.get("/en/").2.contains("Bad Name"));
    let (status, _, ready) = served.get("/readyz");
    let due = "degraded: newer cannot be shown\ndegraded: wrong cannot be shown\n";
    assert_eq!((status, ready.as_str()), (200, due), "the others are served");
    assert_eq!(served.get("/en/c/three/standings").0, 200);
    drop(served);
    let alone = Served::start(&site, &["serve", "contests/newer", "--no-play"]);
    let (status, _, ready) = alone.get("/readyz");
    let due = "not ready: no contest can be shown\ndegraded: newer cannot be shown\n";
    assert_eq!((status, ready.as_str()), (503, due));
}

#[test]
fn a_corrupt_file_of_a_contest_is_named_and_the_others_are_played() {
    let site = Site::new();
    let dates = "[entries]\ncloses = \"never\"\n[timetable]\nstarts = \"2015-03-13T12:00[UTC]\"\n";
    let held = CONTEST.replace("\"round-robin\"\ngames_per_pair = 2", "\"ladder\"");
    let held = held.replace("\"points\"", "\"win-share\"\n[sandbox]\nminimum_tier = \"D\"") + dates;
    let course = held.replace("footsteps", "mancala8") + "[course]\n";
    let cases = [
        ("store", "store.sqlite", ".certamen/store.sqlite", CONTEST),
        ("published", "provisional.json", "published/2015-03-13T1400-provisional.json", &held),
        ("ruled", "x.json", "rulings/x.json", &course),
        ("pairs", "pairs.csv", "pairs.csv", &course),
    ];
    for (slug, _, file, contest) in cases {
        site.write(&format!("contests/{slug}/contest.toml"), contest);
        site.write(&format!("contests/{slug}/{file}"), "{".repeat(100));
    }
    site.write("contests/three/contest.toml", CONTEST);
    let own = ["serve", "contests", "--tier", "D", "--listen", "127.0.0.1:0"];
    let hosts = File::create(site.path().join("hosts.txt")).unwrap();
    let served = Served::by(site.command(&own), hosts.into());
    let unnamed = || {
        let told = site.read("hosts.txt");
        let is_named = |slug: &str, name: &str| {
            told.lines().any(|line| line.contains(&format!("{slug}: ")) && line.contains(name))
        };
        let cases = cases.into_iter().filter(|(slug, name, ..)| !is_named(slug, name));
        cases.map(|(slug, ..)| slug).collect::<Vec<_>>()
    };
    assert!(waits_for(20, || unnamed().is_empty()), "{:?}: {}", unnamed(), site.read("hosts.txt"));
    let over = || served.get("/en/c/three").2.contains("Winner");
    assert!(waits_for(20, over), "{}", served.get("/en/c/three").2);
    for (slug, ..) in cases {
        let (status, _, page) = served.get(&format!("/en/c/{slug}"));
        assert!(status == 200, "{slug}: {page}");
    }
}

#[test]
fn a_record_that_cannot_be_replayed_is_shown_up_to_the_line_that_is_wrong() {
    let site = three();
    let mut served = serve(&site, &[]);
    let record = served.get("/api/v1/contests/three/matches/1/record").2;
    served.kill();
    let (head, rest) = record.split_once("\n{\"turn\":2,").unwrap();
    let begin = rest.find("\"action\":\"").unwrap() + "\"action\":\"".len();
    let end = begin + rest[begin..].find('"').unwrap();
    let forged = format!("{head}\n{{\"turn\":2,{}999{}", &rest[..begin], &rest[end..]);
    let store = site.path().join("contests/three/.certamen/store.sqlite");
    let store = rusqlite::Connection::open(&store).unwrap();
    let write = "UPDATE record SET zstd = ?, dictionary = NULL WHERE match = 1";
    store.execute(write, [zstd::encode_all(forged.as_bytes(), 1).unwrap()]).unwrap();
    drop(store);
    let served = serve(&site, &[]);
    for (path, due) in [("/en/c/three/matches/1", 200), ("/en/c/three/matches/1?turn=1", 200)] {
        let (status, _, page) = served.get(path);
        assert_eq!(status, due, "{path}: {page}");
        assert!(page.contains("line 3") && page.contains("999"), "{path}: {page}");
    }
    assert!(served.get("/en/c/three/matches/1").2.contains("id=\"turn\">1 / 1<"));
    assert_eq!(served.get("/en/c/three/matches/1?turn=2").0, 404);
    assert!(served.get("/en/c/three/matches/1/frames.js").2.contains("certamenFrames[0]="));
    assert_eq!(served.get("/en/c/three/matches/2").0, 200, "the others are shown");
}

/// Prints markup, ends of scripts and bidirectional control characters, which the rules reject.
const LOUD: &str = "import sys\nwhile True:\n    \
    print('</script><b onclick=x>\\u202e\\u0007', flush=True)\n    sys.stdin.readline()\n";

#[test]
fn text_of_bots_and_files_is_inert_on_every_page() {
    let site = Site::new();
    let name = "name = \"<b onclick=x>\\u202E Three </script>\"";
    let contest = CONTEST.replace("name = \"Three\"", name);
    let contest = contest.replace("\"builtin:last\"", "\"loud.py\"");
    let rest = "[programs]\non_fault = \"game\"\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("contests/three/contest.toml", format!("{contest}{rest}"));
    site.write("contests/three/loud.py", LOUD);
    let notice = "# <b onclick=x>\u{202e}\n\n<b onclick=x> [x](javascript:x) \u{202e}\n";
    site.write("contests/three/notices/0001-x.md", notice);
    site.succeed(&["run", "contests/three", "--quiet", "--tier", "D"]);
    let served = serve(&site, &[]);
    let found = served.json("/api/v1/contests/three/matches?bot=loud");
    let number = found[0]["number"].as_i64().unwrap();
    let mut reported = String::new();
    for path in ["", "/standings", "/matches", "/notices", "/rules", "/bots/loud", "/feed.atom"] {
        reported += &served.get(&format!("/en/c/three{path}")).2;
    }
    let shown = served.get(&format!("/en/c/three/matches/{number}")).2;
    assert!(shown.contains("onclick=x"), "what was said is told: {shown}");
    reported += &shown;
    for path in ["/", "/feed.atom", &format!("/embed/c/three/matches/{number}")] {
        reported += &served.get(&format!("/en{path}")).2;
    }
    let frames = served.get(&format!("/en/c/three/matches/{number}/frames.js")).2;
    for acts in ["<b onclick", "\u{202e}", "\u{7}", "</script><b", "javascript:x"] {
        assert!(!reported.contains(acts), "{acts:?}: {reported}");
        assert!(!frames.contains(acts), "{acts:?}: {frames}");
    }
}

#[test]
fn an_address_that_is_taken_is_named_and_an_open_one_warned_of() {
    let site = three();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    let messages = LANGUAGES.map(|language| {
        let said = site.run_in(language, &["serve", "contests", "--no-play", "--listen", &taken]);
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
        assert!(said.err.contains(&format!("cannot listen on {taken}")) || language != "en");
        assert!(said.err.contains(&taken), "{said:?}");
        said.err
    });
    check_messages(&messages, "serve on a taken address");
    let open = || {
        let own = ["serve", "contests", "--no-play", "--listen", "0.0.0.0:0"];
        let hosts = File::create(site.path().join("hosts.txt")).unwrap();
        drop(Served::by(site.command(&own), hosts.into()));
        site.read("hosts.txt")
    };
    let warned = open();
    assert!(warned.contains("warning: 0.0.0.0:") && warned.contains("base_url"), "{warned}");
    site.write("contests/site.toml", "base_url = \"https://contests.example.org/\"\n");
    assert_eq!(open(), "", "who says how others come has a proxy");
}

#[test]
fn who_says_too_much_or_too_slowly_is_hung_up_on_takes_long() {
    let site = three();
    let served = serve(&site, &[]);
    let long = served.ask("/en/", &format!("X-Long: {}\r\n", "x".repeat(17 << 10)));
    let long = String::from_utf8_lossy(&long);
    assert!(long.starts_with("HTTP/1.1 431 "), "{long}");
    let most = served.ask("/en/", &format!("X-Long: {}\r\n", "x".repeat(12 << 10)));
    assert!(most.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(&most));
    let mut slow = TcpStream::connect(&served.address).unwrap();
    slow.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let begun = Instant::now();
    slow.write_all(b"GET /en/ HTTP/1.1\r\nHost: x\r\nX-Slow: ").unwrap();
    assert_eq!(served.get("/en/c/three").0, 200, "others do not wait");
    let mut said = Vec::new();
    // The server closed the connection, in order or not.
    _ = slow.read_to_end(&mut said);
    let waited = begun.elapsed();
    assert!(waited > Duration::from_secs(8) && waited < Duration::from_secs(20), "{waited:?}");
    assert!(!said.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&said));
}

#[test]
fn pages_go_on_when_the_disk_is_full() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let site = three();
    let long = CONTEST.replace("games_per_pair = 2", "games_per_pair = 100000");
    site.write("contests/long/contest.toml", long);
    // It would stop in time if it kept space free.
    site.write("contests/site.toml", "[limits]\nmin_free = \"0 B\"\n");
    // A file system of its own, visible only to these processes.
    let disk = "mount -t tmpfs -o size=6m,mode=0755 none disk && cp -a contests disk/ && \
        exec \"$0\" serve disk/contests --tier D --listen 127.0.0.1:0";
    fs::create_dir(site.path().join("disk")).unwrap();
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", disk, env!("CARGO_BIN_EXE_certamen")]);
    command.current_dir(site.path()).env("LC_ALL", "C");
    let hosts = File::create(site.path().join("hosts.txt")).unwrap();
    let served = Served::by(command, hosts.into());
    assert!(waits_for(20, || served.get("/en/c/long/standings").0 == 200), "it is played");
    let disk = format!("/proc/{}/root{}", served.process(), site.path().join("disk").display());
    // It is full when no more can be written.
    let filled = fs::write(format!("{disk}/filler"), vec![0; 8 << 20]);
    assert!(filled.is_err(), "the disk is larger than that");
    let stopped = || {
        let (status, _, ready) = served.get("/readyz");
        // The short one may not have been over yet.
        status == 200 && ready.starts_with("degraded: ") && ready.contains("long")
    };
    assert!(waits_for(60, stopped), "{}", site.read("hosts.txt"));
    for path in ["/en/", "/en/c/three/standings", "/en/c/three/matches/1", "/es/c/three/matrix"] {
        let (status, _, page) = served.get(path);
        assert_eq!(status, 200, "{path}: {page}");
    }
    let (status, _, page) = served.get("/en/c/long");
    assert!(status == 200 && page.contains("stopped by an error"), "{page}");
    assert!(site.read("hosts.txt").contains("long: "), "{}", site.read("hosts.txt"));
}

/// An engine that does not support this board, so that its matches are void.
const REFUSING_ENGINE: &str = "import sys\nfor line in sys.stdin:\n    \
    head = line.split()[0]\n    number = head if head.isdigit() else ''\n    \
    told = '?' + number + ' no such board' if 'boardsize' in line else '=' + number\n    \
    print(told + '\\n', flush=True)\n";

/// A contest in `folder` whose matches are all void.
pub(crate) fn write_void_contest(site: &Site, folder: &str) {
    let contest = "name = \"Go\"\ngame = \"go\"\nseed = 1\n\
        bots = [\"refuses\", \"builtin:first\"]\noptions = { size = 3 }\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 1\n[ranking]\nkind = \"points\"\n\
        [sandbox]\nminimum_tier = \"D\"\n";
    let bot = "name = \"refuses\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\n\
        protocol = \"gtp\"\n";
    site.write(&format!("{folder}/contest.toml"), contest);
    site.write(&format!("{folder}/refuses/bot.toml"), bot);
    site.write(&format!("{folder}/refuses/bot.py"), REFUSING_ENGINE);
}

/// The spans of the first line of this log with this message, as their names and fields.
pub(crate) fn spans_of(log: &str, message: &str) -> Option<Vec<Value>> {
    let lines = log.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let mut lines = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found = lines.find(|line| line["message"] == message)?;
    Some(found["spans"].as_array().unwrap_or_else(|| panic!("{found}")).clone())
}

#[test]
fn a_message_names_the_contest_the_match_the_entry_or_the_request_that_it_belongs_to() {
    let site = three();
    site.succeed(&["account", "contests", "add", "root", "--role", "admin"]);
    let store = site.path().join("contests/three/.certamen/store.sqlite");
    let store = rusqlite::Connection::open(&store).unwrap();
    store.execute("UPDATE record SET zstd = x'0102' WHERE match = 1", ()).unwrap();
    drop(store);
    write_void_contest(&site, "contests/go");
    let entries = format!("{CONTEST}[entries]\ncloses = \"never\"\n");
    site.write("contests/open/contest.toml", entries);
    fs::create_dir_all(site.path().join("contests/open/submissions/empty.sent")).unwrap();
    let own = ["serve", "contests", "--listen", "127.0.0.1:0", "--log", "json"];
    let hosts = File::create(site.path().join("hosts.txt")).unwrap();
    let served = Served::by(site.command(&own), hosts.into());
    assert_eq!(served.get("/en/c/three/matches/1").0, 500);
    let contest = |slug: &str| json!({ "name": "contest", "slug": slug });
    let path = "/en/c/three/matches/1";
    for (message, due) in [
        ("a match is void", vec![contest("go"), json!({ "name": "match", "number": 1 })]),
        (
            "nothing can be decided on an entry now",
            vec![contest("open"), json!({ "name": "entry", "id": "empty" })],
        ),
        (
            "a contest cannot be read",
            vec![json!({ "name": "request", "method": "GET", "path": path })],
        ),
    ] {
        let spans = || spans_of(&site.read("hosts.txt"), message);
        assert!(waits_for(60, || spans().is_some()), "{message}: {}", site.read("hosts.txt"));
        assert_eq!(spans().unwrap(), due, "{message}");
    }
}

#[test]
fn with_json_each_message_of_a_site_is_an_object_and_text_has_time_and_level() {
    let site = Site::new();
    site.write("contests/three/contest.toml", CONTEST);
    site.write("contests/Bad Name/contest.toml", CONTEST);
    let finished = |text: &str| text.contains("three: finished");
    for arguments in [&["--log", "json"][..], &[]] {
        let own = ["serve", "contests", "--listen", "127.0.0.1:0"];
        let hosts = File::create(site.path().join("hosts.txt")).unwrap();
        let server = Served::by(site.command(&[&own, arguments].concat()), hosts.into());
        assert!(waits_for(60, || finished(&site.read("hosts.txt"))), "{}", site.read("hosts.txt"));
        drop(server);
        let text = site.read("hosts.txt");
        for line in text.lines() {
            if arguments.is_empty() {
                let mut words = line.split_whitespace();
                let time = words.next().unwrap().parse::<jiff::Timestamp>();
                assert!(
                    time.is_ok() && ["INFO", "WARN"].contains(&words.next().unwrap()),
                    "{line}"
                );
            } else {
                let line: Value = serde_json::from_str(line).unwrap();
                assert!(line["level"].is_string() && line["message"].is_string(), "{line}");
            }
        }
        assert!(text.lines().count() >= 2 && text.contains("Bad Name"), "{text}");
    }
}
