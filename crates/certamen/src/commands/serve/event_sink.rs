//! How the hall tells the site what it does, whether they are one process or two.

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

/// Where the hall's news go.
#[derive(Clone)]
pub(super) enum EventSink {
    /// To the site in this process.
    Here(Arc<Site>, Option<Arc<People>>),
    /// To the one that writes them to another process.
    There(SyncSender<HostEvent>, Arc<LatestNews>),
    /// To the site that was started by itself, while one is there.
    Visited(Arc<SiteConnection>),
}

impl EventSink {
    /// Tells the site.
    pub(super) fn tell(&self, news: HostEvent) {
        match self {
            EventSink::Here(site, people) => hear(site, people.as_deref(), &news),
            EventSink::There(send, latest) => latest.tell(send, news),
            EventSink::Visited(visit) => visit.tell(news),
        }
    }
}

/// News that only count until the next of their kind, for a site that is too slow for all of them:
/// matches do not wait for it.
#[derive(Default)]
pub(super) struct LatestNews(Mutex<BTreeMap<String, HostEvent>>);

impl LatestNews {
    fn tell(&self, send: &SyncSender<HostEvent>, news: HostEvent) {
        let kind = match &news {
            HostEvent::Doing(slug, _) => format!("doing {slug}"),
            HostEvent::Cores(slug, _) => format!("cores {slug}"),
            HostEvent::Match { slug, number, record: None } => format!("end {slug} {number}"),
            // No one waits for a slow reader of what is told again.
            _ if news.comes_again() => return drop(send.try_send(news)),
            // What is told of people and their programs is told once. If no one hears it any more,
            // all ends.
            _ => return drop(send.send(news)),
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // None overtakes an older one of its kind.
        if let Some(older) = kept.get_mut(&kind) {
            *older = news;
        } else if let Err(TrySendError::Full(news)) = send.try_send(news) {
            kept.insert(kind, news);
        }
    }

    /// What did not fit, once all that did was written.
    pub(super) fn take(&self) -> impl Iterator<Item = HostEvent> + use<> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *kept).into_values()
    }
}

/// Shows what the hall tells.
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
            // What decides is in the folder; if this cannot be written, a page tells less.
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
        // It is told to whoever asked.
        HostEvent::Ordered(_) => {}
    }
}
