//! The rules of a game, as a programmer writes them.

use crate::{
    Action, GameInfo, HasSchema, Illegal, Ink, Language, Numbers, OptionsError, Outcome, Picture,
    Rng, Seat, Seats, Starter, Turn, builtin, engine::EngineBoard, gtp::GtpBoard, record::BYTES,
};
use certamen_i18n::Message;
use serde::{Serialize, de::DeserializeOwned};

/// A game: its properties, its options, its first state.
pub trait Game: Send + Sync + 'static {
    /// A position, with everything that the rules need to continue.
    type State: State;
    /// What a host may choose; unknown keys must be refused (`deny_unknown_fields`).
    type Options: Serialize + DeserializeOwned + Default + HasSchema;

    /// The properties that no match changes.
    fn info(&self) -> GameInfo;

    /// The start for `seats` players, which lie in the range of [`GameInfo::seats`].
    ///
    /// A start that is already over is lawful.
    fn new_initial_state(
        &self,
        options: &Self::Options,
        seats: u8,
        rng: &mut Rng,
    ) -> Result<Self::State, OptionsError>;

    /// Whether matches played under an `older` version of the rules replay under this one.
    fn replays(&self, _older: u32) -> bool {
        false
    }

    /// How many bytes the turns of a record may have before a match is ended: more than any match of
    /// the announced kind needs.
    fn longest_record(&self, _options: &Self::Options) -> u64 {
        BYTES
    }

    /// Starts that programs often handle wrongly, as JSON objects of options. They must be fair:
    /// programs must learn of every change by each question.
    fn tricky_starts(&self) -> &'static [&'static str] {
        &[]
    }

    /// What the numbers in its answers are.
    fn numbers(&self) -> Numbers {
        Numbers::Places
    }

    /// Why the rules act for a seat, where they do: the reason of a forced pass.
    fn automatic_reason(&self) -> Option<Message> {
        None
    }

    /// Where boards show what belongs to a seat, if they do not label it: below, above.
    fn side_of(&self, _seat: Seat) -> Option<Message> {
        None
    }

    /// The translation of a key or a value of [`Outcome::detail`]; `None` if it is shown as it is.
    fn detail_word(&self, _word: &str) -> Option<Message> {
        None
    }

    /// The result in one sentence, in the words of this game; `None` for the plain one of
    /// [`result_sentence`](crate::result_sentence), which has the forfeits of all games. The outcome
    /// may come from a record; `names` are those of the seats.
    fn result(&self, _outcome: &Outcome, _names: &[String]) -> Option<Message> {
        None
    }

    /// The colour of a seat's pieces on boards.
    fn ink(&self, seat: Seat) -> Ink {
        Ink::Seat(seat)
    }

    /// Keys of the first state that listings of matches show with the detail of the outcome, with the
    /// prefix `start_`.
    fn start_facts(&self) -> &'static [&'static str] {
        &[]
    }

    /// What an option is for; `None` if the game has no such option.
    fn option_word(&self, _key: &str) -> Option<Message> {
        None
    }

    /// Starter code for bots.
    fn starters(&self) -> &'static [Starter] {
        &[]
    }

    /// The comment that replaces `{{key}}` in starters.
    fn starter_note(&self, _key: &str) -> Option<Message> {
        None
    }

    /// The names of this game's own built-in players, in addition to those that any game has.
    fn builtin_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Creates one of them.
    fn builtin_player(
        &self,
        name: &str,
        _arguments: &builtin::Arguments,
    ) -> Result<Box<dyn builtin::BuiltinPlayer<Self::State>>, builtin::BuiltinError> {
        Err(builtin::BuiltinError::Unknown { name: name.to_owned() })
    }
}

/// A position of a game.
///
/// Sequential and simultaneous play are one interface: [`State::to_act`] names the seats that act
/// now; their choices form one joint action. `Serialize` gives the view that the record format
/// promises, not a way to restore a state: states are computed from records.
pub trait State: Clone + Serialize + Send + Sync + 'static {
    /// What a seat can do; `Display` is its notation, which [`State::read`] reads back.
    type Action: Action;

    /// The number of seats.
    fn seats(&self) -> u8;

    /// Who acts now: no seat if it is over, one in sequential play, several at the same time.
    fn to_act(&self) -> Seats;

    /// What `seat`, one of [`State::to_act`], may do, in the game's order; lazily, there may be 10^9.
    fn legal_actions(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Self::Action> + '_;

    /// One legal action, each equally likely. Override where listing them all is slow.
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action> {
        let actions: Vec<Self::Action> = self.legal_actions(seat).collect();
        rng.pick(&actions).cloned()
    }

    /// Reads a reply and checks that it is legal here. No text may cause a panic.
    fn read(&self, seat: Seat, reply: &str) -> Result<Self::Action, Illegal>;

    /// What the rules play for the one seat to act, without asking: a forced pass.
    fn automatic(&self) -> Option<Self::Action> {
        None
    }

    /// Plays a joint action: one legal action for each seat of [`State::to_act`], ascending.
    fn apply(&mut self, joint: &[(Seat, Self::Action)], rng: &mut Rng);

    /// The result, exactly when [`State::to_act`] is empty.
    fn outcome(&self) -> Option<Outcome>;

    /// Everything that a program without memory may know, in the words of the game's protocol.
    fn observation(&self, seat: Seat) -> String;

    /// What a running program is sent before it acts: `since` are the turns it has not seen. `None`
    /// if nothing is sent, as when a program speaks first.
    fn updates(&self, seat: Seat, _since: &[Turn]) -> Option<String> {
        Some(self.observation(seat))
    }

    /// What the rules play instead of a failed action; `reply` is the text of an illegal answer.
    /// `None`: failing to act forfeits the match.
    fn fallback(&self, _seat: Seat, _reply: Option<&str>) -> Option<Self::Action> {
        None
    }

    /// The result when `seats`, some or all of the table, fail to act: one score per seat, in
    /// the range of this game's scoring. [`Outcome::lost_by`] is for games that are won or lost.
    fn forfeit(&self, seats: Seats) -> Outcome;

    /// The position for engines of the Go Text Protocol; `None` in games that they do not play.
    fn gtp(&self) -> Option<&dyn GtpBoard> {
        None
    }

    /// The match for engines of chess; `None` in games that they do not play.
    fn engine_board(&self) -> Option<&dyn EngineBoard> {
        None
    }

    /// The goal of this seat, shown to people below the board, if the board does not show it.
    fn aim(&self, _seat: Seat) -> Option<Message> {
        None
    }

    /// What people see on a terminal.
    fn render(&self, audience: Audience, language: Language) -> String;

    /// The scores if the match ended now; empty in games where they mean nothing.
    fn scores(&self) -> Vec<f64> {
        Vec::new()
    }

    /// What people see on a page, after `last`; `None` to show the rendering for terminals.
    fn picture(
        &self,
        _audience: Audience,
        _last: Option<&Turn>,
        _language: Language,
    ) -> Option<Picture> {
        None
    }
}

/// The viewer of a state: no viewer sees another seat's secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Spectators, who see only what all seats may see.
    Spectators,
    /// The player on one seat.
    Seat(Seat),
}
