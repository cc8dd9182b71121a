//! Messages in parts: who may read them, and what happens if their content is wrong.

use super::{
    alone, begin, large, run,
    server::{Process, Server},
    state,
    users::{connected, connected_for, run_as, set_up, worker},
};
use crate::site::{Site, mancala};
use certamen_farm::identity::PrivateKey;
use certamen_farm::{
    BusError, Nats, Terms, Transport, WorkerClient, WorkerInfo, layout, message::VERSION,
};
use serde_json::{Value, json};
use std::{fs, sync::Arc, time::Duration};

/// A name for large messages and bundles in this test.
fn hash(of: &str) -> String {
    blake3::hash(of.as_bytes()).to_hex().to_string()
}

#[test]
fn a_worker_reads_bots_and_nothing_that_others_handed_in() {
    let site = Site::new();
    let server = set_up(&site);
    let key = |name: &str| site.path().join(format!("farm/{name}.key"));
    let coordinator = connected(&server.address(), Some(&key("coordinator")));
    coordinator.prepare().unwrap();
    let (bot, result) = (layout::bundle_part(&hash("bot"), 0), {
        let cloud = PrivateKey::read(&key("cloud")).unwrap().public();
        layout::result_part(&cloud, &hash("result"), "0")
    });
    coordinator.put_part(&bot, b"a bot".to_vec()).unwrap();
    let cloud = connected(&server.address(), Some(&key("cloud")));
    cloud.put_part(&result, b"a result".to_vec()).unwrap();
    assert_eq!(coordinator.part(&result).unwrap(), b"a result");
    assert_eq!(cloud.part(&bot).unwrap(), b"a bot");
    // A user without permission gets no messages.
    let lab = connected_for(&server.address(), Some(&key("lab")), Duration::from_millis(500));
    let refused = |what: &str, done: Result<(), BusError>| {
        assert!(matches!(done, Err(BusError::Away { .. })), "{what}: {done:?}");
    };
    refused("read a result", lab.part(&result).map(drop));
    refused("read any result", lab.part("certamen.part.r.>").map(drop));
    refused("read anything", lab.part("certamen.part.>").map(drop));
    for question in [
        json!({ "next_by_subj": "certamen.part.r.>", "seq": 1 }),
        json!({ "last_by_subj": result }),
        json!({ "seq": 2 }),
    ] {
        let bare = format!("$JS.API.DIRECT.GET.{}", layout::PART);
        refused("look for more", lab.publish(&bare, "", question.to_string().into_bytes()));
    }
    assert_eq!(lab.part(&bot).unwrap(), b"a bot");
}

#[test]
fn users_play_programs_that_carry_large_folders() {
    let alone = large::contest(2 << 20, 2);
    alone.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let site = large::contest(2 << 20, 2);
    let server = set_up(&site);
    let _worker = worker(&site, &server.address(), "farm/lab.key");
    run_as(&site, &server, "farm/coordinator.key");
    assert_eq!(state(&site), state(&alone));
    let kept = connected(&server.address(), Some(&site.path().join("farm/coordinator.key")));
    let kept = kept.kept().unwrap();
    let (_, bytes) = kept.iter().find(|one| one.name == layout::PART).unwrap().holds.unwrap();
    assert!((1..1 << 20).contains(&bytes), "bots, and nothing large: {bytes} bytes");
}

#[test]
fn workers_measure_a_share_of_another_bots_time() {
    let site = Site::new();
    let limits = "[limits]\nmove_time = \"1000% of builtin:bueno:depth=3\"\n[format]";
    site.write("c/contest.toml", mancala(2).replace("[format]", limits));
    let server = set_up(&site);
    let _worker = worker(&site, &server.address(), "farm/lab.key");
    run_as(&site, &server, "farm/coordinator.key");
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}

/// A worker that fetches the batches of class `k`.
fn machine(site: &Site, server: &Server) -> (Arc<Nats>, WorkerClient) {
    let transport = Arc::new(connected(&server.address(), None));
    transport.prepare().unwrap();
    transport.open(&layout::work_queue("k", layout::RUNS, &Terms::usual())).unwrap();
    let own = PrivateKey::keep(&site.path().join("machine.key")).unwrap();
    let [name, class, tier] = ["machine", "k", "D"].map(str::to_owned);
    let worker_info = WorkerInfo { name, class, tier, slots: 1, reserve: 0 };
    let client =
        WorkerClient::begin(transport.clone(), own.into(), worker_info, Terms::usual()).unwrap();
    (transport, client)
}

#[test]
fn a_bundle_whose_bytes_have_another_hash_is_refused() {
    let site = Site::new();
    let server = Server::start(&site);
    let (transport, client) = machine(&site, &server);
    let cache = site.path().join("kept");
    let bot = b"what a bot is made of";
    let id = blake3::hash(bot).to_hex().to_string();
    let put = |id: &str, part: usize, bytes: &[u8]| {
        transport.put_part(&layout::bundle_part(id, part), bytes.to_vec()).unwrap();
    };
    let refused = |id: &str, parts: usize| {
        let found = client.bundle(&cache, id, parts);
        assert!(matches!(found, Err(BusError::Refused { .. })), "{id}: {found:?}");
        assert!(!cache.join(id).exists(), "{id} is kept");
    };
    put(&hash("other"), 0, bot);
    refused(&hash("other"), 1);
    put(&id, 0, &bot[..9]);
    refused(&id, 1);
    put(&hash("bomb"), 0, &zstd::bulk::compress(&vec![0; (64 << 20) + 1], 1).unwrap());
    refused(&hash("bomb"), 1);
    refused("../c/contest.toml", 1);
    let missing = client.bundle(&cache, &id, 2);
    assert!(matches!(missing, Err(BusError::Gone)), "{missing:?}");
    put(&id, 1, &bot[9..]);
    assert_eq!(client.bundle(&cache, &id, 2).unwrap(), bot);
    // The bundle is cached, so changes on the server affect no match.
    assert_eq!(client.bundle(&cache, &id, 0).unwrap(), bot);
    site.write(&format!("kept/{id}"), "something else");
    assert_eq!(client.bundle(&cache, &id, 2).unwrap(), bot);
}

#[test]
fn a_corrupted_bot_on_the_server_is_replaced_and_the_run_continues() {
    let site = Site::new();
    let server = Server::start(&site);
    let client = connected(&server.address(), None);
    let parts = client.subscribe("certamen.part.b.*.0").unwrap();
    let play = || {
        let site = large::contest(1, 2);
        let _worker = Process::worker(&site, &server, "one", "1");
        run(&site, &server);
        state(&site)
    };
    let before = play();
    // A small bundle is sent unchanged, in one part.
    let bot = parts.try_recv().unwrap().bytes;
    let id = blake3::hash(&bot).to_hex().to_string();
    let part = layout::bundle_part(&id, 0);
    assert_eq!(client.part(&part).unwrap(), bot);
    client.remove_parts(&part).unwrap();
    client.publish(&part, "", b"another bot".to_vec()).unwrap();
    assert_eq!(play(), before);
    assert_eq!(client.part(&part).unwrap(), bot);
}

#[test]
fn results_that_lie_nowhere_are_dropped_and_the_run_goes_on() {
    let contest = mancala(200);
    let site = Site::new();
    site.write("c/contest.toml", &*contest);
    let server = Server::start(&site);
    let _worker = Process::worker(&site, &server, "one", "1");
    let mut run = begin(&site, &server);
    let secret = fs::read(site.path().join("c/.certamen/bus.json")).unwrap();
    let secret: Value = serde_json::from_slice(&secret).unwrap();
    let key = PrivateKey::draw().public();
    let subject = layout::result(secret["contest"].as_str().unwrap(), &key);
    let rogue = connected(&server.address(), None);
    let (nowhere, short) = (hash("nowhere"), hash("short"));
    rogue.put_part(&layout::result_part(&key, &short, "0"), b"less".to_vec()).unwrap();
    let bot = layout::bundle_part(&nowhere, 0);
    rogue.put_part(&bot, b"a bot".to_vec()).unwrap();
    for lies in [
        json!({ "v": VERSION, "elsewhere": nowhere, "parts": 2, "key": nowhere, "of": key }),
        json!({ "v": VERSION, "elsewhere": short, "parts": 1, "key": nowhere, "of": key }),
        json!({ "v": VERSION, "elsewhere": nowhere, "parts": 1_000_000, "key": nowhere, "of": key }),
        json!({ "v": VERSION, "elsewhere": nowhere, "parts": 1, "key": nowhere, "of": "*" }),
        json!({ "v": VERSION, "elsewhere": "*", "parts": 1, "key": nowhere, "of": key }),
        json!({ "v": VERSION, "elsewhere": nowhere, "parts": 1, "key": "?", "of": key }),
        json!({ "v": VERSION, "elsewhere": nowhere, "parts": 1, "key": nowhere }),
    ] {
        rogue.publish(&subject, &lies.to_string(), lies.to_string().into_bytes()).unwrap();
    }
    assert!(run.wait().success());
    assert_eq!(state(&site), alone(&contest));
    assert_eq!(rogue.part(&bot).unwrap(), b"a bot", "bots cannot be removed");
}
