//! Questions to the server, and its answers.

use crate::{BusError, layout::asked_part};
use async_nats::{Client, HeaderMap, Request, RequestErrorKind};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use std::time::Duration;

/// What it says where a subject has as many messages as it may.
const ALREADY: u32 = 10_077;

/// What the server says when it says no.
#[derive(Deserialize, Debug)]
pub(super) struct No {
    /// What kind of no.
    #[serde(default)]
    pub(super) err_code: u32,
    /// The same in numbers that everybody knows.
    #[serde(default)]
    pub(super) code: u32,
    #[serde(default)]
    description: String,
}

/// What came of a question.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Reply<T> {
    /// A no.
    No {
        /// Why.
        error: No,
    },
    /// The answer.
    Yes(T),
}

impl<T> Reply<T> {
    /// The answer; a no is an error.
    pub(super) fn yes(self, what: &str) -> Result<T, BusError> {
        match self {
            Reply::Yes(found) => Ok(found),
            Reply::No { error } if error.code == 404 => Err(BusError::Gone),
            // It is starting, or has lost its leader.
            Reply::No { error } if error.code == 503 => {
                Err(BusError::Away { what: what.to_owned() })
            }
            Reply::No { error } => {
                Err(BusError::Refused { what: what.to_owned(), why: error.description })
            }
        }
    }
}

/// Asks the server about what it keeps.
pub(super) async fn ask<T: DeserializeOwned>(
    client: &Client,
    what: &str,
    question: &Value,
    patience: Duration,
) -> Result<Reply<T>, BusError> {
    let payload = if question.is_null() { Vec::new() } else { question.to_string().into_bytes() };
    send(client, format!("$JS.API.{what}"), HeaderMap::new(), payload, patience).await
}

/// Stores a message.
pub(super) async fn store(
    client: &Client,
    subject: String,
    headers: HeaderMap,
    bytes: Vec<u8>,
    patience: Duration,
) -> Result<(), BusError> {
    let what = subject.clone();
    let reply: Reply<Value> = send(client, subject, headers, bytes, patience).await?;
    reply.yes(&what).map(drop)
}

/// Stores a message unless one is there under its subject; whether it was stored.
pub(super) async fn store_once(
    client: &Client,
    subject: String,
    bytes: Vec<u8>,
    patience: Duration,
) -> Result<bool, BusError> {
    let what = subject.clone();
    match send::<Value>(client, subject, HeaderMap::new(), bytes, patience).await? {
        Reply::No { error } if error.err_code == ALREADY => Ok(false),
        reply => reply.yes(&what).map(|_| true),
    }
}

/// The message that is stored under a subject.
pub(super) async fn stored(
    client: &Client,
    subject: String,
    patience: Duration,
) -> Result<Vec<u8>, BusError> {
    // The subject stands in the question's own, where the server looks whether this user may.
    let request = Request::new().payload(Vec::new().into()).timeout(Some(patience));
    let answered = client.send_request(asked_part(&subject), request).await;
    let message = answered.map_err(|_| BusError::Away { what: subject })?;
    if message.status.is_some() { Err(BusError::Gone) } else { Ok(message.payload.to_vec()) }
}

async fn send<T: DeserializeOwned>(
    client: &Client,
    subject: String,
    headers: HeaderMap,
    bytes: Vec<u8>,
    patience: Duration,
) -> Result<Reply<T>, BusError> {
    let what = subject.clone();
    let mut request = Request::new().payload(bytes.into()).timeout(Some(patience));
    if !headers.is_empty() {
        request = request.headers(headers);
    }
    let answered = client.send_request(subject, request).await;
    let message = answered.map_err(|error| match error.kind() {
        RequestErrorKind::NoResponders => BusError::Gone,
        _ => BusError::Away { what: what.clone() },
    })?;
    let read = serde_json::from_slice(&message.payload);
    read.map_err(|error| BusError::Refused { what, why: error.to_string() })
}
