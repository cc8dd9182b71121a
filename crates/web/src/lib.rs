//! The website of contests: pages that update while matches are played, replays and feeds. It reads
//! stores and receives events; it plays no matches, takes no lock and writes to no store:
//! submissions are put where the host looks for them. Public pages are the same for all users;
//! private pages of signed-in users are rendered separately. Asynchronous code is confined to the
//! edge of this crate: pages are functions of what was read.

mod activity_log;
mod address;
mod api;
mod appraisals;
mod archive;
mod assets;
mod board;
mod cache;
mod championships;
pub mod charts;
mod contest;
mod contest_index;

mod say {
    certamen_i18n::texts!("locales");
}
#[cfg(test)]
mod contrast;
mod countdown;
mod dates;
mod desk;
mod etag;
mod feeds;
mod finality;
mod frame;
mod health;
mod http_error;
mod invitation;
mod layers;
mod links;
mod live;
mod log;
mod markdown;
mod metrics;
mod page;
mod people;
mod player_visibility;
mod private;
mod pseudonyms;
mod public;
mod quota;
mod replay;
mod respond;
mod server;
mod session;
mod site;
mod sittings;
mod slug;
mod snapshot_cache;
mod throttle;
mod upload;
mod watch;

pub use api::ExportWriter;
pub use archive::{ArchiveError, MatchesKept, Naming, archive};
pub use http_error::{HttpError, Resource};
pub use log::Log;
pub use people::People;
pub use private::AccessDenied;
pub use public::single;
pub use server::{ServeError, Server};
pub use site::{Contests, Site, SiteError, SiteInfo};
pub use slug::Slug;
