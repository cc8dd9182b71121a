//! A suspended worker is shown as suspended, whatever it reports itself.

use super::{
    begin, farm,
    server::{Process, hurried, until},
    users::connected,
};
use crate::site::mancala;
use certamen_farm::{Signal, Transport, layout};
use serde_json::Value;
use std::{process::Stdio, thread, time::Duration};

#[test]
fn a_suspended_worker_is_shown_as_suspended_whatever_it_reports() {
    let (site, server) = farm(&mancala(400));
    let address = server.address();
    let mut worker = Process::worker(&site, &server, "one", "1");
    begin(&site, &server).kill();
    let mut heartbeat = Value::Null;
    let shown = |more: &[&str]| site.run(&[&["workers", "--bus", &address], more].concat());
    until("it sends heartbeats", || {
        heartbeat =
            serde_json::from_str(shown(&["--json"]).out.lines().next().unwrap_or("0")).unwrap();
        heartbeat["state"] == "works"
    });
    let impostor = connected(&address, None);
    let heartbeats = impostor.subscribe(&layout::heartbeat("*", "*")).unwrap();
    let mut works = None;
    until("it says so again", || {
        works = heartbeats.try_recv().ok();
        works.is_some()
    });
    let Signal { subject, bytes } = works.unwrap();
    worker.kill();
    let store = rusqlite::Connection::open(site.path().join("c/.certamen/store.sqlite")).unwrap();
    store.execute("UPDATE worker SET suspended = 'it lied'", []).unwrap();
    drop(store);
    let mut run = hurried(&site, &["run", "c", "--quiet", "--bus", &address]);
    let _run = Process::of(run.stderr(Stdio::null()));
    // It is told to pause, but reports that it works.
    thread::spawn(move || {
        // The test may be over.
        while impostor.send(&subject, bytes.clone()).is_ok() {
            thread::sleep(Duration::from_millis(100));
        }
    });
    let seen = |more: &[&str]| {
        let mut said = None;
        until("it is shown", || {
            let shown = shown(more);
            said = (shown.code == 3).then_some(shown.out);
            said.is_some()
        });
        said.unwrap()
    };
    let line: Value = serde_json::from_str(seen(&["--json"]).lines().next().unwrap()).unwrap();
    assert_eq!((&line["name"], &line["state"]), (&"one".into(), &"suspended".into()));
    assert!(line["worker"] == heartbeat["worker"] && line["slots"] == 1, "{line}");
    assert!(seen(&[]).contains(" suspended "));
    assert!(seen(&["--lang", "fr"]).contains(" suspendu "));
    let metrics = seen(&["--metrics"]);
    let is = |name: &str, value: &str| {
        let mut lines = metrics.lines().filter(|line| line.starts_with(name));
        assert!(lines.any(|line| line.ends_with(value)), "{name}{value}: {metrics}");
    };
    is("certamen_worker_suspended{", "} 1");
    is("certamen_worker_works{", "} 0");
}
