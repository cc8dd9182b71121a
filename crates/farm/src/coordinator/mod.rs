//! The coordinator's half: matches go out in batches, and what comes back is believed or not.
//!
//! A match that was given in comes back once, whatever happens to machines, messages and the server:
//! as played, or as void. What comes for a match that is not out any more is told apart, and counts
//! for nothing.

mod acceptance;
mod alike;
mod apart;
mod batch_size;
mod build_failures;
mod compared;
mod conflict;
mod looking;
mod outstanding;
mod overdue;
mod paused;
mod poison_suspects;
mod replay_audit;
mod residuals;
mod results;
mod roster;
mod secret;
mod sending;
mod status;
#[cfg(test)]
mod trial;
mod waiting;

pub(crate) use acceptance::CLASS;
pub use acceptance::ImplausibleMatch;
pub use replay_audit::TrustRecord;
pub use secret::{ContestSecret, SecretError};

use crate::{
    AckKind, AckTicket, BundleParts, BusError, Queue, Signal, Terms, Transport,
    blob::BlobParts,
    layout,
    message::{Heartbeat, PlayerSource, WritePolicy},
    say,
};
use batch_size::Sizing;
use build_failures::BuildFailures;
use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use certamen_game::{DynGame, Void};
use certamen_i18n::Message;
use compared::Compared;
use conflict::CoordinatorConflict;
use outstanding::Outstanding;
use overdue::Overdue;
use poison_suspects::PoisonSuspects;
use replay_audit::AuditQueue;
use residuals::ResultDrift;
use roster::WorkerRegistry;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, mpsc::Receiver},
    time::{Duration, Instant},
};
use waiting::PendingMatches;

/// How many results are taken at a time.
const RESULTS: usize = 64;
/// At most so many matches are here or out at a time: whoever speaks here may say that there are
/// millions of slots.
const MOST_UNDER_WAY: usize = 200_000;
/// So long the server is asked whether there are more from an earlier run.
const EARLIER: Duration = Duration::from_millis(200);

/// A match that came back.
#[derive(Debug)]
pub struct MatchReturn {
    /// Which.
    pub number: MatchNumber,
    /// What came of it.
    pub came: MatchOutcome,
    /// The key of the machine that had it, or of its user where there are several: what it is called it
    /// says itself.
    pub machine: String,
    /// How many of these there are that could have been given it.
    pub of: usize,
}

/// What came of a match.
#[derive(Debug)]
pub enum MatchOutcome {
    /// It was played.
    Played(Box<JobResult>),
    /// It must be played again.
    Void(Void),
    /// Nobody waited for it any more: this is its record, as somebody says.
    Late(String),
}

/// A contest whose matches are played by others.
#[derive(Clone)]
pub struct ContestJob {
    /// What only its coordinator knows.
    pub secret: ContestSecret,
    /// What is played.
    pub game: &'static dyn DynGame,
    /// The weakest tier that will do.
    pub weakest: String,
    /// Where programs may write.
    pub policy: WritePolicy,
    /// Who plays.
    pub bots: BTreeMap<SubmissionId, PlayerSource>,
    /// Those of them that are programs.
    pub bundles: Vec<BundleParts>,
    /// Those who play alike whoever asks them.
    pub repeatable: BTreeSet<SubmissionId>,
    /// Those who are declared to, so that their first matches are compared.
    pub declared: BTreeSet<SubmissionId>,
    /// How much of what they play is played again elsewhere, from 0 to 1.
    pub audit: f64,
    /// The keys of machines that are not believed any more.
    pub suspended: BTreeSet<String>,
    /// How urgent its matches are.
    pub level: u8,
    /// Whether all are to be played by machines of one class, and of which, if some were before.
    pub class_binding: Option<ClassBinding>,
    /// How long what takes.
    pub terms: Terms,
}

/// The class of machines that a contest keeps to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassBinding {
    /// The one with most slots when it begins.
    Largest,
    /// This one.
    Class(String),
}

/// Gives matches to machines and gets them back.
pub struct Coordinator {
    transport: Arc<dyn Transport>,
    contest: ContestJob,
    results: Queue,
    beats: Receiver<Signal>,
    /// Where somebody asks what waits.
    roll: Receiver<Signal>,
    conflict: CoordinatorConflict,
    /// When it was told last.
    told: Option<Instant>,
    roster: WorkerRegistry,
    sizing: BTreeMap<String, Sizing>,
    /// Matches that are to go out.
    waiting: PendingMatches,
    out: Outstanding,
    build_failures: BuildFailures,
    /// When somebody of each class was there last.
    seen: BTreeMap<String, Instant>,
    /// Results that are with whoever stores them, and where they lie, if they are large.
    unstored: Vec<(AckTicket, Option<BlobParts>)>,
    /// Where batches lie that are large.
    large: BTreeMap<String, BlobParts>,
    /// When bundles were put on the server again, by their hashes.
    put_again: BTreeMap<String, Instant>,
    audit_queue: AuditQueue,
    compared: Compared,
    watch: ResultDrift,
    poison_suspects: PoisonSuspects,
    overdue: Overdue,
    trust_records: Vec<TrustRecord>,
    /// What is worth telling.
    news: Vec<Message>,
    began: Instant,
    looked: Instant,
    /// When machines that are silent were last forgotten.
    forgot: Instant,
    is_away: bool,
    /// Whether the server has lost what we laid out there.
    is_forgotten: bool,
    /// Since when all is played, and only comparing goes on.
    all_played: Option<Instant>,
    said: ReportedOnce,
}

/// What was told, and is not told again.
#[derive(Debug, Default)]
struct ReportedOnce {
    /// That the server has no room.
    full: bool,
    /// That there is too little for all.
    too_little: bool,
    /// That nobody of the contest's class is there.
    nobody: bool,
}

impl Coordinator {
    /// Begins where nothing of the contest is out. What an earlier run handed out, and nobody began,
    /// is not played any more; what came of the rest is taken as any other result.
    pub fn begin(
        transport: Arc<dyn Transport>,
        contest: ContestJob,
    ) -> Result<Coordinator, BusError> {
        transport.prepare()?;
        let results = layout::result_queue(&contest.secret.contest, &contest.terms);
        transport.open(&results)?;
        for bundle in &contest.bundles {
            bundle.put(&*transport)?;
        }
        transport.purge(&layout::work_of(&contest.secret.contest))?;
        let conflict = CoordinatorConflict::listen(&*transport, &contest.secret.contest)?;
        let beats = transport.subscribe(&layout::all_beats())?;
        let roll = transport.subscribe(layout::ROLL)?;
        transport.send(layout::ROLL, Vec::new())?;
        let now = transport.now();
        Ok(Coordinator {
            transport,
            results,
            beats,
            roll,
            conflict,
            told: None,
            roster: WorkerRegistry::of(&contest.weakest, contest.suspended.clone()),
            sizing: BTreeMap::new(),
            waiting: PendingMatches::default(),
            out: Outstanding::default(),
            build_failures: BuildFailures::default(),
            seen: BTreeMap::new(),
            unstored: Vec::new(),
            large: BTreeMap::new(),
            put_again: BTreeMap::new(),
            audit_queue: AuditQueue::default(),
            compared: Compared::default(),
            watch: ResultDrift::default(),
            poison_suspects: PoisonSuspects::default(),
            overdue: Overdue::default(),
            trust_records: Vec::new(),
            news: Vec::new(),
            began: now,
            looked: now,
            forgot: now,
            is_away: false,
            is_forgotten: false,
            all_played: None,
            said: ReportedOnce::default(),
            contest,
        })
    }

    /// How many matches are to be here or out, so that nobody waits; one if there is nobody.
    pub fn wanted(&self) -> usize {
        let terms = &self.contest.terms;
        let wanted = self.classes().map(|(class, slots)| {
            let sizing = self.sizing.get(class).copied().unwrap_or_default();
            terms.batches * slots * sizing.next(terms, u64::MAX, *slots)
        });
        wanted.sum::<usize>().clamp(1, MOST_UNDER_WAY)
    }

    /// Takes a match that is to be played.
    pub fn give(&mut self, job: MatchJob) {
        self.waiting.push(job);
    }

    /// Some of what came of matches that an earlier run handed out, to be stored before there is
    /// more, or nothing if that was all: `take_up` gives those that are still to be played.
    pub fn earlier<E: From<BusError>>(
        &mut self,
        take_up: &mut dyn FnMut(MatchNumber) -> Result<Option<MatchJob>, E>,
    ) -> Result<Option<Vec<MatchReturn>>, E> {
        let taken = self.transport.fetch(&self.results, RESULTS, EARLIER)?;
        if taken.is_empty() {
            return Ok(None);
        }
        let mut back = Vec::new();
        for delivery in taken {
            let Some(read) = self.whole(delivery, true)? else { continue };
            for number in self.numbers_of(&read) {
                if let Some(job) = take_up(number)? {
                    self.waiting.push(job);
                }
            }
            back.extend(self.believe(read));
        }
        Ok(Some(back))
    }

    /// How many matches are here or out.
    pub fn under_way(&self) -> usize {
        self.waiting.len() + self.out.len()
    }

    /// What is worth telling, once.
    pub fn news(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.news)
    }

    /// How many matches are played side by side, as far as was heard.
    pub fn slots(&self) -> usize {
        self.classes().map(|(_, slots)| slots).sum()
    }

    /// Sends as many batches out as there is room for, while `left` matches are to be played; each
    /// is told to `note` before.
    pub fn send<E: From<BusError>>(
        &mut self,
        left: u64,
        note: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        self.tell_too_little(left);
        let was_nobody = self.classes().next().is_none();
        self.listen();
        self.choose_class();
        self.tell_nobody();
        self.send_all_again()?;
        self.check_playable()?;
        let is_less = self.under_way() < self.wanted();
        // Nobody was planned for who is heard now: half a block would go out.
        if was_nobody && is_less && self.classes().next().is_some() {
            return Ok(());
        }
        // What the format does not give yet may be long in coming: the end of a wave is spread.
        let left = if is_less { left.min(self.under_way() as u64) } else { left };
        while let Some((class, works)) = self.next_out(left) {
            if !self.send_batch(&class, works, note)? {
                break;
            }
        }
        self.send_again(note)
    }

    /// What has come back, after waiting for at most so long. What was taken before is stored.
    pub fn take(&mut self, patience: Duration) -> Result<Vec<MatchReturn>, BusError> {
        self.listen();
        self.check_rivals()?;
        self.tell_what_waits();
        self.look_now_and_then()?;
        // It may have been forgotten by a server that remembers all else.
        let there = self.transport.open(&self.results);
        let taken = there.and_then(|()| self.transport.fetch(&self.results, RESULTS, patience));
        let Some(taken) = self.bear(taken)? else {
            self.transport.rest(patience);
            return Ok(Vec::new());
        };
        let mut back = self.poison_suspects.lost();
        for delivery in taken {
            let Some(read) = self.whole(delivery, false)? else { continue };
            back.extend(self.believe(read));
        }
        Ok(back)
    }

    /// Whatever was taken is stored: the server need not keep it any more.
    pub fn stored(&mut self) -> Result<(), BusError> {
        while let Some((ticket, parts)) = self.unstored.pop() {
            let settled = self.transport.settle(&ticket, AckKind::Done);
            // If the server did not hear it, it is given out once more, and nobody waits for it.
            if let Err(error) = self.bear(settled) {
                self.unstored.push((ticket, parts));
                return Err(error);
            }
            self.remove(parts);
        }
        Ok(())
    }

    /// Ends it: what nobody began is not played any more.
    pub fn end(&mut self) {
        // What cannot be removed now is removed when the contest goes on.
        let _ = self.transport.purge(&layout::work_of(&self.contest.secret.contest));
        self.tell_the_end();
        for parts in std::mem::take(&mut self.large).into_values() {
            self.remove(Some(parts));
        }
    }

    /// Says once that the contest cannot keep all busy who are there: all that can be played now is
    /// here or out, and more is left.
    fn tell_too_little(&mut self, left: u64) {
        let (has, slots) = (self.under_way(), self.slots());
        if has > 0 && has < slots && left > has as u64 && !self.said.too_little {
            self.said.too_little = true;
            self.news.push(say::fills(has, slots));
        }
    }

    fn listen(&mut self) {
        let now = self.transport.now();
        while let Ok(signal) = self.beats.try_recv() {
            if let Some((heartbeat, user)) = Heartbeat::heard(&signal)
                && self.roster.is_of(&heartbeat.worker, &user)
            {
                self.note_holder(&heartbeat, now);
                self.keep_at_rest(&heartbeat);
                self.roster.hear(heartbeat, now);
            }
        }
        let terms = &self.contest.terms;
        // There may be many, and they are asked for again and again.
        if now.saturating_duration_since(self.forgot) >= terms.silence / 20 {
            self.forgot = now;
            self.roster.forget(terms, now);
            self.look_at_wary(now);
        }
    }
}
