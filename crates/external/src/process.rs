//! The processes of a rules program: asked one request at a time, kept across matches, replaced once
//! when one of them fails in a way that may pass.

#![expect(clippy::result_large_err, reason = "beside it a request goes to another process")]

use crate::manifest::ProgramLimits;
use crate::message::{LIMITS, RawInitialize, Response, Wrong, batch_line, request_line};
use crate::say;
use certamen_game::{Map, RulesFault, RulesFaultKind, Void, legible};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{
    Broken, Cell, Process, Program, ProgramExit, Sandbox, SandboxError, TimeBudget,
};
use serde_json::json;
use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How much of a line a fault carries for the log, in bytes.
const LOGGED: usize = 4 << 10;

/// The processes of one program. Requests are answered by any of them alike, so a thread takes one
/// for each request; there are never more than threads that ask at the same time.
pub(crate) struct ProcessPool {
    pub(crate) sandbox: Arc<dyn Sandbox>,
    pub(crate) program: Program,
    pub(crate) limits: ProgramLimits,
    /// The game, for faults.
    pub(crate) game: String,
    pub(crate) idle: Mutex<Vec<RulesProcess>>,
    /// The variant of the game that is asked for.
    pub(crate) variant: Option<String>,
    /// Exchanges, while a check notes them.
    pub(crate) noted: Mutex<Option<Notes>>,
    pub(crate) retries: Mutex<Retries>,
    /// Whether a process did not answer a `batch` as it should: each request is asked by itself then.
    pub(crate) no_batch: AtomicBool,
    pub(crate) slots: Slots,
}

/// How many processes may be asked at a time.
#[derive(Default)]
pub(crate) struct Slots {
    /// The number in use, and the most of them, if there is a limit.
    used: Mutex<(u16, Option<NonZeroU16>)>,
    freed: Condvar,
}

/// The right to ask a process.
struct Slot<'a>(&'a Slots);

impl Slots {
    pub(crate) fn limit(&self, most: NonZeroU16) {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).1 = Some(most);
        self.freed.notify_all();
    }

    /// Waits for a process to be free.
    fn take(&self) -> Slot<'_> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |(used, most): &mut (u16, Option<NonZeroU16>)| {
            most.is_some_and(|most| *used >= most.get())
        };
        let used = self.freed.wait_while(used, is_full);
        used.unwrap_or_else(PoisonError::into_inner).0 += 1;
        Slot(self)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.used.lock().unwrap_or_else(PoisonError::into_inner).0 -= 1;
        self.0.freed.notify_one();
    }
}

/// The requests that only a second process answered.
#[derive(Clone, Default)]
pub(crate) struct Retries {
    pub(crate) count: u64,
    /// What the first process did.
    pub(crate) first: Option<RulesFault>,
}

/// The most exchanges that are noted at a time, and the most bytes of them.
const NOTED: usize = 2_000;
const NOTED_BYTES: usize = 64 << 20;

/// Exchanges of a check, evenly spread: when there are too many, every second one is dropped, and
/// from then on twice as few are noted.
#[derive(Default)]
pub(crate) struct Notes {
    exchanges: Vec<Note>,
    bytes: usize,
    /// How often the number of noted exchanges was halved.
    halved: u32,
    seen: u64,
}

impl Notes {
    fn add(&mut self, noted: impl FnOnce() -> Note) {
        let every = 1_u64.checked_shl(self.halved).unwrap_or(u64::MAX);
        let is_noted = self.seen.is_multiple_of(every);
        self.seen += 1;
        if !is_noted {
            return;
        }
        self.exchanges.push(noted());
        self.bytes += self.exchanges.last().map_or(0, Note::size);
        if self.exchanges.len() > NOTED || self.bytes > NOTED_BYTES {
            let mut is_kept = false;
            self.exchanges.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
            self.bytes = self.exchanges.iter().map(Note::size).sum();
            self.halved += 1;
        }
    }
}

/// A request, without its number.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) kind: &'static str,
    pub(crate) state: Option<&'a str>,
    pub(crate) fields: &'a Map,
}

/// A request and its response, without their numbers.
#[derive(Clone)]
pub(crate) struct Note {
    pub(crate) kind: &'static str,
    state: Option<String>,
    pub(crate) fields: Map,
    pub(crate) response: String,
}

impl Note {
    fn size(&self) -> usize {
        self.response.len() + self.state.as_ref().map_or(0, String::len)
    }

    pub(crate) fn request(&self) -> Request<'_> {
        Request { kind: self.kind, state: self.state.as_deref(), fields: &self.fields }
    }

    /// The request as a line.
    pub(crate) fn line(&self) -> String {
        request_line(0, self.kind, self.state.as_deref(), &self.fields)
    }
}

pub(crate) struct RulesProcess {
    process: Box<dyn Process>,
    /// Ends the process when it is dropped.
    _cell: Box<dyn Cell>,
    last_id: u64,
    initialized: RawInitialize,
}

/// Why a process gave no usable response.
enum Failed {
    Program(Wrong),
    Sandbox(SandboxError),
}

impl From<Wrong> for Failed {
    fn from(wrong: Wrong) -> Failed {
        Failed::Program(wrong)
    }
}

impl From<SandboxError> for Failed {
    fn from(error: SandboxError) -> Failed {
        Failed::Sandbox(error)
    }
}

/// The lines of one exchange, for the log.
#[derive(Default)]
struct Exchange {
    sent: String,
    received: Vec<u8>,
}

impl ProcessPool {
    /// Asks a process, and after an accident once more a new one. `read` checks and takes what is
    /// needed of the response.
    pub(crate) fn ask<T>(
        &self,
        request: Request<'_>,
        read: impl Fn(Response) -> Result<T, Wrong>,
    ) -> Result<T, Void> {
        let _slot = self.slots.take();
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (first, exchange) = match self.attempt(idle, request, &read) {
            Ok(response) => return Ok(response),
            Err((Failed::Sandbox(error), _)) => return Err(void(&error)),
            Err((Failed::Program(wrong), exchange)) => (wrong, exchange),
        };
        if !first.kind.is_retried() {
            return Err(self.fault(request.kind, first, &exchange));
        }
        match self.attempt(None, request, &read) {
            Ok(response) => {
                self.count_retry(request.kind, first, &exchange);
                Ok(response)
            }
            Err((Failed::Sandbox(error), _)) => Err(void(&error)),
            Err((Failed::Program(wrong), exchange)) => {
                Err(self.fault(request.kind, wrong, &exchange))
            }
        }
    }

    /// Asks for several turns at once, the first from `state`. None if that fails in any way: each
    /// request is asked by itself then, which finds out what is wrong.
    pub(crate) fn ask_batch(&self, state: &str, turns: &[Map]) -> Vec<Response> {
        if self.no_batch.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let _slot = self.slots.take();
        let mut exchange = Exchange::default();
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let process = idle.map_or_else(|| self.start(&mut exchange), Ok);
        let answered = process.and_then(|mut process| {
            let line = |id| batch_line(id, state, turns);
            let limit = self.limits.request.saturating_mul(turns.len() as u32);
            let id = process.exchange(line, limit, &mut exchange)?;
            let responses = Response::of_batch(&exchange.received, id)?;
            self.keep(process);
            Ok::<_, Failed>(responses)
        });
        answered.unwrap_or_else(|_| {
            self.no_batch.store(true, Ordering::Relaxed);
            Vec::new()
        })
    }

    /// Counts a request that a second process answered, so that users learn of it.
    fn count_retry(&self, request: &'static str, wrong: Wrong, exchange: &Exchange) {
        let Void::Rules(fault) = self.fault(request, wrong, exchange) else { return };
        tracing::warn!(%fault, "the rules were asked again in a new process");
        let mut retries = self.retries.lock().unwrap_or_else(PoisonError::into_inner);
        retries.count += 1;
        retries.first.get_or_insert(*fault);
    }

    /// The requests so far that only a second process answered.
    pub(crate) fn retries(&self) -> Retries {
        self.retries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same program without processes.
    pub(crate) fn renewed(&self) -> ProcessPool {
        ProcessPool {
            sandbox: Arc::clone(&self.sandbox),
            program: self.program.clone(),
            limits: self.limits,
            game: self.game.clone(),
            idle: Mutex::new(Vec::new()),
            variant: self.variant.clone(),
            noted: Mutex::new(None),
            retries: Mutex::default(),
            no_batch: AtomicBool::default(),
            slots: Slots::default(),
        }
    }

    /// The same program in another environment.
    pub(crate) fn renewed_elsewhere(&self) -> ProcessPool {
        let mut pool = self.renewed();
        pool.program.environment.retain(|(key, _)| key != "PYTHONHASHSEED");
        pool.program.environment.push(("PYTHONHASHSEED".to_owned(), "4242".to_owned()));
        pool.program.environment.push(("TZ".to_owned(), "Pacific/Kiritimati".to_owned()));
        pool
    }

    /// What a process says of itself.
    pub(crate) fn initialize<T>(&self, read: impl Fn(&RawInitialize) -> T) -> Result<T, Void> {
        let mut first = None;
        loop {
            let mut exchange = Exchange::default();
            match self.start(&mut exchange) {
                Ok(process) => {
                    if let Some((wrong, exchange)) = first {
                        self.count_retry("initialize", wrong, &exchange);
                    }
                    let value = read(&process.initialized);
                    self.keep(process);
                    return Ok(value);
                }
                Err(Failed::Sandbox(error)) => return Err(void(&error)),
                Err(Failed::Program(wrong)) if first.is_none() && wrong.kind.is_retried() => {
                    first = Some((wrong, exchange));
                }
                Err(Failed::Program(wrong)) => {
                    return Err(self.fault("initialize", wrong, &exchange));
                }
            }
        }
    }

    /// Ends all processes that are not being asked.
    pub(crate) fn clear(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn note(&self, request: Request<'_>, response: &Response) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(noted) = noted.as_mut() {
            noted.add(|| Note {
                kind: request.kind,
                state: request.state.map(str::to_owned),
                fields: request.fields.clone(),
                response: response.without_id(),
            });
        }
    }

    /// Notes exchanges from now on.
    pub(crate) fn note_from_now(&self) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        *noted = Some(Notes::default());
    }

    /// What was noted, in the order in which it was asked; no more is noted.
    pub(crate) fn take_notes(&self) -> Vec<Note> {
        let noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner).take();
        noted.map(|noted| noted.exchanges).unwrap_or_default()
    }

    /// Asks for the whole response to a request that was noted, without its number.
    pub(crate) fn repeat(&self, noted: &Note) -> Result<String, Void> {
        self.ask(noted.request(), |response| Ok(response.without_id()))
    }

    fn keep(&self, process: RulesProcess) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }

    fn attempt<T>(
        &self,
        process: Option<RulesProcess>,
        request: Request<'_>,
        read: &impl Fn(Response) -> Result<T, Wrong>,
    ) -> Result<T, (Failed, Exchange)> {
        let mut exchange = Exchange::default();
        let started = match process {
            Some(process) => Ok(process),
            None => self.start(&mut exchange),
        };
        let mut process = match started {
            Ok(process) => process,
            Err(failed) => return Err((failed, exchange)),
        };
        match process.ask(request, self.limits.request, &mut exchange) {
            Ok(response) => {
                self.note(request, &response);
                let result = read(response);
                self.keep(process);
                result.map_err(|wrong| (wrong.into(), exchange))
            }
            // A process that reports an error can answer other requests.
            Err(Failed::Program(wrong)) if wrong.kind == RulesFaultKind::Error => {
                self.keep(process);
                Err((wrong.into(), exchange))
            }
            Err(failed) => Err((failed, exchange)),
        }
    }

    fn start(&self, exchange: &mut Exchange) -> Result<RulesProcess, Failed> {
        let mut cell = self.sandbox.create_cell(&self.program)?;
        let process = cell.start()?;
        let initialized = RawInitialize { protocol: 0, manifest: None, environment: Map::new() };
        let mut process = RulesProcess { process, _cell: cell, last_id: 0, initialized };
        let fields = json!({"protocol": {"min": 1, "max": 1}, "variant": self.variant});
        let fields = fields.as_object().expect("it was written as one");
        let request = Request { kind: "initialize", state: None, fields };
        let response = process.ask(request, self.limits.start, exchange)?;
        process.initialized = response.read()?;
        if process.initialized.protocol != 1 {
            let found = process.initialized.protocol;
            return Err(Wrong::value("protocol", say::other_protocol(found)).into());
        }
        Ok(process)
    }

    fn fault(&self, request: &'static str, wrong: Wrong, exchange: &Exchange) -> Void {
        let received = &exchange.received[..exchange.received.len().min(LOGGED)];
        let mut sent = exchange.sent.clone();
        let end = (0..=LOGGED.min(sent.len())).rev().find(|end| sent.is_char_boundary(*end));
        sent.truncate(end.unwrap_or_default());
        Void::Rules(Box::new(RulesFault {
            game: self.game.clone(),
            kind: wrong.kind,
            request,
            turn: None,
            field: wrong.field,
            at: wrong.at,
            detail: wrong.detail,
            sent,
            received: legible(&String::from_utf8_lossy(received)),
        }))
    }
}

fn void(error: &SandboxError) -> Void {
    match error {
        SandboxError::Stalled { .. } => Void::Suspended(error.message()),
        _ => Void::Sandbox(error.message()),
    }
}

impl RulesProcess {
    fn ask(
        &mut self,
        request: Request<'_>,
        limit: Duration,
        exchange: &mut Exchange,
    ) -> Result<Response, Failed> {
        let Request { kind, state, fields } = request;
        let id = self.exchange(|id| request_line(id, kind, state, fields), limit, exchange)?;
        Ok(Response::of_line(&exchange.received, id)?)
    }

    /// Sends the line of the next request and receives a line; returns the number of the request.
    fn exchange(
        &mut self,
        line: impl FnOnce(u64) -> String,
        limit: Duration,
        exchange: &mut Exchange,
    ) -> Result<u64, Failed> {
        self.last_id += 1;
        exchange.sent = line(self.last_id);
        exchange.received.clear();
        if !self.process.unheard().is_empty() {
            exchange.received = self.process.unheard().to_vec();
            return Err(Wrong::syntax(say::extra_line()).into());
        }
        self.process.begin_turn(TimeBudget::of(limit))?;
        let sent = self.process.send(exchange.sent.as_bytes());
        let received = sent.and_then(|()| self.process.receive(&mut exchange.received));
        if let Err(broken) = received {
            return Err(match broken {
                Broken::Sandbox(error) => error.into(),
                Broken::Program(exit) => self.ended(exit, limit).into(),
            });
        }
        self.process.end_turn()?;
        if !self.process.unheard().is_empty() {
            return Err(Wrong::syntax(say::extra_line()).into());
        }
        Ok(self.last_id)
    }

    fn ended(&mut self, exit: ProgramExit, limit: Duration) -> Wrong {
        let wrong = |kind, detail| Wrong { kind, ..Wrong::syntax(detail) };
        match exit {
            ProgramExit::Timeout => {
                let ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
                wrong(RulesFaultKind::Timeout, say::no_response(ms))
            }
            ProgramExit::Output => Wrong::syntax(say::response_too_large(LIMITS.batch)),
            ProgramExit::Memory => wrong(RulesFaultKind::Memory, say::ended(say::out_of_memory())),
            ProgramExit::Security => wrong(RulesFaultKind::Denied, say::denied()),
            ProgramExit::Exited(code) => {
                wrong(RulesFaultKind::Exit, self.last_words(say::exit_code(code)))
            }
            ProgramExit::Signalled(signal) => {
                wrong(RulesFaultKind::Exit, self.last_words(say::signal(signal)))
            }
        }
    }

    /// How it ended, with the last lines of its standard error.
    fn last_words(&mut self, how: Message) -> Message {
        self.process.leave();
        let words = String::from_utf8_lossy(self.process.errors()).into_owned();
        let lines: Vec<&str> = words.lines().filter(|line| !line.trim().is_empty()).collect();
        let last: Vec<String> =
            lines.iter().rev().take(3).rev().map(|line| legible(line.trim_end())).collect();
        if last.is_empty() { say::ended(how) } else { say::ended_words(how, last.join(" | ")) }
    }
}
