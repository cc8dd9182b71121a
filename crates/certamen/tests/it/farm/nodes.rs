//! A cluster of three servers: data is replicated three times, and one server may fail.

use super::{
    alone, played,
    server::{Process, Server, free_port, until},
    state,
    users::connected_for,
};
use crate::site::{Site, mancala};
use certamen_farm::Transport;
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

/// A server of three, and the address of its monitoring.
struct Node {
    server: Server,
    monitor: u16,
    name: String,
}

impl Node {
    fn three(site: &Site) -> Vec<Node> {
        let routes = [free_port(), free_port(), free_port()];
        let all: Vec<String> = routes.iter().map(|at| format!("nats://127.0.0.1:{at}")).collect();
        let start = |at: usize| {
            let (monitor, name) = (free_port(), format!("n{at}"));
            let port = monitor.to_string();
            let own = ["-js", "-n", &name, "-m", &port, "--cluster_name", "farm"];
            let among = ["--cluster", &all[at], "--routes", &all.join(",")];
            let server = Server::start_in(site, &name, &[&own[..], &among].concat());
            Node { server, monitor, name }
        };
        (0..3).map(start).collect()
    }

    /// A page of its monitoring.
    fn reported(&self, what: &str) -> Option<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.monitor)).ok()?;
        write!(stream, "GET /{what} HTTP/1.0\r\n\r\n").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }

    /// The name of the leader of the stream of results, and its number of replicas.
    fn leader(&self) -> Option<(String, usize)> {
        let reported = self.reported("jsz?accounts=true&streams=true")?;
        let streams = reported["account_details"][0]["stream_detail"].as_array()?;
        let kept = streams.iter().find(|stream| stream["name"] == "CERTAMEN_RESULT")?;
        let cluster = &kept["cluster"];
        let name = cluster["leader"].as_str()?.to_owned();
        Some((name, cluster["replicas"].as_array()?.len()))
    }
}

#[test]
fn of_three_servers_the_one_that_leads_may_die_nightly() {
    let contest = mancala(200);
    let site = Site::new();
    site.write("c/contest.toml", &contest);
    let mut nodes = Node::three(&site);
    let led = || {
        nodes[0]
            .reported("jsz")
            .is_some_and(|reported| reported["meta_cluster"]["leader"].is_string())
    };
    until("they have found each other", led);
    let address = nodes[0].server.address();
    let patience = Duration::from_secs(5);
    until("they keep something", || connected_for(&address, None, patience).prepare().is_ok());
    let _workers = ["one", "two"].map(|name| Process::worker(&site, &nodes[0].server, name, "1"));
    let mut run = Process::start(&site, &["run", "c", "--quiet", "--bus", &address]);
    until("some matches are stored", || played(&site) > 0);
    let mut leader = String::new();
    until("each message is kept three times", || match nodes[0].leader() {
        Some((name, 2)) => {
            leader = name;
            true
        }
        _ => false,
    });
    let dies = nodes.iter_mut().find(|node| node.name == leader).unwrap();
    dies.server.pause();
    assert!(!run.has_ended(), "it died in the middle");
    assert!(run.wait().success());
    assert_eq!(state(&site), alone(&contest));
    site.succeed(&["verify", "c"]);
}
