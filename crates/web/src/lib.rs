//! Contests as pages: tables that renew while matches are played, replays, feeds.
//!
//! It reads what is stored and is told what is being done; it plays nothing, takes no lock and
//! writes to no contest's store: what people send it puts where whoever holds the contest looks for
//! it. Public pages are the same for everybody; private ones, for whoever signed in, are apart. This is the one crate with asynchronous code, and only at its rim: pages
//! are functions of what was read.

mod address;
mod api;
mod appraisals;
mod archive;
mod assets;
mod board;
mod cache;
mod championships;
mod contest;
#[cfg(test)]
mod contrast;
mod countdown;
mod dates;
mod desk;
mod doings;
mod etag;
mod feeds;
mod finality;
mod frame;
mod gallery;
mod health;
mod invitation;
mod layers;
mod leisure;
mod links;
mod live;
mod log;
mod markdown;
mod masks;
mod metrics;
mod page;
mod people;
mod private;
mod public;
mod quota;
mod refusal;
mod replay;
mod respond;
mod say;
mod server;
mod session;
mod site;
mod sittings;
mod slug;
mod throttle;
mod upload;
mod veil;
mod watch;

pub use api::WriteOut;
pub use archive::{ArchiveError, MatchesKept, Naming, archive};
pub use log::Log;
pub use people::People;
pub use private::Barred;
pub use public::single;
pub use refusal::{Refusal, Thing};
pub use server::{ServeError, Server};
pub use site::{Contests, Signboard, Site, SiteError};
pub use slug::Slug;
