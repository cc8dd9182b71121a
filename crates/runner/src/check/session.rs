//! One bot under test: what was tried so far, with the results.

use crate::check::advice::{Advice, Fact, Measurement, Severity};
use crate::check::diagnosis::{
    Diagnosis, FaultContext, Hints, Rules, RulesView, Source, diagnose, find_error,
    one_more_or_less,
};
use crate::check::hints::{ProbeOutcome, ProbeResult, Prober};
use crate::check::recorder::{Exchange, IoEvent, LastOutput, Recording};
use crate::check::report::{CheckFinding, CheckReport, Example};
use crate::check::trial::{BotFault, BotTrial, TrialBudget, TrialMatch, TrialOutcome};
use crate::check::{BotCheck, CheckError, protocol, starting};
use certamen_game::{DynState, Fault, Numbers, Protocol, Rng, Void, record::FaultCause};
use certamen_i18n::Localize;
use certamen_sandbox::SandboxError;
use std::time::{Duration, Instant};

/// After this many faults, further ones would only repeat them.
const ENOUGH: usize = 3;
/// At least this many answers are awaited in the first matches, however long they take.
const MIN_ANSWERS: usize = 3;
/// The number of lines shown of an exchange, and of standard error.
const LINES: usize = 10;
const ERRORS: usize = 15;

/// The number of matches that are played twice, and the time for each.
const TWICE: usize = 2;
const TWICE_EACH: Duration = Duration::from_millis(700);
/// A program that takes this long to end does not react to the closing line.
const LINGERS: Duration = Duration::from_millis(150);

pub(crate) struct Session<'a> {
    check: &'a BotCheck<'a>,
    tried: &'a BotTrial<'a>,
    protocol: Option<Protocol>,
    sources: Vec<Source>,
    report: CheckReport,
    faults: usize,
    /// For each illegal first answer, whether one more and one less would have been legal.
    off: Vec<[bool; 2]>,
    carriage_returns: bool,
    /// How long the bot took to end after the closing line, the shortest and how many were measured.
    shutdown: Option<(Duration, usize)>,
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
            shutdown: None,
        }
    }

    /// Asks the first question in several ways; whether matches are worth playing.
    pub(crate) fn open(&mut self, trials: &[TrialMatch]) -> Result<bool, CheckError> {
        let (Some(Protocol::Lines), Some(trial)) = (self.protocol, trials.first()) else {
            return Ok(true);
        };
        let Some(prober) = Prober::new(self.tried, trial, Protocol::Lines)? else {
            return Ok(true);
        };
        let ProbeResult { recording, outcome } = match prober.open() {
            Ok(opening) => opening,
            Err(SandboxError::Start { error, .. } | SandboxError::Refused { error, .. }) => {
                self.add(starting::not_started(error.message()), &Recording::default(), None);
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        };
        match outcome {
            ProbeOutcome::Fine => Ok(true),
            ProbeOutcome::Unasked(output) => {
                let line = output.split(|byte| *byte == b'\n').next().unwrap_or_default();
                let number = line.iter().all(|byte| byte.is_ascii_digit() || *byte == b' ');
                let answer = number || prober.is_legal(line);
                let advice = if answer { Advice::AnswersUnasked } else { Advice::DebugOutput };
                let found = Diagnosis::new(advice).with(Fact::Answer(output));
                self.add(found, &recording, None);
                Ok(false)
            }
            ProbeOutcome::Waits => {
                let hints = prober.hints()?;
                let trial = TrialMatch { seat: prober.seat, ..trial.clone() };
                let (fault, state) = (Fault::Timeout, prober.state);
                let faulty =
                    BotFault { fault, turn: 1, answered: 0, state, busy: false, cause: None };
                self.fault(&trial, &faulty, hints, &recording);
                Ok(false)
            }
        }
    }

    pub(crate) fn play(&mut self, trials: &[TrialMatch]) -> Result<(), CheckError> {
        let end = Instant::now() + self.check.patience;
        let few = usize::from(*self.check.plan.game.info().seats.start());
        for (number, trial) in trials.iter().enumerate() {
            let left = end.saturating_duration_since(Instant::now());
            if self.faults >= ENOUGH || number >= few && left.is_zero() {
                break;
            }
            let deadline = Instant::now() + left / (trials.len() - number) as u32;
            let min_answers = if number < few { MIN_ANSWERS } else { 1 };
            let budget = TrialBudget { deadline, min_answers };
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

    fn note(&mut self, trial: &TrialMatch, outcome: TrialOutcome) -> Result<(), CheckError> {
        self.report.matches += 1;
        self.report.answers += outcome.actions.len() as u64;
        self.report.slowest_ms = self.report.slowest_ms.max(outcome.slowest);
        self.report.memory_peak = self.report.memory_peak.max(outcome.whole.memory);
        self.carriage_returns |= outcome.recording.carriage_returns;
        let TrialOutcome { recording, whole, faulty, actions, shutdown, .. } = outcome;
        let Some(faulty) = faulty else {
            if let Some(took) = shutdown {
                let (shortest, times) = self.shutdown.unwrap_or((took, 0));
                self.shutdown = Some((shortest.min(took), times + 1));
            }
            self.check_unasked_output(trial, &recording);
            if let Some(found) = find_error(&whole.errors, &self.sources) {
                let Diagnosis { facts, .. } = found;
                self.note_once(Diagnosis { advice: Advice::ErrorAtEnd, facts }, &whole);
            }
            return Ok(());
        };
        self.faults += 1;
        let mut hints = Hints::default();
        if actions.is_empty()
            && self.faults == 1
            && let Some(protocol) = self.protocol
            && let Some(prober) = Prober::new(self.tried, trial, protocol)?
        {
            if let Some(why) = prober.refusal().filter(|_| whole.entries.is_empty()) {
                self.add(starting::not_started(why.message()), &Recording::default(), None);
                self.faults = ENOUGH;
                return Ok(());
            }
            hints = match faulty.fault {
                Fault::Timeout => prober.hints()?,
                _ => Hints { other_protocol: prober.other_protocol(), ..Hints::default() },
            };
        }
        self.fault(trial, &faulty, hints, &Recording { errors: whole.errors.clone(), ..recording });
        let found = self.report.findings.last().map(|finding| finding.advice);
        let never = faulty.answered == 0 && matches!(faulty.fault, Fault::Exit | Fault::Crash);
        if faulty.fault == Fault::Timeout || found == Some(Advice::WrongProtocol) || never {
            // Another match takes as long, or shows no more.
            self.faults = ENOUGH;
        }
        Ok(())
    }

    /// Adds a correction, once for each advice.
    fn add(&mut self, found: Diagnosis, recording: &Recording, example: Option<Example>) {
        self.add_finding(CheckFinding {
            example,
            ..finding(found, Severity::Correction, recording)
        });
    }

    fn note_once(&mut self, found: Diagnosis, recording: &Recording) {
        self.add_finding(finding(found, Severity::Note, recording));
    }

    fn add_finding(&mut self, finding: CheckFinding) {
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

    /// Reports output without a question in a match without faults.
    fn check_unasked_output(&mut self, trial: &TrialMatch, recording: &Recording) {
        // Engines may name themselves at the start, and talk about their search.
        if matches!(self.protocol, Some(Protocol::Uci | Protocol::Cecp)) {
            return;
        }
        let first = recording.speaks_first();
        let is_answer = |io_event: &IoEvent| matches!(io_event, IoEvent::Received(_));
        let start =
            recording.entries.iter().position(|entry| is_answer(&entry.io_event)).unwrap_or(0);
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
        self.add(found, recording, Some(example_of(trial, 0)));
    }

    fn fault(
        &mut self,
        trial: &TrialMatch,
        faulty: &BotFault,
        hints: Hints,
        recording: &Recording,
    ) {
        if faulty.cause == Some(FaultCause::Cost) {
            let found = Diagnosis::new(Advice::CostLimit);
            return self.add(found, recording, Some(example_of(trial, faulty.turn)));
        }
        let start = self.usual_start();
        let rules = RulesView {
            state: &*faulty.state,
            start: start.as_deref(),
            seat: trial.seat,
            numbers: self.check.plan.game.numbers(),
        };
        let LastOutput { answer, unread, end } = recording.last_output();
        let protocol = self.protocol.unwrap_or(self.check.plan.game.info().protocol);
        let case = FaultContext {
            fault: faulty.fault,
            protocol,
            answered: faulty.answered,
            end,
            awaited: recording.awaited_word(),
            answer: answer.clone(),
            unread,
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
            // A bot that has given legal answers counts as the game does.
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
        self.add(found, recording, Some(example_of(trial, faulty.turn)));
    }

    /// Plays some matches again: equal questions, equal answers. A bot that is declared deterministic
    /// gets another seed, others the same.
    pub(crate) fn ask_twice(&mut self, trials: &[TrialMatch]) -> Result<(), CheckError> {
        if self.faults > 0 || self.protocol.is_none() {
            return Ok(());
        }
        let required = self.check.conditions.asked_again.is_some();
        let declared = required || self.check.bot.about.deterministic == Some(true);
        for trial in trials.iter().take(TWICE) {
            let play = |seed| {
                let budget = TrialBudget { deadline: Instant::now() + TWICE_EACH, min_answers: 1 };
                self.tried.play(trial, seed, budget)
            };
            let first = play(trial.seed)?;
            let again = play(if declared { trial.seed + 1 } else { trial.seed })?;
            let pairs = first.actions.iter().zip(&again.actions);
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
                self.add(found, &Recording::default(), Some(example_of(trial, 0)));
            } else {
                self.note_once(found, &Recording::default());
            }
            break;
        }
        Ok(())
    }

    /// The report, with the notes on a bot that lost nothing by it.
    pub(crate) fn close(mut self) -> CheckReport {
        let notes = [
            self.is_near_time_limit(),
            self.is_near_memory_limit(),
            self.ignores_end_message(),
            self.has_carriage_returns(),
        ];
        for found in notes.into_iter().flatten() {
            self.note_once(found, &Recording::default());
        }
        self.report.findings.sort_by_key(|finding| finding.severity);
        self.report
    }

    fn is_near_time_limit(&self) -> Option<Diagnosis> {
        let (slowest, limit) = (self.report.slowest_ms, self.report.move_ms as f64);
        let [measured, most] = [slowest, limit].map(Measurement::Milliseconds);
        (slowest > limit / 2.0).then(|| near(Advice::NearTimeLimit, measured, most))
    }

    fn is_near_memory_limit(&self) -> Option<Diagnosis> {
        let (peak, memory) = (self.report.memory_peak.unwrap_or(0), self.report.memory);
        let [measured, most] = [peak, memory].map(|bytes| Measurement::Mebibytes(bytes >> 20));
        (peak > memory / 4 * 3).then(|| near(Advice::NearMemoryLimit, measured, most))
    }

    fn ignores_end_message(&self) -> Option<Diagnosis> {
        let is_asked_to_end = self.check.plan.game.info().end_message.is_some()
            && self.protocol == Some(Protocol::Lines);
        let (took, times) = self.shutdown.filter(|_| is_asked_to_end)?;
        let took = (took >= LINGERS && times > 1).then_some(took.as_secs_f64() * 1e3)?;
        let took = Fact::Measured(Measurement::Milliseconds(took));
        Some(Diagnosis::new(Advice::IgnoresFarewell).with(took))
    }

    fn has_carriage_returns(&self) -> Option<Diagnosis> {
        self.carriage_returns.then(|| Diagnosis::new(Advice::WindowsLineEnds))
    }
}

fn near(advice: Advice, measured: Measurement, limit: Measurement) -> Diagnosis {
    Diagnosis::new(advice).with(Fact::Measured(measured)).with(Fact::Limit(limit))
}

fn finding(found: Diagnosis, severity: Severity, recording: &Recording) -> CheckFinding {
    let errors = String::from_utf8_lossy(&recording.errors).into_owned();
    let errors: Vec<String> = errors.lines().map(certamen_game::legible).collect();
    let from = errors.len().saturating_sub(ERRORS);
    let exchange = Exchange::last(recording, LINES);
    CheckFinding { exchange, errors: errors[from..].to_vec(), ..CheckFinding::new(found, severity) }
}

fn example_of(trial: &TrialMatch, turn: u64) -> Example {
    Example {
        options: trial.options.clone(),
        seats: trial.seats,
        seat: trial.seat.0,
        opponent: trial.opponent.clone(),
        seed: trial.seed,
        turn,
    }
}
