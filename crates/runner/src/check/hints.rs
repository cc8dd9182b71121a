//! Asks a program in other ways, to find out why it does not answer.

use crate::check::diagnosis::Hints;
use crate::check::recorder::{Recorder, Recording};
use crate::check::trial::{BotTrial, TrialMatch};
use crate::{BuiltBot, PlayerFactory, ReadyProgram, SeatSetup};
use certamen_game::{DynState, Protocol, Seat, Void, arbiter::Arbiter};
use certamen_sandbox::{
    Broken, Process, Program, ProgramExit, RecordedSandbox, Sandbox, SandboxError, Tier,
    TimeBudget, TranscriptEvent, TranscriptSink,
};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a program may write before it is first asked.
const UNASKED: Duration = Duration::from_millis(400);
/// The maximum time for an answer in every experiment here.
const PATIENCE: Duration = Duration::from_secs(2);
/// A program that computes less than this in `WINDOW` is waiting.
const IDLE: Duration = Duration::from_millis(4);
const WINDOW: Duration = Duration::from_millis(500);
/// The answers to this many questions fill any usual buffer.
const FLOOD: usize = 9_000;
/// The time after which a running program counts as silent.
const SHORT: Duration = Duration::from_millis(200);

pub(crate) struct ProbeResult {
    pub(crate) recording: Recording,
    pub(crate) outcome: ProbeOutcome,
}

pub(crate) enum ProbeOutcome {
    /// It answered, ended or is still computing: the matches will show.
    Fine,
    Unasked(Vec<u8>),
    Waits,
}

/// Asks a program the first question of a match in several ways.
pub(crate) struct Prober<'a> {
    tried: &'a BotTrial<'a>,
    protocol: Protocol,
    pub(crate) state: Box<dyn DynState>,
    pub(crate) seat: Seat,
    program: Program,
}

impl<'a> Prober<'a> {
    /// A prober for the first question of `trial`; `None` if it asks none.
    pub(crate) fn new(
        tried: &'a BotTrial<'a>,
        trial: &TrialMatch,
        protocol: Protocol,
    ) -> Result<Option<Prober<'a>>, Void> {
        let table = trial.table(tried.plan, tried.name, tried.conditions);
        let arbiter = Arbiter::start(tried.plan.game, table.clone())
            .map_err(|error| Void::because(&error))?;
        let Some(seat) = arbiter.to_act().lowest() else { return Ok(None) };
        let factory = PlayerFactory { plan: tried.plan, place: 1 };
        let setup = SeatSetup { table: &table, seat, bot: tried.ready, folder: &[] };
        let program = factory.program(&setup)?;
        let state = arbiter.state().clone_box();
        Ok(Some(Prober { tried, protocol, state, seat, program }))
    }

    pub(crate) fn refusal(&self) -> Option<SandboxError> {
        let mut cell = self.tried.plan.sandbox.create_cell(&self.program).ok()?;
        let refused = cell.run(None, None, TimeBudget::of(SHORT)).err()?;
        matches!(refused, SandboxError::Refused { .. }).then_some(refused)
    }

    /// Starts `program`, with the time for one answer.
    fn start<T>(
        &self,
        program: &Program,
        talk: impl FnOnce(&mut dyn Process) -> Result<T, SandboxError>,
    ) -> Result<T, SandboxError> {
        let mut cell = self.tried.plan.sandbox.create_cell(program)?;
        let mut process = cell.start()?;
        process.begin_turn(TimeBudget::of(PATIENCE))?;
        talk(&mut *process)
    }

    /// The events before the first question; `None` if programs write first.
    fn first_events(&self) -> Option<String> {
        self.state.updates(self.seat, &[])
    }

    /// Asks a running program the first question, without ending it for silence.
    pub(crate) fn open(&self) -> Result<ProbeResult, SandboxError> {
        let recorder = Arc::new(Recorder::new());
        let sink: Arc<dyn TranscriptSink> = recorder.clone();
        let sandbox = RecordedSandbox::new(Arc::clone(&self.tried.plan.sandbox), sink);
        let mut cell = sandbox.create_cell(&self.program)?;
        let mut process = cell.start()?;
        let mut outcome = ProbeOutcome::Fine;
        if let Some(events) = self.first_events() {
            process.begin_turn(TimeBudget::of(PATIENCE))?;
            let output = process.await_line(Instant::now() + UNASKED).to_vec();
            if output.contains(&b'\n') {
                outcome = ProbeOutcome::Unasked(output);
            }
            // A program that has already ended will have ended in the match, too.
            let _ = process.send(events.as_bytes());
        }
        if matches!(outcome, ProbeOutcome::Fine) && self.waits(&mut *process)? {
            let unheard = process.unheard().to_vec();
            if is_alive(&mut *process)? {
                if !unheard.is_empty() {
                    recorder.hear(TranscriptEvent::UnaskedOutput(&unheard));
                }
                outcome = ProbeOutcome::Waits;
            }
        }
        drop(process);
        Ok(ProbeResult { recording: recorder.recording(), outcome })
    }

    /// Whether it neither writes a line nor computes; unknown where CPU time is not counted.
    fn waits(&self, process: &mut dyn Process) -> Result<bool, SandboxError> {
        if self.tried.plan.sandbox.tier() != Tier::A {
            return Ok(false);
        }
        let mut idle = 0;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            process.begin_turn(TimeBudget::of(PATIENCE))?;
            let is_line = process.await_line(Instant::now() + WINDOW).contains(&b'\n');
            if is_line || process.is_gone() {
                return Ok(false);
            }
            idle = if process.end_turn()?.charged < IDLE { idle + 1 } else { 0 };
            if idle == 2 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Everything that can be learnt about a program that does not answer the first question.
    pub(crate) fn hints(&self) -> Result<Hints, SandboxError> {
        let mut hints = Hints::default();
        if self.protocol == Protocol::Lines {
            let events = self.first_events();
            if events.is_none() {
                let input = self.state.legal_actions(self.seat, 1);
                let answer = self.talk(&self.program, input.first().map(String::as_str), false)?;
                hints.after_input = answer.filter(|answer| self.is_legal(answer));
            }
            if hints.after_input.is_none() {
                hints.once_closed = self.talk(&self.program, events.as_deref(), true)?;
                if hints.once_closed.is_some() {
                    hints.while_open = Some(self.answers_while_open(events.as_deref())?);
                }
            }
        }
        hints.other_protocol = self.other_protocol();
        Ok(hints)
    }

    /// Whether a program that answers once its input is closed also answers before: without an output
    /// buffer, or when that is full.
    fn answers_while_open(&self, events: Option<&str>) -> Result<bool, SandboxError> {
        if let Some(program) = unbuffered(&self.program, self.tried.ready)
            && self.talk(&program, events, false)?.is_some()
        {
            return Ok(true);
        }
        self.start(&self.program, |process| {
            let until = Instant::now() + PATIENCE;
            // A program that reads words and not lines ignores an empty line.
            let input = self.state.legal_actions(self.seat, 1);
            let line = events.or(input.first().map(String::as_str)).unwrap_or_default();
            for _ in 0..FLOOD {
                if process.send(line.as_bytes()).is_err() || Instant::now() >= until {
                    break;
                }
            }
            // Input that the program has not read yet is sent while its answer is awaited.
            let answered = process.receive(&mut Vec::new());
            Ok(answered.is_ok() || !process.unheard().is_empty())
        })
    }

    /// A protocol, other than its own, by which the first question gets a legal answer.
    pub(crate) fn other_protocol(&self) -> Option<Protocol> {
        let observation = self.state.observation(self.seat);
        let mut input = observation.clone().into_bytes();
        input.push(b'\n');
        let run = |argument: Option<&str>, input: Option<&[u8]>| {
            let mut cell = self.tried.plan.sandbox.create_cell(&self.program).ok()?;
            let run = cell.run(argument, input, TimeBudget::of(PATIENCE)).ok()?;
            let ended = matches!(run.end, ProgramExit::Exited(_));
            (ended && self.is_legal(&run.output)).then_some(())
        };
        let by = |protocol: &Protocol| match protocol {
            Protocol::Lines => self.answers_two_lines().unwrap_or_default(),
            Protocol::Argv => run(Some(&observation), None).is_some(),
            Protocol::Stdin => run(None, Some(&input)).is_some(),
            Protocol::Gtp | Protocol::Uci | Protocol::Cecp => false,
        };
        let all = [Protocol::Lines, Protocol::Argv, Protocol::Stdin];
        all.into_iter().filter(|protocol| *protocol != self.protocol).find(by)
    }

    fn answers_two_lines(&self) -> Result<bool, SandboxError> {
        let question = self.first_events().unwrap_or_default();
        self.start(&self.program, |process| {
            let _ = process.send(question.as_bytes());
            let output = process.await_line(Instant::now() + PATIENCE);
            if !output.contains(&b'\n') || !self.is_legal(first_line(output)) {
                return Ok(false);
            }
            let mut line = Vec::new();
            let answered = process.receive(&mut line).is_ok();
            // A program that only sleeps after its answer does not answer again.
            process.begin_turn(TimeBudget::of(PATIENCE))?;
            let _ = process.send(question.as_bytes());
            Ok(answered && process.receive(&mut line).is_ok())
        })
    }

    /// The first line of its output after it was sent `line`, and its input was closed if `close`.
    fn talk(
        &self,
        program: &Program,
        line: Option<&str>,
        close: bool,
    ) -> Result<Option<Vec<u8>>, SandboxError> {
        self.start(program, |process| {
            if let Some(line) = line {
                let _ = process.send(line.as_bytes());
            }
            if close {
                process.close();
            }
            let answer = first_line(process.await_line(Instant::now() + PATIENCE));
            Ok((!answer.trim_ascii().is_empty()).then(|| answer.to_vec()))
        })
    }

    pub(crate) fn is_legal(&self, answer: &[u8]) -> bool {
        self.state.read(self.seat, &String::from_utf8_lossy(answer)).is_ok()
    }
}

/// Whether a program is silent rather than gone, which ends it.
fn is_alive(process: &mut dyn Process) -> Result<bool, SandboxError> {
    process.begin_turn(TimeBudget { cpu: SHORT, wall: SHORT })?;
    let silent = process.receive(&mut Vec::new());
    Ok(matches!(silent, Err(Broken::Program(ProgramExit::Timeout))))
}

fn first_line(output: &[u8]) -> &[u8] {
    output.split(|byte| *byte == b'\n').next().unwrap_or_default()
}

/// The same program without a buffer for its output, where that can be set from outside.
fn unbuffered(program: &Program, bot: &BuiltBot) -> Option<Program> {
    let BuiltBot::Program(ReadyProgram { command, .. }) = bot else { return None };
    let mut program = program.clone();
    let tool = Path::new(command.first()?).file_name()?.to_string_lossy().into_owned();
    if tool.starts_with("python") {
        program.command.insert(1, OsString::from("-u"));
        return Some(program);
    }
    // A library of coreutils sets the buffers of the C library.
    let library = "/usr/libexec/coreutils/libstdbuf.so";
    let own = Path::new(command.first()?).starts_with(&program.folders.get(1)?.outside);
    if !own || !Path::new(library).is_file() {
        return None;
    }
    program.environment.push(("LD_PRELOAD".to_owned(), library.to_owned()));
    program.environment.push(("_STDBUF_O".to_owned(), "0".to_owned()));
    Some(program)
}
