//! Whether we are alive and well, for machines that ask.

use crate::{
    contest::SnapshotState,
    desk::{AppState, run_blocking},
    http_error::HttpError,
    people::People,
    site::Site,
};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use certamen_portal::{PortalError, check_job::ContestActivity};
use std::{fmt::Write, sync::Arc, time::Duration};

/// So long it may take until something could be written. It takes no time, even if a thousand sign in.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is wrong with a site.
#[derive(Default, Debug)]
struct Condition {
    /// Why it cannot do its work; empty if it can.
    unready: String,
    /// What of it stands still while it does, a line each.
    degraded: String,
}

/// Whether the site can do its work: show pages and, where people may sign in, write down what they
/// send. 503 says that it cannot, and who balances may send readers elsewhere; what concerns one
/// contest, or passes while pages go on, is told and is no reason for that.
pub(crate) async fn ready(app: &AppState) -> Response {
    let mut found = contests(&app.site);
    if let Some(people) = &app.site.people {
        found.note_writing(&writing(app, people).await);
    }
    found.into_response()
}

impl Condition {
    fn note_writing(&mut self, written: &Result<(), PortalError>) {
        match written {
            Ok(()) => {}
            // Nothing is taken in, and pages go on.
            Err(PortalError::Full) => self.degraded += "degraded: the disk is full\n",
            Err(_) => self.unready += "not ready: nothing can be written to the accounts\n",
        }
    }

    fn into_response(self) -> Response {
        let Condition { unready, degraded } = self;
        match (unready.is_empty(), degraded.is_empty()) {
            (true, true) => "ready\n".into_response(),
            (true, false) => degraded.into_response(),
            (false, _) => (StatusCode::SERVICE_UNAVAILABLE, unready + &degraded).into_response(),
        }
    }
}

/// Whether there is room, and every contest can be shown and goes on.
fn contests(site: &Site) -> Condition {
    let mut found = Condition::default();
    let mut homes = site.exhibits().map(|view| view.folder.path());
    if homes.any(|home| site.file.min_free_space.lacking(home).is_some()) {
        found.degraded += "degraded: the disk has less room than it is to keep\n";
    }
    let mut is_any_shown = false;
    for view in site.exhibits() {
        let slug = &view.slug;
        // Why, is for hosts; text takes whatever is written to it.
        if matches!(view.revision().found, SnapshotState::Broken(_)) {
            _ = writeln!(found.degraded, "degraded: {slug} cannot be shown");
            continue;
        }
        is_any_shown = true;
        if matches!(view.doing(), ContestActivity::Failed { .. }) {
            _ = writeln!(found.degraded, "degraded: {slug} was stopped by an error");
        }
    }
    if !is_any_shown && site.exhibits().next().is_some() {
        found.unready += "not ready: no contest can be shown\n";
    }
    found
}

/// Whether something could be written just now, in time.
async fn writing(app: &AppState, people: &Arc<People>) -> Result<(), PortalError> {
    let portal = Arc::clone(&people.portal);
    let tried = run_blocking(&app.probe, move || Ok(portal.try_to_write()));
    let tried = tokio::time::timeout(PATIENCE, tried).await;
    tried.unwrap_or(Err(HttpError::Busy)).unwrap_or(Err(PortalError::Closed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_keeps_the_site_from_its_work_makes_it_unready() {
        let status = |degraded: &str, written| {
            let degraded = degraded.to_owned();
            let mut found = Condition { degraded, ..Condition::default() };
            found.note_writing(&written);
            found.into_response().status().as_u16()
        };
        assert_eq!(status("", Ok(())), 200);
        assert_eq!(status("degraded: go cannot be shown\n", Ok(())), 200);
        assert_eq!(status("", Err(PortalError::Full)), 200);
        assert_eq!(status("", Err(PortalError::Closed)), 503);
    }
}
