//! Matches played by scripts and by real programs, good and hostile.

use certamen_game::{Budget, Failure, Player, Reply, View, engine::Evaluation};
use certamen_runner::referee::player::LastingEngine;
use std::sync::{Arc, Mutex};

mod asleep;
mod cecp;
mod footsteps;
mod gtp;
mod gtp_page;
mod human;
mod match_of;
mod one_run;
mod resume;
mod scripted;
mod stepped;
mod uci;
mod voids;

/// An engine in one of its matches.
struct LentEngine(Arc<Mutex<dyn LastingEngine>>);

impl Player for LentEngine {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        self.0.lock().unwrap().act(view, budget)
    }

    fn evaluation(&mut self) -> Option<Evaluation> {
        self.0.lock().unwrap().evaluation()
    }
}
