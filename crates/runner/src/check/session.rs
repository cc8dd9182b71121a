//! One bot under test: what was tried so far, with the results.

use crate::check::{
    BotCheck, CheckError,
    advice::{Advice, Fact, Measurement, Severity},
    diagnosis::{
        Diagnosis, FaultContext, Hints, Rules, RulesView, Source, diagnose, find_error,
        one_more_or_less,
    },
    hints::{ProbeOutcome, ProbeResult, Prober},
    protocol,
    recorder::{Exchange, IoEvent, Recording},
    report::{CheckFinding, CheckReport, Example},
    starting,
    trial::{BotFault, BotTrial, TrialBudget, TrialMatch, TrialOutcome},
};
use certamen_game::{DynState, Fault, Numbers, Protocol, Rng, Void};
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

impl Session<'_> {
    /// A match without a fault in which the bot wrote more than it was asked for.
    pub(super) fn runs_ahead(&mut self, trial: &TrialMatch, recording: &Recording) {
        let first = recording.speaks_first();
        let said = |io_event: &IoEvent| matches!(io_event, IoEvent::Said(_));
        let start = recording.entries.iter().position(|entry| said(&entry.io_event)).unwrap_or(0);
        let from = if first { start } else { 0 };
        let ahead = recording.entries.iter().skip(from).find_map(|entry| match &entry.io_event {
            IoEvent::Unasked(bytes) if !bytes.trim_ascii().is_empty() => Some(bytes),
            _ => None,
        });
        let Some(bytes) = ahead else { return };
        if self.has(&[Advice::TwoLines, Advice::AnswersUnasked]) {
            return;
        }
        let lines = bytes.split(|byte| *byte == b'\n').count() - 1;
        let advice = if lines >= 3 { Advice::AnswersUnasked } else { Advice::TwoLines };
        let found = Diagnosis::new(advice).with(Fact::Answer(bytes.clone()));
        self.add(found, recording, Some(occasion(trial, 0)));
    }

    /// A fault: its kind, reported once.
    pub(super) fn fault(
        &mut self,
        trial: &TrialMatch,
        faulty: &BotFault,
        hints: Hints,
        recording: &Recording,
    ) {
        let start = self.usual_start();
        let rules = RulesView {
            state: &*faulty.state,
            start: start.as_deref(),
            seat: trial.seat,
            numbers: self.check.plan.game.numbers(),
        };
        let (answer, unheard, end) = recording.last_said();
        let protocol = self.protocol.unwrap_or(self.check.plan.game.info().protocol);
        let case = FaultContext {
            fault: faulty.fault,
            protocol,
            answered: faulty.answered,
            end,
            answer: answer.clone(),
            unheard,
            errors: recording.errors.clone(),
            sources: &self.sources,
            hints,
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
        self.add(found, recording, Some(occasion(trial, faulty.turn)));
    }
}

/// The match in which something happened.
pub(super) fn occasion(trial: &TrialMatch, turn: u64) -> Example {
    Example {
        options: trial.options.clone(),
        seats: trial.seats,
        seat: trial.seat.0,
        opponent: trial.opponent.clone(),
        seed: trial.seed,
        turn,
    }
}

/// How many matches are played twice.
const TWICE: usize = 2;
/// A program that takes this long to end does not react to the closing line.
const LINGERS: Duration = Duration::from_millis(150);
/// How long each of them may go on.
const TWICE_EACH: Duration = Duration::from_millis(700);

impl Session<'_> {
    /// The same matches again: equal questions, equal answers. Who says that it is deterministic is
    /// given another seed for its own luck, others the same.
    pub(crate) fn ask_twice(&mut self, trials: &[TrialMatch]) -> Result<(), CheckError> {
        if self.faults > 0 || self.protocol.is_none() {
            return Ok(());
        }
        let required = self.check.conditions.asked_again.is_some();
        let declared = required || self.check.bot.about.deterministic == Some(true);
        for trial in trials.iter().take(TWICE) {
            let seeds = [trial.seed, if declared { trial.seed + 1 } else { trial.seed }];
            let mut heard = Vec::new();
            for seed in seeds {
                let budget = TrialBudget { deadline: Instant::now() + TWICE_EACH, least: 1 };
                heard.push(self.tried.play(trial, seed, budget)?);
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
                self.add(found, &Recording::default(), Some(occasion(trial, 0)));
            } else {
                self.note_once(found, &Recording::default());
            }
            break;
        }
        Ok(())
    }

    /// The report, with what is worth a word beside corrections.
    pub(crate) fn close(mut self) -> CheckReport {
        let limit = self.report.move_ms as f64;
        if self.report.slowest_ms > limit / 2.0 {
            let found = Diagnosis::new(Advice::NearTimeLimit)
                .with(Fact::Measured(Measurement::Milliseconds(self.report.slowest_ms)))
                .with(Fact::Limit(Measurement::Milliseconds(limit)));
            self.note_once(found, &Recording::default());
        }
        let (peak, memory) = (self.report.memory_peak.unwrap_or(0), self.report.memory);
        if peak > memory / 4 * 3 {
            let found = Diagnosis::new(Advice::NearMemoryLimit)
                .with(Fact::Measured(Measurement::Mebibytes(peak >> 20)))
                .with(Fact::Limit(Measurement::Mebibytes(memory >> 20)));
            self.note_once(found, &Recording::default());
        }
        let lingers = self.leaving.filter(|(took, times)| *took >= LINGERS && *times > 1);
        if let Some((took, _)) = lingers.filter(|_| self.bids_farewell()) {
            let took = Measurement::Milliseconds(took.as_secs_f64() * 1e3);
            let found = Diagnosis::new(Advice::IgnoresFarewell).with(Fact::Measured(took));
            self.note_once(found, &Recording::default());
        }
        if self.carriage_returns {
            self.note_once(Diagnosis::new(Advice::WindowsLineEnds), &Recording::default());
        }
        self.report.findings.sort_by_key(|finding| finding.severity);
        self.report
    }

    fn bids_farewell(&self) -> bool {
        let farewell = self.check.plan.game.info().farewell;
        farewell.is_some() && self.protocol == Some(Protocol::Lines)
    }
}
