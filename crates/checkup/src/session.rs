//! One bot under examination: what was tried so far and what came of it.

use crate::{
    CheckError, Examination,
    advice::{Advice, Weight},
    at::At,
    clues::{Asker, HeardOpening, Opened},
    diagnosis::{Case, Clues, Diagnosis, Rules, Source, diagnose, find_error, one_more_or_less},
    exchange::Exchange,
    fact::{Fact, Figure},
    protocol,
    report::{Finding, Occasion, Report},
    starting,
    tape::{Reel, Sound},
    trial::{Faulty, Patience, PlayedTrial, Tried, Watched},
};
use certamen_game::{DynState, Fault, Luck, Numbers, Protocol, Void};
use certamen_sandbox::{End, SandboxError};
use certamen_speech::Speak;
use std::time::{Duration, Instant};

/// After so many faults the rest would only repeat them.
const ENOUGH: usize = 3;
/// So many answers are awaited in the first matches, however long they take.
const LEAST: usize = 3;
/// How many lines of an exchange are shown.
const LINES: usize = 10;
/// How many lines of standard error are shown.
const ERRORS: usize = 15;
/// How many matches are played twice.
const TWICE: usize = 2;
/// Who takes so long to end does not look for the farewell.
const LINGERS: Duration = Duration::from_millis(150);
/// How long each of them may go on.
const TWICE_EACH: Duration = Duration::from_millis(700);

/// What was tried so far and what came of it.
pub(crate) struct Session<'a> {
    examination: &'a Examination<'a>,
    tried: &'a Tried<'a>,
    protocol: Option<Protocol>,
    sources: Vec<Source>,
    report: Report,
    faults: usize,
    /// First answers of matches that were illegal, and whether one more or one less would have done.
    off: Vec<[bool; 2]>,
    carriage_returns: bool,
    /// The shortest and the number of the times that it was waited for after a farewell.
    leaving: Option<(Duration, usize)>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        examination: &'a Examination<'a>,
        tried: &'a Tried<'a>,
        report: Report,
    ) -> Session<'a> {
        Session {
            examination,
            tried,
            protocol: protocol(examination.bot, examination.plan),
            sources: starting::sources(examination.bot),
            report,
            faults: 0,
            off: Vec::new(),
            carriage_returns: false,
            leaving: None,
        }
    }

    /// Asks the first question with care; whether it is worth going on.
    pub(crate) fn open(&mut self, trials: &[PlayedTrial]) -> Result<bool, CheckError> {
        let (Some(Protocol::Lines), Some(trial)) = (self.protocol, trials.first()) else {
            return Ok(true);
        };
        let Some(asker) = Asker::new(self.tried, trial, Protocol::Lines)? else { return Ok(true) };
        let HeardOpening { reel, what } = match asker.open() {
            Ok(opening) => opening,
            Err(SandboxError::Start { error, .. } | SandboxError::Refused { error, .. }) => {
                self.add(starting::not_started(error.message()), &Reel::default(), None);
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        };
        match what {
            Opened::Fine => Ok(true),
            Opened::Unasked(said) => {
                let line = said.split(|byte| *byte == b'\n').next().unwrap_or_default();
                let number = line.iter().all(|byte| byte.is_ascii_digit() || *byte == b' ');
                let answer = number || asker.is_legal(line);
                let advice = if answer { Advice::AnswersUnasked } else { Advice::DebugOutput };
                let found = Diagnosis::new(advice).with(Fact::Answer(said));
                self.add(found, &reel, None);
                Ok(false)
            }
            Opened::Waits => {
                let clues = asker.clues()?;
                let state = asker.state();
                let (fault, turn) = (Fault::Timeout, 1);
                let faulty = Faulty { fault, turn, answered: 0, state, busy: false };
                let trial = PlayedTrial { seat: asker.seat(), ..trial.clone() };
                self.fault(&trial, &faulty, clues, &reel);
                Ok(false)
            }
        }
    }

    /// Plays the trials, as many as there is time for.
    pub(crate) fn play(&mut self, trials: &[PlayedTrial]) -> Result<(), CheckError> {
        let end = Instant::now() + self.examination.patience;
        let few = usize::from(*self.examination.plan.game.info().seats.start());
        for (number, trial) in trials.iter().enumerate() {
            let left = end.saturating_duration_since(Instant::now());
            if self.faults >= ENOUGH || number >= few && left.is_zero() {
                break;
            }
            let deadline = Instant::now() + left / (trials.len() - number) as u32;
            let least = if number < few { LEAST } else { 1 };
            let patience = Patience { deadline, least };
            let watched = match self.tried.play(trial, trial.seed, patience) {
                Ok(watched) => watched,
                Err(Void::CannotStart(why)) => {
                    self.add(starting::not_started(why), &Reel::default(), None);
                    self.faults = ENOUGH;
                    break;
                }
                Err(void) => return Err(void.into()),
            };
            self.note(trial, watched)?;
        }
        Ok(())
    }

    /// Takes in what came of a trial.
    fn note(&mut self, trial: &PlayedTrial, watched: Watched) -> Result<(), CheckError> {
        self.report.matches += 1;
        self.report.answers += watched.actions.len() as u64;
        self.report.slowest_ms = self.report.slowest_ms.max(watched.slowest);
        self.report.memory_peak = self.report.memory_peak.max(watched.whole.memory);
        self.carriage_returns |= watched.reel.carriage_returns;
        let Watched { reel, whole, faulty, actions, leaving, .. } = watched;
        let Some(faulty) = faulty else {
            if let Some(took) = leaving {
                let (least, times) = self.leaving.unwrap_or((took, 0));
                self.leaving = Some((least.min(took), times + 1));
            }
            self.runs_ahead(trial, &reel);
            if let Some(found) = find_error(&whole.errors, &self.sources) {
                let Diagnosis { facts, .. } = found;
                self.note_once(Diagnosis { advice: Advice::ErrorAtEnd, facts }, &whole);
            }
            return Ok(());
        };
        self.faults += 1;
        let mut clues = Clues::default();
        if actions.is_empty()
            && self.faults == 1
            && let Some(protocol) = self.protocol
            && let Some(asker) = Asker::new(self.tried, trial, protocol)?
        {
            if let Some(why) = asker.refusal().filter(|_| whole.entries.is_empty()) {
                self.add(starting::not_started(why.message()), &Reel::default(), None);
                self.faults = ENOUGH;
                return Ok(());
            }
            clues = match faulty.fault {
                Fault::Timeout => asker.clues()?,
                _ => asker.protocol_clue(),
            };
        }
        self.fault(trial, &faulty, clues, &Reel { errors: whole.errors.clone(), ..reel });
        let found = self.report.findings.last().map(|finding| finding.advice);
        let never = faulty.answered == 0 && matches!(faulty.fault, Fault::Exit | Fault::Crash);
        if faulty.fault == Fault::Timeout || found == Some(Advice::WrongProtocol) || never {
            // Another one takes as long, or says no more.
            self.faults = ENOUGH;
        }
        Ok(())
    }

    /// A match without a fault in which more was said than asked.
    fn runs_ahead(&mut self, trial: &PlayedTrial, reel: &Reel) {
        let first = trial_speaks_first(reel);
        let said = |sound: &Sound| matches!(sound, Sound::Said(_));
        let start = reel.entries.iter().position(|entry| said(&entry.sound)).unwrap_or(0);
        let from = if first { start } else { 0 };
        let ahead = reel.entries.iter().skip(from).find_map(|entry| match &entry.sound {
            Sound::Unasked(bytes) if !bytes.trim_ascii().is_empty() => Some(bytes),
            _ => None,
        });
        let Some(bytes) = ahead else { return };
        if self.has(&[Advice::TwoLines, Advice::AnswersUnasked]) {
            return;
        }
        let lines = bytes.split(|byte| *byte == b'\n').count() - 1;
        let advice = if lines >= 3 { Advice::AnswersUnasked } else { Advice::TwoLines };
        let found = Diagnosis::new(advice).with(Fact::Answer(bytes.clone()));
        self.add(found, reel, Some(occasion(trial, 0)));
    }

    /// A fault: what it is, said once.
    fn fault(&mut self, trial: &PlayedTrial, faulty: &Faulty, clues: Clues, reel: &Reel) {
        let start = self.usual_start();
        let rules = At {
            state: &*faulty.state,
            start: start.as_deref(),
            seat: trial.seat,
            numbers: self.examination.plan.game.numbers(),
        };
        let (answer, unheard, end) = last_said(reel);
        let protocol = self.protocol.unwrap_or(self.examination.plan.game.info().protocol);
        let case = Case {
            fault: faulty.fault,
            protocol,
            answered: faulty.answered,
            end,
            answer: answer.clone(),
            unheard,
            errors: reel.errors.clone(),
            sources: &self.sources,
            clues,
            busy: faulty.busy,
            rules: &rules,
        };
        let mut found = diagnose(&case);
        if matches!(found.advice, Advice::IllegalMove | Advice::IndexBase) {
            let text = String::from_utf8_lossy(answer.as_deref().unwrap_or_default()).into_owned();
            let shifted = |by| rules.is_legal(&one_more_or_less(&text, by));
            // Who has answered well before counts as the game does.
            let first = faulty.answered == 0 && rules.numbers == Numbers::Places;
            self.off.push([1, -1].map(|by| first && shifted(by)));
            let always = |side: usize| self.off.iter().all(|off| off[side]);
            if self.off.len() >= ENOUGH && always(0) != always(1) {
                found.advice = Advice::IndexBase;
                self.report.findings.retain(|finding| finding.advice != Advice::IllegalMove);
            } else if found.advice == Advice::IndexBase && !always(0) && !always(1) {
                found.advice = Advice::IllegalMove;
                found.facts.retain(|fact| !matches!(fact, Fact::WouldDo(_)));
                self.report.findings.retain(|finding| finding.advice != Advice::IndexBase);
            }
        }
        self.add(found, reel, Some(occasion(trial, faulty.turn)));
    }

    /// The same matches again: equal questions, equal answers. Who says that it is deterministic is
    /// given another seed for its own luck, others the same.
    pub(crate) fn ask_twice(&mut self, trials: &[PlayedTrial]) -> Result<(), CheckError> {
        if self.faults > 0 || self.protocol.is_none() {
            return Ok(());
        }
        let declared = self.examination.bot.about.deterministic == Some(true);
        for trial in trials.iter().take(TWICE) {
            let seeds = [trial.seed, if declared { trial.seed + 1 } else { trial.seed }];
            let mut heard = Vec::new();
            for seed in seeds {
                let patience = Patience { deadline: Instant::now() + TWICE_EACH, least: 1 };
                heard.push(self.tried.play(trial, seed, patience)?);
            }
            let pairs = heard[0].actions.iter().zip(&heard[1].actions);
            let Some((number, (first, then))) = (1..).zip(pairs).find(|(_, (one, two))| one != two)
            else {
                continue;
            };
            let advice = if declared { Advice::NotDeterministic } else { Advice::DrawsOwnLots };
            let found = Diagnosis::new(advice)
                .with(Fact::Question(number))
                .with(Fact::First(first.clone()))
                .with(Fact::Then(then.clone()));
            if declared {
                self.add(found, &Reel::default(), Some(occasion(trial, 0)));
            } else {
                self.note_once(found, &Reel::default());
            }
            break;
        }
        Ok(())
    }

    /// The report, with what is worth a word beside corrections.
    pub(crate) fn close(mut self) -> Report {
        let limit = self.report.move_ms as f64;
        if self.report.slowest_ms > limit / 2.0 {
            let found = Diagnosis::new(Advice::NearTimeLimit)
                .with(Fact::Measured(Figure::Milliseconds(self.report.slowest_ms)))
                .with(Fact::Limit(Figure::Milliseconds(limit)));
            self.note_once(found, &Reel::default());
        }
        let (peak, memory) = (self.report.memory_peak.unwrap_or(0), self.report.memory);
        if peak > memory / 4 * 3 {
            let found = Diagnosis::new(Advice::NearMemoryLimit)
                .with(Fact::Measured(Figure::Mebibytes(peak >> 20)))
                .with(Fact::Limit(Figure::Mebibytes(memory >> 20)));
            self.note_once(found, &Reel::default());
        }
        let lingers = self.leaving.filter(|(took, times)| *took >= LINGERS && *times > 1);
        if let Some((took, _)) = lingers.filter(|_| self.bids_farewell()) {
            let took = Figure::Milliseconds(took.as_secs_f64() * 1e3);
            let found = Diagnosis::new(Advice::IgnoresFarewell).with(Fact::Measured(took));
            self.note_once(found, &Reel::default());
        }
        if self.carriage_returns {
            self.note_once(Diagnosis::new(Advice::WindowsLineEnds), &Reel::default());
        }
        self.report.findings.sort_by_key(|finding| finding.weight);
        self.report
    }

    fn bids_farewell(&self) -> bool {
        let farewell = self.examination.plan.game.info().farewell;
        farewell.is_some() && self.protocol == Some(Protocol::Lines)
    }

    /// Something that must be done, said once.
    fn add(&mut self, found: Diagnosis, reel: &Reel, occasion: Option<Occasion>) {
        self.tell(Finding { occasion, ..finding(found, Weight::Correction, reel) });
    }

    /// Something worth knowing, said once.
    fn note_once(&mut self, found: Diagnosis, reel: &Reel) {
        self.tell(finding(found, Weight::Note, reel));
    }

    fn tell(&mut self, finding: Finding) {
        if !self.has(&[finding.advice]) {
            self.report.findings.push(finding);
        }
    }

    fn has(&self, advice: &[Advice]) -> bool {
        self.report.findings.iter().any(|finding| advice.contains(&finding.advice))
    }

    fn usual_start(&self) -> Option<Box<dyn DynState>> {
        let Examination { plan, options, .. } = self.examination;
        let seats = *plan.game.info().seats.start();
        plan.game.new_initial_state(options, seats, &mut Luck::of_turn(0, 0)).ok()
    }
}

/// A finding with what was said.
fn finding(found: Diagnosis, weight: Weight, reel: &Reel) -> Finding {
    let errors = String::from_utf8_lossy(&reel.errors).into_owned();
    let errors: Vec<String> = errors.lines().map(certamen_game::legible).collect();
    let from = errors.len().saturating_sub(ERRORS);
    let exchange = Exchange::last(reel, LINES);
    Finding { exchange, errors: errors[from..].to_vec(), ..Finding::new(found, weight) }
}

/// Whether the first thing on the tape was an answer and not a question.
fn trial_speaks_first(reel: &Reel) -> bool {
    let worth =
        reel.entries.iter().find(|entry| matches!(entry.sound, Sound::Told(_) | Sound::Said(_)));
    worth.is_some_and(|entry| matches!(entry.sound, Sound::Said(_)))
}

/// The last answer, what was said besides, and how the program ended, if it did.
pub(crate) fn last_said(reel: &Reel) -> (Option<Vec<u8>>, Vec<u8>, Option<End>) {
    let (mut answer, mut besides, mut end) = (None, Vec::new(), None);
    for entry in &reel.entries {
        match &entry.sound {
            Sound::Asked => (answer, besides) = (None, Vec::new()),
            Sound::Said(line) => answer = Some(line.clone()),
            Sound::Unasked(bytes) => besides.clone_from(bytes),
            Sound::Broke(how, unheard) => {
                besides.clone_from(unheard);
                end = Some(*how);
            }
            Sound::Ran(_, _, output, how) => {
                answer = Some(output.clone());
                end = Some(*how);
            }
            Sound::Started | Sound::Told(_) => {}
        }
    }
    (answer, besides, end)
}

fn occasion(trial: &PlayedTrial, turn: u64) -> Occasion {
    Occasion {
        options: trial.options.clone(),
        seats: trial.seats,
        seat: trial.seat.0,
        opponent: trial.opponent.clone(),
        seed: trial.seed,
        turn,
    }
}
