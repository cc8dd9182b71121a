//! The state of a match: the points of all seats, and their last choices.

use super::say;
use certamen_game::{
    Audience, Illegal, Language, Outcome, Picture, Rng, Seat, Seats, State, Turn, escape_reply,
};
use certamen_i18n::Message;
use serde::Serialize;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Position {
    pub round: u32,
    /// Rounds in all.
    pub rounds: u32,
    pub points: Vec<u32>,
    /// What each seat chose in the last round; nothing at the start.
    pub last: Vec<Choice>,
}

impl Position {
    pub(super) fn start(seats: u8, rounds: u32) -> Position {
        Position { round: 0, rounds, points: vec![0; usize::from(seats)], last: Vec::new() }
    }

    /// What scored in the last round.
    pub fn scored(&self) -> Option<Choice> {
        minority(&self.last)
    }

    /// How often each option was chosen in the last round.
    pub fn counts(&self) -> [usize; 3] {
        counts(&self.last)
    }

    fn counted(&self) -> Outcome {
        let scores: Vec<f64> = self.points.iter().map(|points| f64::from(*points)).collect();
        Outcome::scored(scores).with_detail("rounds", self.round)
    }

    /// The last choices in the order of seats, as in `ABBC`; `-` at the start.
    fn choices(&self) -> String {
        match self.last.as_slice() {
            [] => "-".to_owned(),
            last => last.iter().map(Choice::to_string).collect(),
        }
    }

    /// The text of the last round.
    pub(super) fn lines(&self) -> Vec<Message> {
        let mut lines = vec![say::round(self.round, self.rounds)];
        if !self.last.is_empty() {
            let [a, b, c] = self.counts();
            lines.push(say::chosen(self.choices(), a, b, c));
            lines.push(self.scored().map_or_else(say::no_scorer, |it| say::scored(it.to_string())));
        }
        let points = self.points.iter().map(u32::to_string).collect::<Vec<_>>();
        lines.push(say::points(points.join(" ")));
        lines
    }

    fn listed(&self) -> String {
        self.points.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }
}

impl State for Position {
    type Action = Choice;

    fn seats(&self) -> u8 {
        self.points.len() as u8
    }

    fn to_act(&self) -> Seats {
        if self.round == self.rounds { Seats::NONE } else { Seats::first(self.seats()) }
    }

    fn legal_actions(&self, _seat: Seat) -> impl DoubleEndedIterator<Item = Choice> + '_ {
        Choice::ALL.into_iter()
    }

    fn sample(&self, _seat: Seat, rng: &mut Rng) -> Option<Choice> {
        rng.pick(&Choice::ALL).copied()
    }

    fn read(&self, _seat: Seat, reply: &str) -> Result<Choice, Illegal> {
        Choice::parse(reply).ok_or_else(|| Illegal(say::no_choice(escape_reply(reply.trim()))))
    }

    fn apply(&mut self, joint: &[(Seat, Choice)], _rng: &mut Rng) {
        self.last = joint.iter().map(|(_, choice)| *choice).collect();
        self.round += 1;
        if let Some(scored) = self.scored() {
            for (points, choice) in self.points.iter_mut().zip(&self.last) {
                *points += u32::from(*choice == scored);
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.to_act().is_empty().then(|| self.counted())
    }

    fn observation(&self, seat: Seat) -> String {
        let (next, rounds, points) = (self.round + 1, self.rounds, self.listed());
        format!("{next} {rounds} {seat} {points} {}", self.choices())
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        // The others keep their points; who fails stands below all of them.
        let mut counted = self.counted();
        let others = (0u8..).map(Seat).zip(&self.points);
        let others = others.filter(|(seat, _)| !seats.contains(*seat)).map(|(_, points)| *points);
        let below = others.min().map_or(0.0, |least| f64::from(least) - 1.0);
        for seat in seats.iter() {
            let score = &mut counted.scores[seat.index()];
            *score = score.min(below);
        }
        counted
    }

    fn render(&self, _audience: Audience, language: Language) -> String {
        self.lines().iter().map(|line| line.get(language) + "\n").collect()
    }

    fn scores(&self) -> Vec<f64> {
        self.points.iter().copied().map(f64::from).collect()
    }

    fn picture(
        &self,
        audience: Audience,
        _last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture> {
        Some(super::sheet(self, audience, language))
    }
}

// The options A, B and C.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    A,
    B,
    C,
}

impl Choice {
    pub const ALL: [Choice; 3] = [Choice::A, Choice::B, Choice::C];

    /// Reads a capital letter, with blanks around it and one end of line behind it.
    pub fn parse(reply: &str) -> Option<Choice> {
        let line = reply.strip_suffix('\n').unwrap_or(reply);
        let letter = line.trim_matches([' ', '\t', '\r']);
        Choice::ALL.into_iter().find(|choice| choice.to_string() == letter)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Choice::A => "A",
            Choice::B => "B",
            Choice::C => "C",
        })
    }
}

/// How often each was chosen.
pub(super) fn counts(choices: &[Choice]) -> [usize; 3] {
    Choice::ALL.map(|choice| choices.iter().filter(|other| **other == choice).count())
}

/// The option that scores: of those that were chosen the only one that fewest chose, unless all
/// chose the same.
pub(super) fn minority(choices: &[Choice]) -> Option<Choice> {
    let chosen = Choice::ALL.into_iter().zip(counts(choices)).filter(|(_, count)| *count > 0);
    let chosen: Vec<(Choice, usize)> = chosen.collect();
    let least = chosen.iter().map(|(_, count)| *count).min()?;
    let mut least = chosen.iter().filter(|(_, count)| *count == least);
    match (least.next(), least.next()) {
        (Some((choice, _)), None) if chosen.len() > 1 => Some(*choice),
        _ => None,
    }
}
