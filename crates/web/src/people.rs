//! Who may sign in here, and how a site with people is reached.

use crate::{server::CLERKS, throttle::Throttle};
use certamen_contest::{Folder, entry::Sent};
use certamen_portal::{Portal, PortalError, SiteFile};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The people of a site.
pub struct People {
    /// Their accounts, which whoever plays writes steps to, too.
    pub portal: Arc<Portal>,
    pub(crate) file: SiteFile,
    pub(crate) throttle: Throttle,
    /// As many are served at a time, and as many send a file.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) uploads: Arc<Semaphore>,
}

/// So many files are read at a time: each is held in memory until it is on the disk.
const UPLOADS: usize = 8;

impl People {
    /// Those in `portal`, on a site that is reached as `file` says.
    pub fn new(portal: Arc<Portal>, file: SiteFile) -> People {
        let [places, uploads] = [CLERKS, UPLOADS].map(|most| Arc::new(Semaphore::new(most)));
        People { portal, file, throttle: Throttle::default(), places, uploads }
    }

    /// Goes on where somebody who was stopped left off: what was confirmed is handed over, what was
    /// not is thrown away.
    pub fn recover(&self, folder: &Folder) -> Result<(), PortalError> {
        let inbox = folder.submissions();
        let io = |error| PortalError::Unreachable { path: inbox.clone(), error };
        for id in Sent::drafts(&inbox).map_err(io)? {
            if self.portal.submission(&id)?.is_some() {
                Sent::hand_over(&inbox, &id).map_err(io)?;
            } else {
                Sent::drop_draft(&inbox, &id).map_err(io)?;
            }
        }
        Ok(())
    }
}
