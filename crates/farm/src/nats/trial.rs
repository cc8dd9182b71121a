//! Trying what the user at this connection may do. Nothing that is tried has an effect: what is said
//! can be read by nobody, and no stream takes it.

use super::denied::DeniedSubjects;
use crate::{
    BusError,
    rights::{BusRole, RIGHTS, SubjectRight, SubjectUse},
};
use async_nats::{Client, HeaderMap};
use std::time::Duration;
use tokio::time::timeout;

/// What nobody may say whom a server was told of: it hears of everything else before.
const LAST: &str = "certamen.nobody";
/// So long it is waited for that a server denies something.
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
                // No stream is called so, so none of them stores it.
                headers.insert("Nats-Expected-Stream", LAST);
                let said = client.publish_with_headers(subject, headers, "?".into());
                said.await.map_err(|_| away())?;
            }
            SubjectUse::Hears => heard.push(client.subscribe(subject).await.map_err(|_| away())?),
        }
    }
    client.publish(LAST, "?".into()).await.map_err(|_| away())?;
    timeout(most, client.flush()).await.map_err(|_| away())?.map_err(|_| away())?;
    // Who may do everything hears nothing, however long that is waited for.
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
