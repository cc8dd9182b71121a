//! Tests what the user at this connection may do. The tests have no effect: what is published can
//! be read by no user, and no stream stores it.

use crate::{
    BusError,
    rights::{RIGHTS, SubjectRight, SubjectUse},
};
use async_nats::{Client, Event, HeaderMap, ServerError};
use std::{collections::BTreeSet, time::Duration};
use tokio::{sync::watch, time::timeout};

/// A subject denied to every configured user: the server reports all other denials before it.
const LAST: &str = "certamen.nobody";
const PATIENCE: Duration = Duration::from_secs(1);

/// Tests which permissions the user has.
pub(super) async fn rights(
    client: &Client,
    user: &str,
    denied: &DeniedSubjects,
    most: Duration,
) -> Result<Vec<&'static SubjectRight>, BusError> {
    denied.forget();
    let away = || BusError::Away { what: LAST.to_owned() };
    let mut heard = Vec::new();
    for right in RIGHTS {
        let subject = right.example(user);
        match right.talk {
            SubjectUse::Says => {
                let mut headers = HeaderMap::new();
                // No stream has this name, so none of them stores it.
                headers.insert("Nats-Expected-Stream", LAST);
                let said = client.publish_with_headers(subject, headers, "?".into());
                said.await.map_err(|_| away())?;
            }
            SubjectUse::Hears => heard.push(client.subscribe(subject).await.map_err(|_| away())?),
        }
    }
    client.publish(LAST, "?".into()).await.map_err(|_| away())?;
    timeout(most, client.flush()).await.map_err(|_| away())?.map_err(|_| away())?;
    // For a user who may do everything no denial ever arrives.
    let _ = timeout(PATIENCE.min(most), denied.comes(SubjectUse::Says, LAST)).await;
    let may = |right: &&SubjectRight| !denied.has(right.talk, &right.example(user));
    Ok(RIGHTS.iter().filter(may).collect())
}

// What the server does not let this user do, as far as it reported it: it reports that out of
// band, and the request itself gets no answer.

/// How the server's message begins when it denies something.
const VIOLATION: &str = "Permissions Violation for ";

#[derive(Clone)]
pub(super) struct DeniedSubjects(watch::Sender<BTreeSet<(SubjectUse, String)>>);

impl DeniedSubjects {
    pub(super) fn new() -> DeniedSubjects {
        DeniedSubjects(watch::Sender::new(BTreeSet::new()))
    }

    pub(super) fn hear(&self, event: &Event) {
        if let Event::ServerError(ServerError::Other(text)) = event
            && let Some(denied) = denied(text)
        {
            self.0.send_modify(|all| all.extend([denied]));
        }
    }

    pub(super) fn forget(&self) {
        self.0.send_modify(BTreeSet::clear);
    }

    pub(super) fn has(&self, talk: SubjectUse, subject: &str) -> bool {
        self.0.borrow().contains(&(talk, subject.to_owned()))
    }

    pub(super) async fn comes(&self, talk: SubjectUse, subject: &str) {
        let wanted = (talk, subject.to_owned());
        // The sender lives as long as this.
        let _ = self.0.subscribe().wait_for(|all| all.contains(&wanted)).await;
    }
}

/// The subject that an error message of the server says is denied.
fn denied(text: &str) -> Option<(SubjectUse, String)> {
    let (_, rest) = text.split_once(VIOLATION)?;
    let talk = if rest.starts_with("Publish") { SubjectUse::Says } else { SubjectUse::Hears };
    let subject = rest.split('"').nth(1)?;
    Some((talk, subject.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_replies_are_understood() {
        let said = |text: &str| denied(text).map(|(talk, subject)| (talk, subject.len()));
        assert_eq!(
            denied("Permissions Violation for Publish to \"certamen.work.k.1.c\""),
            Some((SubjectUse::Says, "certamen.work.k.1.c".to_owned()))
        );
        assert_eq!(
            said("Permissions Violation for Subscription to \"a.>\" using queue \"q\""),
            Some((SubjectUse::Hears, 3))
        );
        assert_eq!(said("Stale Connection"), None);
        assert_eq!(said("Permissions Violation for Publish to nothing"), None);
    }
}
