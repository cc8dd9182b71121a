//! Root plays, and an ordinary user shows: two processes, of which the one that answers the network
//! has nothing that root has.

use super::{
    Holding, announce, bind, held::Held, people, tables, user::OrdinaryUser, voice::HallVoice, wait,
};
use crate::command_error::{CommandError, Context};
use crate::ending::Ending;
use crate::say::serving as say;
use certamen_hall::Stop;
use certamen_portal::{HallNews, OrderDone, SiteFile, SiteOrder, SittingOrder};
use certamen_speech::Speak;
use certamen_web::{Contests, Slug};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::{fd::OwnedFd, unix::net::UnixStream, unix::process::CommandExt},
    path,
    process::{Child, Command, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

/// This program.
const OURSELVES: &str = "/proc/self/exe";
/// What the site says once it has read what it is to show.
pub(super) const READY: &str = "ready";
/// So many news wait for a site that is slow.
const BACKLOG: usize = 256;
/// How long the site has to end.
const FAREWELL: Duration = Duration::from_secs(12);
const LOOK: Duration = Duration::from_millis(20);

/// Plays as root and has an ordinary user show it.
pub(super) fn serve(holding: &Holding<'_>, file: &SiteFile) -> Result<Ending, CommandError> {
    let Holding { contests, arguments, language, stop, .. } = *holding;
    let user = OrdinaryUser::find(arguments.user.as_deref())?;
    user.make_over(&arguments.folder, contests).context(&arguments.folder)?;
    let server = bind(arguments, file)?;
    let (ours, theirs) = UnixStream::pair().context("serve")?;
    let mut listens = ours.try_clone().context("serve")?;
    let mut site = start(holding, &user, (theirs, server.listener().context("serve")?))?;
    let mut heard = BufReader::new(&mut listens);
    if !is_ready(&mut heard) {
        // It has said why.
        let _ = site.wait();
        return Ok(Ending::Failed);
    }
    announce(&server, file, language)?;
    drop(server);
    let (tell, told) = sync_channel(BACKLOG);
    let takes_in = people::are_there(&arguments.folder);
    let parted = AtomicBool::new(false);
    let ended = thread::scope(|scope| {
        let (writes, parted) = (&ours, &parted);
        scope.spawn(move || write(writes, &told, parted));
        let answers = tell.clone();
        let (ask, orders) = channel();
        let obeyed = scope.spawn(move || obey(heard, holding.held, (&answers, &ask), stop));
        let voice = HallVoice::There(tell);
        let (user, newcomers) = (&user, voice.clone());
        let watched = scope.spawn(move || {
            holding.held.watch(&arguments.folder, stop, |slug, folder| {
                let found = [(slug.clone(), folder.clone())].into();
                let new = Contests { found, ..Contests::default() };
                if let Err(error) = user.make_over(&arguments.folder, &new) {
                    eprintln!("{slug}: {error}");
                }
                if !arguments.no_play {
                    holding.hold_one(scope, &newcomers, (slug, folder));
                }
            });
        });
        let mut threads = Vec::new();
        if !arguments.no_play {
            threads = holding.hold(scope, &voice, takes_in);
            let (holding, voice) = (*holding, voice.clone());
            threads.push(scope.spawn(move || tables::play(&holding, &orders, &voice)));
        }
        wait(stop);
        for thread in threads {
            // A panic was already reported where it happened.
            let _ = thread.join();
        }
        // It knows of no more, either.
        let _ = watched.join();
        parted.store(true, Ordering::Relaxed);
        // Now it hears that there is nothing more to hear.
        let _ = ours.shutdown(std::net::Shutdown::Both);
        obeyed.join().unwrap_or(SplitEnd::Stopped)
    });
    part(&mut site);
    match ended {
        SplitEnd::Stopped => Ok(Ending::Interrupted),
        SplitEnd::SiteEnded => Err(CommandError::new(say::site_ended(&user.name))),
    }
}

/// Starts the site: where it listens is its output, and what it hears is its input.
fn start(
    holding: &Holding<'_>,
    user: &OrdinaryUser,
    (hears, listens): (UnixStream, OwnedFd),
) -> Result<Child, CommandError> {
    let folder = &holding.arguments.folder;
    let whole = fs::canonicalize(folder).context(folder)?;
    let log = holding.arguments.log.as_ref().map(|path| path::absolute(path).context(path));
    let mut site = Command::new(OURSELVES);
    site.args(["serve", "--apart", "--lang", holding.language.code()]);
    site.args(["--jobs", &holding.played_on().clamp(1, 1024).to_string()]);
    // Opened by whoever answers the network: root's hand on a file would let him write anywhere.
    if let Some(log) = log.transpose()? {
        site.arg("--log").arg(log);
    }
    site.args(holding.arguments.no_play.then_some("--no-play")).arg("--").arg(whole);
    site.stdin(OwnedFd::from(hears)).stdout(listens).stderr(Stdio::inherit());
    // Groups of root's are given up, too.
    site.uid(user.uid).gid(user.gid);
    site.spawn().context("serve")
}

fn is_ready(heard: &mut impl BufRead) -> bool {
    let mut line = String::new();
    heard.read_line(&mut line).is_ok() && line.trim_end() == READY
}

/// Writes news to the site until both part and there are none any more, or nobody hears them. Whoever
/// could tell some may be left: work that nobody does any more knows whom to tell of it.
fn write(mut site: &UnixStream, told: &Receiver<HallNews>, parted: &AtomicBool) {
    loop {
        match told.recv_timeout(LOOK) {
            Ok(news) if site.write_all(news.to_line().as_bytes()).is_ok() => {}
            Err(RecvTimeoutError::Timeout) if !parted.load(Ordering::Relaxed) => {}
            _ => return,
        }
    }
}

/// Why both end.
#[derive(Clone, Copy)]
enum SplitEnd {
    /// Somebody wants it.
    Stopped,
    /// The site did.
    SiteEnded,
}

/// Does what the site asks for, and tells what came of it. Once it says nothing any more, all ends.
fn obey(
    heard: impl BufRead,
    contests: &Held,
    (tell, ask): (&SyncSender<HallNews>, &Sender<SittingOrder>),
    stop: &Stop,
) -> SplitEnd {
    for line in heard.lines().map_while(Result::ok) {
        if let Some(order) = SittingOrder::of_line(&line) {
            // Where nobody plays, the site asks for nothing to be played.
            let _ = ask.send(order);
            continue;
        }
        let Some((slug, order)) = SiteOrder::of_line(&line) else { break };
        let folder = Slug::read(&slug).and_then(|slug| contests.get(&slug));
        let done = folder.map_or(Ok(false), |folder| order.carry_out(&folder));
        let done: OrderDone = done.map_err(|error| error.message()).into();
        if tell.send(HallNews::Ordered(done)).is_err() {
            break;
        }
    }
    let parting = if stop.is_set() { SplitEnd::Stopped } else { SplitEnd::SiteEnded };
    stop.set();
    parting
}

/// Waits for the site to end, but not for ever.
fn part(site: &mut Child) {
    let begun = Instant::now();
    while begun.elapsed() < FAREWELL {
        if !matches!(site.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(LOOK);
    }
    // It had its time.
    let _ = site.kill();
    let _ = site.wait();
}
