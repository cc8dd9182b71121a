//! Asking a program in other ways, to find out why it does not answer.

use crate::check::{
    diagnosis::Hints,
    recorder::{Recorder, Recording},
    trial::{BotTrial, TrialMatch},
};
use crate::{BuiltBot, PlayerFactory, ReadyProgram, SeatSetup};
use certamen_game::{DynState, Protocol, Seat, Void, arbiter::Arbiter};
use certamen_sandbox::{
    Broken, Process, Program, ProgramExit, RecordedSandbox, Sandbox, SandboxError, Tier,
    TimeBudget, TranscriptEvent, TranscriptSink,
};
use std::{
    ffi::OsString,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// How often it is looked whether there is something.
const LOOK: Duration = Duration::from_millis(10);
/// How long a program may write before it is first asked.
const UNASKED: Duration = Duration::from_millis(400);
/// How long an answer is waited for in all that is tried here.
const PATIENCE: Duration = Duration::from_secs(2);
/// A program that computes less than this in `WINDOW` is waiting.
const HARDLY: Duration = Duration::from_millis(4);
const WINDOW: Duration = Duration::from_millis(500);
/// This many questions at once have more answers than any usual buffer holds, and are fewer bytes
/// than may wait for a program.
const FLOOD: usize = 9_000;
/// The minimum time for which a living program is silent.
const SHORT: Duration = Duration::from_millis(200);

/// What the first question leads to when it is asked with care.
pub(crate) struct ProbeResult {
    pub(crate) recording: Recording,
    pub(crate) what: ProbeOutcome,
}

/// What happened.
pub(crate) enum ProbeOutcome {
    /// It answered, ended or is still computing: the matches will show.
    Fine,
    /// It wrote a line before it was asked.
    Unasked(Vec<u8>),
    /// It waits, though it was asked.
    Waits,
}

/// Asks a program the first question of a match, and what else there is to ask.
pub(crate) struct Prober<'a> {
    tried: &'a BotTrial<'a>,
    protocol: Protocol,
    state: Box<dyn DynState>,
    seat: Seat,
    program: Program,
}

impl<'a> Prober<'a> {
    /// For the first match of all; `None` if it asks no question.
    pub(crate) fn new(
        tried: &'a BotTrial<'a>,
        trial: &TrialMatch,
        protocol: Protocol,
    ) -> Result<Option<Prober<'a>>, Void> {
        let table = trial.table(tried.plan, tried.name, tried.conditions);
        let arbiter = Arbiter::start(tried.plan.game, table.clone());
        let arbiter = arbiter.map_err(|error| Void::because(&error))?;
        let Some(seat) = arbiter.to_act().lowest() else { return Ok(None) };
        let factory = PlayerFactory { plan: tried.plan, place: 1 };
        let setup = SeatSetup { table: &table, seat, bot: tried.ready, folder: &[] };
        let program = factory.program(&setup)?;
        let state = arbiter.state().clone_box();
        Ok(Some(Prober { tried, protocol, state, seat, program }))
    }

    /// Why the system will not start the program at all, if it will not.
    pub(crate) fn refusal(&self) -> Option<SandboxError> {
        let mut cell = self.tried.plan.sandbox.create_cell(&self.program).ok()?;
        let refused = cell.run(None, None, TimeBudget::of(SHORT)).err()?;
        matches!(refused, SandboxError::Refused { .. }).then_some(refused)
    }

    /// The state in which the first question is asked.
    pub(crate) fn state(&self) -> Box<dyn DynState> {
        self.state.clone_box()
    }

    /// The program that is asked.
    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether programs speak first.
    fn speaks_first(&self) -> bool {
        self.state.news(self.seat, &[]).is_none()
    }

    /// Asks a living program the first question, without ending it for silence.
    pub(crate) fn open(&self) -> Result<ProbeResult, SandboxError> {
        let recorder = Arc::new(Recorder::new());
        let sink: Arc<dyn TranscriptSink> = recorder.clone();
        let sandbox = RecordedSandbox::new(Arc::clone(&self.tried.plan.sandbox), sink);
        let mut cell = sandbox.create_cell(&self.program)?;
        let mut process = cell.start()?;
        let mut opened = ProbeOutcome::Fine;
        if let Some(news) = self.state.news(self.seat, &[]) {
            process.begin_turn(allowance())?;
            let said = until_line(&mut *process, UNASKED);
            if said.contains(&b'\n') {
                opened = ProbeOutcome::Unasked(said);
            }
            // A program that has already ended will have ended in the match, too.
            let _ = process.send(news.as_bytes());
        }
        if matches!(opened, ProbeOutcome::Fine) && self.waits(&mut *process)? {
            let unheard = process.unheard().to_vec();
            if is_alive(&mut *process)? {
                if !unheard.is_empty() {
                    recorder.hear(TranscriptEvent::Unasked(&unheard));
                }
                opened = ProbeOutcome::Waits;
            }
        }
        drop(process);
        Ok(ProbeResult { recording: recorder.reel(), what: opened })
    }

    /// Whether it neither writes a line nor computes; unknown where CPU time is not counted.
    fn waits(&self, process: &mut dyn Process) -> Result<bool, SandboxError> {
        if self.tried.plan.sandbox.tier() != Tier::A {
            return Ok(false);
        }
        let mut idle = 0;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            process.begin_turn(allowance())?;
            let said = until_line(process, WINDOW);
            if said.contains(&b'\n') || process.is_gone() {
                return Ok(false);
            }
            idle = if process.end_turn()?.charged < HARDLY { idle + 1 } else { 0 };
            if idle == 2 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Everything that can be found out about a program that does not answer the first question.
    pub(crate) fn hints(&self) -> Result<Hints, SandboxError> {
        let mut clues = Hints::default();
        let legal = |said: &[u8]| self.is_legal(said);
        if self.protocol == Protocol::Lines {
            if self.speaks_first() {
                let told = self.state.legal_actions(self.seat, 1);
                let answer = self.talk(&self.program, told.first().map(String::as_str), false)?;
                clues.once_told = answer.filter(|answer| legal(answer));
            }
            if clues.once_told.is_none() {
                let news = self.state.news(self.seat, &[]);
                clues.once_closed = self.talk(&self.program, news.as_deref(), true)?;
                if clues.once_closed.is_some() {
                    clues.while_open = Some(self.answers_while_open(news.as_deref())?);
                }
            }
        }
        clues.other_protocol = self.other_protocol();
        Ok(clues)
    }

    /// What can be found out about a program that is gone, or answers what is no answer.
    pub(crate) fn protocol_clue(&self) -> Hints {
        Hints { other_protocol: self.other_protocol(), ..Hints::default() }
    }

    /// Whether a program that answers when its input is closed would have done so before: without its
    /// buffer, or when that is full.
    fn answers_while_open(&self, news: Option<&str>) -> Result<bool, SandboxError> {
        if let Some(program) = unbuffered(&self.program, self.tried.ready)
            && self.talk(&program, news, false)?.is_some()
        {
            return Ok(true);
        }
        let mut cell = self.tried.plan.sandbox.create_cell(&self.program)?;
        let mut process = cell.start()?;
        process.begin_turn(allowance())?;
        let until = Instant::now() + PATIENCE;
        // Who reads words and not lines takes no notice of an empty one.
        let told = self.state.legal_actions(self.seat, 1);
        let line = news.or(told.first().map(String::as_str)).unwrap_or_default();
        for _ in 0..FLOOD {
            if process.send(line.as_bytes()).is_err() || Instant::now() >= until {
                break;
            }
        }
        // What the program does not take yet is sent while its answer is awaited.
        let heard = process.receive(&mut Vec::new());
        Ok(heard.is_ok() || !process.unheard().is_empty())
    }

    /// A protocol, other than its own, by which the first question gets a legal answer.
    fn other_protocol(&self) -> Option<Protocol> {
        let observation = self.state.observation(self.seat);
        let mut input = observation.clone().into_bytes();
        input.push(b'\n');
        let run = |argument: Option<&str>, input: Option<&[u8]>| {
            let mut cell = self.tried.plan.sandbox.create_cell(&self.program).ok()?;
            let run = cell.run(argument, input, allowance()).ok()?;
            let ended = matches!(run.end, ProgramExit::Exited(_));
            (ended && self.is_legal(&run.output)).then_some(())
        };
        let by = |protocol: &Protocol| match protocol {
            Protocol::Lines => self.lives_on_lines().unwrap_or_default(),
            Protocol::Argv => run(Some(&observation), None).is_some(),
            Protocol::Stdin => run(None, Some(&input)).is_some(),
            Protocol::Gtp => false,
        };
        let all = [Protocol::Lines, Protocol::Argv, Protocol::Stdin];
        all.into_iter().filter(|protocol| *protocol != self.protocol).find(by)
    }

    /// Whether it answers a line, and another.
    fn lives_on_lines(&self) -> Result<bool, SandboxError> {
        let mut cell = self.tried.plan.sandbox.create_cell(&self.program)?;
        let mut process = cell.start()?;
        process.begin_turn(allowance())?;
        let question = self.state.news(self.seat, &[]);
        let _ = process.send(question.as_deref().unwrap_or_default().as_bytes());
        let said = until_line(&mut *process, PATIENCE);
        if !said.contains(&b'\n') || !self.is_legal(first_line(&said)) {
            return Ok(false);
        }
        let mut line = Vec::new();
        let heard = process.receive(&mut line).is_ok();
        // Who only sleeps behind its answer does not answer again.
        process.begin_turn(allowance())?;
        let _ = process.send(question.unwrap_or_default().as_bytes());
        Ok(heard && process.receive(&mut line).is_ok())
    }

    /// Its output after it reads `line`, or once its input is closed after it.
    fn talk(
        &self,
        program: &Program,
        line: Option<&str>,
        close: bool,
    ) -> Result<Option<Vec<u8>>, SandboxError> {
        let mut cell = self.tried.plan.sandbox.create_cell(program)?;
        let mut process = cell.start()?;
        process.begin_turn(allowance())?;
        if let Some(line) = line {
            let _ = process.send(line.as_bytes());
        }
        if close {
            process.close();
        }
        let said = until_line(&mut *process, PATIENCE);
        let answer = first_line(&said);
        Ok((!answer.trim_ascii().is_empty()).then(|| answer.to_vec()))
    }

    /// Whether the first question can be answered so.
    pub(crate) fn is_legal(&self, said: &[u8]) -> bool {
        self.state.read(self.seat, &String::from_utf8_lossy(said)).is_ok()
    }
}

/// Whether a program is silent rather than gone, which ends it.
fn is_alive(process: &mut dyn Process) -> Result<bool, SandboxError> {
    process.begin_turn(TimeBudget { cpu: SHORT, wall: SHORT })?;
    let silent = process.receive(&mut Vec::new());
    Ok(matches!(silent, Err(Broken::Program(ProgramExit::Timeout))))
}

fn allowance() -> TimeBudget {
    TimeBudget::of(PATIENCE)
}

/// The output of a program once there is a line of it, or it is gone, or the time is over.
fn until_line(process: &mut dyn Process, time: Duration) -> Vec<u8> {
    let until = Instant::now() + time;
    loop {
        let said = process.unheard();
        let said = said.to_vec();
        if said.contains(&b'\n') || Instant::now() >= until || process.is_gone() {
            return said;
        }
        thread::sleep(LOOK);
    }
}

fn first_line(said: &[u8]) -> &[u8] {
    said.split(|byte| *byte == b'\n').next().unwrap_or_default()
}

/// The same program without a buffer for its output, where that can be had from outside.
fn unbuffered(program: &Program, bot: &BuiltBot) -> Option<Program> {
    let BuiltBot::Program(ReadyProgram { command, .. }) = bot else { return None };
    let mut program = program.clone();
    let tool = Path::new(command.first()?).file_name()?.to_string_lossy().into_owned();
    if tool.starts_with("python") {
        program.command.insert(1, OsString::from("-u"));
        return Some(program);
    }
    // What C's library does with its buffers can be set by a library of coreutils.
    let library = "/usr/libexec/coreutils/libstdbuf.so";
    let own = Path::new(command.first()?).starts_with(&program.folders.get(1)?.outside);
    if !own || !Path::new(library).is_file() {
        return None;
    }
    program.environment.push(("LD_PRELOAD".to_owned(), library.to_owned()));
    program.environment.push(("_STDBUF_O".to_owned(), "0".to_owned()));
    Some(program)
}
