//! The website of a course and its archive do not disclose who is behind an alias: every byte that
//! can be requested is searched.

use super::{
    course::{course, sample, send_sample},
    published, replay,
};
use crate::{archived::files, served::Served, site::Site};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

/// A course with one finished championship, between bots with and without an alias.
pub(crate) fn held() -> Site {
    let site = course();
    send_sample(&site, "14011150313In.cl", "13T12:40");
    send_sample(&site, "14021150313Ab.cl", "13T12:50");
    send_sample(&site, "14031150313In.cl", "13T13:10");
    send_sample(&site, "15011150313Fi.cl", "13T13:30");
    replay(&site, Some("2015-03-14T13:00[Europe/Madrid]"));
    let last = published(&site, ".csv").pop().unwrap();
    assert!(last.ends_with("championship"), "{last}");
    site
}

/// The targets of an answer's links on this site.
fn links(body: &str) -> Vec<String> {
    let attributes = [" href=\"/", " src=\"/", " action=\"/", " value=\"/"];
    let found = attributes.iter().flat_map(|attribute| body.split(attribute).skip(1));
    let links = found.map(|rest| format!("/{}", rest.split(['"', '#']).next().unwrap()));
    links.map(|link| link.replace("&#38;", "&").replace("&amp;", "&")).collect()
}

/// All answers that are reachable by links from `/`, head and body, and those of `more`.
fn crawl(served: &Served, more: &[String]) -> BTreeMap<String, String> {
    let mut queue: Vec<String> = more.to_vec();
    queue.extend(["/", "/en/", "/es/", "/fr/", "/it/"].map(str::to_owned));
    let mut reported = BTreeMap::new();
    let mut known: BTreeSet<String> = queue.iter().cloned().collect();
    while let Some(path) = queue.pop() {
        let (_, head, body) = served.get(&path);
        let found = links(&body).into_iter().filter(|link| known.insert(link.clone()));
        queue.extend(found);
        // What the client asked for may be repeated to it, nothing else.
        let asked = path.rsplit('/').next().unwrap().to_owned();
        let body = if path.contains("/bots/1") { body.replace(&asked, "") } else { body };
        reported.insert(path, head + &body);
    }
    reported
}

/// Addresses without a link: the API, and addresses that can be guessed.
fn unlinked(served: &Served) -> Vec<String> {
    let document = served.get("/api/openapi.json").2;
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let paths = document["paths"].as_object().unwrap().keys();
    // An event stream does not end.
    let paths = paths.filter(|path| !path.ends_with("/events"));
    let mut all: Vec<String> = paths
        .map(|path| path.replace("{contest}", "c").replace("{match}", "1"))
        .map(|path| path.replace("{championship}", "1").replace("{bot}", "14021"))
        .map(|path| format!("/api/v1{}", path.replace("{submission}", "someone")))
        .collect();
    all.extend(["/metrics", "/readyz", "/api/openapi.json"].map(str::to_owned));
    for whole in ["/es/c/c", "/es/c/c/championships/1", "/es/embed/c/c"] {
        for part in [
            "standings",
            "standings?at=1",
            "matches",
            "matches/1",
            "matches/1?turn=1",
            "matches/1/frames.js",
            "matches/1/worth",
            "entrants",
            "bots/14021",
            "fair-play",
            "field",
            "matrix",
            "rules",
            "feed.atom",
            "championships/1/standings",
            "championships/1/matches/1",
            "championships/1/matches/1/worth",
        ] {
            all.push(format!("{whole}/{part}"));
        }
    }
    all
}

/// The start of an event stream.
fn first_events(served: &Served) -> String {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    stream.write_all(b"GET /c/c/events HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut reported = Vec::new();
    // It continues until the timeout.
    _ = stream.read_to_end(&mut reported);
    String::from_utf8(reported).unwrap()
}

/// The seeds of the contest and its championship, and of all their matches.
fn seeds(site: &Site) -> BTreeSet<String> {
    let home = fs::read_dir(site.path().join("c/championships")).unwrap().next().unwrap();
    let championship = home.unwrap().path().display().to_string();
    let exports = ["c", &championship].map(|contest| site.succeed(&["export", contest]));
    let after = exports.iter().flat_map(|export| export.split("\"seed\":").skip(1));
    let digits = after.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect());
    digits.filter(|seed: &String| seed.len() > 6).collect()
}

/// The secrets: the numbers of all possible bots, the keys, names and seeds.
fn secrets(site: &Site) -> BTreeSet<String> {
    let mut secrets = seeds(site);
    assert!(secrets.len() > 50, "{secrets:?}");
    for line in sample("pairs.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let pair = format!("{}{:0>2}", &fields[0][2..], fields[1]);
        secrets.extend((1..=3).map(|number| format!("{pair}{number}")));
        secrets.insert(fields[2].to_owned());
        secrets.extend(fields[3].split(" y ").map(str::to_owned));
    }
    secrets.retain(|secret| secret.len() > 4);
    assert!(["14021", "AbCd123456", "Ejemplo Uno"].iter().all(|one| secrets.contains(*one)));
    secrets
}

/// The first of `secrets` in `reported`, with its surroundings. Digits in longer names belong to
/// hashes.
fn leak(reported: &str, secrets: &BTreeSet<String>) -> Option<String> {
    secrets.iter().find_map(|secret| {
        let (at, _) = reported.match_indices(secret.as_str()).find(|(at, _)| {
            !reported[..*at].ends_with(|before: char| before.is_ascii_alphanumeric())
        })?;
        let begin = reported[..at].char_indices().rev().nth(150).map_or(0, |(begin, _)| begin);
        let around: String = reported[begin..].chars().take(400).collect();
        Some(format!("{secret}: {around}"))
    })
}

#[test]
fn no_page_or_archive_of_a_course_reveals_the_owner_of_a_player() {
    let site = held();
    let secrets = secrets(&site);
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    let mut reported = crawl(&served, &unlinked(&served));
    reported.insert("events".to_owned(), first_events(&served));
    let championship = "/es/c/c/championships/1";
    for page in ["", "/standings", "/matrix", "/field", "/fair-play", "/entrants", "/rules"] {
        let page = format!("{championship}{page}");
        let answer = reported.get(&page).unwrap_or_else(|| panic!("nothing leads to {page}"));
        assert!(answer.starts_with("http/1.1 200"), "{page}: {answer}");
    }
    let table = &reported[&format!("{championship}/standings")];
    assert!(table.contains(">Torre<") && table.contains(">–<"), "{table}");
    assert!(!table.contains("/matches"), "its matches are for those who played them: {table}");
    let bots = reported.keys().filter(|path| path.contains("/championships/1/bots/")).count();
    assert!(bots > 4 * 8, "{bots} pages of bots");
    let of_match = ["", "/frames.js", "/worth"].map(|part| format!("/matches/1{part}"));
    let others = ["/bots/14021", "/standings?at=1"].map(str::to_owned);
    for refused in of_match.into_iter().chain(others) {
        let answer = &reported[&format!("{championship}{refused}")];
        assert!(answer.starts_with("http/1.1 404"), "{refused}: {answer}");
    }
    site.succeed(&["archive", "c", "--out", "out", "--languages", "es,en"]);
    let shown = files(&site.path().join("out"));
    assert!(shown.contains_key("es/c/c/championships/1/standings.html"), "{:?}", shown.keys());
    let shown = shown.into_iter();
    reported.extend(shown.map(|(name, content)| {
        let text = String::from_utf8_lossy(&content).into_owned();
        (format!("out/{name}"), format!("{name}\n{text}"))
    }));
    // The documentation is that of the program, and has examples of a course.
    for (place, reported) in reported.iter().filter(|(place, _)| !place.contains("/docs")) {
        assert_eq!(leak(reported, &secrets), None, "{place}");
    }
    // Hosts have another one, with names and matches.
    site.succeed(&["archive", "c", "--out", "own", "--names"]);
    let own = files(&site.path().join("own"));
    let table = String::from_utf8_lossy(&own["en/c/c/championships/1/standings.html"]).into_owned();
    assert!(table.contains(">14021<"), "{table}");
    for file in ["en/c/c/standings.html", "en/c/c/championships/1/matches/1.html"] {
        assert!(own.contains_key(file), "{file}");
    }
}
