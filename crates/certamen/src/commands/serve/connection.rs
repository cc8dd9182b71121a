//! A hall without a site of its own: it looks for one that was started by itself, tells it what it
//! does, and plays tables with people for it.

use super::{HostContext, event_sink::EventSink, listener::connect, tables};
use certamen_host::StopSignal;
use certamen_portal::{HostEvent, PlayTableRequest, check_job::ContestActivity};
use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Write},
    net::Shutdown,
    os::unix::net::UnixStream,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

/// So many news wait for a site that is slow.
const BACKLOG: usize = 256;
/// How often one looks for a site.
const AGAIN: Duration = Duration::from_secs(1);
/// How soon it is seen that it is to stop.
const LOOK: Duration = Duration::from_millis(50);
/// How long a site has to take a line.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is told to whichever site is there.
#[derive(Default)]
pub(super) struct SiteConnection(Mutex<VisitState>);

#[derive(Default)]
struct VisitState {
    /// What is being done with each contest: a site that comes is told first.
    doing: BTreeMap<String, ContestActivity>,
    /// The cores on which each is played, likewise.
    cores: BTreeMap<String, Vec<usize>>,
    /// The site that is there, and how news get there.
    site: Option<(SyncSender<HostEvent>, UnixStream)>,
}

impl SiteConnection {
    /// Tells the site, if one is there.
    pub(super) fn tell(&self, news: HostEvent) {
        let mut state = self.state();
        match &news {
            HostEvent::Doing(slug, doing) => {
                state.doing.insert(slug.clone(), doing.clone());
            }
            HostEvent::Cores(slug, cores) => {
                state.cores.insert(slug.clone(), cores.clone());
            }
            _ => {}
        }
        let comes_again = news.comes_again();
        let Some((send, site)) = &state.site else { return };
        match send.try_send(news) {
            Ok(()) => {}
            // Nobody waits for a slow reader of what is told again.
            Err(TrySendError::Full(_)) if comes_again => {}
            // It would miss something: it is let go, comes again, and is told everything.
            Err(_) => {
                let _ = site.shutdown(Shutdown::Both);
                state.site = None;
            }
        }
    }

    /// Looks for a site again and again until it is to stop.
    pub(super) fn go_on(&self, host_context: &HostContext<'_>) {
        let mut due = Instant::now();
        while !host_context.stop.is_set() {
            if Instant::now() >= due {
                due = Instant::now() + AGAIN;
                if let Some(site) = connect(&host_context.arguments.folder) {
                    self.connection(&site, host_context);
                }
            }
            thread::sleep(LOOK);
        }
    }

    /// Tells a site, and plays the tables it asks for, until either leaves.
    fn connection(&self, site: &UnixStream, host_context: &HostContext<'_>) {
        let (Ok(heard), Ok(())) = (site.try_clone(), site.set_write_timeout(Some(PATIENCE))) else {
            return;
        };
        let Ok((tell, told)) = self.begin(site) else { return };
        let (ask, orders) = channel();
        thread::scope(|scope| {
            let stop = host_context.stop;
            scope.spawn(move || write(site, &told, stop));
            // It ends once nobody asks any more, and leaves all its tables.
            let voice = EventSink::There(tell, Arc::default());
            scope.spawn(move || tables::play(host_context, &orders, &voice));
            let lines = BufReader::new(heard).lines().map_while(Result::ok);
            for order in lines.map_while(|line| PlayTableRequest::of_line(&line)) {
                if ask.send(order).is_err() {
                    break;
                }
            }
            drop(ask);
            self.state().site = None;
            // Whoever writes hears that there is nobody.
            let _ = site.shutdown(Shutdown::Both);
        });
    }

    /// From now on a site is told everything, and first what is being done with each contest and where.
    fn begin(&self, site: &UnixStream) -> io::Result<(SyncSender<HostEvent>, Receiver<HostEvent>)> {
        let mut state = self.state();
        let (tell, told) = sync_channel(BACKLOG + state.doing.len() + state.cores.len());
        let doing = state.doing.iter();
        let doing = doing.map(|(slug, doing)| HostEvent::Doing(slug.clone(), doing.clone()));
        let cores = state.cores.iter();
        let cores = cores.map(|(slug, cores)| HostEvent::Cores(slug.clone(), cores.clone()));
        for news in doing.chain(cores) {
            // There is room for all of them.
            let _ = tell.try_send(news);
        }
        state.site = Some((tell.clone(), site.try_clone()?));
        Ok((tell, told))
    }

    fn state(&self) -> MutexGuard<'_, VisitState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes news to the site until there are none any more, nobody hears them, or it is to stop.
fn write(mut site: &UnixStream, told: &Receiver<HostEvent>, stop: &StopSignal) {
    while !stop.is_set() {
        let written = match told.recv_timeout(LOOK) {
            Ok(news) => site.write_all(news.to_line().as_bytes()),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if written.is_err() {
            break;
        }
    }
    // Whoever reads from it reads no more.
    let _ = site.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_site_that_is_slow_is_let_go_and_told_anew_when_it_comes_again() {
        let visit = SiteConnection::default();
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        visit.tell(HostEvent::Doing("first".to_owned(), ContestActivity::Opening));
        let cores = || HostEvent::Cores("first".to_owned(), vec![2, 3]);
        visit.tell(cores());
        // Nobody takes what is told, while somebody else could still tell it something.
        let (tell, told) = visit.begin(&ours).unwrap();
        assert_eq!(told.try_iter().count(), 2, "what is being done is told first");
        for number in 0..2 * BACKLOG as i64 {
            let (slug, record) = ("first".to_owned(), Some(Vec::new()));
            visit.tell(HostEvent::Match { slug, number, record });
        }
        assert!(visit.state().site.is_some(), "how far a match is may be missed");
        visit.tell(HostEvent::Doing("first".to_owned(), ContestActivity::Finished));
        assert!(visit.state().site.is_none());
        assert_eq!(theirs.read(&mut [0]).unwrap(), 0, "it is hung up on");
        drop(tell);
        let (_tell, told) = visit.begin(&ours).unwrap();
        let news: Vec<HostEvent> = told.try_iter().collect();
        assert_eq!(
            news,
            [HostEvent::Doing("first".to_owned(), ContestActivity::Finished), cores()]
        );
    }
}
