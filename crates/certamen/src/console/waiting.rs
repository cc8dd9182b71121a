//! Says on a terminal whom it is waited for, once that has taken a while.

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

/// How long it is waited in silence.
const SILENT: Duration = Duration::from_secs(1);

/// Whom it is waited for at present.
struct PendingSeats {
    /// How often somebody was asked.
    times: u64,
    bots: Option<String>,
    over: bool,
}

/// Somebody who looks at the clock; gone when it is dropped.
pub(crate) struct WaitingLine {
    asked: Arc<(Mutex<PendingSeats>, Condvar)>,
    /// Which seats are programs' and not a person's, who knows that it is waited for him.
    programs: Vec<bool>,
    clock: Option<JoinHandle<()>>,
}

impl WaitingLine {
    /// Begins to look at the clock, if anybody would see it.
    pub(crate) fn begin(game: &dyn DynGame, bots: &[&BuiltBot], language: Language) -> WaitingLine {
        let asked = PendingSeats { times: 0, bots: None, over: false };
        let asked = Arc::new((Mutex::new(asked), Condvar::new()));
        let programs: Vec<bool> = bots
            .iter()
            .map(|bot| !matches!(bot, BuiltBot::Human(_) | BuiltBot::House { .. }))
            .collect();
        // Whoever starts anew for each move has nothing to flush: its end does.
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

    /// Notes who is asked now.
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
            // It only prints; whatever ended it, the match is over.
            let _ = clock.join();
        }
    }
}

/// Says once for each question whom it is waited for.
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
