//! One bot under test: what was tried so far, with the results.

mod closing;
mod faults;

use crate::check::{
    BotCheck, CheckError,
    advice::{Advice, Severity},
    diagnosis::{Diagnosis, Hints, Source, find_error},
    exchange::Exchange,
    fact::Fact,
    hints::{ProbeOutcome, ProbeResult, Prober},
    protocol,
    recorder::Recording,
    report::{CheckFinding, CheckReport, Example},
    starting,
    trial::{BotFault, BotTrial, TrialBudget, TrialMatch, TrialOutcome},
};
use certamen_game::{DynState, Fault, Protocol, Rng, Void};
use certamen_i18n::Localize;
use certamen_sandbox::SandboxError;
use std::time::{Duration, Instant};

/// After this many faults the rest would only repeat them.
const ENOUGH: usize = 3;
/// This many answers are awaited in the first matches, however long they take.
const LEAST: usize = 3;
/// How many lines of an exchange are shown.
const LINES: usize = 10;
/// How many lines of standard error are shown.
const ERRORS: usize = 15;

/// What was tried so far, with the results.
pub(crate) struct Session<'a> {
    check: &'a BotCheck<'a>,
    tried: &'a BotTrial<'a>,
    protocol: Option<Protocol>,
    sources: Vec<Source>,
    report: CheckReport,
    faults: usize,
    /// First answers of matches that were illegal, and whether one more or one less would have done.
    off: Vec<[bool; 2]>,
    carriage_returns: bool,
    /// The shortest and the number of the times that it was waited for after the closing line.
    leaving: Option<(Duration, usize)>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        check: &'a BotCheck<'a>,
        tried: &'a BotTrial<'a>,
        report: CheckReport,
    ) -> Session<'a> {
        Session {
            check,
            tried,
            protocol: protocol(check.bot, check.plan),
            sources: starting::sources(check.bot),
            report,
            faults: 0,
            off: Vec::new(),
            carriage_returns: false,
            leaving: None,
        }
    }

    /// Asks the first question with care; whether it is worth going on.
    pub(crate) fn open(&mut self, trials: &[TrialMatch]) -> Result<bool, CheckError> {
        let (Some(Protocol::Lines), Some(trial)) = (self.protocol, trials.first()) else {
            return Ok(true);
        };
        let Some(asker) = Prober::new(self.tried, trial, Protocol::Lines)? else { return Ok(true) };
        let ProbeResult { recording, what } = match asker.open() {
            Ok(opening) => opening,
            Err(SandboxError::Start { error, .. } | SandboxError::Refused { error, .. }) => {
                self.add(starting::not_started(error.message()), &Recording::default(), None);
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        };
        match what {
            ProbeOutcome::Fine => Ok(true),
            ProbeOutcome::Unasked(said) => {
                let line = said.split(|byte| *byte == b'\n').next().unwrap_or_default();
                let number = line.iter().all(|byte| byte.is_ascii_digit() || *byte == b' ');
                let answer = number || asker.is_legal(line);
                let advice = if answer { Advice::AnswersUnasked } else { Advice::DebugOutput };
                let found = Diagnosis::new(advice).with(Fact::Answer(said));
                self.add(found, &recording, None);
                Ok(false)
            }
            ProbeOutcome::Waits => {
                let clues = asker.hints()?;
                let state = asker.state();
                let (fault, turn) = (Fault::Timeout, 1);
                let faulty = BotFault { fault, turn, answered: 0, state, busy: false };
                let trial = TrialMatch { seat: asker.seat(), ..trial.clone() };
                self.fault(&trial, &faulty, clues, &recording);
                Ok(false)
            }
        }
    }

    /// Plays the trials, as many as there is time for.
    pub(crate) fn play(&mut self, trials: &[TrialMatch]) -> Result<(), CheckError> {
        let end = Instant::now() + self.check.patience;
        let few = usize::from(*self.check.plan.game.info().seats.start());
        for (number, trial) in trials.iter().enumerate() {
            let left = end.saturating_duration_since(Instant::now());
            if self.faults >= ENOUGH || number >= few && left.is_zero() {
                break;
            }
            let deadline = Instant::now() + left / (trials.len() - number) as u32;
            let least = if number < few { LEAST } else { 1 };
            let budget = TrialBudget { deadline, least };
            let outcome = match self.tried.play(trial, trial.seed, budget) {
                Ok(outcome) => outcome,
                Err(Void::CannotStart(why)) => {
                    self.add(starting::not_started(why), &Recording::default(), None);
                    self.faults = ENOUGH;
                    break;
                }
                Err(void) => return Err(void.into()),
            };
            self.note(trial, outcome)?;
        }
        Ok(())
    }

    /// Records the result of a trial.
    fn note(&mut self, trial: &TrialMatch, outcome: TrialOutcome) -> Result<(), CheckError> {
        self.report.matches += 1;
        self.report.answers += outcome.actions.len() as u64;
        self.report.slowest_ms = self.report.slowest_ms.max(outcome.slowest);
        self.report.memory_peak = self.report.memory_peak.max(outcome.whole.memory);
        self.carriage_returns |= outcome.recording.carriage_returns;
        let TrialOutcome { recording, whole, faulty, actions, leaving, .. } = outcome;
        let Some(faulty) = faulty else {
            if let Some(took) = leaving {
                let (least, times) = self.leaving.unwrap_or((took, 0));
                self.leaving = Some((least.min(took), times + 1));
            }
            self.runs_ahead(trial, &recording);
            if let Some(found) = find_error(&whole.errors, &self.sources) {
                let Diagnosis { facts, .. } = found;
                self.note_once(Diagnosis { advice: Advice::ErrorAtEnd, facts }, &whole);
            }
            return Ok(());
        };
        self.faults += 1;
        let mut clues = Hints::default();
        if actions.is_empty()
            && self.faults == 1
            && let Some(protocol) = self.protocol
            && let Some(asker) = Prober::new(self.tried, trial, protocol)?
        {
            if let Some(why) = asker.refusal().filter(|_| whole.entries.is_empty()) {
                self.add(starting::not_started(why.message()), &Recording::default(), None);
                self.faults = ENOUGH;
                return Ok(());
            }
            clues = match faulty.fault {
                Fault::Timeout => asker.hints()?,
                _ => asker.protocol_clue(),
            };
        }
        self.fault(trial, &faulty, clues, &Recording { errors: whole.errors.clone(), ..recording });
        let found = self.report.findings.last().map(|finding| finding.advice);
        let never = faulty.answered == 0 && matches!(faulty.fault, Fault::Exit | Fault::Crash);
        if faulty.fault == Fault::Timeout || found == Some(Advice::WrongProtocol) || never {
            // Another one takes as long, or says no more.
            self.faults = ENOUGH;
        }
        Ok(())
    }

    /// Something that must be corrected, reported once.
    fn add(&mut self, found: Diagnosis, recording: &Recording, example: Option<Example>) {
        self.tell(CheckFinding { example, ..finding(found, Severity::Correction, recording) });
    }

    /// Something worth knowing, reported once.
    fn note_once(&mut self, found: Diagnosis, recording: &Recording) {
        self.tell(finding(found, Severity::Note, recording));
    }

    fn tell(&mut self, finding: CheckFinding) {
        if !self.has(&[finding.advice]) {
            self.report.findings.push(finding);
        }
    }

    fn has(&self, advice: &[Advice]) -> bool {
        self.report.findings.iter().any(|finding| advice.contains(&finding.advice))
    }

    fn usual_start(&self) -> Option<Box<dyn DynState>> {
        let BotCheck { plan, options, .. } = self.check;
        let seats = *plan.game.info().seats.start();
        plan.game.new_initial_state(options, seats, &mut Rng::of_turn(0, 0)).ok()
    }
}

/// A finding with the dialogue.
fn finding(found: Diagnosis, severity: Severity, recording: &Recording) -> CheckFinding {
    let errors = String::from_utf8_lossy(&recording.errors).into_owned();
    let errors: Vec<String> = errors.lines().map(certamen_game::legible).collect();
    let from = errors.len().saturating_sub(ERRORS);
    let exchange = Exchange::last(recording, LINES);
    CheckFinding { exchange, errors: errors[from..].to_vec(), ..CheckFinding::new(found, severity) }
}
