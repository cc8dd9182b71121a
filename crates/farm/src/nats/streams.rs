//! What lies on the server: made where it is missing, compared where it is there.

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

/// What the server says where there is too little room.
const NO_ROOM: [u32; 3] = [10_023, 10_028, 10_047];
/// What it says where fewer servers are there than are to keep something.
const TOO_FEW: [u32; 2] = [10_005, 10_074];
/// What it says where a stream is there, and a queue is not.
const NO_QUEUE: u32 = 10_014;
/// A stream that has no room is made so much smaller, and smaller again.
const SMALLER: [i64; 4] = [1, 8, 64, 512];
/// Of several servers so many keep each message, or one: any one of three may die.
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
/// The same of queues: how long one stays that nobody asks is the operator's, too.
const OURS_OF_QUEUES: [&str; 6] =
    ["filter_subject", "ack_policy", "ack_wait", "max_deliver", "max_ack_pending", "max_waiting"];

/// Makes the streams that are missing; whether there were any.
pub(super) async fn prepare(client: &Client, patience: Duration) -> Result<bool, BusError> {
    let (mut made, mut smaller) = (false, 0);
    // The largest first: where there is little room it leaves some to the others.
    for plan in STREAMS.iter().rev() {
        let what = format!("STREAM.INFO.{}", plan.name);
        match ask::<Value>(client, &what, &Value::Null, patience).await? {
            ServerReply::Yes(info) => compare(plan, &info["config"])?,
            ServerReply::No { error } if error.code == 404 => {
                smaller = create(client, plan, smaller, patience).await?;
                made = true;
            }
            no @ ServerReply::No { .. } => drop(no.yes(&what)?),
        }
    }
    Ok(made)
}

/// What lies on the server under one of our names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamInfo {
    /// The name.
    pub name: &'static str,
    /// How many messages and bytes; nothing if it is not there yet.
    pub holds: Option<(u64, u64)>,
}

/// What lies on the server; somebody else's under our names is an error.
pub(super) async fn kept(client: &Client, patience: Duration) -> Result<Vec<StreamInfo>, BusError> {
    let mut found = Vec::new();
    for plan in &STREAMS {
        let what = format!("STREAM.INFO.{}", plan.name);
        let holds = match ask::<Value>(client, &what, &Value::Null, patience).await? {
            ServerReply::Yes(info) => {
                compare(plan, &info["config"])?;
                let count = |key: &str| info["state"][key].as_u64().unwrap_or_default();
                Some((count("messages"), count("bytes")))
            }
            ServerReply::No { error } if error.code == 404 => None,
            no @ ServerReply::No { .. } => {
                no.yes(&what)?;
                None
            }
        };
        found.push(StreamInfo { name: plan.name, holds });
    }
    Ok(found)
}

/// Makes a queue unless it is there; another one under its name is an error: made again it would be
/// changed for those who use it.
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

/// How many messages of a queue nobody was given yet.
pub(super) async fn waiting(
    client: &Client,
    queue: &Queue,
    patience: Duration,
) -> Result<u64, BusError> {
    let what = format!("CONSUMER.INFO.{}.{}", queue.stream, queue.name);
    let info: Value = ask(client, &what, &Value::Null, patience).await?.yes(&what)?;
    Ok(info["num_pending"].as_u64().unwrap_or_default())
}

/// Keeps a part of something large. Another one in the place of what all read is removed: nobody
/// would believe it, and nobody could do without it.
pub(super) async fn keep(
    client: &Client,
    subject: String,
    bytes: Vec<u8>,
    patience: Duration,
) -> Result<(), BusError> {
    if store_once(client, subject.clone(), bytes.clone(), patience).await? {
        return Ok(());
    }
    // What a machine hands in it cannot read itself; whoever takes that looks at its hash.
    if !is_for_all(&subject) || stored(client, subject.clone(), patience).await? == bytes {
        return Ok(());
    }
    purge(client, (PART, subject.clone()), patience).await?;
    store_once(client, subject, bytes, patience).await.map(drop)
}

/// How many messages lie in a stream under a subject.
pub(super) async fn lying(
    client: &Client,
    (stream, subject): (&str, String),
    patience: Duration,
) -> Result<u64, BusError> {
    let what = format!("STREAM.INFO.{stream}");
    let question = json!({ "subjects_filter": subject });
    let info: Value = ask(client, &what, &question, patience).await?.yes(&what)?;
    Ok(info["state"]["subjects"][&subject].as_u64().unwrap_or_default())
}

/// Removes what lies in a stream under these subjects.
pub(super) async fn purge(
    client: &Client,
    (stream, filter): (&str, String),
    patience: Duration,
) -> Result<(), BusError> {
    let what = format!("STREAM.PURGE.{stream}");
    let question = json!({ "filter": filter });
    ask::<Value>(client, &what, &question, patience).await?.yes(&what).map(drop)
}

/// Makes a stream, which is made so much smaller at first, and smaller again while there is no room;
/// how small it had to be.
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

/// Whether a stream that is there is ours.
fn compare(plan: &StreamPlan, found: &Value) -> Result<(), BusError> {
    match differing(&OURS, &settings(plan), found) {
        Some(key) => Err(BusError::Settings { stream: plan.name, key }),
        None => Ok(()),
    }
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
