//! How the host sends events to the site, whether they are one process or two.

use super::connection::SiteConnection;
use certamen_game::MatchRecord;
use certamen_game::job::MatchNumber;
use certamen_portal::{HostEvent, StepRow};
use certamen_web::{People, Site, Slug};
use std::{
    collections::BTreeMap,
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{SyncSender, TrySendError},
    },
};

#[derive(Clone)]
pub(super) enum EventSink {
    /// To the site in this process.
    SameProcess(Arc<Site>, Option<Arc<People>>),
    /// To the thread that writes them to another process.
    OtherProcess(SyncSender<HostEvent>, Arc<LatestEvents>),
    /// To a site that runs as a separate command, while it is connected.
    OtherCommand(Arc<SiteConnection>),
}

impl EventSink {
    pub(super) fn send(&self, event: HostEvent) {
        match self {
            EventSink::SameProcess(site, people) => show_event(site, people.as_deref(), &event),
            EventSink::OtherProcess(send, latest) => latest.send(send, event),
            EventSink::OtherCommand(connection) => connection.send(event),
        }
    }
}

/// Events that matter only until the next of their kind, for a site that is too slow for all of
/// them: matches do not wait for it.
#[derive(Default)]
pub(super) struct LatestEvents {
    pending: Mutex<BTreeMap<String, HostEvent>>,
    /// How many events that are repeated found the queue full.
    dropped: AtomicU64,
}

impl LatestEvents {
    fn send(&self, send: &SyncSender<HostEvent>, event: HostEvent) {
        let kind = match &event {
            HostEvent::Doing(slug, _) => format!("doing {slug}"),
            HostEvent::Cores(slug, _) => format!("cores {slug}"),
            HostEvent::Match { slug, number, record: None } => format!("end {slug} {number}"),
            // Events that are repeated may be dropped for a slow reader.
            _ if event.comes_again() => {
                if let Err(TrySendError::Full(_)) = send.try_send(event) {
                    self.dropped.fetch_add(1, Ordering::Relaxed);
                }
                return;
            }
            // Events about people and their bots are sent once, so this waits. If the receiver is
            // gone, the process is about to end.
            _ => return drop(send.send(event)),
        };
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        // An event never overtakes an older one of its kind.
        if let Some(older) = pending.get_mut(&kind) {
            *older = event;
        } else if let Err(TrySendError::Full(event)) = send.try_send(event) {
            pending.insert(kind, event);
        }
    }

    /// The events that did not fit into the queue; to be called once the queue is empty.
    pub(super) fn take(&self) -> impl Iterator<Item = HostEvent> + use<> {
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            tracing::warn!(dropped, "events for the site were dropped");
        }
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *pending).into_values()
    }
}

pub(super) fn show_event(site: &Site, people: Option<&People>, event: &HostEvent) {
    match event {
        HostEvent::Doing(slug, doing) => {
            if let Some(slug) = Slug::read(slug) {
                site.note(&slug, doing.clone());
            }
        }
        HostEvent::Cores(slug, cores) => {
            if let Some(slug) = Slug::read(slug) {
                site.note_cores(&slug, cores);
            }
        }
        HostEvent::Match { slug, number, record } => {
            let Some(slug) = Slug::read(slug) else { return };
            let number = MatchNumber(*number);
            match record.as_ref().map(|bytes| MatchRecord::read(bytes)) {
                Some(Ok((record, _))) => site.show_match(&slug, number, &record),
                Some(Err(error)) => {
                    tracing::error!(contest = %slug, %number, %error, "a match cannot be shown");
                }
                None => site.end_match(&slug, number),
            }
        }
        HostEvent::Entry(update) => {
            let Some(people) = people else { return };
            let row = StepRow::of(update, jiff::Timestamp::now());
            // The decision is in the contest's folder; without this row, a page only shows less.
            if let Err(error) = people.portal.step(&update.id, row) {
                tracing::error!(entry = update.id, %error, "the step of an entry is not stored");
            }
        }
        HostEvent::LiveTable(update) => {
            if let Some(people) = people {
                people.update_live_table(update);
            }
        }
        HostEvent::Farm(update) => site.note_farm(update.clone()),
        // The answer goes to the caller of the request.
        HostEvent::Ordered(_) => {}
    }
}
