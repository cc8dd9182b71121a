//! A position of Coins and what the actions do to it.

use super::{Argument, BadOutput, Plan, Step, say};
use certamen_game::{Audience, Illegal, Language, Outcome, Picture, Rng, Seat, Seats, State, Turn};
use serde::Serialize;

/// The centre, the players, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Position {
    round: u32,
    coins: u32,
    #[serde(rename = "players")]
    holders: Vec<Holder>,
    #[serde(skip)]
    mover: usize,
    #[serde(skip)]
    rounds: u32,
    #[serde(skip)]
    bad_output: BadOutput,
    #[serde(skip)]
    over: bool,
}

/// What a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "(u8, i64, u32, u32)")]
pub struct Holder {
    /// The player's id, which is the seat.
    pub id: u8,
    /// Without what the coins count at the end.
    pub points: i64,
    /// Coins with their value up.
    pub flipped: u32,
    /// Coins with their value down.
    pub unflipped: u32,
}

impl From<Holder> for (u8, i64, u32, u32) {
    fn from(holder: Holder) -> (u8, i64, u32, u32) {
        (holder.id, holder.points, holder.flipped, holder.unflipped)
    }
}

impl Holder {
    /// What the coins held count when they are received and at the end.
    pub fn worth(&self) -> i64 {
        2 * i64::from(self.flipped) - i64::from(self.unflipped)
    }

    /// The points if the game ended now.
    pub fn total(&self) -> i64 {
        self.points + self.worth()
    }
}

impl Position {
    /// The start; unlike [`super::Coins`] it takes any number of players but none.
    pub fn start(order: &[u8], coins: u32, rounds: u32, bad_output: BadOutput) -> Position {
        assert!(!order.is_empty(), "at least one player");
        let holder = |&id| Holder { id, points: 0, flipped: 0, unflipped: 0 };
        let holders = order.iter().map(holder).collect();
        Position { round: 1, coins, holders, mover: 0, rounds, bad_output, over: false }
    }

    /// The round being played, from 1; the last one played if it is over.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The most rounds there can be.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    pub fn coins(&self) -> u32 {
        self.coins
    }

    /// The players in turn order, points before the final count.
    pub fn holders(&self) -> &[Holder] {
        &self.holders
    }

    /// The seat to move; none if it is over.
    pub fn mover(&self) -> Option<&Holder> {
        (!self.over).then(|| &self.holders[self.mover])
    }

    fn take(&mut self, step: Step) {
        let own = &mut self.holders[self.mover];
        match step {
            Step::Take(count) => {
                let count = count.min(self.coins);
                self.coins -= count;
                own.unflipped += count;
                own.points -= i64::from(count);
            }
            Step::PutBack(count) => {
                let count = count.min(own.unflipped);
                own.unflipped -= count;
                self.coins += count;
                own.points += i64::from(count);
            }
            Step::Remove(count) => own.unflipped -= count.min(own.unflipped),
            Step::Flip if own.unflipped > 0 => {
                own.unflipped -= 1;
                own.flipped += 1;
                own.points += 2;
            }
            Step::Unflip if own.flipped > 0 => {
                own.flipped -= 1;
                own.unflipped += 1;
                own.points -= 2;
            }
            Step::Nothing | Step::Flip | Step::Unflip => {}
            Step::ToPrevious => self.rotate(|stacks| stacks.rotate_left(1)),
            Step::ToNext => self.rotate(|stacks| stacks.rotate_right(1)),
        }
    }

    /// Hands all stacks on. "S'applique à tous les joueurs": the acting player scores its new stack
    /// as well.
    fn rotate(&mut self, order: impl FnOnce(&mut [(u32, u32)])) {
        let mut stacks: Vec<_> =
            self.holders.iter().map(|holder| (holder.flipped, holder.unflipped)).collect();
        order(&mut stacks);
        for (holder, (flipped, unflipped)) in self.holders.iter_mut().zip(stacks) {
            (holder.flipped, holder.unflipped) = (flipped, unflipped);
            holder.points += holder.worth();
        }
    }

    fn end_turn(&mut self) {
        let last = self.mover + 1 == self.holders.len();
        // "Vous terminerez vos 3 actions même si la pile est vide après votre première action, et
        // vous pouvez remettre des pièces": the centre is looked at after the whole turn.
        if self.coins == 0 || last && self.round == self.rounds {
            self.over = true;
        } else if last {
            self.mover = 0;
            self.round += 1;
        } else {
            self.mover += 1;
        }
    }

    fn counted(&self) -> Outcome {
        let mut scores = vec![0.0; self.holders.len()];
        for holder in &self.holders {
            scores[usize::from(holder.id)] = holder.total() as f64;
        }
        Outcome::scored(scores).with_detail("rounds", self.round).with_detail("coins", self.coins)
    }
}

impl State for Position {
    type Action = Plan;

    fn seats(&self) -> u8 {
        self.holders.len() as u8
    }

    fn to_act(&self) -> Seats {
        self.mover().map_or(Seats::NONE, |holder| Seats::only(Seat(holder.id)))
    }

    fn legal_actions(&self, _seat: Seat) -> impl DoubleEndedIterator<Item = Plan> + '_ {
        // Any plan is legal: what cannot be done is done as far as possible.
        (0..Plan::COUNT).map(Plan::nth)
    }

    fn sample(&self, _seat: Seat, rng: &mut Rng) -> Option<Plan> {
        Some(Plan::nth(rng.below(Plan::COUNT as u64) as usize))
    }

    fn read(&self, _seat: Seat, reply: &str) -> Result<Plan, Illegal> {
        // "Trois caractères (pas d'espace, pas de séparateur)"; printing a line is no mistake.
        let line = reply.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let plan = line.unwrap_or(reply).parse();
        plan.map_err(|_| Illegal(say::no_plan()))
    }

    fn apply(&mut self, joint: &[(Seat, Plan)], _rng: &mut Rng) {
        for (_, plan) in joint {
            plan.0.into_iter().for_each(|step| self.take(step));
            self.end_turn();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| self.counted())
    }

    fn observation(&self, seat: Seat) -> String {
        let Position { round, coins, .. } = *self;
        Argument { round, id: seat.0, coins, holders: self.holders.clone() }.to_string()
    }

    fn fallback(&self, _seat: Seat, reply: Option<&str>) -> Option<Plan> {
        // "Si votre sortie est incorrecte, le contrôleur assumera NNN."
        Some(match (self.bad_output, reply) {
            (BadOutput::PerCharacter, Some(output)) => Plan::per_character(output),
            _ => Plan::NOTHING,
        })
    }

    /// The count as it is, but a failing player ranks a point below all others, unless it does
    /// anyway. By the rules a failure costs its turn and no more: matches end this way only where
    /// the contest says so.
    fn forfeit(&self, seats: Seats) -> Outcome {
        let mut counted = self.counted();
        let others = (0u8..).map(Seat).zip(&counted.scores);
        let others = others.filter(|(seat, _)| !seats.contains(*seat)).map(|(_, score)| *score);
        let below = others.fold(f64::INFINITY, f64::min) - 1.0;
        for seat in seats.iter() {
            let score = &mut counted.scores[seat.index()];
            *score = score.min(below);
        }
        counted
    }

    fn render(&self, _audience: Audience, language: Language) -> String {
        super::picture::draw(self, language)
    }

    fn scores(&self) -> Vec<f64> {
        super::picture::scores(self)
    }

    fn picture(
        &self,
        _audience: Audience,
        last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture> {
        Some(super::picture::sheet(self, last, language))
    }
}

#[cfg(test)]
mod tests;
