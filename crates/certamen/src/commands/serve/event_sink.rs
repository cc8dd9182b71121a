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
    Here(Arc<Site>, Option<Arc<People>>),
    /// To the thread that writes them to another process.
    There(SyncSender<HostEvent>, Arc<LatestNews>),
    /// To a site that runs as a separate command, while it is connected.
    Visited(Arc<SiteConnection>),
}

impl EventSink {
    pub(super) fn tell(&self, news: HostEvent) {
        match self {
            EventSink::Here(site, people) => hear(site, people.as_deref(), &news),
            EventSink::There(send, latest) => latest.tell(send, news),
            EventSink::Visited(visit) => visit.tell(news),
        }
    }
}

/// Events that matter only until the next of their kind, for a site that is too slow for all of
/// them: matches do not wait for it.
#[derive(Default)]
pub(super) struct LatestNews(Mutex<BTreeMap<String, HostEvent>>);

impl LatestNews {
    fn tell(&self, send: &SyncSender<HostEvent>, news: HostEvent) {
        let kind = match &news {
            HostEvent::Doing(slug, _) => format!("doing {slug}"),
            HostEvent::Cores(slug, _) => format!("cores {slug}"),
            HostEvent::Match { slug, number, record: None } => format!("end {slug} {number}"),
            // Events that are repeated may be dropped for a slow reader.
            _ if news.comes_again() => return drop(send.try_send(news)),
            // Events about people and their bots are sent once, so this waits. If the receiver is
            // gone, the process is about to end.
            _ => return drop(send.send(news)),
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // An event never overtakes an older one of its kind.
        if let Some(older) = kept.get_mut(&kind) {
            *older = news;
        } else if let Err(TrySendError::Full(news)) = send.try_send(news) {
            kept.insert(kind, news);
        }
    }

    /// The events that did not fit into the queue; to be called once the queue is empty.
    pub(super) fn take(&self) -> impl Iterator<Item = HostEvent> + use<> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *kept).into_values()
    }
}

pub(super) fn hear(site: &Site, people: Option<&People>, news: &HostEvent) {
    match news {
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
        HostEvent::Entry(told) => {
            let Some(people) = people else { return };
            let row = StepRow::of(told, jiff::Timestamp::now());
            // The decision is in the contest's folder; without this row, a page only shows less.
            if let Err(error) = people.portal.step(&told.id, row) {
                eprintln!("{}: {error}", told.id);
            }
        }
        HostEvent::Sitting(told) => {
            if let Some(people) = people {
                people.hear_sitting(told);
            }
        }
        HostEvent::Farm(told) => site.note_farm(told.clone()),
        // The answer goes to the caller of the request.
        HostEvent::Ordered(_) => {}
    }
}
