//! Tests what the user at this connection may do. The tests have no effect: what is published can
//! be read by no user, and no stream stores it.

use super::denied::DeniedSubjects;
use crate::{
    BusError,
    rights::{BusRole, RIGHTS, SubjectRight, SubjectUse},
};
use async_nats::{Client, HeaderMap};
use std::time::Duration;
use tokio::time::timeout;

/// A subject denied to every configured user: the server reports all other denials before it.
const LAST: &str = "certamen.nobody";
/// How long to wait for the server to deny something.
const PATIENCE: Duration = Duration::from_secs(1);

/// Which of all rights the user has.
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

/// The first right that a user needs for `role` and does not have.
pub(super) fn lacking(
    held: &[&'static SubjectRight],
    role: BusRole,
) -> Option<&'static SubjectRight> {
    role.rights().find(|right| held.iter().all(|own| own != right))
}
