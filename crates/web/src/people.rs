//! Who may sign in here, and how a site with people is reached.

use crate::{
    contest::ContestView, http_error::HttpError, private::MailCursor, quota::Quota,
    sittings::LiveTables, throttle::Throttle,
};
use certamen_contest::{Folder, entry::Submission, pages::sweep_drafts};
use certamen_i18n::Localize;
use certamen_portal::{
    HostRequest, HostRequestKind, PlayTables, Portal, PortalError, RequestHandler, SiteFile,
    TableUpdate,
};
use jiff::Timestamp;
use std::{net::SocketAddr, sync::Arc};
use tokio::sync::Semaphore;

/// The people of a site.
pub struct People {
    /// Their accounts, which whoever plays writes steps to, too.
    pub portal: Arc<Portal>,
    pub(crate) file: SiteFile,
    /// Carries out what they decide on programs.
    carry_out: RequestHandler,
    /// The tables at which they play.
    pub(crate) live_tables: LiveTables,
    pub(crate) throttle: Throttle,
    /// What was looked at of that of which letters tell.
    pub(crate) letters: MailCursor,
    /// As many are served at a time, and as many send a file.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) uploads: Arc<Quota>,
}

/// So many are served at a time: nobody who only reads waits for them.
pub(crate) const CLERKS: usize = 4;
/// The number of files that are read at a time, in all and of one origin: each is held in memory
/// until it is on the disk.
const UPLOADS: (usize, usize) = (8, 4);

impl People {
    /// Those in `portal`, on a site that is reached as `file` says.
    pub fn new(portal: Arc<Portal>, file: SiteFile) -> People {
        let (places, uploads) =
            (Arc::new(Semaphore::new(CLERKS)), Arc::new(Quota::new(UPLOADS.0, UPLOADS.1)));
        let carry_out: RequestHandler =
            Arc::new(|_, folder, order| order.carry_out(folder).map_err(|error| error.message()));
        let (throttle, live_tables) = (Throttle::default(), LiveTables::default());
        let letters = MailCursor::default();
        People { portal, file, carry_out, live_tables, throttle, letters, places, uploads }
    }

    /// The same people, whose decisions are carried out otherwise.
    #[must_use]
    pub fn with_hands(self, carry_out: RequestHandler) -> People {
        People { carry_out, ..self }
    }

    /// The same people, whose tables are played so.
    #[must_use]
    pub fn with_tables(self, play: PlayTables) -> People {
        People { live_tables: LiveTables::played_by(play), ..self }
    }

    /// The same people, on a site that listens there.
    #[must_use]
    pub fn listening_at(self, address: SocketAddr) -> People {
        People { file: self.file.listening_at(address), ..self }
    }

    /// Keeps what happens at a table, and tells those who look at it.
    pub fn hear_sitting(&self, news: &TableUpdate) {
        // What is not kept is played again: nobody was shown it.
        if let Err(error) = self.portal.hear_sitting(news, Timestamp::now()) {
            eprintln!("{}: {error}", news.id);
        }
        self.live_tables.hear(news);
    }

    /// Notes whether anybody is there who plays tables. Whoever leaves has left all of them.
    pub fn note_hall(&self, is_there: bool) {
        self.live_tables.note_hall(is_there);
    }

    /// Has carried out what was decided on a program of a contest; false if there is nothing to do
    /// any more.
    pub(crate) fn order(
        &self,
        view: &ContestView,
        act: HostRequestKind,
        time: Timestamp,
    ) -> Result<bool, HttpError> {
        let order = HostRequest { act, time };
        let done = (self.carry_out)(view.slug.as_str(), &view.folder, &order);
        done.map_err(|why| HttpError::Undone(view.without_paths(&why)))
    }

    /// Goes on where somebody who was stopped left off: what was confirmed is handed over, what was
    /// not is thrown away.
    pub fn recover(&self, folder: &Folder) -> Result<(), PortalError> {
        let inbox = folder.submissions();
        sweep_drafts(folder)
            .map_err(|error| PortalError::Unreachable { path: folder.path().to_owned(), error })?;
        let io = |error| PortalError::Unreachable { path: inbox.clone(), error };
        Submission::sweep_files(&inbox).map_err(io)?;
        for id in Submission::drafts(&inbox).map_err(io)? {
            if self.portal.submission(&id)?.is_some() {
                Submission::hand_over(&inbox, &id).map_err(io)?;
            } else {
                Submission::drop_draft(&inbox, &id).map_err(io)?;
            }
        }
        Ok(())
    }
}
