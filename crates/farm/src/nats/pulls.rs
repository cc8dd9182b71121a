//! Fetching and settling messages.

use crate::{AckKind, AckTicket, BusError, Delivery, Queue};
use async_nats::{Client, Message, StatusCode, Subscriber};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The request by which a queue is checked for existence.
const NO_QUESTION: &str = r#"{"batch":"?"}"#;
/// It is polled no more often than that.
const OFTEN: Duration = Duration::from_millis(5);

/// At most `most` messages: those that are there, else the first that arrives within `patience`;
/// each request may take the given time longer.
pub(super) async fn fetch(
    client: &Client,
    queue: &Queue,
    most: usize,
    (patience, question): (Duration, Duration),
) -> Result<Vec<Delivery>, BusError> {
    let there = json!({ "batch": most, "no_wait": true });
    let found = pull(client, queue, &there, (most, question)).await?;
    if !found.is_empty() || patience.is_zero() {
        return Ok(found);
    }
    let nanos = u64::try_from(patience.as_nanos()).unwrap_or(u64::MAX);
    let first = json!({ "batch": 1, "expires": nanos });
    pull(client, queue, &first, (1, patience + question)).await
}

/// Whether a queue exists, or comes to exist within `patience`; it is polled. A queue that does not
/// exist gives no answer. The request asks for no message, so the answer is a refusal, and no
/// message is given out that might not be taken.
pub(super) async fn finds(
    client: &Client,
    queue: &Queue,
    (patience, knock): (Duration, Duration),
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
    (most, patience): (usize, Duration),
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

/// Settles a message.
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

    #[test]
    fn how_often_a_message_was_given_out_stands_in_its_subject() {
        assert_eq!(given("$JS.ACK.CERTAMEN_WORK.w_k_1.3.17.21.1700000000000000000.0"), 3);
        assert_eq!(given("$JS.ACK._.hash.CERTAMEN_WORK.w_k_1.4.17.21.1700000000000000000.0.x"), 4);
        assert_eq!((given(""), given("$JS.ACK.a.b.c")), (1, 1));
    }
}
