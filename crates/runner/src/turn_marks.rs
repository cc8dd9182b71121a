//! Players whose standard error is kept by turn.

use certamen_game::{
    Budget, Failure, Outcome, Player, Reply, View, engine::Evaluation, record::RemoteMove,
};
use certamen_sandbox::StderrTail;
use std::{sync::Arc, time::Duration};

/// A player that says in which turn it is asked.
struct TurnMarks {
    player: Box<dyn Player>,
    words: Arc<StderrTail>,
}

/// `player`, whose standard error in `words` is told apart by turn; what it writes after the end
/// belongs to the turn after the last one.
pub(crate) fn by_turn(player: Box<dyn Player>, words: &Arc<StderrTail>) -> Box<dyn Player> {
    Box::new(TurnMarks { player, words: Arc::clone(words) })
}

impl TurnMarks {
    fn mark(&self, view: &View<'_>) {
        self.words.begin_turn(view.turns.len() as u64 + 1);
    }
}

impl Player for TurnMarks {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        self.mark(view);
        self.player.act(view, budget)
    }

    fn asleep(&self) -> Duration {
        self.player.asleep()
    }

    fn recall(&mut self, view: &View<'_>, budget: Budget) -> Result<Option<Reply>, Failure> {
        self.mark(view);
        self.player.recall(view, budget)
    }

    fn remote_move(&mut self) -> RemoteMove {
        self.player.remote_move()
    }

    fn evaluation(&mut self) -> Option<Evaluation> {
        self.player.evaluation()
    }

    fn conclude(&mut self, view: &View<'_>, outcome: &Outcome) {
        self.player.conclude(view, outcome);
    }

    fn finish(&mut self, view: &View<'_>) {
        self.mark(view);
        self.player.finish(view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::stderr_text;
    use certamen_sandbox::{TranscriptEvent, TranscriptSink};

    #[test]
    fn the_longest_text_is_one_that_coordinators_accept() {
        let words = StderrTail::default();
        for turn in (u64::MAX - 10_000)..=u64::MAX {
            words.begin_turn(turn);
            words.hear(TranscriptEvent::Errors(&[0x1e; 15]));
        }
        let pieces = words.by_turn();
        assert_eq!(words.tail().len(), StderrTail::LONGEST);
        let text = stderr_text::join(&pieces);
        assert!((24 << 10..=32 << 10).contains(&text.len()), "{}", text.len());
    }
}
