//! How the hall tells the site what it does, whether they are one process or two.

use super::visit::HallVisit;
use certamen_game::MatchRecord;
use certamen_portal::{HallNews, StepRow};
use certamen_web::{People, Site, Slug};
use certamen_work::MatchNumber;
use std::sync::{Arc, mpsc::SyncSender};

/// Where the hall's news go.
#[derive(Clone)]
pub(super) enum HallVoice {
    /// To the site in this process.
    Here(Arc<Site>, Option<Arc<People>>),
    /// To the one that writes them to another process.
    There(SyncSender<HallNews>),
    /// To the site that was started by itself, while one is there.
    Visited(Arc<HallVisit>),
}

impl HallVoice {
    /// Tells the site.
    pub(super) fn tell(&self, news: HallNews) {
        match self {
            HallVoice::Here(site, people) => hear(site, people.as_deref(), &news),
            // Nobody waits for a slow reader of what is told again.
            HallVoice::There(send) if news.comes_again() => {
                drop(send.try_send(news));
            }
            // If nobody hears it any more, all ends.
            HallVoice::There(send) => drop(send.send(news)),
            HallVoice::Visited(visit) => visit.tell(news),
        }
    }
}

/// Shows what the hall tells.
pub(super) fn hear(site: &Site, people: Option<&People>, news: &HallNews) {
    match news {
        HallNews::Doing(slug, doing) => {
            if let Some(slug) = Slug::read(slug) {
                site.note(&slug, doing.clone());
            }
        }
        HallNews::Cores(slug, cores) => {
            if let Some(slug) = Slug::read(slug) {
                site.note_cores(&slug, cores);
            }
        }
        HallNews::Match { slug, number, record } => {
            let Some(slug) = Slug::read(slug) else { return };
            let number = MatchNumber(*number);
            match record.as_ref().map(|bytes| MatchRecord::read(bytes)) {
                Some(Ok((record, _))) => site.show_match(&slug, number, &record),
                Some(Err(error)) => eprintln!("{slug}: {error}"),
                None => site.end_match(&slug, number),
            }
        }
        HallNews::Entry(told) => {
            let Some(people) = people else { return };
            let row = StepRow::of(told, jiff::Timestamp::now());
            // What decides is in the folder; if this cannot be written, a page tells less.
            if let Err(error) = people.portal.step(&told.id, row) {
                eprintln!("{}: {error}", told.id);
            }
        }
        HallNews::Sitting(told) => {
            if let Some(people) = people {
                people.hear_sitting(told);
            }
        }
        HallNews::Farm(told) => site.note_farm(told.clone()),
        // It is told to whoever asked.
        HallNews::Ordered(_) => {}
    }
}
