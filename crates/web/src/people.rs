//! Accounts of a site, and the addresses it is reached at.

use crate::{
    contest::ContestView,
    http_error::HttpError,
    live_tables::LiveTables,
    remote_tables::RemoteTables,
    throttle::{Quota, Throttle},
    visitor_tables::VisitorTables,
};
use certamen_contest::{Folder, entry::Submission, pages::sweep_drafts};
use certamen_i18n::Localize;
use certamen_portal::{
    HostRequest, HostRequestKind, PlayTables, Portal, PortalError, RemoteEvent, RemoteNotices,
    RequestHandler, SiteFile, TableRow, TableUpdate,
};
use jiff::Timestamp;
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::SystemTime,
};
use tokio::sync::Semaphore;

pub struct People {
    /// Their accounts, which the host also updates.
    pub portal: Arc<Portal>,
    pub(crate) file: SiteFile,
    /// Performs their decisions on submissions.
    carry_out: RequestHandler,
    pub(crate) live_tables: LiveTables,
    /// Matches of contests in which players on other machines have seats.
    pub(crate) remote_tables: RemoteTables,
    /// Tables of visitors, who have no account.
    pub(crate) visitor_tables: VisitorTables,
    pub(crate) throttle: Throttle,
    /// How far e-mails were created.
    pub(crate) letters: MailCursor,
    /// Permits for requests, and for uploads.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) uploads: Arc<Quota>,
}

/// How far e-mails were created.
#[derive(Debug, Default)]
pub(crate) struct MailCursor {
    /// The modification times of the folders of a contest's submissions, at the last check.
    pub(crate) folders: Mutex<BTreeMap<String, Vec<Option<SystemTime>>>>,
    /// The day of each contest whose daily e-mails were created last.
    pub(crate) days: Mutex<BTreeMap<String, String>>,
    /// Errors of each contest that were reported: each is reported once.
    pub(crate) troubles: Mutex<BTreeMap<String, String>>,
}

/// The number of requests at a time: public pages never wait for them.
pub(crate) const MAX_REQUESTS: usize = 4;
/// The maximum number of uploads at a time, in total and per origin: each is in memory until it
/// is written.
const UPLOADS: (usize, usize) = (8, 4);

impl People {
    /// The users in `portal`, on a site with the addresses in `file`.
    pub fn new(portal: Arc<Portal>, file: SiteFile) -> Self {
        People {
            portal,
            file,
            carry_out: Arc::new(|_, folder, request| {
                request.carry_out(folder).map_err(|error| error.message())
            }),
            live_tables: LiveTables::default(),
            remote_tables: RemoteTables::default(),
            visitor_tables: VisitorTables::default(),
            throttle: Throttle::default(),
            letters: MailCursor::default(),
            places: Arc::new(Semaphore::new(MAX_REQUESTS)),
            uploads: Arc::new(Quota::new(UPLOADS.0, UPLOADS.1)),
        }
    }

    #[must_use]
    pub fn with_request_handler(self, carry_out: RequestHandler) -> Self {
        People { carry_out, ..self }
    }

    #[must_use]
    pub fn with_tables(self, play: PlayTables) -> Self {
        People { live_tables: LiveTables::played_by(play), ..self }
    }

    #[must_use]
    pub fn with_remote_players(self, notices: RemoteNotices) -> Self {
        People { remote_tables: RemoteTables::reporting(notices), ..self }
    }

    /// Takes what the host reports of matches with players on other machines.
    pub fn note_remote(&self, event: RemoteEvent) {
        for id in self.remote_tables.note(event) {
            self.live_tables.hint(&id);
        }
    }

    #[must_use]
    pub fn listening_at(self, address: SocketAddr) -> Self {
        People { file: self.file.listening_at(address), ..self }
    }

    /// The table with this id, wherever it is kept.
    pub(crate) fn table(&self, id: &str, now: Timestamp) -> Result<Option<TableRow>, PortalError> {
        let in_memory = self.remote_tables.row(id).or_else(|| self.visitor_tables.row(id, now));
        match in_memory {
            Some(row) => Ok(Some(row)),
            None => self.portal.table(id, now),
        }
    }

    /// Stores an event of a table, and notifies its readers.
    pub fn update_live_table(&self, update: &TableUpdate) {
        let now = Timestamp::now();
        // What could not be stored is played again: it was not shown.
        if !self.remote_tables.update(update)
            && !self.visitor_tables.update(update, now)
            && let Err(error) = self.portal.update_live_table(update, now)
        {
            tracing::error!(table = update.id, %error, "an event of a table is not stored");
        }
        self.live_tables.note_update(update);
    }

    /// Records whether a host plays tables. When it leaves, it has left all of them.
    pub fn note_host(&self, is_there: bool) {
        self.live_tables.note_host(is_there);
    }

    /// Has a decision on a submission performed; false if there is nothing left to do.
    pub(crate) fn order(
        &self,
        view: &ContestView,
        act: HostRequestKind,
        time: Timestamp,
    ) -> Result<bool, HttpError> {
        let request = HostRequest { act, time };
        let done = (self.carry_out)(view.slug.as_str(), &view.folder, &request);
        done.map_err(|why| HttpError::Undone(view.without_paths(&why)))
    }

    /// Recovers after a crash: confirmed uploads are filed, others are removed.
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
        for id in Submission::proposals(&inbox).map_err(io)? {
            if self.portal.submission(&id)?.is_some() {
                Submission::hand_over(&inbox, &id).map_err(io)?;
            }
        }
        Ok(())
    }
}
