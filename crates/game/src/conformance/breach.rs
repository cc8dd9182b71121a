//! Violations of the contract of games.

use crate::{
    Draws, DynGame, Illegal, Language, OptionsError, Play, Seat, Seats, Void,
    builtin::BuiltinError, record::RecordError, replay, say,
};
use certamen_i18n::{Localize, Message};

/// A violation of the contract, and where.
#[derive(Debug)]
pub struct ContractViolation {
    /// The slug.
    pub game: String,
    /// The seed of the match.
    pub seed: u64,
    /// The number of turns before it.
    pub turn: usize,
    /// The violation.
    pub what: Box<ContractBreach>,
}

/// What no game may do.
#[derive(Debug)]
#[expect(missing_docs, reason = "each says itself what it is")]
pub enum ContractBreach {
    Start(OptionsError),
    Void(Void),
    NothingToSample(Seat),
    SampledIllegal { seat: Seat, action: String },
    CloneChanges,
    SeatsOf { found: u8, due: u8 },
    OverButActing,
    Idle,
    Scores { scores: usize, seats: u8 },
    ForeignSeatActs,
    AutomaticOfSeveral,
    NoLegalAction(Seat),
    ReadBack { action: String, back: Result<Play, Illegal> },
    FallbackIllegal { action: String, why: Illegal },
    ForfeitScores,
    Forfeit { seats: Seats, score: f64 },
    Builtin(BuiltinError),
    BuiltinIllegal { name: String, action: Play, why: Illegal },
    Wavers { name: String, both: [Option<Play>; 2] },
    Record(RecordError),
    RecordChanges,
    Replay(replay::ReplayError),
    OtherPictures,
    Outcome(Box<replay::Difference>),
    SharedKey(String),
    OffTheSheet(String),
    PictureWavers,
    SecretShown(Seat),
    Hidden(Seat),
    Draws(Draws),
    OtherMarks(Language),
    ActionForAll(String),
    PressedIllegal { action: String, why: Illegal },
    OnlyOneEnds,
}

impl ContractViolation {
    pub(super) fn new(
        game: &dyn DynGame,
        seed: u64,
        turn: usize,
        what: ContractBreach,
    ) -> ContractViolation {
        let game = game.info().slug.to_owned();
        ContractViolation { game, seed, turn, what: Box::new(what) }
    }
}

impl Localize for ContractViolation {
    fn message(&self) -> Message {
        say::nonconformity(&self.game, self.seed, self.turn, &*self.what)
    }
}

impl Localize for ContractBreach {
    fn message(&self) -> Message {
        match self {
            ContractBreach::Start(error) => error.message(),
            ContractBreach::Void(void) => void.message(),
            ContractBreach::NothingToSample(seat) => say::nothing_to_sample(seat),
            ContractBreach::SampledIllegal { seat, action } => say::sampled_illegal(seat, action),
            ContractBreach::CloneChanges => say::clone_changes(),
            ContractBreach::SeatsOf { found, due } => say::seats_of(found, due),
            ContractBreach::OverButActing => say::over_but_acting(),
            ContractBreach::Idle => say::idle(),
            ContractBreach::Scores { scores, seats } => say::scores_for_seats(scores, seats),
            ContractBreach::ForeignSeatActs => say::absent_seat_acts(),
            ContractBreach::AutomaticOfSeveral => say::automatic_of_several(),
            ContractBreach::NoLegalAction(seat) => say::no_legal_action(seat),
            ContractBreach::ReadBack { action, back: Ok(back) } => {
                say::read_back(action, back.text())
            }
            ContractBreach::ReadBack { action, back: Err(why) } => say::illegal(action, why),
            ContractBreach::FallbackIllegal { action, why } => say::fallback_illegal(action, why),
            ContractBreach::ForfeitScores => say::forfeit_scores(),
            ContractBreach::Forfeit { seats, score } => say::forfeit_out_of_range(seats, score),
            ContractBreach::Builtin(error) => error.message(),
            ContractBreach::BuiltinIllegal { name, action, why } => {
                say::house_illegal(name, action.text(), why)
            }
            ContractBreach::Wavers { name, both } => {
                let [one, other] = both.each_ref().map(|play| match play {
                    Some(play) => Message::verbatim(play.text()),
                    None => say::nothing(),
                });
                say::wavers(name, one, other)
            }
            ContractBreach::Record(error) => error.message(),
            ContractBreach::RecordChanges => say::record_changes(),
            ContractBreach::Replay(error) => error.message(),
            ContractBreach::OtherPictures => say::other_pictures(),
            ContractBreach::Outcome(difference) => difference.message(),
            ContractBreach::OnlyOneEnds => say::only_one_ends(),
            ContractBreach::SharedKey(key) => say::shared_key(key),
            ContractBreach::OffTheSheet(key) => say::off_the_sheet(key),
            ContractBreach::PictureWavers => say::picture_wavers(),
            ContractBreach::SecretShown(seat) => say::secret_shown(seat),
            ContractBreach::Hidden(seat) => say::hidden_undeclared(seat),
            ContractBreach::Draws(Draws::AtStart) => say::draws_at_start(),
            ContractBreach::Draws(Draws::Never | Draws::InTurns) => say::draws_in_turns(),
            ContractBreach::OtherMarks(language) => say::other_marks(language.code()),
            ContractBreach::ActionForAll(action) => say::action_for_all(action),
            ContractBreach::PressedIllegal { action, why } => say::pressed_illegal(action, why),
        }
    }
}

certamen_i18n::error!(ContractBreach, ContractViolation);
