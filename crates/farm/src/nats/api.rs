//! Questions to the server, and its answers.

use crate::{AckKind, AckTicket, BusError, Delivery, Queue, layout::asked_part};
use async_nats::{Client, HeaderMap, Message, Request, RequestErrorKind, StatusCode, Subscriber};
use futures_util::StreamExt;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The error code when a message is not stored, whatever the reason.
const NOT_STORED: u32 = 10_077;
/// The error codes when all streams together have reached their limit.
const NO_ROOM: [u32; 2] = [10_023, 10_047];
/// The error codes when the last message of a subject is not the expected one: newer servers use
/// the second.
const ANOTHER: [u32; 2] = [10_071, 10_164];

#[derive(Deserialize, Debug)]
pub(super) struct ServerError {
    #[serde(default)]
    pub(super) err_code: u32,
    /// The HTTP-like status.
    #[serde(default)]
    pub(super) code: u32,
    #[serde(default)]
    description: String,
}

impl ServerError {
    /// Whether there is no space for the data, until something is removed. Data that is too large,
    /// or not expected, has other codes.
    fn is_full(&self) -> bool {
        self.err_code == NOT_STORED || NO_ROOM.contains(&self.err_code)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum ServerReply<T> {
    No { error: ServerError },
    Yes(T),
}

impl<T> ServerReply<T> {
    pub(super) fn yes(self, what: &str) -> Result<T, BusError> {
        match self {
            ServerReply::Yes(found) => Ok(found),
            ServerReply::No { error } if error.code == 404 => Err(BusError::Gone),
            ServerReply::No { error } if error.is_full() => {
                Err(BusError::Full { what: what.to_owned(), why: error.description })
            }
            // It is starting, or has lost its leader.
            ServerReply::No { error } if error.code == 503 => {
                Err(BusError::Away { what: what.to_owned() })
            }
            ServerReply::No { error } => {
                Err(BusError::Refused { what: what.to_owned(), why: error.description })
            }
        }
    }
}

/// Makes a request about streams and queues.
pub(super) async fn ask<T: DeserializeOwned>(
    client: &Client,
    what: &str,
    question: &Value,
    patience: Duration,
) -> Result<ServerReply<T>, BusError> {
    let payload = if question.is_null() { Vec::new() } else { question.to_string().into_bytes() };
    send(client, format!("$JS.API.{what}"), HeaderMap::new(), payload, patience).await
}

pub(super) async fn store(
    client: &Client,
    subject: String,
    headers: HeaderMap,
    bytes: Vec<u8>,
    patience: Duration,
) -> Result<(), BusError> {
    let what = subject.clone();
    let reply: ServerReply<Value> = send(client, subject, headers, bytes, patience).await?;
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
    let mut headers = HeaderMap::new();
    headers.insert("Nats-Expected-Last-Subject-Sequence", "0");
    match send::<Value>(client, subject, headers, bytes, patience).await? {
        ServerReply::No { error } if ANOTHER.contains(&error.err_code) => Ok(false),
        reply => reply.yes(&what).map(|_| true),
    }
}

/// Tries on what is stored under `subject` whether the server says by a code that is known here that
/// something is there already: what follows from that is not to follow from anything else.
pub(super) async fn probe(
    client: &Client,
    subject: String,
    patience: Duration,
) -> Result<(), BusError> {
    for _ in 0..2 {
        match store_once(client, subject.clone(), b"?".to_vec(), patience).await {
            Ok(true) => {}
            // A full stream gives no information.
            Ok(false) | Err(BusError::Full { .. }) => return Ok(()),
            Err(BusError::Refused { why, .. }) => return Err(other_codes(client, why)),
            Err(error) => return Err(error),
        }
    }
    Err(other_codes(client, String::new()))
}

fn other_codes(client: &Client, why: String) -> BusError {
    BusError::OtherCodes { found: client.server_info().version, why }
}

pub(super) async fn stored(
    client: &Client,
    subject: String,
    patience: Duration,
) -> Result<Vec<u8>, BusError> {
    // The subject is part of the request's own, where the server checks the user's permissions.
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
) -> Result<ServerReply<T>, BusError> {
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

// Fetching and settling messages.

/// The request by which a queue is checked for existence.
const NO_QUESTION: &str = r#"{"batch":"?"}"#;
/// The minimum polling interval.
const OFTEN: Duration = Duration::from_millis(5);

/// At most `most` messages: those that are there, else the first that arrives within `patience`;
/// each request may take the given time longer.
pub(super) async fn fetch(
    client: &Client,
    queue: &Queue,
    most: usize,
    patience: Duration,
    question: Duration,
) -> Result<Vec<Delivery>, BusError> {
    let there = json!({ "batch": most, "no_wait": true });
    let found = pull(client, queue, &there, most, question).await?;
    if !found.is_empty() || patience.is_zero() {
        return Ok(found);
    }
    let nanos = u64::try_from(patience.as_nanos()).unwrap_or(u64::MAX);
    let first = json!({ "batch": 1, "expires": nanos });
    pull(client, queue, &first, 1, patience + question).await
}

/// Whether a queue exists, or comes to exist within `patience`; it is polled. A queue that does not
/// exist gives no answer. The request asks for no message, so the answer is a refusal, and no
/// message is given out that might not be taken.
pub(super) async fn finds(
    client: &Client,
    queue: &Queue,
    patience: Duration,
    knock: Duration,
) -> Result<bool, BusError> {
    let what = format!("CONSUMER.MSG.NEXT.{}.{}", queue.stream, queue.name);
    let away = || BusError::Away { what: what.clone() };
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.map_err(|_| away())?;
    let until = Instant::now() + patience;
    loop {
        let subject = format!("$JS.API.{what}");
        let asked = client.publish_with_reply(subject, inbox.clone(), NO_QUESTION.into()).await;
        asked.map_err(|_| away())?;
        let (is_last, pause) = (Instant::now() >= until, knock.max(OFTEN));
        // Whatever is answered now may have been asked a while ago.
        match timeout(pause, answers.next()).await {
            Ok(None) => return Err(away()),
            Ok(Some(answer)) if answer.status != Some(StatusCode::NO_RESPONDERS) => {
                return Ok(true);
            }
            Ok(Some(_)) if !is_last => sleep(pause).await,
            Ok(Some(_)) | Err(_) => {}
        }
        if is_last {
            return Ok(false);
        }
    }
}

async fn pull(
    client: &Client,
    queue: &Queue,
    wish: &Value,
    most: usize,
    patience: Duration,
) -> Result<Vec<Delivery>, BusError> {
    let what = format!("CONSUMER.MSG.NEXT.{}.{}", queue.stream, queue.name);
    let away = || BusError::Away { what: what.clone() };
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.map_err(|_| away())?;
    let payload = wish.to_string().into_bytes();
    let asked = client.publish_with_reply(format!("$JS.API.{what}"), inbox, payload.into()).await;
    asked.map_err(|_| away())?;
    let taken = timeout(patience, take(&mut answers, most)).await;
    taken.unwrap_or_else(|_| Err(away()))
}

/// Reads answers until there are enough, or the server says that there are no more.
async fn take(answers: &mut Subscriber, most: usize) -> Result<Vec<Delivery>, BusError> {
    let mut found = Vec::new();
    while found.len() < most
        && let Some(message) = answers.next().await
    {
        match message.status {
            Some(StatusCode::NO_RESPONDERS) => return Err(BusError::Gone),
            None => found.extend(delivery(message)),
            Some(_) => break,
        }
    }
    Ok(found)
}

fn delivery(message: Message) -> Option<Delivery> {
    let ticket = AckTicket(message.reply?.to_string());
    let given = given(&ticket.0);
    Some(Delivery {
        ticket,
        subject: message.subject.to_string(),
        bytes: message.payload.to_vec(),
        given,
    })
}

/// How often a message was given out, as the subject says with which it is settled; newer servers
/// name the domain and the account before the stream.
fn given(subject: &str) -> u64 {
    let words: Vec<&str> = subject.split('.').collect();
    let place = if words.len() < 11 { 4 } else { 6 };
    words.get(place).and_then(|word| word.parse().ok()).unwrap_or(1)
}

pub(super) async fn settle(
    client: &Client,
    ticket: AckTicket,
    how: AckKind,
    patience: Duration,
) -> Result<(), BusError> {
    let away = || BusError::Away { what: "ACK".to_owned() };
    let words = match how {
        AckKind::Done => {
            // Only when the server has answered does it not give the message out any more.
            let answered = timeout(patience, client.request(ticket.0, "+ACK".into())).await;
            return answered.map_err(|_| away())?.map(drop).map_err(|_| away());
        }
        AckKind::GivenBack(after) => {
            let nanos = u64::try_from(after.as_nanos()).unwrap_or(u64::MAX);
            format!("-NAK {}", json!({ "delay": nanos }))
        }
        AckKind::Renewed => "+WPI".to_owned(),
    };
    client.publish(ticket.0, words.into_bytes().into()).await.map_err(|_| away())
}

#[cfg(test)]
mod tests {
    use super::given;
    use crate::{BusError, Transport, layout, nats::real_server::RealServer};
    use serde_json::json;

    #[test]
    fn a_full_stream_is_distinguished_from_an_existing_part() {
        let server = RealServer::start();
        let nats = server.client();
        nats.prepare().unwrap();
        let settings = nats.reply("STREAM.INFO.CERTAMEN_PART", json!(null)).unwrap();
        let mut settings = settings["config"].clone();
        settings["max_bytes"] = 10_000.into();
        nats.reply("STREAM.UPDATE.CERTAMEN_PART", settings).unwrap();
        let put = |part: usize| nats.put_part(&layout::bundle_part("b", part), vec![0; 6_000]);
        put(0).unwrap();
        put(0).expect("it is there already");
        let full = put(1).unwrap_err();
        assert!(matches!(full, BusError::Full { .. }) && full.may_pass(), "{full:?}");
        assert!(matches!(nats.part(&layout::bundle_part("b", 1)), Err(BusError::Gone)));
        nats.remove_parts(&layout::bundle_part("b", 0)).unwrap();
        put(1).expect("there is room again");
    }

    #[test]
    fn the_error_code_of_existing_parts_is_probed_first() {
        let server = RealServer::start();
        let nats = server.client();
        nats.prepare().unwrap();
        assert_eq!(nats.part(&layout::probe()).unwrap(), b"?");
        let part = layout::bundle_part("b", 0);
        nats.put_part(&part, b"one".to_vec()).unwrap();
        nats.put_part(&part, b"one".to_vec()).expect("it is there already");
    }

    #[test]
    fn a_result_without_space_on_the_server_is_kept_by_its_worker() {
        let server = RealServer::start();
        let nats = server.client();
        nats.prepare().unwrap();
        let settings = nats.reply("STREAM.INFO.CERTAMEN_RESULT", json!(null)).unwrap();
        let mut settings = settings["config"].clone();
        settings["max_bytes"] = 10_000.into();
        nats.reply("STREAM.UPDATE.CERTAMEN_RESULT", settings).unwrap();
        let put = |id: &str| nats.publish(&layout::result("c", "UA"), id, vec![0; 6_000]);
        put("a").unwrap();
        let full = put("b").unwrap_err();
        assert!(matches!(full, BusError::Full { .. }) && full.may_pass(), "{full:?}");
    }

    #[test]
    fn the_delivery_count_is_read_from_the_ack_subject() {
        assert_eq!(given("$JS.ACK.CERTAMEN_WORK.w_k_1.3.17.21.1700000000000000000.0"), 3);
        assert_eq!(given("$JS.ACK._.hash.CERTAMEN_WORK.w_k_1.4.17.21.1700000000000000000.0.x"), 4);
        assert_eq!((given(""), given("$JS.ACK.a.b.c")), (1, 1));
    }
}
