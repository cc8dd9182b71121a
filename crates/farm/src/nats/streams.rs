//! The streams on the server: created if missing, compared if they exist.

use super::api::{ServerReply, ask, store_once, stored};
use crate::{
    BusError, Queue,
    layout::{
        DUPLICATES, HELD, INACTIVE, LARGEST, PART, Retention, STREAMS, StreamPlan, WAITING,
        is_for_all,
    },
};
use async_nats::Client;
use serde_json::{Value, json};
use std::time::Duration;

/// The error codes when there is too little space.
const NO_ROOM: [u32; 3] = [10_023, 10_028, 10_047];
/// The error codes when there are fewer servers than replicas.
const TOO_FEW: [u32; 2] = [10_005, 10_074];
/// The error code when a stream exists, and a queue does not.
const NO_QUEUE: u32 = 10_014;
/// The divisors by which a stream is made smaller while there is no room for it.
const SMALLER: [i64; 4] = [1, 8, 64, 512];
/// In a cluster this many servers store each message, or one: any one of three may fail.
const KEEPERS: [u32; 2] = [3, 1];
/// What of the settings is ours to say: how large a stream may become, and how many servers keep it,
/// is the operator's.
const OURS: [&str; 8] = [
    "subjects",
    "retention",
    "discard",
    "discard_new_per_subject",
    "max_msgs_per_subject",
    "max_msg_size",
    "storage",
    "allow_direct",
];
/// The same of queues: how long an unused one stays is also up to the operator.
const OURS_OF_QUEUES: [&str; 6] =
    ["filter_subject", "ack_policy", "ack_wait", "max_deliver", "max_ack_pending", "max_waiting"];

/// Creates missing streams; returns whether any was missing.
pub(super) async fn prepare(client: &Client, patience: Duration) -> Result<bool, BusError> {
    let (mut made, mut smaller) = (false, 0);
    // The largest first: with little space it leaves some to the others.
    for plan in STREAMS.iter().rev() {
        if info(client, plan, patience).await?.is_none() {
            smaller = create(client, plan, smaller, patience).await?;
            made = true;
        }
    }
    Ok(made)
}

/// A stream on the server under one of our names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamInfo {
    pub name: &'static str,
    /// How many messages and bytes; `None` if it does not exist yet.
    pub holds: Option<(u64, u64)>,
}

/// What the server has stored; a stream of another program under our names is an error.
pub(super) async fn kept(client: &Client, patience: Duration) -> Result<Vec<StreamInfo>, BusError> {
    let mut found = Vec::new();
    for plan in &STREAMS {
        let holds = info(client, plan, patience).await?.map(|info| {
            let count = |key: &str| info["state"][key].as_u64().unwrap_or_default();
            (count("messages"), count("bytes"))
        });
        found.push(StreamInfo { name: plan.name, holds });
    }
    Ok(found)
}

/// Creates a queue unless it exists; a different one under its name is an error: recreating it
/// would change it for its users.
pub(super) async fn open(
    client: &Client,
    queue: &Queue,
    patience: Duration,
) -> Result<(), BusError> {
    let Queue { stream, name, .. } = queue;
    let what = format!("CONSUMER.INFO.{stream}.{name}");
    let wanted = settings_of(queue);
    match ask::<Value>(client, &what, &Value::Null, patience).await? {
        ServerReply::Yes(info) => match differing(&OURS_OF_QUEUES, &wanted, &info["config"]) {
            Some(key) => Err(BusError::QueueSettings { queue: name.clone(), stream, key }),
            None => Ok(()),
        },
        ServerReply::No { error } if error.err_code == NO_QUEUE => {
            let what = format!("CONSUMER.DURABLE.CREATE.{stream}.{name}");
            let question = json!({ "stream_name": stream, "config": wanted });
            ask::<Value>(client, &what, &question, patience).await?.yes(&what).map(drop)
        }
        no @ ServerReply::No { .. } => no.yes(&what).map(drop),
    }
}

pub(super) async fn waiting(
    client: &Client,
    queue: &Queue,
    patience: Duration,
) -> Result<u64, BusError> {
    let what = format!("CONSUMER.INFO.{}.{}", queue.stream, queue.name);
    let info: Value = ask(client, &what, &Value::Null, patience).await?.yes(&what)?;
    Ok(info["num_pending"].as_u64().unwrap_or_default())
}

/// Stores a part of a blob. A different one in place of a part that all read is removed: it would
/// be rejected, and it cannot be missed.
pub(super) async fn keep(
    client: &Client,
    subject: String,
    bytes: Vec<u8>,
    patience: Duration,
) -> Result<(), BusError> {
    if store_once(client, subject.clone(), bytes.clone(), patience).await? {
        return Ok(());
    }
    // A worker cannot read what it submits; the coordinator checks its hash.
    if !is_for_all(&subject) || stored(client, subject.clone(), patience).await? == bytes {
        return Ok(());
    }
    purge(client, PART, subject.clone(), patience).await?;
    store_once(client, subject, bytes, patience).await.map(drop)
}

pub(super) async fn count_stored(
    client: &Client,
    stream: &str,
    subject: String,
    patience: Duration,
) -> Result<u64, BusError> {
    let what = format!("STREAM.INFO.{stream}");
    let question = json!({ "subjects_filter": subject });
    let info: Value = ask(client, &what, &question, patience).await?.yes(&what)?;
    Ok(info["state"]["subjects"][&subject].as_u64().unwrap_or_default())
}

pub(super) async fn purge(
    client: &Client,
    stream: &str,
    filter: String,
    patience: Duration,
) -> Result<(), BusError> {
    let what = format!("STREAM.PURGE.{stream}");
    let question = json!({ "filter": filter });
    ask::<Value>(client, &what, &question, patience).await?.yes(&what).map(drop)
}

/// The state of a stream, if it exists; one with other settings is an error.
async fn info(
    client: &Client,
    plan: &StreamPlan,
    patience: Duration,
) -> Result<Option<Value>, BusError> {
    let what = format!("STREAM.INFO.{}", plan.name);
    match ask::<Value>(client, &what, &Value::Null, patience).await? {
        ServerReply::No { error } if error.code == 404 => Ok(None),
        reply => {
            let info = reply.yes(&what)?;
            match differing(&OURS, &settings(plan), &info["config"]) {
                Some(key) => Err(BusError::Settings { stream: plan.name, key }),
                None => Ok(Some(info)),
            }
        }
    }
}

/// Creates a stream, at step `first` of `SMALLER`, and smaller still while there is no room;
/// returns the step that fits.
async fn create(
    client: &Client,
    plan: &StreamPlan,
    first: usize,
    patience: Duration,
) -> Result<usize, BusError> {
    let what = format!("STREAM.CREATE.{}", plan.name);
    let is_alone = client.server_info().cluster.is_none();
    for keepers in KEEPERS.into_iter().skip(usize::from(is_alone)) {
        for (place, divisor) in SMALLER.into_iter().enumerate().skip(first) {
            let mut settings = settings(plan);
            settings["max_bytes"] = (plan.bytes / divisor).into();
            settings["num_replicas"] = keepers.into();
            let is_last = place + 1 == SMALLER.len() && keepers == 1;
            match ask::<Value>(client, &what, &settings, patience).await? {
                ServerReply::No { error } if TOO_FEW.contains(&error.err_code) && keepers > 1 => {}
                ServerReply::No { error } if NO_ROOM.contains(&error.err_code) && !is_last => {}
                answer => return answer.yes(&what).map(|_| place),
            }
        }
    }
    Ok(first)
}

fn settings(plan: &StreamPlan) -> Value {
    let each = plan.keeping == Retention::OnePerSubject;
    json!({
        "name": plan.name,
        "subjects": [plan.subjects],
        "retention": if each { "limits" } else { "workqueue" },
        "discard": "new",
        "discard_new_per_subject": each,
        "max_msgs_per_subject": if each { 1 } else { -1 },
        "max_consumers": -1,
        "max_msgs": -1,
        "max_age": nanos(plan.age),
        "max_msg_size": LARGEST,
        "storage": "file",
        "num_replicas": 1,
        "duplicate_window": nanos(DUPLICATES),
        "allow_direct": each,
    })
}

fn settings_of(queue: &Queue) -> Value {
    json!({
        "durable_name": queue.name,
        "deliver_policy": "all",
        "ack_policy": "explicit",
        "ack_wait": nanos(queue.lease),
        "max_deliver": queue.deliveries,
        "filter_subject": queue.subject,
        "replay_policy": "instant",
        "max_waiting": WAITING,
        "max_ack_pending": HELD,
        "inactive_threshold": nanos(INACTIVE),
    })
}

/// The first of these keys that is another one there than is wanted. Servers leave out what is not
/// so.
fn differing(keys: &[&'static str], wanted: &Value, found: &Value) -> Option<&'static str> {
    let is_same =
        |key: &str| found[key] == wanted[key] || (found[key].is_null() && wanted[key] == false);
    keys.iter().copied().find(|key| !is_same(key))
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
