//! Clients that try endless names and passwords, or never finish a request.

use super::{PeopleServer, WebAnswer, open_site, signed_in};
use std::{
    collections::BTreeSet,
    io::{Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

/// The text of an answer without the name and the waiting time.
fn words(answer: &WebAnswer, name: &str) -> String {
    answer.body.replace(name, "x").replace(|sign: char| sign.is_ascii_digit(), "")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
fn a_thousand_guesses_cost_ten_hashes_a_name_and_reveal_nothing() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mut guesser = server.browser();
    let begun = Instant::now();
    let mut reported = [BTreeSet::new(), BTreeSet::new()];
    let mut times = [Vec::new(), Vec::new()];
    let mut hashed = [0_u64; 2];
    for _ in 0..500 {
        for (who, name) in ["ana", "absent"].into_iter().enumerate() {
            let begun = Instant::now();
            let form = [("handle", name), ("password", "wrong horse")];
            let answer = guesser.post("/en/sign-in", &form);
            let is_refused = answer.status == 429;
            assert!(is_refused || answer.status == 403, "{}", answer.head);
            assert_eq!(answer.head.contains("retry-after: "), is_refused, "{}", answer.head);
            times[usize::from(is_refused)].push(begun.elapsed());
            hashed[who] += u64::from(!is_refused);
            reported[who].insert((answer.status, words(&answer, name)));
        }
    }
    // One more attempt a minute is allowed.
    let most = 11 + begun.elapsed().as_secs() / 60;
    assert!(hashed.iter().all(|tried| (10..=most).contains(tried)), "{hashed:?}");
    assert_eq!(reported[0], reported[1], "names that are there are told from others");
    assert_eq!(reported[0].len(), 2, "{reported:?}");
    let [tried, refused] = times.map(median);
    assert!(refused * 2 < tried, "refused in {refused:?}, hashed in {tried:?}");
    // A right guess now gets the same answer.
    let right = [("handle", "ana"), ("password", "correct horse")];
    let last = (0..3).map(|_| ana.post("/en/sign-in", &right).status).last();
    assert_eq!(last, Some(429));
}

#[test]
fn a_network_that_tries_one_name_after_the_other_is_slowed() {
    let site = open_site();
    site.write("site.toml", "[listen]\nproxies = [\"127.0.0.1\"]\n");
    let server = PeopleServer::start(&site, &["--no-play"]);
    let browser = server.browser();
    let guess = |number: usize, network: &str| {
        let from = format!("{network}.{number}");
        let kind = ("content-type", "application/x-www-form-urlencoded");
        let headers = [kind, ("sec-fetch-site", "same-origin"), ("x-forwarded-for", &*from)];
        let form = format!("handle=name{number}&password=wrong+horse");
        browser.say("POST", "/en/sign-in", &headers, form.as_bytes()).status
    };
    let statuses: Vec<u16> = (1..=40).map(|number| guess(number, "192.0.2")).collect();
    assert_eq!(statuses[..10], [403; 10], "{statuses:?}");
    // One more attempt a minute is allowed.
    let later = statuses[10..].iter().filter(|status| **status == 429).count();
    assert!(later >= 25, "{statuses:?}");
    assert_eq!(guess(41, "198.51.100"), 403, "others are not");
}

#[test]
fn a_form_without_end_is_not_heard_to_the_end() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    for path in ["/en/sign-in", "/en/c/open/submit", "/api/v1/contests/open/submissions"] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let kind = "application/x-www-form-urlencoded";
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nSec-Fetch-Site: same-origin\r\n\
            Content-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n",
            server.address
        )
        .unwrap();
        let chunk = [&b"10000\r\n"[..], &*vec![b'x'; 1 << 16], b"\r\n"].concat();
        // The server closes the connection long before that much.
        let heard = (0..1_024).take_while(|_| stream.write_all(&chunk).is_ok()).count();
        assert!(heard < 1_024, "{path}: 64 MiB were heard");
        let mut answer = Vec::new();
        // Unread data may have cut the answer short.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 2"), "{}", String::from_utf8_lossy(&answer));
        assert_eq!(server.browser().get("/healthz").status, 200, "{path}");
    }
}
