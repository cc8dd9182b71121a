//! Workers that submit results that they did not play, and the consequences.

use super::{
    alone,
    forgeries::{After, FORGERIES, mangled},
    played,
    server::{Process, Server, hurried, until},
    state,
};
use crate::site::{Site, mancala};
use certamen_farm::identity::PrivateKey;
use certamen_farm::{
    AckKind, Delivery, Nats, Queue, Terms, Transport, WorkerClient, WorkerInfo, layout,
    message::{
        Batch, BatchResult, PlayedMatch, PlayerSource, Signer, WITH_RULES, WorkerState, pack,
        unpack,
    },
};
use certamen_game::job::{MatchJob, SubmissionId};
use certamen_runner::{BuiltBot, EnginePool, Lineup, SeatingPlan, WorkerThread, WriteAccess};
use certamen_sandbox::Unisolated;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    process::Child,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

/// The class of all workers here.
pub(super) const CLASS: &str = "k";

/// A worker under the test's control.
pub(super) struct Rogue {
    pub(super) transport: Arc<Nats>,
    own: Signer,
    pub(super) client: WorkerClient,
    queue: Queue,
}

impl Rogue {
    pub(super) fn begin(site: &Site, server: &Server, slots: usize) -> Rogue {
        let terms = Terms::usual().hurried(10);
        let path = site.path().join("rogue.key");
        let key = PrivateKey::keep(&path).unwrap();
        let transport = Nats::connect(&server.address().parse().unwrap(), None, terms).unwrap();
        let transport: Arc<Nats> = Arc::new(transport);
        let (name, class, tier) = ("rogue".to_owned(), CLASS.to_owned(), "D".to_owned());
        let worker_info = WorkerInfo { name, class, tier, slots, reserve: 0 };
        let same: Arc<dyn Transport> = transport.clone();
        let client = WorkerClient::begin(same, key.clone().into(), worker_info, terms).unwrap();
        let own = Signer::from(key);
        Rogue { transport, own, client, queue: layout::work_queue(CLASS, layout::RUNS, &terms) }
    }

    /// The next batch.
    pub(super) fn batch(&self) -> (Delivery, Batch) {
        let start = Instant::now();
        loop {
            self.client.tend();
            assert!(start.elapsed() < Duration::from_secs(60), "nothing is handed out");
            if let Some(found) = self.next() {
                return found;
            }
        }
    }

    /// A batch, if one is available at the moment.
    fn next(&self) -> Option<(Delivery, Batch)> {
        let patience = Duration::from_millis(50);
        self.transport.finds(&self.queue, patience).ok().filter(|found| *found)?;
        let delivery = self.transport.fetch(&self.queue, 1, patience).ok()?.pop()?;
        let batch = unpack(&delivery.bytes).unwrap();
        Some((delivery, batch))
    }

    fn hand_in(&self, batch: &Batch, bytes: Vec<u8>) {
        let subject = layout::result(&batch.contest, self.own.user());
        self.transport.publish(&subject, &format!("{}-0", batch.batch), bytes).unwrap();
    }
}

/// The result of a batch, played by other bots than the named ones.
fn result(batch: &Batch, instead: Option<&str>) -> BatchResult {
    let game = certamen_games::find(&batch.game).unwrap();
    let ready = |player: &PlayerSource| match player {
        PlayerSource::House { name, arguments } => match instead {
            Some(name) => BuiltBot::Builtin { name: name.to_owned(), arguments: [].into() },
            None => BuiltBot::Builtin { name: name.clone(), arguments: arguments.clone() },
        },
        PlayerSource::Bundle { .. } => unreachable!("only built-in players play here"),
    };
    let bots = batch.bots.iter().map(|bot| (SubmissionId(bot.id), ready(&bot.player))).collect();
    let plan =
        SeatingPlan { game, sandbox: Arc::new(Unisolated::new()), write_access: WriteAccess::None };
    let lineup = Arc::new(Lineup { plan, bots, observer: None, engines: EnginePool::default() });
    let played = batch.works().unwrap().iter().map(|job| reported(job, &lineup)).collect();
    BatchResult { played, ..BatchResult::of(batch, "rogue") }
}

fn reported(job: &MatchJob, lineup: &Arc<Lineup>) -> PlayedMatch {
    let done = WorkerThread::at(0).play(job, lineup, &AtomicBool::new(false)).unwrap();
    let mut record = done.result.unwrap().record;
    record.table.conditions.extra.insert("class".to_owned(), CLASS.into());
    let record = String::from_utf8(record.to_bytes()).unwrap();
    PlayedMatch { n: job.number.0, us: 10_000, record, errors: Vec::new(), folders: Vec::new() }
}

/// A run whose output is captured.
pub(super) fn heard(site: &Site, arguments: &[&str]) -> Child {
    let words = File::create(site.path().join("words")).unwrap();
    hurried(site, arguments)
        .stdout(File::create("/dev/null").unwrap())
        .stderr(words)
        .spawn()
        .unwrap()
}

/// A worker that plays what it gets.
pub(super) fn honest(site: &Site, server: &Server, name: &str) -> Process {
    let address = server.address();
    let own = ["worker", "--connect", &address, "--slots", "1", "--tier", "D", "--class", CLASS];
    Process::start(site, &[&own[..], &["--name", name]].concat())
}

#[test]
fn whatever_is_wrong_with_a_result_is_named_and_nothing_of_it_counts() {
    let contest = mancala(12);
    let site = Site::new();
    site.write("c/contest.toml", &*contest);
    let server = Server::start(&site);
    let rogue = Rogue::begin(&site, &server, 16);
    let mut run = heard(&site, &["run", "c", "--bus", &server.address(), "--audit", "0"]);
    let mut expected = Vec::new();
    for (words, change, after) in FORGERIES {
        let (delivery, batch) = rogue.batch();
        let mut forged = result(&batch, None);
        change(&mut forged);
        rogue.hand_in(&batch, forged.signed(&rogue.own));
        let ack_kind = match after {
            After::Settled => AckKind::Done,
            After::Kept => AckKind::GivenBack(Duration::from_secs(2)),
        };
        rogue.transport.settle(&delivery.ticket, ack_kind).unwrap();
        expected.push(*words);
    }
    let (delivery, batch) = rogue.batch();
    let signed = result(&batch, None).signed(&rogue.own);
    let signed = zstd::stream::decode_all(&*signed).unwrap_or(signed);
    for (place, (words, bytes)) in mangled(signed).into_iter().enumerate() {
        let subject = layout::result(&batch.contest, rogue.own.user());
        let id = format!("{}-{place}x", batch.batch);
        rogue.transport.publish(&subject, &id, bytes).unwrap();
        expected.push(words);
    }
    let back = AckKind::GivenBack(Duration::from_secs(2));
    rogue.transport.settle(&delivery.ticket, back).unwrap();
    // A batch of another version is released: other workers may understand it.
    assert_eq!(played(&site), 0, "nothing is stored");
    rogue.client.set_state(WorkerState::Leaves);
    let _honest = honest(&site, &server, "honest");
    let ended = run.wait().unwrap();
    let said = fs::read_to_string(site.path().join("words")).unwrap();
    assert!(ended.success(), "{said}");
    for words in expected {
        assert!(said.contains(words), "no line has {words}: {said}");
    }
    assert_eq!(state(&site), alone(&contest));
    site.succeed(&["verify", "c"]);
}

#[test]
fn a_worker_leaves_to_others_what_it_does_not_understand() {
    let site = Site::new();
    let server = Server::start(&site);
    let rogue = Rogue::begin(&site, &server, 1);
    rogue.transport.prepare().unwrap();
    // Coordinators create the queues of all levels.
    for level in layout::LEVELS {
        rogue
            .transport
            .open(&layout::work_queue(CLASS, level, &Terms::usual().hurried(10)))
            .unwrap();
    }
    let _honest = honest(&site, &server, "honest");
    let subject = layout::work(CLASS, layout::RUNS, "c");
    rogue.transport.publish(&subject, "new", pack(&json!({ "v": WITH_RULES + 1 }))).unwrap();
    rogue.transport.publish(&subject, "none", b"no batch".to_vec()).unwrap();
    let info = || rogue.transport.waiting(&rogue.queue).unwrap();
    until("both were taken", || info() == 0);
    // A malformed batch is dropped, and one that other workers may understand comes again.
    let found = rogue.transport.fetch(&rogue.queue, 2, Duration::from_secs(20)).unwrap();
    let found: Vec<Value> =
        found.iter().map(|one| serde_json::from_slice(&one.bytes).unwrap()).collect();
    assert_eq!(found, [json!({ "v": WITH_RULES + 1 })]);
}

#[test]
fn a_machine_that_lies_is_found_and_what_it_handed_in_is_played_again() {
    // Enough matches that every worker gets some.
    let contest = mancala(40);
    let site = Site::new();
    site.write("c/contest.toml", &*contest);
    let server = Server::start(&site);
    let rogue = Rogue::begin(&site, &server, 1);
    let _honest = ["one", "two"].map(|name| honest(&site, &server, name));
    until("all are there", || {
        rogue.client.tend();
        site.run(&["workers", "--bus", &server.address(), "--json"]).out.lines().count() == 2
    });
    let run = ["run", "c", "--bus", &server.address(), "--audit", "100"];
    let mut running = heard(&site, &run);
    let mut lies = 0;
    // It submits wrong results until it is suspended or no match is left.
    while rogue.client.state() == WorkerState::Works && running.try_wait().unwrap().is_none() {
        rogue.client.tend();
        let Some((delivery, batch)) = rogue.next() else { continue };
        if batch.is_not_for(&rogue.own) {
            // With the usual delay: without one, the same worker would get it again and again.
            let back = AckKind::GivenBack(Duration::from_millis(30) * (1 << delivery.given.min(5)));
            rogue.transport.settle(&delivery.ticket, back).unwrap();
            continue;
        }
        rogue.hand_in(&batch, result(&batch, Some("first")).signed(&rogue.own));
        rogue.transport.settle(&delivery.ticket, AckKind::Done).unwrap();
        lies += batch.numbers().len();
    }
    let ended = running.wait().unwrap();
    let said = fs::read_to_string(site.path().join("words")).unwrap();
    assert!(ended.success(), "{said}");
    assert!(lies > 0 && said.contains("rogue is suspended: "), "{lies} lies: {said}");
    assert_eq!(rogue.client.state(), WorkerState::Rests, "it is told to rest");
    let fair = site.succeed(&["standings", "c", "--fair-play", "--format", "json"]);
    let machines: Vec<Value> =
        fair.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let machine = |name: &str| machines.iter().find(|line| line["machine"] == name).cloned();
    let reported = machine("rogue").unwrap();
    assert!(reported["suspended"].as_str().unwrap().contains("differently"), "{reported}");
    let others = ["one", "two"].map(machine);
    let others: Vec<&Value> = others.iter().flatten().collect();
    assert!(!others.is_empty(), "{fair}");
    for other in others {
        assert_eq!((&other["suspended"], &other["class"]), (&Value::Null, &json!(CLASS)));
    }
    let found = site.run(&["verify", "c"]);
    assert!(found.code == 0 || found.err.contains("the built-in player's answer"), "{found:?}");
    let struck = site.run(&["workers", "strike", "rogue", "c"]);
    assert_eq!(struck.code, 0, "{struck:?}");
    assert!(
        struck.err.contains("plays") || struck.err.contains("no results of rogue"),
        "{struck:?}"
    );
    let unknown = site.run(&["workers", "strike", "three", "c"]);
    assert!(unknown.err.contains("no worker named `three`"), "{unknown:?}");
    // A suspended worker stays suspended.
    let again = hurried(&site, &run).output().unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(state(&site), alone(&contest));
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    let export = site.succeed(&["export", "c"]);
    assert!(export.contains("\"kind\":\"suspended\""), "it is in the log");
    let audits = export.lines().filter(|line| line.contains("\"kind\":\"audit\""));
    assert!(audits.filter(|line| line.contains("alike")).count() > 0, "others agree");
}

#[test]
fn nothing_is_taken_away_where_later_matches_rest_on_it() {
    let site = Site::new();
    let contest =
        mancala(2).replace("round-robin", "swiss").replace("games_per_pair = 2", "rounds = 2");
    site.write("c/contest.toml", contest);
    site.succeed(&["run", "c", "--quiet"]);
    let said = site.run(&["workers", "strike", "one", "c"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("later matches depend on"), "{said:?}");
    let said = site.run(&["workers", "strike", "one", "nothere"]);
    assert_ne!(said.code, 0, "{said:?}");
}
