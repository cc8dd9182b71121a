//! Who may sign in here, and how a site with people is reached.

use crate::{contest::Exhibit, refusal::Refusal, server::CLERKS, throttle::Throttle};
use certamen_contest::{Folder, entry::Sent};
use certamen_portal::{CarryOut, OrderedAct, Portal, PortalError, SiteFile, SiteOrder};
use certamen_speech::Speak;
use jiff::Timestamp;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The people of a site.
pub struct People {
    /// Their accounts, which whoever plays writes steps to, too.
    pub portal: Arc<Portal>,
    pub(crate) file: SiteFile,
    /// Carries out what they decide on programs.
    carry_out: CarryOut,
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
        let carry_out: CarryOut =
            Arc::new(|_, folder, order| order.carry_out(folder).map_err(|error| error.message()));
        People { portal, file, carry_out, throttle: Throttle::default(), places, uploads }
    }

    /// The same people, whose decisions are carried out otherwise.
    #[must_use]
    pub fn with_hands(self, carry_out: CarryOut) -> People {
        People { carry_out, ..self }
    }

    /// Has carried out what was decided on a program of a contest; false if there is nothing to do
    /// any more.
    pub(crate) fn order(
        &self,
        exhibit: &Exhibit,
        act: OrderedAct,
        time: Timestamp,
    ) -> Result<bool, Refusal> {
        let order = SiteOrder { act, time };
        (self.carry_out)(exhibit.slug.as_str(), &exhibit.folder, &order).map_err(Refusal::Broken)
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
