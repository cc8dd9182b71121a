//! Shows on a terminal which seats a match is waiting for, after some time.

use crate::console::say::play;
use certamen_game::{DynGame, DynState, Language, Protocol, Table, escaped};
use certamen_runner::BuiltBot;
use certamen_runner::referee::MatchEvent;
use std::{
    io::{IsTerminal, stderr},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

/// How long to wait before showing anything.
const SILENT: Duration = Duration::from_secs(1);

/// The seats that the match is waiting for.
struct PendingSeats {
    /// Number of questions so far.
    times: u64,
    bots: Option<String>,
    over: bool,
}

/// A thread that watches the time; it ends when this value is dropped.
pub(crate) struct WaitingLine {
    asked: Arc<(Mutex<PendingSeats>, Condvar)>,
    /// Which seats belong to programs: built-in players answer at once, and people know that it is
    /// their turn.
    programs: Vec<bool>,
    clock: Option<JoinHandle<()>>,
}

impl WaitingLine {
    /// Starts watching, if the output is a terminal.
    pub(crate) fn begin(game: &dyn DynGame, bots: &[&BuiltBot], language: Language) -> WaitingLine {
        let asked = PendingSeats { times: 0, bots: None, over: false };
        let asked = Arc::new((Mutex::new(asked), Condvar::new()));
        let programs: Vec<bool> = bots
            .iter()
            .map(|bot| !matches!(bot, BuiltBot::Human(_) | BuiltBot::House { .. }))
            .collect();
        // The hint about flushing does not apply to a program that is started for each move.
        let words = match game.info().protocol {
            Protocol::Lines => play::waiting_for_line,
            _ => play::waiting_for,
        };
        let seen = stderr().is_terminal() && programs.contains(&true);
        let clock = seen.then(|| {
            let asked = Arc::clone(&asked);
            thread::spawn(move || look(&asked, |bots| words(bots).get(language)))
        });
        WaitingLine { asked, programs, clock }
    }

    /// Notes which seats are asked.
    pub(crate) fn hear(&self, table: &Table, event: &MatchEvent<'_>) {
        let state: Option<&dyn DynState> = match event {
            MatchEvent::Start(arbiter) | MatchEvent::Turn(_, arbiter) => Some(arbiter.state()),
            MatchEvent::End(_) => None,
        };
        let seats = state.map(|state| state.to_act().iter().collect::<Vec<_>>());
        let seats = seats.unwrap_or_default().into_iter();
        let names = seats.filter(|seat| self.programs.get(seat.index()) == Some(&true));
        let names: Vec<String> =
            names.map(|seat| escaped(&table.seats[seat.index()].bot)).collect();
        self.note(|asked| {
            asked.times += 1;
            asked.bots = (!names.is_empty()).then(|| names.join(", "));
        });
    }

    fn note(&self, change: impl FnOnce(&mut PendingSeats)) {
        let (asked, changed) = &*self.asked;
        change(&mut asked.lock().unwrap_or_else(PoisonError::into_inner));
        changed.notify_all();
    }
}

impl Drop for WaitingLine {
    fn drop(&mut self) {
        self.note(|asked| asked.over = true);
        if let Some(clock) = self.clock.take() {
            // The thread only prints; the match is over, however it ended.
            let _ = clock.join();
        }
    }
}

/// Shows once for each question which seats are awaited.
fn look((asked, changed): &(Mutex<PendingSeats>, Condvar), words: impl Fn(String) -> String) {
    let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    while !asked.over {
        let times = asked.times;
        let silent = |asked: &mut PendingSeats| asked.times == times && !asked.over;
        let waited = changed.wait_timeout_while(asked, SILENT, silent);
        asked = waited.unwrap_or_else(PoisonError::into_inner).0;
        if asked.times != times || asked.over {
            continue;
        }
        if let Some(bots) = asked.bots.take() {
            eprintln!("{}", words(bots));
        }
        let said = |asked: &mut PendingSeats| asked.times == times && !asked.over;
        asked = changed.wait_while(asked, said).unwrap_or_else(PoisonError::into_inner);
    }
}
