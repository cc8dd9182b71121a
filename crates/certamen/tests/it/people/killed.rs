//! Power failures at any moment while a user submits bots and plays: what was confirmed is stored
//! afterwards, once. `CERTAMEN_KILLS=100` sets their number, `CERTAMEN_KILL_SEED` their times.

use super::{
    Browser, CONSTANT, CONTEST, PeopleServer, open_site, signed_in,
    tables::{due, is_over, open, play_out, verify},
    wait,
};
use certamen_game::Rng;
use std::{
    env, fs, thread,
    time::{Duration, Instant},
};

/// Number of failures, and the maximum time before each.
const KILLS: u64 = 10;
const CALM_MS: u64 = 500;
/// Every third time a bot is submitted; otherwise the user plays.
const SENT: u64 = 3;

/// A value of the environment, or the default.
fn wish(key: &str, usual: u64) -> u64 {
    env::var(key).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What the server confirmed before the power failure.
#[derive(Default)]
struct Confirmed {
    /// The page of the submission.
    place: Option<String>,
    /// The last turn that was answered.
    turn: Option<u64>,
}

/// Submits a bot of this name, if there is one, and plays on until the server does not answer.
fn busy(browser: &Browser, seat: &str, name: Option<&str>) -> Confirmed {
    let mut confirmed = Confirmed::default();
    if let Some(name) = name {
        let file = (&*format!("{name}.c"), CONSTANT.as_bytes());
        let sent = browser.try_send("/en/c/open/submit", file, &[]);
        confirmed.place =
            sent.filter(|sent| sent.status == 303).map(|sent| sent.location().to_owned());
    }
    while let Some(page) = browser.try_get(seat) {
        let Some(turn) = due(&page) else {
            if is_over(&page) {
                break;
            }
            continue;
        };
        let form = format!("turn={turn}&answer=1");
        let Some(answer) = browser.try_post(seat, &form) else { break };
        match answer.status {
            303 => confirmed.turn = turn.parse().ok(),
            // People do not answer that quickly.
            429 => thread::sleep(Duration::from_millis(250)),
            status => panic!("{status}: {}", answer.body),
        }
    }
    confirmed
}

#[test]
fn nothing_confirmed_is_lost_whenever_the_power_fails() {
    let (kills, seed) = (wish("CERTAMEN_KILLS", KILLS), wish("CERTAMEN_KILL_SEED", 1));
    let mut rng = Rng::of_turn(seed, 1);
    let site = open_site();
    site.write("open/contest.toml", CONTEST.replace("per_author = 2", "per_author = 200"));
    let mut server = PeopleServer::start(&site, &[]);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let seats = [("seat0", "me"), ("seat1", "house first")];
    let mut seat = open(&mut ana, "footsteps", &seats);
    let mut places = Vec::new();
    for kill in 0..kills {
        let name = format!("p{kill}");
        let name = Some(&*name).filter(|_| kill % SENT == 0);
        let calm = Duration::from_millis(rng.below(CALM_MS));
        let confirmed = thread::scope(|scope| {
            let (ana, seat) = (&ana, &*seat);
            let busy = scope.spawn(move || busy(ana, seat, name));
            thread::sleep(calm);
            server.kill();
            busy.join().unwrap()
        });
        server = PeopleServer::start(&site, &[]);
        ana.address.clone_from(&server.address);
        places.extend(confirmed.place);
        let has_gone_on = |turn: u64| {
            move |page: &super::WebAnswer| {
                let next = due(page).and_then(|next| next.parse::<u64>().ok());
                is_over(page) || next.is_some_and(|next| next > turn)
            }
        };
        if let Some(turn) = confirmed.turn {
            wait(&ana, &seat, has_gone_on(turn));
        }
        if is_over(&ana.get(&seat)) {
            seat = open(&mut ana, "footsteps", &seats);
        }
    }
    play_out(&mut ana, &seat);
    verify(&site, &ana, &seat);
    let begun = Instant::now();
    for place in &places {
        wait(&ana, place, |answer| answer.body.contains("takes part"));
    }
    assert!(!places.is_empty(), "nothing was confirmed, seed {seed}");
    let known = fs::read_dir(site.path().join("open/accepted")).unwrap();
    for entrant in known.map(|entry| entry.unwrap().path()) {
        let versions = fs::read_dir(&entrant).unwrap();
        let folders = versions.filter(|entry| entry.as_ref().unwrap().path().is_dir()).count();
        assert_eq!(folders, 1, "{}: nothing is there twice, seed {seed}", entrant.display());
    }
    let drafts = fs::read_dir(site.path().join("open/submissions")).unwrap();
    let left: Vec<_> = drafts.map(|entry| entry.unwrap().file_name()).collect();
    let of_one = |name: &std::ffi::OsStr| name.to_string_lossy().ends_with(".part");
    assert!(!left.iter().any(|name| of_one(name)), "{left:?}, seed {seed}, {:?}", begun.elapsed());
}
