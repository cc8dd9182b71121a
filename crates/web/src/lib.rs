//! The website of contests: pages that update while matches are played, replays and feeds. It reads
//! stores and receives events; it plays no matches, takes no lock and writes to no store:
//! submissions are put where the host looks for them. Public pages are the same for all users;
//! private pages of signed-in users are rendered separately. Asynchronous code is confined to the
//! edge of this crate: pages are functions of what was read.

mod activity_log;
mod address;
mod api;
mod app_state;
mod appraisals;
mod archive;
mod assets;
mod board;
mod broadcaster;
mod cache;
mod championships;
pub mod charts;
mod contest;
mod contest_loader;
mod dates;
mod documentation;
mod feeds;
mod finality;
mod frame;
mod health;
mod http_error;
mod invitation;
mod links;
mod live;
mod live_tables;
mod log;
mod markdown;
mod metrics;
mod page;
mod people;
#[cfg(test)]
mod played;
mod private;
mod pseudonyms;
mod public;
mod remote_tables;
mod replay;
mod respond;
mod routes;
mod server;
mod session;
mod site;
mod snapshot_cache;
mod throttle;
mod upload;
mod visitor_tables;
mod watch;

mod say {
    certamen_i18n::texts!("locales");
}

mod facts_say {
    certamen_i18n::texts!("locales/facts");
}

mod about_say {
    certamen_i18n::texts!("locales/about");
}

mod front_say {
    certamen_i18n::texts!("locales/front");
}

mod peer_say {
    certamen_i18n::texts!("locales/peers");
}

mod private_say {
    certamen_i18n::texts!("locales/private");
}

pub use address::Slug;
pub use archive::{ArchiveError, MatchesKept, Naming, archive, archive_docs};
pub use http_error::{AccessDenied, HttpError, Resource};
pub use log::Log;
pub use people::People;
pub use public::{animation, single};
pub use server::{ServeError, Server, ServerStop};
pub use site::{Contests, ExportWriter, Site, SiteError, SiteInfo};
