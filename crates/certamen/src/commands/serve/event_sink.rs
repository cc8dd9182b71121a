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
pub(super) struct LatestEvents(Mutex<BTreeMap<String, HostEvent>>);

impl LatestEvents {
    fn send(&self, send: &SyncSender<HostEvent>, event: HostEvent) {
        let kind = match &event {
            HostEvent::Doing(slug, _) => format!("doing {slug}"),
            HostEvent::Cores(slug, _) => format!("cores {slug}"),
            HostEvent::Match { slug, number, record: None } => format!("end {slug} {number}"),
            HostEvent::Changed { slug, what } => format!("changed {slug} {what:?}"),
            // Events that are repeated may be dropped for a slow reader.
            _ if event.comes_again() => return drop(send.try_send(event)),
            // Events about people and their bots are sent once, so this waits. If the receiver is
            // gone, the process is about to end.
            _ => return drop(send.send(event)),
        };
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // An event never overtakes an older one of its kind.
        if let Some(older) = pending.get_mut(&kind) {
            *older = event;
        } else if let Err(TrySendError::Full(event)) = send.try_send(event) {
            pending.insert(kind, event);
        }
    }

    /// The events that did not fit into the queue; to be called once the queue is empty.
    pub(super) fn take(&self) -> impl Iterator<Item = HostEvent> + use<> {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
                Some(Err(error)) => eprintln!("{slug}: {error}"),
                None => site.end_match(&slug, number),
            }
        }
        HostEvent::Entry(update) => {
            let Some(people) = people else { return };
            let row = StepRow::of(update, jiff::Timestamp::now());
            // The decision is in the contest's folder; without this row, a page only shows less.
            if let Err(error) = people.portal.step(&update.id, row) {
                eprintln!("{}: {error}", update.id);
            }
        }
        HostEvent::LiveTable(update) => {
            if let Some(people) = people {
                people.update_live_table(update);
            }
        }
        HostEvent::Farm(update) => site.note_farm(update.clone()),
        HostEvent::Changed { slug, what } => site.contest_changed(slug, *what),
        // The answer goes to the caller of the request.
        HostEvent::Ordered(_) => {}
    }
}
