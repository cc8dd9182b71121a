//! The client of the server: the only code that does not block. It runs on a thread of its own, and
//! callers wait for its answers.

mod api;
mod permissions;
#[cfg(test)]
pub(crate) mod real_server;
mod streams;

pub use streams::StreamInfo;

use crate::{
    AckKind, AckTicket, Address, BusError, Delivery, Queue, Signal, Terms, Transport,
    identity::PrivateKey,
    layout,
    rights::{BusRole, SubjectRight, inbox},
};
use async_nats::{
    Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, HeaderMap, ServerInfo,
    connection::State,
};
use futures_util::{
    StreamExt,
    future::{Either, select},
};
use permissions::DeniedSubjects;
use std::{
    collections::BTreeSet,
    error::Error,
    fmt,
    future::Future,
    io,
    pin::pin,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};
use tokio::{
    runtime::{Builder, Handle},
    sync::{oneshot, watch},
};

pub struct Nats {
    client: Client,
    runtime: Handle,
    terms: Terms,
    user: Option<String>,
    denied: DeniedSubjects,
    cuts: watch::Sender<u64>,
    joins: watch::Sender<u64>,
    /// The queues that are known to exist, so that not every message needs a check. A server removes
    /// a queue that has not been used for a day, and an operator may delete one.
    open_queues: Mutex<BTreeSet<String>>,
    /// Whether the server's error codes were checked.
    is_probed: AtomicBool,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Nats {
    /// Connects to the server at `address`, as the user who has this key; fails after the time that
    /// `terms` allow.
    pub fn connect(
        address: &Address,
        own: Option<&PrivateKey>,
        terms: Terms,
    ) -> Result<Nats, BusError> {
        let unreachable = |why: String| BusError::Unreachable { address: address.to_string(), why };
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| unreachable(error.to_string()))?;
        let denied = DeniedSubjects::new();
        let (cuts, joins) = (watch::Sender::new(0), watch::Sender::new(0));
        let options = options(address, own, &terms, &denied, &cuts, &joins);
        let connecting = options.connect(address.to_string());
        let connected =
            runtime.block_on(async { tokio::time::timeout(terms.reach, connecting).await });
        let client = match connected {
            Ok(Ok(client)) => client,
            Ok(Err(error)) if is_unknown_key(error.kind()) => {
                return Err(BusError::UnknownKey { address: address.to_string() });
            }
            Ok(Err(error)) if is_untrusted(&error) => {
                let (address, why) = (address.to_string(), error.to_string());
                return Err(BusError::Untrusted { address, why });
            }
            Ok(Err(error)) => return Err(unreachable(error.to_string())),
            Err(late) => return Err(unreachable(late.to_string())),
        };
        check(&client.server_info(), address)?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            // It was stopped, or its owner is gone.
            let _ = runtime.block_on(stopped);
        });
        let (stop, thread) = (Some(stop), Some(thread));
        let (user, is_probed) = (own.map(PrivateKey::public), AtomicBool::default());
        Ok(Nats {
            client,
            runtime: handle,
            terms,
            user,
            denied,
            cuts,
            joins,
            open_queues: Mutex::default(),
            is_probed,
            stop,
            thread,
        })
    }

    pub fn server(&self) -> ServerFeatures {
        let ServerInfo { version, max_payload, auth_required, .. } = self.client.server_info();
        ServerFeatures { version, largest: max_payload, knows_users: auth_required }
    }

    /// The permissions of this user.
    pub fn rights(&self) -> Result<Vec<&'static SubjectRight>, BusError> {
        let (denied, user) = (self.denied.clone(), self.user.clone().unwrap_or_default());
        self.wait(|client, patience| async move {
            permissions::rights(&client, &user, &denied, patience).await
        })
    }

    /// Fails if this user may not do what its role needs. Where no users are configured every
    /// client may do everything.
    pub fn check_role(&self, role: BusRole) -> Result<(), BusError> {
        if !self.server().knows_users {
            return Ok(());
        }
        let own = self.rights()?;
        match role.rights().find(|right| !own.contains(right)) {
            Some(right) => Err(BusError::Forbidden { subject: right.subject, role }),
            None => Ok(()),
        }
    }

    pub fn kept(&self) -> Result<Vec<StreamInfo>, BusError> {
        self.ask(|client, patience| async move { streams::kept(&client, patience).await })
    }

    /// Waits for the answer to a request, which is made on the thread of the client, and may take
    /// this long.
    fn wait<T: Send + 'static, F>(
        &self,
        question: impl FnOnce(Client, Duration) -> F,
    ) -> Result<T, BusError>
    where
        F: Future<Output = Result<T, BusError>> + Send + 'static,
    {
        let (answer, answered) = mpsc::sync_channel(1);
        let asked = question(self.client.clone(), self.terms.question);
        self.runtime.spawn(async move {
            // The caller may be gone.
            let _ = answer.send(asked.await);
        });
        let gone = |_| BusError::Away { what: "the client".to_owned() };
        answered.recv().map_err(gone).and_then(|answer| answer)
    }

    /// Like `wait`, once there is a connection; if it ends before there is an answer, none will
    /// come.
    fn ask<T: Send + 'static, F>(
        &self,
        question: impl FnOnce(Client, Duration) -> F,
    ) -> Result<T, BusError>
    where
        F: Future<Output = Result<T, BusError>> + Send + 'static,
    {
        self.ask_if(OfflinePolicy::Waits, question)
    }

    /// An answer about a queue. One that does not answer may have been removed, and is opened again.
    fn check_queue<T>(&self, queue: &Queue, answer: Result<T, BusError>) -> Result<T, BusError> {
        if answer.as_ref().is_err_and(BusError::may_pass) {
            self.open_queues().remove(&queue.name);
        }
        answer
    }

    fn open_queues(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // Nothing that is done under the lock leaves it half done.
        self.open_queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask_if<T: Send + 'static, F>(
        &self,
        offline_policy: OfflinePolicy,
        question: impl FnOnce(Client, Duration) -> F,
    ) -> Result<T, BusError>
    where
        F: Future<Output = Result<T, BusError>> + Send + 'static,
    {
        let (cuts, joins) = (self.cuts.clone(), self.joins.clone());
        self.wait(|client, patience| {
            let asked = question(client.clone(), patience);
            async move {
                connected(&client, &joins, offline_policy, patience).await?;
                let mut cuts = cuts.subscribe();
                match select(pin!(asked), pin!(cuts.changed())).await {
                    Either::Left((answer, _)) => answer,
                    Either::Right(_) => Err(BusError::Away { what: "the server".to_owned() }),
                }
            }
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerFeatures {
    pub version: String,
    pub largest: usize,
    pub knows_users: bool,
}

impl Drop for Nats {
    fn drop(&mut self) {
        // Earlier messages are still on their way.
        let flushed = self.wait(|client, patience| async move {
            let _ = tokio::time::timeout(patience, client.flush()).await;
            Ok(())
        });
        drop((flushed, self.stop.take()));
        if let Some(thread) = self.thread.take() {
            // A panic was already reported where it happened.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Nats").field(&self.client.server_info().server_name).finish()
    }
}

impl Transport for Nats {
    fn prepare(&self) -> Result<bool, BusError> {
        let made =
            self.ask(|client, patience| async move { streams::prepare(&client, patience).await })?;
        if made {
            self.open_queues().clear();
        }
        if !self.is_probed.swap(true, Ordering::Relaxed) {
            let subject = layout::probe();
            self.ask(
                |client, patience| async move { api::probe(&client, subject, patience).await },
            )
            .inspect_err(|_| self.is_probed.store(false, Ordering::Relaxed))?;
        }
        Ok(made)
    }

    fn open(&self, queue: &Queue) -> Result<(), BusError> {
        if self.open_queues().contains(&queue.name) {
            return Ok(());
        }
        let own = queue.clone();
        self.ask(|client, patience| async move { streams::open(&client, &own, patience).await })?;
        self.open_queues().insert(queue.name.clone());
        Ok(())
    }

    fn publish(&self, subject: &str, id: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id);
        let subject = subject.to_owned();
        self.ask(|client, patience| async move {
            api::store(&client, subject, headers, bytes, patience).await
        })
    }

    fn fetch(
        &self,
        queue: &Queue,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Delivery>, BusError> {
        let own = queue.clone();
        // A server that was away may have forgotten the queue, and would say nothing.
        let found = self.ask_if(OfflinePolicy::Fails, |client, question| async move {
            api::fetch(&client, &own, most, patience, question).await
        });
        self.check_queue(queue, found)
    }

    fn finds(&self, queue: &Queue, patience: Duration) -> Result<bool, BusError> {
        let (queue, knock) = (queue.clone(), self.terms.knock);
        self.ask(|client, _| async move { api::finds(&client, &queue, patience, knock).await })
    }

    fn settle(&self, ticket: &AckTicket, how: AckKind) -> Result<(), BusError> {
        let ticket = ticket.clone();
        self.ask(
            |client, patience| async move { api::settle(&client, ticket, how, patience).await },
        )
    }

    fn waiting(&self, queue: &Queue) -> Result<u64, BusError> {
        let own = queue.clone();
        let found = self
            .ask(|client, patience| async move { streams::waiting(&client, &own, patience).await });
        self.check_queue(queue, found)
    }

    fn unfinished(&self, subject: &str) -> Result<u64, BusError> {
        let subject = subject.to_owned();
        self.ask(|client, patience| async move {
            streams::count_stored(&client, layout::WORK, subject, patience).await
        })
    }

    fn purge(&self, subjects: &str) -> Result<(), BusError> {
        let subjects = subjects.to_owned();
        self.ask(|client, patience| async move {
            streams::purge(&client, layout::WORK, subjects, patience).await
        })
    }

    fn remove_parts(&self, subjects: &str) -> Result<(), BusError> {
        let subjects = subjects.to_owned();
        self.ask(|client, patience| async move {
            streams::purge(&client, layout::PART, subjects, patience).await
        })
    }

    fn put_part(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        let subject = subject.to_owned();
        self.ask(|client, patience| async move {
            streams::keep(&client, subject, bytes, patience).await
        })
    }

    fn part(&self, subject: &str) -> Result<Vec<u8>, BusError> {
        let subject = subject.to_owned();
        self.ask(|client, patience| async move { api::stored(&client, subject, patience).await })
    }

    fn send(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        let subject = subject.to_owned();
        self.wait(|client, _| async move {
            let away = |_| BusError::Away { what: "PUB".to_owned() };
            client.publish(subject, bytes.into()).await.map_err(away)
        })
    }

    fn listen(&self, subject: &str, to: Sender<Signal>) -> Result<(), BusError> {
        let subject = subject.to_owned();
        self.wait(|client, _| async move {
            let away = |_| BusError::Away { what: "SUB".to_owned() };
            let mut messages = client.subscribe(subject).await.map_err(away)?;
            // Messages published before the server knows of the subscription are not received.
            let _ = client.flush().await;
            tokio::spawn(async move {
                while let Some(message) = messages.next().await {
                    let (subject, bytes) = (message.subject.to_string(), message.payload.to_vec());
                    if to.send(Signal { subject, bytes }).is_err() {
                        return;
                    }
                }
            });
            Ok(())
        })
    }
}

// How a server is reached, which servers will do, and whether there is a connection now.

const OLDEST: [u32; 2] = [2, 9];

/// What to do with a request while there is no connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OfflinePolicy {
    /// Wait for a connection.
    Waits,
    /// Fail, once there is a connection again.
    Fails,
}

/// Waits for a connection, if there is none; `joins` announces new ones.
async fn connected(
    client: &Client,
    joins: &watch::Sender<u64>,
    offline_policy: OfflinePolicy,
    patience: Duration,
) -> Result<(), BusError> {
    let mut joins = joins.subscribe();
    let is_there = || client.connection_state() == State::Connected;
    if is_there() {
        return Ok(());
    }
    let joined = async { while !is_there() && joins.changed().await.is_ok() {} };
    let is_in_time = tokio::time::timeout(patience, joined).await.is_ok();
    if is_in_time && offline_policy == OfflinePolicy::Waits {
        Ok(())
    } else {
        Err(BusError::Away { what: "the server".to_owned() })
    }
}

/// The connection options; `cuts` counts how often the connection ends, `joins` how often it begins.
fn options(
    address: &Address,
    own: Option<&PrivateKey>,
    terms: &Terms,
    denied: &DeniedSubjects,
    cuts: &watch::Sender<u64>,
    joins: &watch::Sender<u64>,
) -> ConnectOptions {
    let (denied, cuts, joins) = (denied.clone(), cuts.clone(), joins.clone());
    let options = ConnectOptions::new()
        .name("certamen")
        .require_tls(address.is_encrypted())
        .connection_timeout(terms.question)
        .request_timeout(Some(terms.question))
        .subscription_capacity(1 << 16)
        .event_callback(move |event| {
            denied.hear(&event);
            match event {
                Event::Disconnected => cuts.send_modify(|count| *count += 1),
                Event::Connected => joins.send_modify(|count| *count += 1),
                _ => {}
            }
            std::future::ready(())
        });
    match own {
        // Other users may not listen to the answers to our requests.
        Some(own) => options.nkey(own.seed().to_owned()).custom_inbox_prefix(inbox(&own.public())),
        None => options,
    }
}

fn is_unknown_key(kind: ConnectErrorKind) -> bool {
    matches!(kind, ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication)
}

/// Whether a server answers whose certificate is not trusted.
fn is_untrusted(error: &ConnectError) -> bool {
    let mut next = Some(error as &(dyn Error + 'static));
    while let Some(error) = next {
        let of_system = error.downcast_ref::<io::Error>();
        if of_system.is_some_and(|error| error.kind() == io::ErrorKind::InvalidData) {
            return true;
        }
        next = error.source();
    }
    false
}

fn check(server: &ServerInfo, address: &Address) -> Result<(), BusError> {
    let mut numbers = server.version.split(['.', '-']).map(str::parse::<u32>);
    let found = [numbers.next(), numbers.next()].map(|number| number.and_then(Result::ok));
    let old = || BusError::Old { found: server.version.clone() };
    let [Some(major), Some(minor)] = found else { return Err(old()) };
    if [major, minor] < OLDEST {
        return Err(old());
    }
    if !server.jetstream {
        return Err(BusError::NoStreams { address: address.to_string() });
    }
    if server.max_payload < layout::LARGEST as usize {
        return Err(BusError::Narrow { most: server.max_payload });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::real_server::RealServer;
    use crate::{AckKind, BusError, Queue, Terms, Transport, layout};
    use serde_json::Value;
    use std::time::Duration;

    #[test]
    fn a_queue_that_the_server_removed_is_created_again() {
        let (server, terms) = (RealServer::start(), Terms::usual());
        let nats = server.client();
        nats.prepare().unwrap();
        let forgets = |queue: &Queue| {
            nats.open(queue).unwrap();
            let what = format!("CONSUMER.DELETE.{}.{}", queue.stream, queue.name);
            nats.reply(&what, Value::Null).unwrap();
        };
        let results = layout::result_queue("c", &terms);
        forgets(&results);
        let fetched = || nats.fetch(&results, 1, Duration::ZERO);
        assert!(fetched().is_err_and(|error| error.may_pass()));
        nats.open(&results).unwrap();
        assert!(fetched().unwrap().is_empty(), "it is there again");
        let work = layout::work_queue("k", layout::RUNS, &terms);
        nats.publish(&layout::work("k", layout::RUNS, "c"), "b", b"x".to_vec()).unwrap();
        forgets(&work);
        assert!(matches!(nats.waiting(&work), Err(BusError::Gone)));
        nats.open(&work).unwrap();
        assert_eq!(nats.waiting(&work).unwrap(), 1, "and what waited waits");
        nats.publish(&layout::work("k", layout::RUNS, "d"), "e", b"x".to_vec()).unwrap();
        let unfinished = |of| nats.unfinished(&layout::work("k", layout::RUNS, of)).unwrap();
        assert_eq!(["c", "d", "none"].map(unfinished), [1, 1, 0]);
        let taken = nats.fetch(&work, 2, Duration::ZERO).unwrap();
        assert_eq!((nats.waiting(&work).unwrap(), unfinished("c")), (0, 1), "a worker has it");
        nats.settle(&taken[0].ticket, AckKind::Done).unwrap();
        assert_eq!(["c", "d"].map(unfinished), [0, 1]);
    }
}
