//! A bot under study. It sits on the left and is asked bid by bid.

use certamen_game::{
    Budget, DynGame, Failure, Map, Player, Rng, Seat, SeatEntry, Table, View, Void,
    arbiter::{Answer, Arbiter},
};
use certamen_games::footsteps::study::Subject;
use certamen_runner::{BuiltBot, PlayerFactory, SeatingPlan};
use std::time::Duration;

/// A bot whose opponent decides after seeing the bot's bid.
pub(crate) struct Seated<'a> {
    plan: &'a SeatingPlan,
    bot: &'a BuiltBot,
    table: Table,
    at: Option<(Arbiter, Box<dyn Player>)>,
    /// The bot's bid that has no answer yet.
    bid: Option<Answer>,
}

/// The bot's seat and the opponent's.
const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

impl<'a> Seated<'a> {
    pub(crate) fn new(plan: &'a SeatingPlan, bot: &'a BuiltBot, table: Table) -> Seated<'a> {
        Seated { plan, bot, table, at: None, bid: None }
    }

    /// The table on which the bot is studied.
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
        let Ok(play) = reply.given.read(arbiter.state(), SEATS[0]) else { return Ok(None) };
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
