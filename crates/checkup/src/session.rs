//! One bot under examination: what was tried so far and what came of it.

mod closing;
mod faults;

use crate::{
    CheckError, Examination,
    advice::{Advice, Weight},
    clues::{Asker, HeardOpening, Opened},
    diagnosis::{Clues, Diagnosis, Source, find_error},
    exchange::Exchange,
    fact::Fact,
    protocol,
    report::{Finding, Occasion, Report},
    starting,
    tape::Reel,
    trial::{Faulty, Patience, PlayedTrial, Tried, Watched},
};
use certamen_game::{DynState, Fault, Luck, Protocol, Void};
use certamen_sandbox::SandboxError;
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
