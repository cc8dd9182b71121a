//! Whether we are alive and well, for machines that ask.

use crate::{contest::Glance, site::Site};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use certamen_portal::errand::Doing;
use std::fmt::Write;

/// Whether there is room, and every contest can be shown and goes on; 503 names those that do not.
pub(crate) fn ready(site: &Site) -> Response {
    let mut trouble = String::new();
    let mut homes = site.exhibits().map(|exhibit| exhibit.folder.path());
    if homes.any(|home| site.file.least_room.lacking(home).is_some()) {
        trouble += "degraded: the disk has less room than it is to keep\n";
    }
    for exhibit in site.exhibits() {
        let broken = matches!(exhibit.revision().found, Glance::Broken(_));
        if broken || matches!(exhibit.doing(), Doing::Failed { .. }) {
            _ = writeln!(trouble, "degraded: {}", exhibit.slug);
        }
    }
    if trouble.is_empty() {
        return "ready\n".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, trouble).into_response()
}
