//! The client of the server: the only code that does not block. It runs on a thread of its own, and
//! callers wait for its answers.

mod api;
mod connect;
mod denied;
mod opened;
mod pulls;
#[cfg(test)]
pub(crate) mod real_server;
mod streams;
mod trial;

use crate::identity::WorkerKey;
use crate::{
    AckKind, AckTicket, Address, BusError, Delivery, Queue, Signal, Terms, Transport, layout,
    rights::{BusRole, SubjectRight},
};
use async_nats::{Client, HeaderMap, ServerInfo};
use connect::{OfflinePolicy, check, connected, is_stranger, is_untrusted, options};
use denied::DeniedSubjects;
use futures_util::{
    StreamExt,
    future::{Either, select},
};
use opened::OpenQueues;
use std::{
    fmt,
    future::Future,
    pin::pin,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver},
    },
    thread::{self, JoinHandle},
    time::Duration,
};
pub use streams::StreamInfo;
use tokio::{
    runtime::{Builder, Handle},
    sync::{oneshot, watch},
};

/// A connection to a server.
pub struct Nats {
    client: Client,
    runtime: Handle,
    terms: Terms,
    /// The key of this user, if it has one.
    user: Option<String>,
    /// The subjects that the server denies to this user.
    denied: DeniedSubjects,
    /// How often the connection has ended.
    cuts: watch::Sender<u64>,
    opened: OpenQueues,
    /// Whether its answers are known to be understood.
    is_probed: AtomicBool,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Nats {
    /// Connects to the server at `address`, as the user who has this key; fails after the time that
    /// `terms` allow.
    pub fn connect(
        address: &Address,
        own: Option<&WorkerKey>,
        terms: Terms,
    ) -> Result<Nats, BusError> {
        let unreachable = |why: String| BusError::Unreachable { address: address.to_string(), why };
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| unreachable(error.to_string()))?;
        let (denied, cuts) = (DeniedSubjects::new(), watch::Sender::new(0));
        let options = options(address, own, &terms, (&denied, &cuts));
        let connecting = options.connect(address.to_string());
        let connected =
            runtime.block_on(async { tokio::time::timeout(terms.reach, connecting).await });
        let client = match connected {
            Ok(Ok(client)) => client,
            Ok(Err(error)) if is_stranger(error.kind()) => {
                return Err(BusError::Stranger { address: address.to_string() });
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
        let opened = OpenQueues::default();
        let (stop, thread) = (Some(stop), Some(thread));
        let (user, is_probed) = (own.map(WorkerKey::public), AtomicBool::default());
        Ok(Nats {
            client,
            runtime: handle,
            terms,
            user,
            denied,
            cuts,
            opened,
            is_probed,
            stop,
            thread,
        })
    }

    /// The server, as it describes itself.
    pub fn server(&self) -> ServerFeatures {
        let ServerInfo { version, max_payload, auth_required, .. } = self.client.server_info();
        ServerFeatures { version, largest: max_payload, knows_users: auth_required }
    }

    /// What this user may do, of all that is done on the bus.
    pub fn rights(&self) -> Result<Vec<&'static SubjectRight>, BusError> {
        let (denied, user) = (self.denied.clone(), self.user.clone().unwrap_or_default());
        self.wait(|client, patience| async move {
            trial::rights(&client, &user, &denied, patience).await
        })
    }

    /// Fails if this user may not do what its role needs. Where no users are configured every
    /// client may do everything.
    pub fn check_role(&self, role: BusRole) -> Result<(), BusError> {
        if !self.server().knows_users {
            return Ok(());
        }
        match trial::lacking(&self.rights()?, role) {
            Some(right) => Err(BusError::Forbidden { subject: right.subject, role }),
            None => Ok(()),
        }
    }

    /// The streams on the server, and their sizes.
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

    fn ask_if<T: Send + 'static, F>(
        &self,
        offline_policy: OfflinePolicy,
        question: impl FnOnce(Client, Duration) -> F,
    ) -> Result<T, BusError>
    where
        F: Future<Output = Result<T, BusError>> + Send + 'static,
    {
        let cuts = self.cuts.clone();
        self.wait(|client, patience| {
            let asked = question(client.clone(), patience);
            async move {
                connected(&client, offline_policy, patience).await?;
                let mut cuts = cuts.subscribe();
                match select(pin!(asked), pin!(cuts.changed())).await {
                    Either::Left((answer, _)) => answer,
                    Either::Right(_) => Err(BusError::Away { what: "the server".to_owned() }),
                }
            }
        })
    }
}

/// A server, as it describes itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerFeatures {
    /// Its version.
    pub version: String,
    /// The largest message it takes, in bytes.
    pub largest: usize,
    /// Whether it authenticates users.
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
            self.opened.clear();
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
        if self.opened.has(queue) {
            return Ok(());
        }
        let own = queue.clone();
        self.ask(|client, patience| async move { streams::open(&client, &own, patience).await })?;
        self.opened.note(queue);
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
            pulls::fetch(&client, &own, most, (patience, question)).await
        });
        self.opened.heard(queue, found)
    }

    fn finds(&self, queue: &Queue, patience: Duration) -> Result<bool, BusError> {
        let (queue, knock) = (queue.clone(), self.terms.knock);
        self.ask(|client, _| async move { pulls::finds(&client, &queue, (patience, knock)).await })
    }

    fn settle(&self, ticket: &AckTicket, how: AckKind) -> Result<(), BusError> {
        let ticket = ticket.clone();
        self.ask(
            |client, patience| async move { pulls::settle(&client, ticket, how, patience).await },
        )
    }

    fn waiting(&self, queue: &Queue) -> Result<u64, BusError> {
        let own = queue.clone();
        let found = self
            .ask(|client, patience| async move { streams::waiting(&client, &own, patience).await });
        self.opened.heard(queue, found)
    }

    fn unfinished(&self, subject: &str) -> Result<u64, BusError> {
        let what = (layout::WORK, subject.to_owned());
        self.ask(|client, patience| async move { streams::lying(&client, what, patience).await })
    }

    fn purge(&self, subjects: &str) -> Result<(), BusError> {
        let what = (layout::WORK, subjects.to_owned());
        self.ask(|client, patience| async move { streams::purge(&client, what, patience).await })
    }

    fn remove_parts(&self, subjects: &str) -> Result<(), BusError> {
        let what = (layout::PART, subjects.to_owned());
        self.ask(|client, patience| async move { streams::purge(&client, what, patience).await })
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

    fn subscribe(&self, subject: &str) -> Result<Receiver<Signal>, BusError> {
        let subject = subject.to_owned();
        let (told, heard) = mpsc::channel();
        self.wait(|client, _| async move {
            let away = |_| BusError::Away { what: "SUB".to_owned() };
            let mut messages = client.subscribe(subject).await.map_err(away)?;
            // Messages published before the server knows of the subscription are not received.
            let _ = client.flush().await;
            tokio::spawn(async move {
                while let Some(message) = messages.next().await {
                    let (subject, bytes) = (message.subject.to_string(), message.payload.to_vec());
                    if told.send(Signal { subject, bytes }).is_err() {
                        return;
                    }
                }
            });
            Ok(())
        })?;
        Ok(heard)
    }
}
