//! A server for tests: the real one, on a port of its own, in a folder that goes with it.

use super::Nats;
use crate::{
    Address, BusError, Terms, Transport, WorkerClient, WorkerInfo,
    identity::PrivateKey,
    layout,
    message::{VERSION, pack},
};
use certamen_game::Conditions;
use serde_json::{Value, json};
use std::{
    env,
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const DEBIANS: &str = "/usr/sbin/nats-server";

pub(crate) const BATCH: &str = "b";

/// A server that ends with the test.
pub(crate) struct RealServer {
    child: Child,
    port: u16,
    _folder: TempDir,
}

impl RealServer {
    pub(crate) fn start() -> RealServer {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let mut server = RealServer::begin();
            let listens = || TcpStream::connect(("127.0.0.1", server.port)).is_ok();
            while Instant::now() < deadline && server.child.try_wait().unwrap().is_none() {
                if listens() {
                    return server;
                }
                sleep(Duration::from_millis(5));
            }
            assert!(Instant::now() < deadline, "the server does not listen");
        }
    }

    pub(crate) fn client(&self) -> Nats {
        let address: Address = format!("nats://127.0.0.1:{}", self.port).parse().unwrap();
        Nats::connect(&address, None, terms()).unwrap()
    }

    /// A client of it, with this many batches waiting for workers.
    pub(crate) fn with_batches(&self, count: usize) -> Arc<Nats> {
        let nats = self.client();
        nats.prepare().unwrap();
        for level in layout::LEVELS {
            nats.open(&layout::work_queue(BATCH, level, &terms())).unwrap();
        }
        for at in 0..count {
            let name = format!("{BATCH}{at}");
            let batch = json!({
                "v": VERSION, "contest": BATCH, "batch": name, "class": BATCH, "level": 1,
                "game": "coins", "rules": 1, "tier": "D", "bots": [], "token": "",
                "conditions": Conditions::allowing(Duration::from_secs(1), 1 << 20, "D"),
                "matches": [[1, [1, 2], 1], [2, [2, 1], 1], [3, [1, 2], 2]],
            });
            nats.publish(&layout::work(BATCH, layout::RUNS, BATCH), &name, pack(&batch)).unwrap();
        }
        Arc::new(nats)
    }

    pub(crate) fn kill(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Another process may have taken its port meanwhile: then it ends.
    fn begin() -> RealServer {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let folder = tempfile::tempdir().unwrap();
        let program = env::var_os("CERTAMEN_NATS_SERVER").unwrap_or_else(|| DEBIANS.into());
        let mut command = Command::new(program);
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]);
        command.arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        RealServer { child: command.spawn().unwrap(), port, _folder: folder }
    }
}

impl Drop for RealServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Most times are short here.
pub(crate) fn terms() -> Terms {
    let (lease, question) = (Duration::from_secs(60), Duration::from_millis(500));
    Terms { lease, question, ..Terms::usual().hurried(10) }
}

impl Nats {
    pub(crate) fn reply(&self, what: &str, question: Value) -> Result<Value, BusError> {
        let what = what.to_owned();
        self.ask(|client, patience| async move {
            super::api::ask::<Value>(&client, &what, &question, patience).await?.yes(&what)
        })
    }
}

/// A worker that takes the batches of `with_batches`.
pub(crate) fn machine(nats: Arc<Nats>) -> WorkerClient {
    let (name, class, tier) = (BATCH.to_owned(), BATCH.to_owned(), "D".to_owned());
    let worker_info = WorkerInfo { name, class, tier, slots: 20, reserve: 0 };
    WorkerClient::begin(nats, PrivateKey::draw().into(), worker_info, terms()).unwrap()
}
