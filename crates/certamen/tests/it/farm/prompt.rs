//! No request waits for an answer that will not come: from a queue that does not exist yet, or from
//! a server that is gone. The timeout of requests is a minute here, so that waiting would be
//! noticed.

use super::server::{Process, Server, until};
use crate::site::Site;
use certamen_farm::identity::PrivateKey;
use certamen_farm::{
    BusError, Nats, Terms, Transport, WorkerClient, WorkerInfo, layout,
    message::{VERSION, pack},
};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// The timeout of a request.
const QUESTION: Duration = Duration::from_secs(60);
/// Far less than that, and far more than a busy machine needs.
const PROMPT: Duration = Duration::from_secs(30);
/// How long a slot waits before it checks the stop signal.
const PATIENCE: Duration = Duration::from_millis(500);

/// Stops the other threads, however this one ends.
struct AtTheEnd<'a>(&'a AtomicBool);

impl Drop for AtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn connected(server: &Server) -> Arc<Nats> {
    let terms = Terms { question: QUESTION, reach: QUESTION, ..Terms::usual() };
    Arc::new(Nats::connect(&server.address().parse().unwrap(), None, terms).unwrap())
}

fn labour(site: &Site, transport: Arc<Nats>) -> WorkerClient {
    let own = PrivateKey::keep(&site.path().join("own.key")).unwrap();
    let [name, class, tier] = ["one", "k", "D"].map(str::to_owned);
    let worker_info = WorkerInfo { name, class, tier, slots: 3, reserve: 1 };
    WorkerClient::begin(transport, own.into(), worker_info, Terms::usual()).unwrap()
}

/// Publishes for the first time, as coordinators do.
fn lay_out(transport: &Nats) {
    transport.prepare().unwrap();
    for level in layout::LEVELS {
        transport.open(&layout::work_queue("k", level, &Terms::usual())).unwrap();
    }
    let batch = pack(&json!({
        "v": VERSION, "contest": "c", "batch": "b", "class": "k", "level": 1, "game": "coins",
        "rules": 1, "conditions": certamen_game::Conditions::allowing(PATIENCE, 1 << 20, "D"),
        "tier": "D", "bots": [], "matches": [[1, [1, 2], 1]], "token": "",
    }));
    let job = pack(&json!({
        "v": VERSION, "contest": "c", "batch": "e", "class": "k", "level": 0, "game": "coins",
        "rules": 1, "conditions": certamen_game::Conditions::allowing(PROMPT, 1 << 20, "D"),
        "tier": "D", "bots": [], "check": "anything", "token": "",
    }));
    let urgent = layout::work("k", layout::URGENT, "c");
    transport.publish(&urgent, "e", job).unwrap();
    transport.publish(&layout::work("k", layout::RUNS, "c"), "b", batch).unwrap();
}

#[test]
fn the_first_work_of_a_class_is_found_at_once_and_so_is_what_comes_after_a_server_forgot_all() {
    let site = Site::new();
    let mut server = Server::start(&site);
    let (theirs, client) = (connected(&server), labour(&site, connected(&server)));
    let (found, comes) = mpsc::channel();
    let stops = AtomicBool::new(false);
    thread::scope(|scope| {
        for place in 0..3 {
            let (client, stops, found) = (&client, &stops, found.clone());
            scope.spawn(move || {
                while !stops.load(Ordering::Relaxed) {
                    let taken = if place == 0 {
                        client.next_urgent(PATIENCE)
                    } else {
                        client.next(1, PATIENCE)
                    };
                    if let Some(one) = taken {
                        found.send(one).unwrap();
                    }
                }
            });
        }
        let _stops = AtTheEnd(&stops);
        let check = || {
            // There is no message, and they have looked for one.
            assert!(comes.recv_timeout(2 * PATIENCE).is_err());
            lay_out(&theirs);
            for _ in 0..2 {
                comes.recv_timeout(PROMPT).expect("both are found at once");
            }
        };
        check();
        // What they wait for is lost with the server.
        server.restart_empty();
        until("the server is back", || {
            theirs.waiting(&layout::result_queue("c", &Terms::usual())).is_err()
        });
        check();
    });
}

#[test]
fn a_queue_is_found_when_it_is_there_and_looking_for_it_takes_nothing_out_of_it() {
    let site = Site::new();
    let server = Server::start(&site);
    let transport = connected(&server);
    let queue = layout::work_queue("k", layout::RUNS, &Terms::usual());
    assert!(!transport.finds(&queue, Duration::ZERO).unwrap(), "there are no streams");
    transport.prepare().unwrap();
    assert!(!transport.finds(&queue, PATIENCE).unwrap(), "there is no such queue");
    lay_out(&transport);
    for _ in 0..5 {
        assert!(transport.finds(&queue, PROMPT).unwrap());
    }
    assert_eq!(transport.waiting(&queue).unwrap(), 1, "it was not handed out");
    assert_eq!(transport.fetch(&queue, 2, Duration::ZERO).unwrap()[0].given, 1);
}

#[test]
fn a_caller_that_waits_for_an_answer_learns_that_the_server_is_gone() {
    let site = Site::new();
    let mut server = Server::start(&site);
    let transport = connected(&server);
    lay_out(&transport);
    let queue = layout::work_queue("k", layout::LADDERS, &Terms::usual());
    let (asks, asked) = mpsc::channel();
    let (same, own) = (Arc::clone(&transport), queue.clone());
    let waits = thread::spawn(move || {
        asks.send(()).unwrap();
        let start = Instant::now();
        (same.fetch(&own, 1, QUESTION), start.elapsed())
    });
    asked.recv().unwrap();
    thread::sleep(PATIENCE);
    server.restart();
    let (answer, took) = waits.join().unwrap();
    assert!(matches!(answer, Err(BusError::Away { .. })), "{answer:?}");
    assert!(took < PROMPT, "{took:?}");
    until("it is reached again", || transport.fetch(&queue, 1, Duration::ZERO).is_ok());
}

#[test]
fn a_machine_that_waits_for_its_first_work_goes_at_once() {
    let site = Site::new();
    let server = Server::start(&site);
    let mut worker = Process::worker(&site, &server, "one", "4");
    let address = server.address();
    until("it is there", || {
        site.run(&["workers", "--bus", &address, "--json"]).out.contains("\"one\"")
    });
    // It looks for work all the time.
    worker.signal(rustix::process::Signal::TERM);
    assert_eq!(worker.wait().code(), Some(130));
}
