//! Health checks, for monitoring.

use crate::{
    app_state::{AppState, run_blocking},
    contest::SnapshotState,
    http_error::HttpError,
    site::Site,
};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use certamen_portal::{PortalError, check_job::ContestActivity};
use std::{fmt::Write, sync::Arc, time::Duration};

/// The maximum time of a test write. It takes almost none, even while a thousand users sign in.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Default, Debug)]
struct Condition {
    /// Why it cannot serve; empty if it can.
    unready: String,
    /// Problems that do not prevent serving, one per line.
    degraded: String,
}

/// Whether the site can show pages and, where users can sign in, store what they submit. 503 means
/// that it cannot, and a load balancer may send readers elsewhere; problems of a single contest, or
/// temporary ones, are listed but do not count.
pub(crate) async fn ready(app: &AppState) -> Response {
    let mut found = contests(&app.site);
    if let Some(people) = &app.site.people {
        let portal = Arc::clone(&people.portal);
        let tried = run_blocking(&app.probe, move || Ok(portal.try_to_write()));
        let tried = tokio::time::timeout(WRITE_TIMEOUT, tried).await;
        let written = tried.unwrap_or(Err(HttpError::Busy)).unwrap_or(Err(PortalError::Closed));
        found.note_writing(&written);
    }
    found.into_response()
}

impl Condition {
    fn note_writing(&mut self, written: &Result<(), PortalError>) {
        match written {
            Ok(()) => {}
            // Submissions are rejected, but pages are still served.
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

/// Whether there is disk space, and every contest can be shown and makes progress.
fn contests(site: &Site) -> Condition {
    let mut found = Condition::default();
    let mut folders = site.contest_views().map(|view| view.folder.path());
    if folders.any(|folder| site.file.min_free_space.lacking(folder).is_some()) {
        found.degraded += "degraded: the disk has less room than it is to keep\n";
    }
    let mut is_any_shown = false;
    for view in site.contest_views() {
        let slug = &view.slug;
        // The reason is for organizers only; writing to a string cannot fail.
        if matches!(view.revision().found, SnapshotState::Broken(_)) {
            _ = writeln!(found.degraded, "degraded: {slug} cannot be shown");
            continue;
        }
        is_any_shown = true;
        if matches!(view.doing(), ContestActivity::Failed { .. }) {
            _ = writeln!(found.degraded, "degraded: {slug} was stopped by an error");
        }
        if view.unread_file().is_some() {
            _ = writeln!(found.degraded, "degraded: {slug} has files that cannot be read");
        }
    }
    if !is_any_shown && site.contest_views().next().is_some() {
        found.unready += "not ready: no contest can be shown\n";
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_problems_that_prevent_serving_make_it_unready() {
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
