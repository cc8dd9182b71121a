//! What a bot for `FootSteps` loses to the best opponent.

use crate::analysis::{
    AnalysisError,
    subject::{Seated, seeds},
};
use certamen_game::{Conditions, DynGame, Map, Seat, Void, record::MEMORY};
use certamen_games::footsteps::{
    Position,
    response::Response,
    solve::{Mix, Outlook, Solution},
    study::{BidLine, Estimate, estimate, foresee, plays},
};
use certamen_host::{Isolation, Sandboxes, Workspace};
use certamen_runner::{Bot, BotKind};
use std::rc::Rc;

/// Maximum number of bids asked while looking for a line that beats the bot.
const QUESTIONS: u32 = 2000;
/// Number of other seeds with which a line must be played in the same way.
const OTHER_SEEDS: usize = 10;

/// What the best opponent found wins on average, and how that is known.
pub enum Weakness {
    Exact(f64),
    /// A line of bids that works with all seeds tried; if it wins, there is no better one.
    Line(BidLine),
    Estimate(Estimate),
}

impl Weakness {
    pub fn wins(&self) -> f64 {
        match self {
            Weakness::Exact(wins) => *wins,
            Weakness::Line(line) => line.value,
            Weakness::Estimate(estimate) => estimate.mean,
        }
    }

    /// Whether no opponent can win more.
    pub fn is_exact(&self) -> bool {
        match self {
            Weakness::Exact(_) => true,
            Weakness::Line(line) => line.value >= 1.0,
            Weakness::Estimate(_) => false,
        }
    }
}

/// Solved boards; positions on the same board are solved together.
#[derive(Default)]
pub struct Boards(Vec<((u32, u64), Rc<Solution>)>);

impl Boards {
    /// The solution of this position's board.
    pub fn solved(&mut self, position: &Position) -> Result<Rc<Solution>, AnalysisError> {
        let (squares, points) = (position.squares, position.points[0].max(position.points[1]));
        let fits = |known: &(u32, u64)| known.0 == squares && known.1 >= points;
        if let Some((_, solution)) = self.0.iter().find(|(known, _)| fits(known)) {
            return Ok(Rc::clone(solution));
        }
        let solution = Solution::of(squares, points)?;
        let solution = Rc::new(solution);
        self.0.push(((squares, points), Rc::clone(&solution)));
        Ok(solution)
    }
}

/// The mixed strategies of the built-in players that every game has.
pub fn known_mix(bot: &Bot) -> Option<fn(Outlook) -> Mix> {
    let BotKind::House { name, .. } = &bot.kind else { return None };
    match &**name {
        "first" => Some(|seen| Mix::sure(seen.own.min(1))),
        "last" => Some(|seen| Mix::sure(seen.own)),
        "random" => Some(|seen| Mix::even(seen.own)),
        _ => None,
    }
}

/// How to study a bot.
pub struct Study {
    pub game: &'static dyn DynGame,
    pub sandboxes: Sandboxes,
    /// Number of matches for a bot that plays at random.
    pub samples: u32,
    pub seed: u64,
}

impl Study {
    /// What `bot` loses from this position on; `solution` is for its board.
    pub fn weakness(
        &self,
        bot: &Bot,
        position: &Position,
        solution: &Solution,
    ) -> Result<Weakness, AnalysisError> {
        let opponent = Outlook::of(position, Seat(1));
        if let Some(mix) = known_mix(bot) {
            return Ok(Weakness::Exact(Response::to(solution, mix).value(opponent)));
        }
        let sandbox =
            Isolation::of_user(self.sandboxes.clone()).sandbox(std::slice::from_ref(bot))?;
        let tier = sandbox.tier().to_string();
        let workspace = Workspace::passing(self.game, sandbox, 1)?;
        let ready = workspace.cache.prepare(bot)?;
        let mut options = Map::new();
        options.insert("points".to_owned(), position.points[0].into());
        options.insert("squares".to_owned(), position.squares.into());
        let mut table = Seated::table(self.game, options, &bot.name);
        let move_ms = self.game.info().move_time.as_millis() as u64;
        table.conditions = Conditions::usual(move_ms, MEMORY, tier);
        workspace.stay_on_one_core();
        let mut subject = Seated::new(&workspace.plan, &ready, table);
        let ours = |void: Void| AnalysisError::NotStudied(Box::new(void));
        self.study(&mut subject, opponent, solution).map_err(ours)
    }

    /// A predictable bot is beaten by a fixed line; for any other the loss is estimated.
    fn study(
        &self,
        subject: &mut Seated<'_>,
        opponent: Outlook,
        solution: &Solution,
    ) -> Result<Weakness, Void> {
        let seed = self.seed;
        let line = again(|| foresee(solution, opponent, subject, seed, QUESTIONS))?;
        if let Some(line) = line {
            let mut rng = seeds(seed);
            let mut alike = true;
            for _ in 0..OTHER_SEEDS {
                let seed = rng.below(1 << 53);
                alike = alike && again(|| plays(subject, &line, seed))?;
            }
            if alike {
                return Ok(Weakness::Line(line));
            }
        }
        estimate(solution, opponent, subject, seed, self.samples).map(Weakness::Estimate)
    }
}

/// Tries three times: when the host stalls, a match is aborted through no fault of the bot.
fn again<T>(mut attempt: impl FnMut() -> Result<T, Void>) -> Result<T, Void> {
    attempt().or_else(|_| attempt()).or_else(|_| attempt())
}
