//! What no game may do.

use crate::{
    Illegal, OptionsError, Play, Seat, Seats, Void, house::HouseError, record::RecordError, replay,
    say,
};
use certamen_speech::{Message, Speak};

/// What a game does that no game may do, and where.
#[derive(Debug)]
pub struct Nonconformity {
    /// The slug of the game.
    pub game: String,
    /// The seed of the match.
    pub seed: u64,
    /// After how many turns.
    pub turn: usize,
    /// What it does.
    pub what: Box<Breach>,
}

/// What no game may do.
#[derive(Debug)]
#[expect(missing_docs, reason = "each says itself what it is")]
pub enum Breach {
    Start(OptionsError),
    Void(Void),
    NothingToSample(Seat),
    SampledIllegal { seat: Seat, action: String },
    CloneChanges,
    SeatsOf { found: u8, due: u8 },
    OverButActing,
    Idle,
    Scores { scores: usize, seats: u8 },
    StrangerActs,
    AutomaticOfSeveral,
    NoLegalAction(Seat),
    ReadBack { action: String, back: Result<Play, Illegal> },
    FallbackIllegal { action: String, why: Illegal },
    ForfeitScores,
    Forfeit { seats: Seats, score: f64 },
    House(HouseError),
    HouseIllegal { name: String, action: Play, why: Illegal },
    Wavers { name: String, both: [Option<Play>; 2] },
    Record(RecordError),
    RecordChanges,
    Replay(replay::ReplayError),
    OtherPictures,
    Outcome(Box<replay::Difference>),
    OnlyOneEnds,
}

impl Speak for Nonconformity {
    fn message(&self) -> Message {
        say::nonconformity(&self.game, self.seed, self.turn, &*self.what)
    }
}

impl Speak for Breach {
    fn message(&self) -> Message {
        match self {
            Breach::Start(error) => error.message(),
            Breach::Void(void) => void.message(),
            Breach::NothingToSample(seat) => say::nothing_to_sample(seat),
            Breach::SampledIllegal { seat, action } => say::sampled_illegal(seat, action),
            Breach::CloneChanges => say::clone_changes(),
            Breach::SeatsOf { found, due } => say::seats_of(found, due),
            Breach::OverButActing => say::over_but_acting(),
            Breach::Idle => say::idle(),
            Breach::Scores { scores, seats } => say::scores_for_seats(scores, seats),
            Breach::StrangerActs => say::stranger_acts(),
            Breach::AutomaticOfSeveral => say::automatic_of_several(),
            Breach::NoLegalAction(seat) => say::no_legal_action(seat),
            Breach::ReadBack { action, back: Ok(back) } => say::read_back(action, back.text()),
            Breach::ReadBack { action, back: Err(why) } => say::illegal(action, why),
            Breach::FallbackIllegal { action, why } => say::fallback_illegal(action, why),
            Breach::ForfeitScores => say::forfeit_scores(),
            Breach::Forfeit { seats, score } => say::forfeit_out_of_range(seats, score),
            Breach::House(error) => error.message(),
            Breach::HouseIllegal { name, action, why } => {
                say::house_illegal(name, action.text(), why)
            }
            Breach::Wavers { name, both } => {
                let [one, other] = both.each_ref().map(|play| match play {
                    Some(play) => Message::verbatim(play.text()),
                    None => say::nothing(),
                });
                say::wavers(name, one, other)
            }
            Breach::Record(error) => error.message(),
            Breach::RecordChanges => say::record_changes(),
            Breach::Replay(error) => error.message(),
            Breach::OtherPictures => say::other_pictures(),
            Breach::Outcome(difference) => difference.message(),
            Breach::OnlyOneEnds => say::only_one_ends(),
        }
    }
}

certamen_speech::error!(Breach, Nonconformity);
