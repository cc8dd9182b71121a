//! Hosts and sites that are killed at any moment while a user submits bots by a script and plays, and
//! a contest publishes its standings: what was confirmed is stored afterwards, once.
//! `CERTAMEN_KILL_SEED` sets other moments.

use super::{
    Browser, CONSTANT, CONTEST, PeopleServer, copy, open_site, script_of, signed_in,
    tables::{check_record, due, is_over, open, play, verify},
    wait,
};
use crate::{
    farm::server::{Process, until},
    site::Site,
};
use certamen_game::Rng;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    env, fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The maximum time before each kill.
const CALM_MS: u64 = 400;
/// Every fourth time a bot is submitted; otherwise the user plays.
const SENT: u32 = 4;

/// Publishes its standings each minute, first two seconds from now.
fn published() -> String {
    let starts = (jiff::Timestamp::now() - jiff::SignedDuration::from_secs(58)).to_string();
    format!(
        "name = \"Course\"\ngame = \"footsteps\"\nbots = [\"builtin:first\", \"builtin:last\"]\n\
         [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
         [sandbox]\nminimum_tier = \"D\"\n[entries]\ncloses = \"never\"\n\
         [timetable]\nstarts = \"{}[UTC]\"\npublish_every = \"1 minute\"\nwaves = 2\n",
        starts.split('.').next().unwrap()
    )
}

/// What is killed: one service, or one of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Services {
    One,
    Two,
}

/// A site, and what plays if that is another service.
struct Served<'a> {
    site: &'a Site,
    services: Services,
    shows: PeopleServer,
    plays: Option<Process>,
}

impl<'a> Served<'a> {
    fn start(site: &'a Site, services: Services) -> Served<'a> {
        let shows = Served::site(site, services);
        let plays = (services == Services::Two).then(|| Served::host(site));
        Served { site, services, shows, plays }
    }

    fn site(site: &Site, services: Services) -> PeopleServer {
        let alone = if services == Services::Two { &["--no-play"][..] } else { &[] };
        PeopleServer::start(site, alone)
    }

    fn host(site: &Site) -> Process {
        Process::start(site, &["serve", ".", "--no-site", "--jobs", "1"])
    }

    /// Kills the host or the site, whose turn it is, and starts it again.
    fn kill(&mut self, number: u32, rng: &mut Rng) {
        match &mut self.plays {
            Some(host) if number.is_multiple_of(2) => {
                host.kill();
                *host = Served::host(self.site);
                return;
            }
            // As root a site is two processes.
            Some(_) if rng.below(2) == 0 => self.shows.kill_site(),
            None if number % 2 == 1 => self.shows.kill_site(),
            _ => self.shows.kill(),
        }
        self.shows = Served::site(self.site, self.services);
    }
}

/// What was confirmed before a kill.
#[derive(Default)]
struct Confirmed {
    /// The address of the submission.
    place: Option<String>,
    /// Answers at the table: turn, seat and bid.
    answers: Vec<(u64, u8, String)>,
}

/// Submits a bot of this name, if there is one, and plays on until the site does not answer or it is
/// asked to stop.
fn busy(
    [browser, script]: [&Browser; 2],
    seat: &str,
    name: Option<&str>,
    stop: &AtomicBool,
) -> Confirmed {
    let mut confirmed = Confirmed::default();
    if let Some(name) = name {
        let file = (&*format!("{name}.c"), CONSTANT.as_bytes());
        let sent = script.try_send("/api/v1/contests/open/submissions", file, &[]);
        confirmed.place = sent.and_then(|sent| match sent.status {
            201 => {
                let sent: Value = serde_json::from_str(&sent.body).ok()?;
                Some(sent["told"].as_str().unwrap().to_owned())
            }
            // Too many within an hour, or killed while it was stored.
            429 | 500 => None,
            status => panic!("{status}: {}", sent.body),
        });
    }
    while !stop.load(Ordering::Relaxed)
        && let Some(page) = browser.try_get(seat)
    {
        let Some(turn) = due(&page) else {
            if is_over(&page) {
                break;
            }
            // No host plays.
            thread::sleep(Duration::from_millis(5));
            continue;
        };
        let turn: u64 = turn.parse().unwrap();
        let bid = (1 + turn % 2).to_string();
        let form = format!("turn={turn}&answer={bid}");
        let Some(answer) = browser.try_post(seat, &form) else { break };
        match answer.status {
            303 => confirmed.answers.push((turn, 0, bid)),
            // People do not answer that quickly.
            429 => thread::sleep(Duration::from_millis(250)),
            status => panic!("{status}: {}", answer.body),
        }
    }
    confirmed
}

/// Kills host and site in turn, this many times in all, and checks what was confirmed.
fn kill_often(services: Services, kills: u32) {
    let seed = env::var("CERTAMEN_KILL_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    eprintln!("seed {seed}");
    let mut rng = Rng::of_turn(seed, 1);
    let site = open_site();
    // The results of the usual one depend on the order in which bots enter.
    let contest = CONTEST.replace("builtin:random", "builtin:last");
    site.write("open/contest.toml", contest.replace("per_author = 2", "per_author = 200"));
    site.write("course/contest.toml", published());
    let begun = Instant::now();
    let mut served = Served::start(&site, services);
    let mut ana = signed_in(&site, &served.shows, "ana", &[]);
    let mut script = script_of(&mut ana);
    // Matches are long, because an account opens at most a hundred tables a day.
    let table = [
        ("seat0", "me"),
        ("seat1", "house first"),
        ("option-squares", "31"),
        ("option-points", "100"),
    ];
    let mut seat = open(&mut ana, "footsteps", &table);
    let (mut places, mut answers) = (Vec::new(), Vec::new());
    for kill in 0..kills {
        let name = format!("p{kill}");
        let name = Some(&*name).filter(|_| kill % SENT == kill / SENT % SENT);
        let calm = Duration::from_millis(rng.below(CALM_MS));
        let stop = AtomicBool::new(false);
        let confirmed = thread::scope(|scope| {
            let busy = scope.spawn(|| busy([&ana, &script], &seat, name, &stop));
            thread::sleep(calm);
            served.kill(kill, &mut rng);
            stop.store(true, Ordering::Relaxed);
            busy.join().unwrap()
        });
        for browser in [&mut ana, &mut script] {
            browser.address.clone_from(&served.shows.address);
        }
        places.extend(confirmed.place);
        answers.extend(confirmed.answers);
        if is_over(&ana.get(&seat)) {
            check_record(&verify(&site, &ana, &seat), &answers);
            answers.clear();
            seat = open(&mut ana, "footsteps", &table);
        }
    }
    answers.extend(busy([&ana, &script], &seat, None, &AtomicBool::new(false)).answers);
    check_record(&verify(&site, &ana, &seat), &answers);
    assert!(places.len() as u32 > kills / SENT / 3, "{} submissions, seed {seed}", places.len());
    for place in &places {
        wait(&script, place, |answer| answer.body.contains(r#""state":"live""#));
    }
    let minutes = begun.elapsed().as_secs() / 60;
    until("nothing waits for a decision", || {
        let left = fs::read_dir(site.path().join("open/submissions")).unwrap();
        let mut paths = left.map(|entry| entry.unwrap().path());
        !paths.any(|path| path.extension().is_some_and(|kind| kind == "sent"))
    });
    until("each minute has its publication", || publications(&site).len() as u64 > minutes);
    drop(served);
    check_publications(&site);
    check_contest(&site, places.len());
}

/// The names of the publications.
fn publications(site: &Site) -> BTreeSet<String> {
    let files = fs::read_dir(site.path().join("course/published")).into_iter().flatten();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let is_kept = |name: &String| {
        Path::new(name).extension().is_some_and(|kind| kind == "json")
            && !name.starts_with("current")
    };
    names.filter(is_kept).collect()
}

/// Checks that publications are numbered and that each is of another time.
fn check_publications(site: &Site) {
    let names = publications(site);
    let read = |name: &String| -> Value {
        serde_json::from_str(&site.read(&format!("course/published/{name}"))).unwrap()
    };
    let all: Vec<Value> = names.iter().map(read).collect();
    let numbers: Vec<u64> = all.iter().map(|one| one["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=all.len() as u64).collect::<Vec<_>>(), "{names:?}");
    let times: BTreeSet<&str> = all.iter().map(|one| one["planned"].as_str().unwrap()).collect();
    assert_eq!(times.len(), all.len(), "{times:?}");
    site.succeed(&["verify", "course"]);
}

/// Checks that each accepted bot is there once and met each other one once, and that the contest
/// equals one that was played at once.
fn check_contest(site: &Site, confirmed: usize) {
    let known = fs::read_dir(site.path().join("open/accepted")).unwrap();
    let known: Vec<_> = known.map(|entry| entry.unwrap().path()).collect();
    for entrant in &known {
        let versions = fs::read_dir(entrant).unwrap();
        let paths = versions.map(|entry| entry.unwrap().path());
        let decisions = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
        assert_eq!(decisions.count(), 1, "{}: decided once", entrant.display());
    }
    assert!(known.len() >= confirmed, "{} of {confirmed}", known.len());
    let drafts = fs::read_dir(site.path().join("open/submissions")).unwrap();
    let left: Vec<_> = drafts.map(|entry| entry.unwrap().file_name()).collect();
    let is_part = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".part");
    assert!(!left.iter().any(is_part), "{left:?}");
    copy(&site.path().join("open"), &site.path().join("copy"));
    fs::remove_dir_all(site.path().join("copy/.certamen")).unwrap();
    let [expected, found] = ["copy", "open"].map(|folder| {
        site.succeed(&["run", folder, "--quiet"]);
        let matches = site.succeed(&["matches", folder, "--format", "json"]).lines().count();
        let bots = known.len() + 2;
        assert_eq!(matches, bots * (bots - 1) / 2, "each pair has one match");
        assert!(site.succeed(&["verify", folder]).contains("sound"));
        let table = site.succeed(&["standings", folder, "--format", "csv"]);
        let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
        // Those with as many points are listed as they entered.
        lines.sort();
        lines
    });
    assert_eq!(expected, found);
}

#[test]
fn nothing_confirmed_is_lost_whenever_the_power_fails() {
    kill_often(Services::One, 10);
}

#[test]
fn killed_two_hundred_times_a_service_loses_nothing_confirmed_nightly() {
    kill_often(Services::One, 200);
}

#[test]
fn nothing_confirmed_is_lost_whenever_a_host_or_a_site_is_killed() {
    kill_often(Services::Two, 10);
}

#[test]
fn host_and_site_killed_two_hundred_times_each_lose_nothing_confirmed_nightly() {
    kill_often(Services::Two, 400);
}

#[test]
fn hosts_connect_to_the_site_that_is_left() {
    let site = open_site();
    let mut first = PeopleServer::start(&site, &["--no-play"]);
    let second = PeopleServer::start(&site, &["--no-play"]);
    first.kill();
    let _host = Served::host(&site);
    let mut ana = signed_in(&site, &second, "ana", &[]);
    let seat = open(&mut ana, "footsteps", &[("seat0", "me"), ("seat1", "house first")]);
    play(&mut ana, &seat, "2");
    wait(&ana, &seat, |page| due(page).as_deref() == Some("2"));
}
