//! A position of which only what a seat sees is known: for games whose turns cannot be replayed
//! here, because they hide something or draw lots.

use super::say;
use certamen_game::{
    Audience, DynState, Illegal, Language, Outcome, Picture, Play, Rng, Seat, Seats, Turn, Void,
    gtp::GtpBoard,
};
use certamen_i18n::Message;
use serde_json::Value;
use std::any::Any;

/// What the site shows to a seat, for programs that need nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ShownState {
    pub(super) seats: u8,
    pub(super) seat: Seat,
    /// The position, as a program that is run for each move gets it.
    pub(super) sees: String,
    /// What a running program is sent in this turn; nothing if absent.
    pub(super) news: Option<String>,
}

impl DynState for ShownState {
    fn seats(&self) -> u8 {
        self.seats
    }

    fn to_act(&self) -> Seats {
        Seats::only(self.seat)
    }

    fn legal_actions(&self, _seat: Seat, _limit: usize) -> Vec<String> {
        Vec::new()
    }

    fn sample(&self, _seat: Seat, _rng: &mut Rng) -> Option<Play> {
        None
    }

    fn read(&self, _seat: Seat, _reply: &str) -> Result<Play, Illegal> {
        Err(Illegal(say::known_to_site()))
    }

    fn automatic(&self) -> Option<Play> {
        None
    }

    fn apply(&mut self, joint: &[(Seat, &Play)], _rng: &mut Rng) -> Result<(), Void> {
        let given = joint.iter().map(|(seat, _)| *seat).collect();
        Err(Void::Joint { given, due: Seats::NONE })
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn observation(&self, _seat: Seat) -> String {
        self.sees.clone()
    }

    fn updates(&self, _seat: Seat, _since: &[Turn]) -> Option<String> {
        self.news.clone()
    }

    fn fallback(&self, _seat: Seat, _reply: Option<&str>) -> Option<Play> {
        None
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        Outcome::lost_by(seats, self.seats)
    }

    fn gtp(&self) -> Option<&dyn GtpBoard> {
        None
    }

    fn aim(&self, _seat: Seat) -> Option<Message> {
        None
    }

    fn render(&self, _audience: Audience, _language: Language) -> String {
        self.sees.clone()
    }

    fn picture(
        &self,
        _audience: Audience,
        _last: Option<&Turn>,
        _language: Language,
    ) -> Option<Picture> {
        None
    }

    fn scores(&self) -> Vec<f64> {
        vec![0.0; usize::from(self.seats)]
    }

    fn json(&self) -> Value {
        Value::Null
    }

    fn clone_box(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
