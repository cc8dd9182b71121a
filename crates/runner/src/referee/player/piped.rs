//! Programs that run for a whole match, behind two pipes.

use crate::referee::player::{cell_of, failure, void};
use certamen_game::{Budget, Channel, Failure, Player, Reply, View};
use certamen_sandbox::{Cell, Process, Program, Sandbox, ShutdownReport, TimeBudget};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A player behind a channel: it reads events and answers in lines.
pub struct LinesPlayer<C> {
    channel: C,
    end_message: Option<&'static str>,
    /// Whether it was asked anything: otherwise it gets no closing line.
    asked: bool,
    /// The number of turns sent to it.
    sent: usize,
    line: Vec<u8>,
}

impl<C: Channel> LinesPlayer<C> {
    /// The player behind `channel`; `end_message` is its closing line.
    pub fn new(channel: C, end_message: Option<&'static str>) -> LinesPlayer<C> {
        LinesPlayer { channel, end_message, asked: false, sent: 0, line: Vec::new() }
    }

    /// The first answer has more time, for starting up, which is not charged.
    fn allowance(&self, view: &View<'_>) -> Duration {
        let allowance = Duration::from_millis(view.table.conditions.start_ms);
        if self.asked { Duration::ZERO } else { allowance }
    }

    fn exchange(&mut self, view: &View<'_>, deadline: Instant) -> Result<(), Failure> {
        let since = &view.turns[self.sent.min(view.turns.len())..];
        if let Some(events) = view.state.updates(view.seat, since) {
            self.channel.send(events.as_bytes(), deadline)?;
        }
        self.sent = view.turns.len();
        self.channel.receive(&mut self.line, deadline)
    }
}

impl<C: Channel> Player for LinesPlayer<C> {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let started = Instant::now();
        let allowance = self.allowance(view);
        let wall = budget.wall + allowance;
        self.asked = true;
        self.channel.begin_turn(Budget { cpu: budget.cpu + allowance, wall })?;
        let answered = self.exchange(view, started + wall);
        let wall = started.elapsed();
        let charged = self.channel.end_turn().unwrap_or(wall);
        answered?;
        let text = String::from_utf8_lossy(&self.line).into_owned();
        let pondered = self.channel.pondered();
        Ok(Reply { given: text.into(), charged: charged.saturating_sub(allowance), wall, pondered })
    }

    fn asleep(&self) -> Duration {
        self.channel.asleep()
    }

    fn recall(&mut self, view: &View<'_>, budget: Budget) -> Result<Option<Reply>, Failure> {
        self.act(view, budget).map(Some)
    }

    fn finish(&mut self, _view: &View<'_>) {
        if let Some(end_message) = self.end_message.filter(|_| self.asked) {
            self.channel.send_end_message(end_message.as_bytes());
        }
    }
}

/// A program behind two pipes.
pub struct Piped {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    /// Whether it may serve several matches, because its lines begin each one from scratch.
    lasting: bool,
    shutdown_policy: ShutdownPolicy,
    /// Whether it was sent the closing line.
    has_sent_end_message: bool,
    // The process is dropped before the cell it runs in.
    process: Option<Box<dyn Process>>,
    cell: Option<Box<dyn Cell>>,
}

impl Piped {
    /// A channel to `program`, which is not started yet.
    pub fn new(program: Program, sandbox: Arc<dyn Sandbox>) -> Piped {
        Piped::known(program, sandbox, ShutdownPolicy::default())
    }

    pub(super) fn known(
        program: Program,
        sandbox: Arc<dyn Sandbox>,
        shutdown_policy: ShutdownPolicy,
    ) -> Piped {
        let (lasting, has_sent_end_message, process, cell) = (false, false, None, None);
        Piped { program, sandbox, lasting, shutdown_policy, has_sent_end_message, process, cell }
    }

    /// A channel to a trusted program that may have served other matches, because its lines begin
    /// each one from scratch.
    pub fn lasting(program: Program, sandbox: Arc<dyn Sandbox>) -> Piped {
        let mut piped = Piped::new(program, sandbox);
        piped.lasting = true;
        piped
    }

    fn process(&mut self) -> Result<&mut Box<dyn Process>, Failure> {
        if self.lasting && self.cell.is_none() {
            let cell = self.sandbox.create_reusable_cell(&self.program);
            self.cell = Some(cell.map_err(|error| void(&error))?);
        }
        if self.process.is_none() {
            let cell = cell_of(&mut self.cell, &*self.sandbox, &self.program)?;
            self.process = Some(cell.start().map_err(|error| void(&error))?);
        }
        Ok(self.process.as_mut().expect("it was just started"))
    }
}

impl Channel for Piped {
    fn begin_turn(&mut self, budget: Budget) -> Result<(), Failure> {
        let begun = self.process()?.begin_turn(TimeBudget::of(budget.cpu));
        begun.map_err(|error| void(&error))
    }

    fn pondered(&self) -> Duration {
        self.process.as_ref().map_or(Duration::ZERO, |process| process.pondered())
    }

    fn asleep(&self) -> Duration {
        self.process.as_ref().map_or(Duration::ZERO, |process| process.asleep())
    }

    fn end_turn(&mut self) -> Option<Duration> {
        // Without CPU time the wall time is charged, which is never less.
        Some(self.process.as_mut()?.end_turn().ok()?.charged)
    }

    fn send(&mut self, line: &[u8], _deadline: Instant) -> Result<(), Failure> {
        self.process()?.send(line).map_err(failure)
    }

    fn receive(&mut self, line: &mut Vec<u8>, _deadline: Instant) -> Result<(), Failure> {
        self.process()?.receive(line).map_err(failure)
    }

    fn await_line(&mut self, until: Instant) -> bool {
        let Some(process) = self.process.as_mut() else { return true };
        process.await_line(until).contains(&b'\n') || process.is_gone()
    }

    fn another_match(&mut self) {
        if let Some(process) = &mut self.process {
            process.another_match();
        }
    }

    fn send_end_message(&mut self, line: &[u8]) {
        let _ = self.send(line, Instant::now());
        self.has_sent_end_message = true;
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        let Some(process) = self.process.as_mut() else { return };
        if self.lasting {
            // A trusted program writes nothing at its end.
            return process.dismiss();
        }
        if !self.has_sent_end_message {
            return;
        }
        if self.shutdown_policy.is_known_to_stay() {
            process.dismiss();
        } else if process.leave() == ShutdownReport::Running {
            self.shutdown_policy.note();
        }
    }
}

/// Whether a program ends after the closing line, shared by all its seats: a program that was seen
/// to stay is not waited for again.
#[derive(Clone, Debug, Default)]
pub struct ShutdownPolicy(Arc<ShutdownObservation>);

#[derive(Debug, Default)]
struct ShutdownObservation {
    stays: AtomicBool,
    /// A file that marks a program that was seen to stay.
    mark: Option<PathBuf>,
}

impl ShutdownPolicy {
    /// The policy of a program that was seen to stay if the file `mark` exists.
    pub fn marked(mark: PathBuf) -> ShutdownPolicy {
        let stays = AtomicBool::new(mark.is_file());
        ShutdownPolicy(Arc::new(ShutdownObservation { stays, mark: Some(mark) }))
    }

    /// Whether it was seen to keep running after the closing line.
    pub fn is_known_to_stay(&self) -> bool {
        self.0.stays.load(Ordering::Relaxed)
    }

    fn note(&self) {
        self.0.stays.store(true, Ordering::Relaxed);
        if let Some(mark) = &self.0.mark {
            // Without the file, it is waited for once more.
            let _ = fs::write(mark, "");
        }
    }
}

/// The closing line of a match, and what is known of the program's reaction to it.
#[derive(Clone, Debug, Default)]
pub struct EndMessage {
    /// The line; `None` if its game has none.
    pub line: Option<&'static str>,
    /// Whether it ends when it reads the line.
    pub shutdown_policy: ShutdownPolicy,
}

impl EndMessage {
    /// This line, to a program that never played before.
    pub fn to_new_program(line: Option<&'static str>) -> EndMessage {
        EndMessage { line, shutdown_policy: ShutdownPolicy::default() }
    }
}
