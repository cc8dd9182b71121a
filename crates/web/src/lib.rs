//! Contests as pages: tables that renew while matches are played, replays, feeds.
//!
//! It reads what is stored and is told what is being done; it plays nothing, takes no lock and
//! writes to no contest's store: what people send it puts where whoever holds the contest looks for
//! it. Public pages are the same for everybody; private ones, for whoever signed in, are apart. This is the one crate with asynchronous code, and only at its rim: pages
//! are functions of what was read.

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
mod say;
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
