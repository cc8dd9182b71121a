//! What the server does not let this user do, as far as it reported it: it reports that out of
//! band, and the request itself gets no answer.

use crate::rights::SubjectUse;
use async_nats::{Event, ServerError};
use std::collections::BTreeSet;
use tokio::sync::watch;

/// How the server's message begins when it denies something.
const VIOLATION: &str = "Permissions Violation for ";

/// The denied subjects.
#[derive(Clone)]
pub(super) struct DeniedSubjects(watch::Sender<BTreeSet<(SubjectUse, String)>>);

impl DeniedSubjects {
    /// Nothing yet.
    pub(super) fn new() -> DeniedSubjects {
        DeniedSubjects(watch::Sender::new(BTreeSet::new()))
    }

    /// Records a denial by the server.
    pub(super) fn hear(&self, event: &Event) {
        if let Event::ServerError(ServerError::Other(text)) = event
            && let Some(denied) = denied(text)
        {
            self.0.send_modify(|all| all.extend([denied]));
        }
    }

    /// Forgets all.
    pub(super) fn forget(&self) {
        self.0.send_modify(BTreeSet::clear);
    }

    /// Whether that was denied.
    pub(super) fn has(&self, talk: SubjectUse, subject: &str) -> bool {
        self.0.borrow().contains(&(talk, subject.to_owned()))
    }

    /// Waits until that is denied.
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
    fn the_server_is_understood_when_it_says_no() {
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
