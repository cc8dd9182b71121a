//! Workers, coordinator and server are killed at random moments; connections are cut, mute, slow,
//! or end in the middle of a message.

use super::{
    SEED, alone, begin, farm, played, run,
    server::{Process, Server, hurried, until},
    state,
};
use crate::site::mancala;
use certamen_game::Rng;
use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    thread::{self, sleep},
    time::Duration,
};

/// Kills workers, coordinator and server this many times in all while a contest is played.
fn kill_anything(kills: u32, games_per_pair: u32) {
    let contest = mancala(games_per_pair);
    let (site, mut server) = farm(&contest);
    let mut rng = Rng::of_turn(SEED, 2);
    let worker = |server: &Server, name: &str| Process::worker(&site, server, name, "1");
    let mut workers = ["one", "two"].map(|name| worker(&server, name));
    let address = server.address();
    let coordinator = || Process::start(&site, &["run", "c", "--quiet", "--bus", &address]);
    let mut run = begin(&site, &server);
    let mut killed = 0;
    // One after the other, and every fourth time all at once.
    for which in (0..4).cycle() {
        sleep(Duration::from_millis(50 + rng.below(350)));
        if run.has_ended() {
            if run.wait().success() {
                break;
            }
            // It found no server when it was started.
            run = coordinator();
        }
        if which >= 2 {
            server.restart();
        }
        if which == 0 || which == 3 {
            let at = rng.below(2) as usize;
            workers[at].kill();
            workers[at] = worker(&server, ["one", "two"][at]);
        }
        if which == 1 || which == 3 {
            run.kill();
            run = coordinator();
        }
        killed += if which == 3 { 3 } else { 1 };
        if killed >= kills {
            break;
        }
    }
    eprintln!("{killed} kills, seed {SEED}");
    // It may have found no server when it was started.
    run.wait();
    self::run(&site, &server);
    // A few of the short form may come when all has been played.
    let least = if kills < 100 { 1 } else { kills / 3 };
    assert!(killed >= least, "{killed} were killed in play, seed {SEED}");
    assert_eq!(state(&site), alone(&contest), "{killed} kills, seed {SEED}");
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}

#[test]
fn whatever_is_killed_whenever_it_is_costs_time_and_no_result() {
    kill_anything(15, 160);
}

#[test]
fn two_hundred_kills_of_workers_coordinator_and_server_cost_no_result_nightly() {
    kill_anything(200, 1600);
}

/// The state of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Way {
    Whole,
    /// Nothing is forwarded, and the connection is closed.
    Cut,
    /// The server's messages are not forwarded.
    Mute,
    /// Everything is delayed.
    Slow,
    /// Every message ends in the middle.
    Half,
}

/// A proxy before a server, with a connection in any of these states.
struct Middleman {
    port: u16,
    way: Arc<AtomicU8>,
}

impl Middleman {
    fn before(server: &Server) -> Middleman {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (way, to) = (Arc::new(AtomicU8::new(Way::Whole as u8)), server.port());
        let own = Arc::clone(&way);
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let far = TcpStream::connect(("127.0.0.1", to));
                if let Some(far) = far.ok().filter(|_| !is(&own, Way::Cut)) {
                    for (from, to, mute) in [(&near, &far, false), (&far, &near, true)] {
                        let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                        let way = Arc::clone(&own);
                        thread::spawn(move || carry(from, to, mute, &way));
                    }
                }
            }
        });
        Middleman { port, way }
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn become_one_that_is(&self, way: Way) {
        self.way.store(way as u8, Ordering::Relaxed);
    }
}

fn is(way: &AtomicU8, which: Way) -> bool {
    way.load(Ordering::Relaxed) == which as u8
}

/// Forwards from one side to the other, according to the state, until one side closes.
fn carry(mut from: TcpStream, mut to: TcpStream, is_servers: bool, way: &AtomicU8) {
    from.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
    let mut bytes = vec![0; 1 << 16];
    loop {
        if is(way, Way::Cut) {
            break;
        }
        if is(way, Way::Mute) && is_servers {
            sleep(Duration::from_millis(10));
            continue;
        }
        let count = match from.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => continue,
            Err(_) => break,
        };
        if is(way, Way::Slow) {
            sleep(Duration::from_millis(40));
        }
        let half = is(way, Way::Half);
        let end = if half { count / 2 } else { count };
        if to.write_all(&bytes[..end]).is_err() || half {
            break;
        }
    }
    // One of them may be closed already.
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// Changes the state again and again while a contest is played.
fn trouble(way: &Middleman, rng: &mut Rng, run: &mut Process) -> u32 {
    let ways = [Way::Cut, Way::Mute, Way::Slow, Way::Half];
    let mut in_play = 0;
    for which in ways.into_iter().cycle().take(2 * ways.len()) {
        in_play += u32::from(!run.has_ended());
        way.become_one_that_is(which);
        sleep(Duration::from_millis(100 + rng.below(500)));
        way.become_one_that_is(Way::Whole);
        sleep(Duration::from_millis(50 + rng.below(200)));
    }
    in_play
}

#[test]
fn a_minute_without_network_costs_time_and_no_result() {
    // A minute, divided by the same factor as all other times.
    let (haste, minute) = ("40", Duration::from_millis(60_000 / 40));
    let contest = mancala(1200);
    let (site, server) = farm(&contest);
    let (way, address) = (Middleman::before(&server), server.address());
    let start = |arguments: &[&str]| {
        let mut command = hurried(&site, arguments);
        Process::of(command.env("CERTAMEN_BUS_HASTE", haste).stderr(Stdio::null()))
    };
    let own = ["worker", "--slots", "1", "--tier", "D", "--connect"];
    let _far = start(&[&own[..], &[&way.address(), "--name", "far"]].concat());
    until("it is there", || {
        site.run(&["workers", "--bus", &address, "--json"]).out.contains("far")
    });
    let mut run = start(&["run", "c", "--quiet", "--bus", &address]);
    until("it plays", || played(&site) > 0);
    let _near = start(&[&own[..], &[&*address, "--name", "near"]].concat());
    until("the other is there", || {
        site.run(&["workers", "--bus", &address, "--json"]).out.contains("near")
    });
    way.become_one_that_is(Way::Cut);
    let before = played(&site);
    sleep(minute);
    until("others play", || played(&site) > before);
    assert!(!run.has_ended(), "it was cut in the middle");
    way.become_one_that_is(Way::Whole);
    assert!(run.wait().success());
    assert_eq!(state(&site), alone(&contest));
    site.succeed(&["verify", "c"]);
}

#[test]
fn bad_ways_to_machines_cost_time_and_no_result() {
    let contest = mancala(240);
    let (site, server) = farm(&contest);
    let way = Middleman::before(&server);
    let mut rng = Rng::of_turn(SEED, 3);
    let _workers = ["one", "two"].map(|name| Process::worker_at(&site, &way.address(), name, "1"));
    let mut run = begin(&site, &server);
    let in_play = trouble(&way, &mut rng, &mut run);
    assert!(run.wait().success() && in_play > 3, "{in_play}, seed {SEED}");
    assert_eq!(state(&site), alone(&contest), "seed {SEED}");
    site.succeed(&["verify", "c"]);
}

#[test]
fn bad_ways_to_the_coordinator_cost_time_and_no_result() {
    let contest = mancala(240);
    let (site, server) = farm(&contest);
    let way = Middleman::before(&server);
    let mut rng = Rng::of_turn(SEED, 4);
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &server, name, "1"));
    let mut run = Process::start(&site, &["run", "c", "--quiet", "--bus", &way.address()]);
    until("some matches are stored", || played(&site) > 0);
    let in_play = trouble(&way, &mut rng, &mut run);
    assert!(run.wait().success() && in_play > 3, "{in_play}, seed {SEED}");
    assert_eq!(state(&site), alone(&contest), "seed {SEED}");
    site.succeed(&["verify", "c"]);
}
