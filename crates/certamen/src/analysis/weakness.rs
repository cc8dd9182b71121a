//! What a bot for `FootSteps` loses to the best opponent.

use super::AnalysisError;
use certamen_game::{
    Budget, Conditions, DynGame, Failure, Map, Player, Rng, Seat, SeatEntry, Table, View, Void,
    arbiter::{Answer, Arbiter},
    record::MEMORY,
};
use certamen_games::footsteps::{
    Position,
    response::Response,
    solve::{Mix, Outlook, Solution},
    study::{BidLine, Estimate, Subject, estimate, foresee, plays},
};
use certamen_host::{Isolation, Sandboxes, Workspace};
use certamen_runner::{Bot, BotKind, BuiltBot, PlayerFactory, SeatingPlan};
use std::{rc::Rc, time::Duration};

/// Maximum number of bids asked while looking for a line that beats the bot.
const QUESTIONS: u32 = 2000;
/// Number of other seeds with which a line must be played in the same way.
const OTHER_SEEDS: usize = 10;

/// What the best opponent found wins on average, and how that is known.
pub(crate) enum Weakness {
    Exact(f64),
    /// A line of bids that works with all seeds tried; if it wins, there is no better one.
    Line(BidLine),
    Estimate(Estimate),
}

impl Weakness {
    pub(crate) fn wins(&self) -> f64 {
        match self {
            Weakness::Exact(wins) => *wins,
            Weakness::Line(line) => line.value,
            Weakness::Estimate(estimate) => estimate.mean,
        }
    }

    /// Whether no opponent can win more.
    pub(crate) fn is_exact(&self) -> bool {
        match self {
            Weakness::Exact(_) => true,
            Weakness::Line(line) => line.value >= 1.0,
            Weakness::Estimate(_) => false,
        }
    }
}

/// Solved boards; positions on the same board are solved together.
#[derive(Default)]
pub(crate) struct Boards(Vec<((u32, u64), Rc<Solution>)>);

impl Boards {
    pub(crate) fn solved(&mut self, position: &Position) -> Result<Rc<Solution>, AnalysisError> {
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
pub(crate) fn known_mix(bot: &Bot) -> Option<fn(Outlook) -> Mix> {
    let BotKind::Builtin { name, .. } = &bot.kind else { return None };
    match &**name {
        "first" => Some(|seen| Mix::sure(seen.own.min(1))),
        "last" => Some(|seen| Mix::sure(seen.own)),
        "random" => Some(|seen| Mix::even(seen.own)),
        _ => None,
    }
}

pub(crate) struct Study {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) sandboxes: Sandboxes,
    /// Number of matches for a bot that plays at random.
    pub(crate) samples: u32,
    pub(crate) seed: u64,
}

impl Study {
    /// What `bot` loses from this position on; `solution` is for its board.
    pub(crate) fn weakness(
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

/// A bot whose opponent decides after seeing the bot's bid.
pub(crate) struct Seated<'a> {
    plan: &'a SeatingPlan,
    bot: &'a BuiltBot,
    table: Table,
    at: Option<(Arbiter, Box<dyn Player>)>,
    /// The bot's bid that has no answer yet.
    bid: Option<Answer>,
}

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

impl<'a> Seated<'a> {
    pub(crate) fn new(plan: &'a SeatingPlan, bot: &'a BuiltBot, table: Table) -> Seated<'a> {
        Seated { plan, bot, table, at: None, bid: None }
    }

    pub(crate) fn table(game: &dyn DynGame, options: Map, name: &str) -> Table {
        Table::new(game).options(options).seats([name, "-"].map(SeatEntry::named))
    }

    fn end(&mut self) {
        if let Some((arbiter, mut player)) = self.at.take() {
            player.finish(&view(&arbiter));
        }
    }
}

impl Subject for Seated<'_> {
    type Error = Void;

    fn begin(&mut self, seed: u64) -> Result<(), Void> {
        self.end();
        let table = Table { seed, ..self.table.clone() };
        let arbiter = Arbiter::start(self.plan.game, table);
        let arbiter = arbiter.map_err(|error| Void::because(&error))?;
        let factory = PlayerFactory { plan: self.plan, place: 0 };
        let mut players = factory.players(arbiter.table(), &[self.bot])?;
        self.bid = None;
        self.at = players.pop().map(|player| (arbiter, player));
        Ok(())
    }

    fn bid(&mut self) -> Result<Option<u64>, Void> {
        let (arbiter, player) = self
            .at
            .as_mut()
            .ok_or_else(|| Void::Ours(certamen_i18n::Message::verbatim("no match")))?;
        let time = arbiter.table().conditions.move_time();
        let reply = match player.act(&view(arbiter), Budget { cpu: time, wall: time }) {
            Ok(reply) => reply,
            Err(Failure::Fault(_) | Failure::Left) => return Ok(None),
            Err(Failure::Void(void)) => return Err(void),
        };
        let (charged, pondered) = (reply.charged, reply.pondered);
        let read = reply.given.read(arbiter.state(), SEATS[0]).map_err(|void| *void)?;
        let Ok(play) = read else { return Ok(None) };
        let bid = play.typed().copied();
        self.bid = Some(Answer {
            seat: SEATS[0],
            given: Ok(play.into()),
            charged,
            pondered,
            asleep: Duration::ZERO,
        });
        Ok(bid)
    }

    fn hear(&mut self, answer: u64) -> Result<(), Void> {
        let both = self.at.as_mut().zip(self.bid.take());
        let ((arbiter, _), bid) =
            both.ok_or_else(|| Void::Ours(certamen_i18n::Message::verbatim("nothing to answer")))?;
        let given = Ok(answer.to_string().into());
        let (charged, pondered) = (Duration::ZERO, Duration::ZERO);
        arbiter.answer(vec![
            bid,
            Answer { seat: SEATS[1], given, charged, pondered, asleep: Duration::ZERO },
        ])
    }
}

impl Drop for Seated<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

fn view(arbiter: &Arbiter) -> View<'_> {
    let (table, state) = (arbiter.table(), arbiter.state());
    View { table, state, seat: SEATS[0], turns: arbiter.turns() }
}

/// The RNG for match seeds, separate from the RNG of the matches.
pub(crate) fn seeds(seed: u64) -> Rng {
    Rng::of_turn(seed, 1)
}
