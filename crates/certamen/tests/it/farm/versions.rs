//! Workers of different versions: a worker leaves to others what it does not know.

use super::{
    alone,
    rogue::{CLASS, Rogue, heard, honest},
    server::Server,
    state,
};
use crate::site::{Site, mancala};
use certamen_farm::{
    AckKind, Transport, layout,
    message::{WorkerState, pack},
};
use std::fs;

#[test]
fn a_game_whose_rules_have_another_number_is_left_to_others_by_name() {
    let contest = mancala(12);
    let site = Site::new();
    site.write("c/contest.toml", &*contest);
    let server = Server::start(&site);
    let between = Rogue::begin(&site, &server, 4);
    let mut run = heard(&site, &["run", "c", "--bus", &server.address(), "--audit", "0"]);
    // As if a coordinator with newer rules sent it to a worker with older ones.
    let (delivery, mut batch) = between.batch();
    batch.rules += 1;
    let subject = layout::work(CLASS, layout::RUNS, &batch.contest);
    between.transport.publish(&subject, "later", pack(&batch)).unwrap();
    between.transport.settle(&delivery.ticket, AckKind::Done).unwrap();
    between.client.set_state(WorkerState::Leaves);
    let _machines = ["one", "two"].map(|name| honest(&site, &server, name));
    let ended = run.wait().unwrap();
    let said = fs::read_to_string(site.path().join("words")).unwrap();
    assert!(ended.success(), "{said}");
    let export = site.succeed(&["export", "c"]);
    let void = export.lines().filter(|line| line.contains("\"kind\":\"void\""));
    let void = void.filter(|line| line.contains("unknown game, game version or bot"));
    assert_eq!(void.count(), batch.numbers().len(), "{export}");
    assert_eq!(state(&site), alone(&contest), "the run goes on");
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}
