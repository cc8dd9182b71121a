//! `certamen serve` as a client sees it: each answer is valid for the published schema.

use crate::site::Site;
use boon::{Compiler, Schemas};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

const CONTEST: &str = r#"
name = "Three"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "points"
"#;

/// A server that is killed at the end of the test.
pub(crate) struct Served {
    child: Child,
    /// Its host and port.
    pub(crate) address: String,
}

impl Served {
    /// Serves with these arguments, on a port of its own.
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Served {
        let own_port = ["--listen", "127.0.0.1:0"];
        Served::by(site.command(&[arguments, &own_port].concat()), Stdio::null())
    }

    /// Serves with this command, whose standard error goes to `hosts`.
    pub(crate) fn by(mut command: Command, hosts: Stdio) -> Served {
        let mut child = command.stdout(Stdio::piped()).stderr(hosts).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/');
        let address = address.to_owned();
        Served { child, address }
    }

    /// The id of the started process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Kills it, as a power failure would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until it has ended by itself; returns the exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// The status, the head and the body of an answer.
    pub(crate) fn get(&self, path: &str) -> (u16, String, String) {
        let answer = String::from_utf8(self.ask(path, "")).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split_whitespace().nth(1).unwrap().parse().unwrap();
        (status, head.to_lowercase(), body.to_owned())
    }

    /// The bytes of an answer; fewer if the server closes the connection.
    pub(crate) fn ask(&self, path: &str, headers: &str) -> Vec<u8> {
        let Ok(mut stream) = TcpStream::connect(&self.address) else { return Vec::new() };
        // On a port without a listener, a client that gets the same port connects to itself.
        if stream.local_addr().ok() == stream.peer_addr().ok() {
            return Vec::new();
        }
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\n{headers}Connection: close\r\n\r\n");
        let mut answer = Vec::new();
        // The server may close a rejected connection before the request is written.
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// The name and the data of the first event of a stream.
    fn first_event(&self, path: &str) -> (String, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
        let mut after = |key: &str| {
            let found = lines.find_map(|line| Some(line.strip_prefix(key)?.trim().to_owned()));
            found.unwrap_or_else(|| panic!("{path}: no {key}"))
        };
        let name = after("event:");
        (name, serde_json::from_str(&after("data:")).unwrap())
    }

    pub(crate) fn json(&self, path: &str) -> Value {
        let (status, _, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_answer_keeps_to_its_schema() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    site.succeed(&["run", "three", "--seed", "7"]);
    site.write("three/championships/2026-11-22-final/contest.toml", CONTEST);
    site.succeed(&["run", "three/championships/2026-11-22-final", "--seed", "8"]);
    let server = Served::start(&site, &["serve", "three", "--no-play"]);
    let document = server.json("/api/openapi.json");
    let mut checked = 0;
    let everybodys = |reported: &Value| {
        reported["get"].is_object()
            && reported["get"]["security"].is_null()
            && reported["post"].is_null()
    };
    let paths = document["paths"].as_object().unwrap().iter();
    // Streams do not end; they are tested below. A site without a list has no matches of it.
    let ending = paths.filter(|(path, _)| !path.ends_with("/events") && !path.contains("/peers"));
    for (path, reported) in ending.filter(|(_, reported)| everybodys(reported)) {
        let path = path.replace("{contest}", "three").replace("{bot}", "first");
        let path = path.replace("{match}", "1").replace("{championship}", "1");
        let answer = &reported["get"]["responses"]["200"]["content"];
        let (kind, _) = answer.as_object().unwrap().iter().next().unwrap();
        let (status, head, body) = server.get(&format!("/api/v1{path}"));
        assert!(status == 200 && head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        if kind == "application/json" {
            let schema = answer[kind]["schema"]["$ref"].as_str().unwrap();
            check(&document, schema, &serde_json::from_str(&body).unwrap());
            checked += 1;
        }
    }
    assert_eq!(checked, 29);
    assert_eq!(server.json("/api/v1/contests/three/matches").as_array().unwrap().len(), 6);
    assert_eq!(server.json("/api/v1/contests/three/matches?before=3").as_array().unwrap().len(), 2);
    assert_eq!(server.json("/api/v1/contests/three/matches?bot=absent"), serde_json::json!([]));
    let reported = &document["paths"]["/contests/{contest}/events"]["get"]["responses"]["200"];
    let events = reported["content"]["text/event-stream"]["schema"]["$ref"].as_str().unwrap();
    let events = document.pointer(events.trim_start_matches('#')).unwrap();
    let (name, data) = server.first_event("/api/v1/contests/three/events");
    check(&document, events["x-events"][&name]["$ref"].as_str().unwrap(), &data);
    assert_eq!((name.as_str(), &data["matches"]), ("table", &serde_json::json!(6)));
    let (_, _, record) = server.get("/api/v1/contests/three/matches/1/record");
    site.write("one.jsonl", record);
    site.succeed(&["verify", "one.jsonl"]);
}

#[test]
fn what_there_is_not_is_a_problem_that_names_it() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    let server = Served::start(&site, &["serve", "three", "--no-play"]);
    let document = server.json("/api/openapi.json");
    for (path, due, named) in [
        ("/api/v1/contests/four", 404, "four"),
        ("/api/v1/contests/three/matches/x", 404, "x"),
        ("/api/v1/contests/three/matches?colour=red", 400, "colour"),
        ("/api/v1/nothing", 404, "nothing"),
        ("/api/v1/contests/three/standings", 404, "played"),
        ("/api/v1/contests/four/events", 404, "four"),
        ("/api/v1/contests/three/events?since=1", 400, "since"),
    ] {
        let (status, head, body) = server.get(path);
        assert_eq!(status, due, "{path}: {body}");
        assert!(head.contains("content-type: application/problem+json"), "{head}");
        assert!(body.contains(named), "{path}: {body}");
        check(&document, "#/components/schemas/Problem", &serde_json::from_str(&body).unwrap());
    }
}

fn check(document: &Value, schema: &str, reported: &Value) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("http://localhost/api.json", document.clone()).unwrap();
    let index = compiler.compile(&format!("http://localhost/api.json{schema}"), &mut schemas);
    let index = index.unwrap_or_else(|error| panic!("{schema}: {error:#}"));
    if let Err(error) = schemas.validate(reported, index) {
        panic!("{schema}: {error:#}\n{reported}");
    }
}

#[test]
fn what_another_process_plays_is_reported_as_such() {
    let site = Site::new();
    let slow = "import time\nfor bid in iter(lambda: 1, 0):\n    end = time.process_time() + 0.2\n    \
        while time.process_time() < end: pass\n    print(bid, flush=True)\n    input()\n";
    site.write("three/slow.py", slow);
    let contest = CONTEST.replace("\"builtin:last\"", "\"slow.py\"");
    site.write("three/contest.toml", format!("{contest}[sandbox]\nminimum_tier = \"D\"\n"));
    let mut run = site.start(&["run", "three", "--quiet", "--tier", "D"]);
    let server = Served::start(&site, &["serve", "three", "--no-play"]);
    let reported = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.get("/en/c/three").2.contains("played on another machine")
    });
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(reported, "{}", server.get("/en/c/three").2);
    let gone = (0..40).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        !server.get("/en/c/three").2.contains("played on another machine")
    });
    assert!(gone, "{}", server.get("/en/c/three").2);
}

#[test]
fn pages_are_packed_for_those_who_unpack_and_only_named_to_those_who_have_them() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    site.succeed(&["run", "three", "--seed", "7"]);
    let served = Served::start(&site, &["serve", "three", "--no-play"]);
    let (status, head, page) = served.get("/en/c/three/standings");
    assert_eq!(status, 200);
    assert!(!head.contains("content-encoding") && head.contains("vary: accept-encoding"), "{head}");
    let packed = served.ask("/en/c/three/standings", "Accept-Encoding: br, gzip\r\n");
    let text = String::from_utf8_lossy(&packed).to_lowercase();
    assert!(text.contains("content-encoding: gzip"), "{text}");
    assert!(packed.len() * 2 < page.len(), "{} of {}", packed.len(), page.len());
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: w/")).unwrap();
    let known = served.ask("/en/c/three/standings", &format!("If-None-Match: W/{tag}\r\n"));
    assert!(known.starts_with(b"HTTP/1.1 304 "), "{}", String::from_utf8_lossy(&known));
}

#[test]
fn only_what_is_made_for_it_lets_itself_be_framed() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    site.succeed(&["run", "three", "--seed", "7"]);
    let served = Served::start(&site, &["serve", "three", "--no-play"]);
    for (path, framed) in [
        ("/en/embed/c/three/standings", "frame-ancestors *"),
        ("/en/embed/c/three/matches/1", "frame-ancestors *"),
        ("/en/c/three/standings", "frame-ancestors 'none'"),
        ("/en/embed/c/four/standings", "frame-ancestors *"),
        ("/en/", "frame-ancestors 'none'"),
    ] {
        let (_, head, _) = served.get(path);
        assert!(head.contains(framed), "{path}: {head}");
    }
}

#[test]
fn announcements_are_shown_within_a_second_and_in_the_feeds() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    site.succeed(&["run", "three", "--seed", "7"]);
    let served = Served::start(&site, &["serve", "three", "--no-play"]);
    assert!(!served.get("/es/c/three").2.contains("Avisos"));
    site.write(
        "three/notices/0001-more.md",
        "date: 2026-11-22\nlang: es\n# Un día <más>\n\n[x](javascript:alert(1)) <script>no</script>\n",
    );
    let reported = (0..40).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        served.get("/es/c/three").2.contains("Un día")
    });
    let page = served.get("/es/c/three/notices").2;
    assert!(reported, "{page}");
    assert!(page.contains("Un día &#60;más&#62;") || page.contains("Un día &lt;más&gt;"), "{page}");
    assert!(!page.contains("javascript:") && !page.contains("<script>no"), "{page}");
    for path in ["/es/feed.atom", "/es/c/three/feed.atom"] {
        let (_, head, feed) = served.get(path);
        assert!(head.contains("content-type: application/atom+xml"), "{head}");
        assert!(feed.contains("<updated>2026-11-22T00:00:00Z</updated>"), "{feed}");
        assert!(feed.contains("Un día &lt;más&gt;") && feed.contains("#n0001-more"), "{feed}");
    }
    assert!(served.get("/en/c/three/notices").2.contains("lang=\"es\""));
}

#[test]
fn the_table_of_an_earlier_moment_is_shown_as_it_was() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST.replace("games_per_pair = 2", "games_per_pair = 20"));
    site.succeed(&["run", "three", "--seed", "7"]);
    let more = CONTEST.replace("\"builtin:last\"", "\"builtin:last\", \"newcomer=builtin:random\"");
    site.write("three/contest.toml", more.replace("games_per_pair = 2", "games_per_pair = 20"));
    site.succeed(&["run", "three"]);
    let served = Served::start(&site, &["serve", "three", "--no-play"]);
    let earlier = served.get("/en/c/three/standings?at=1").2;
    assert!(earlier.contains("after 60 matches") && !earlier.contains("newcomer"), "{earlier}");
    let now = served.get("/en/c/three/standings").2;
    assert!(now.contains("newcomer") && now.contains("class=\"spark\""), "{now}");
    assert!(now.contains("/en/c/three/standings?at=2"), "{now}");
    let bot = served.get("/en/c/three/bots/random").2;
    assert!(bot.contains("class=\"course\"") && bot.contains("Best win"), "{bot}");
    for (path, due, named) in [
        ("/en/c/three/standings?at=9", 404, "9"),
        ("/en/c/three/standings?at=x", 400, "x"),
        ("/en/c/three/publications/4", 404, "4"),
        ("/en/c/three/matches?result=won", 400, "result"),
        ("/en/c/three/matches?fault=laughing", 400, "laughing"),
        ("/en/c/%2e%2e/rules", 400, "%2e%2e"),
        ("/en/c/three/bots/%00", 400, "%00"),
    ] {
        let (status, _, page) = served.get(path);
        assert_eq!(status, due, "{path}: {page}");
        assert!(page.contains(named), "{path}: {page}");
    }
    let won = served.get("/en/c/three/matches?bot=random&vs=first&result=won").2;
    let lost = served.get("/en/c/three/matches?bot=first&vs=random&result=lost").2;
    let rows = |page: &str| page.matches("<td class=\"n\"><a href=").count();
    assert!(rows(&won) > 0 && rows(&won) == rows(&lost), "{won}{lost}");
}

#[test]
fn what_is_measured_here_is_for_this_machine() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    let served = Served::start(&site, &["serve", "three", "--no-play"]);
    assert!(served.get("/metrics").2.contains("certamen_matches_finished"));
    // A proxy on this machine sends a remote client's request.
    let elsewhere = served.ask("/metrics", "X-Forwarded-For: 192.0.2.7\r\n");
    let elsewhere = String::from_utf8(elsewhere).unwrap();
    assert!(
        elsewhere.starts_with("HTTP/1.1 401 ") && !elsewhere.contains("_finished"),
        "{elsewhere}"
    );
}

#[test]
fn one_address_does_not_take_all_the_streams() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    site.write("three/site.toml", "[listen]\nproxies = [\"127.0.0.1\"]\n");
    let served = Served::start(&site, &["serve", "three", "--no-play"]);
    let begin = |from: &str| {
        let mut stream = TcpStream::connect(&served.address).unwrap();
        let head =
            format!("GET /c/three/events HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {from}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        (line, stream)
    };
    let open: Vec<_> = (0..10).map(|_| begin("192.0.2.7")).collect();
    assert!(open.iter().all(|(line, _)| line.contains(" 200 ")), "{open:?}");
    assert!(begin("192.0.2.7").0.contains(" 503 "));
    assert!(begin("192.0.2.8").0.contains(" 200 "));
}

#[test]
fn idle_connections_keep_no_one_out() {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    let served = Served::start(&site, &["serve", "three", "--no-play"]);
    let idle: Vec<TcpStream> =
        (0..900).filter_map(|_| TcpStream::connect(&served.address).ok()).collect();
    assert!(idle.len() > 500, "{}", idle.len());
    drop(idle);
    let answered = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        served.ask("/healthz", "").starts_with(b"HTTP/1.1 200")
    });
    assert!(answered, "no one gets in any more");
    let long = format!("X-Long: {}\r\n", "x".repeat(20_000));
    let refused = served.ask("/en/", &long);
    assert!(!refused.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&refused));
}
