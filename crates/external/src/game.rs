//! A game whose rules are a program, as the rest of Certamen sees games.

use crate::folder::GameFiles;
use crate::manifest::{Chance, Manifest};
use crate::message::{Expected, RawStart, Wrong, message};
use crate::process::{ProcessPool, Request};
use crate::repeat::{Repetition, differing};
use crate::say;
use crate::state::{ExternalState, hex, read_position};
use certamen_game::arbiter::Arbiter;
use certamen_game::builtin::{ANY_GAME, Arguments, BuiltinError, refuse_others};
use certamen_game::{
    Budget, DynGame, DynState, Failure, GameInfo, Given, Map, MatchRecord, Numbers, OptionsError,
    Play, Player, Reply, Rng, RulesFault, RulesFaultKind, RulesSource, Scoring, Seat, Starter,
    UnplayableTurn, View, Void,
};
use certamen_i18n::Message;
use serde_json::{Value, json};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a match is asked again in reverse; the exchanges of longer ones are not all compared.
const LONGEST_REPEAT: Duration = Duration::from_secs(60);

/// An opened game: what its manifest says, and its processes.
pub(crate) struct ExternalGame {
    pub(crate) info: GameInfo,
    pub(crate) manifest: Manifest,
    pub(crate) source: RulesSource,
    pub(crate) pool: ProcessPool,
    pub(crate) hard_starts: &'static [&'static str],
    pub(crate) starters: &'static [Starter],
    /// The page with its rules.
    pub(crate) page: Option<&'static str>,
    /// The staged program; removed when the process ends.
    pub(crate) folder: Mutex<Option<TempDir>>,
    /// What it was made of.
    pub(crate) files: Arc<GameFiles>,
}

impl ExternalGame {
    /// Ends its processes and removes its files.
    pub(crate) fn end(&self) {
        self.pool.clear();
        self.folder.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    pub(crate) fn expected(&self, seats: u8, all_observations: bool) -> Expected {
        Expected { seats, is_win_loss: self.info.scoring == Scoring::WinLoss, all_observations }
    }

    /// The key that a turn is played with: always the same where the rules draw nothing in turns.
    pub(crate) fn key(&self, key: [u8; 32]) -> String {
        hex(if self.manifest.game.chance == Chance::Turns { key } else { [0; 32] })
    }

    /// The same game, which asks none of the processes of this one.
    fn with_new_processes(&self) -> Arc<ExternalGame> {
        Arc::new(ExternalGame {
            info: self.info.clone(),
            manifest: self.manifest.clone(),
            source: self.source.clone(),
            pool: self.pool.renewed(),
            hard_starts: self.hard_starts,
            folder: Mutex::new(None),
            starters: self.starters,
            page: self.page,
            files: Arc::clone(&self.files),
        })
    }

    pub(crate) fn fault(
        &self,
        kind: RulesFaultKind,
        request: &'static str,
        field: &str,
        detail: Message,
    ) -> RulesFault {
        RulesFault {
            game: self.info.slug.to_owned(),
            kind,
            request,
            turn: None,
            field: Some(field.to_owned()),
            at: None,
            detail,
            sent: String::new(),
            received: String::new(),
        }
    }

    fn start_key(&self, key: [u8; 32]) -> String {
        hex(if self.manifest.game.chance == Chance::None { [0; 32] } else { key })
    }

    /// The options with all defaults, or what is wrong with them.
    pub(crate) fn complete(&self, given: &Map) -> Result<Map, OptionsError> {
        self.manifest.accept(given).map_err(|(key, why)| OptionsError::new(&key, why))?;
        let mut options = self.manifest.default_options();
        options.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
        Ok(options)
    }

    pub(crate) fn start_fields(&self, options: &Map, seats: u8, key: [u8; 32]) -> Value {
        json!({"options": options, "seats": seats, "chance": self.start_key(key), "include": []})
    }
}

/// The game behind a pointer that states share.
pub(crate) struct OpenGame(pub(crate) Arc<ExternalGame>);

impl DynGame for OpenGame {
    fn info(&self) -> GameInfo {
        self.0.info.clone()
    }

    fn rules_source(&self) -> RulesSource {
        self.0.source.clone()
    }

    fn new_initial_state(
        &self,
        options: &Map,
        seats: u8,
        rng: &mut Rng,
    ) -> Result<Box<dyn DynState>, OptionsError> {
        let game = &self.0;
        let range = game.info.seats.clone();
        if !range.contains(&seats) {
            return Err(OptionsError::Players { given: seats, seats: range });
        }
        let options = game.complete(options)?;
        let fields = game.start_fields(&options, seats, rng.key());
        let fields = fields.as_object().expect("it was written as one");
        let request = Request { kind: "start", state: None, fields };
        let expected = game.expected(seats, false);
        let started = game.pool.ask(request, |response| {
            if response.get("rejected").is_none() {
                return read_position(response, expected).map(Ok);
            }
            let start: RawStart = response.read()?;
            let rejected = start
                .rejected
                .ok_or_else(|| Wrong::value("position", say::neither_position_nor_rejected()))?;
            if !options.contains_key(&rejected.option) {
                return Err(Wrong::value("rejected.option", say::no_such_option()));
            }
            let why = message("rejected.message", &rejected.message)?;
            Ok(Err(OptionsError::new(&rejected.option, why)))
        });
        let (state, rest) = started.map_err(|void| OptionsError::Void(Box::new(void)))??;
        Ok(Box::new(ExternalState::new(Arc::clone(game), seats, state, rest)))
    }

    fn default_options(&self) -> Value {
        Value::Object(self.0.manifest.default_options())
    }

    fn tier_of_rules(&self) -> Option<&'static str> {
        Some(self.0.pool.sandbox.tier().letter())
    }

    fn rules_bundle(&self) -> Option<Vec<u8>> {
        let bundle = self.0.files.bundle(self.0.pool.variant.as_deref());
        Some(serde_json::to_vec(&bundle).expect("texts are plain data"))
    }

    fn limit_processes(&self, most: NonZeroU16) {
        self.0.pool.slots.limit(most);
    }

    /// Asks new processes, first in the order of the match and then in reverse, the last ones with
    /// another time zone and other hashes.
    fn check_again(&self, record: &MatchRecord) -> Result<(), Void> {
        let fresh = self.0.with_new_processes();
        fresh.pool.note_from_now();
        let compared =
            compare(&OpenGame(Arc::clone(&self.0)), &OpenGame(Arc::clone(&fresh)), record);
        let noted = fresh.pool.take_notes();
        fresh.pool.clear();
        compared?;
        let last = self.0.pool.renewed_elsewhere();
        let end = Instant::now() + LONGEST_REPEAT;
        let (found, _) = differing(&mut noted.iter().rev(), &last, Repetition::Once, end);
        last.clear();
        let Some(found) = found? else { return Ok(()) };
        let mut fault =
            self.0.fault(RulesFaultKind::Unstable, found.request, &found.field, say::unstable());
        [fault.sent, _, fault.received] = found.lines;
        Err(Void::Rules(Box::new(fault)))
    }

    fn replays(&self, older: u32) -> bool {
        self.0.manifest.game.replays.contains(&older)
    }

    fn longest_record(&self, _options: &Map) -> u64 {
        certamen_game::record::BYTES
    }

    fn tricky_starts(&self) -> &'static [&'static str] {
        self.0.hard_starts
    }

    fn numbers(&self) -> Numbers {
        Numbers::Places
    }

    fn automatic_reason(&self) -> Option<Message> {
        None
    }

    fn side_of(&self, _seat: Seat) -> Option<Message> {
        None
    }

    fn detail_word(&self, _word: &str) -> Option<Message> {
        None
    }

    fn start_facts(&self) -> &'static [&'static str] {
        &[]
    }

    fn option_word(&self, _key: &str) -> Option<Message> {
        None
    }

    fn starters(&self) -> &'static [Starter] {
        self.0.starters
    }

    fn starter_note(&self, _key: &str) -> Option<Message> {
        None
    }

    fn builtin_names(&self) -> Vec<&'static str> {
        ANY_GAME.to_vec()
    }

    fn uses_rng(&self, name: &str, arguments: &Arguments) -> Result<bool, BuiltinError> {
        Ok(Chooser::named(name, arguments)? == Chooser::Random)
    }

    fn builtin_player(
        &self,
        name: &str,
        arguments: &Arguments,
    ) -> Result<Box<dyn Player>, BuiltinError> {
        Ok(Box::new(Chooser::named(name, arguments)?))
    }
}

/// Replays a match by two processes at once, and compares all that they say of each position.
fn compare(first: &OpenGame, second: &OpenGame, record: &MatchRecord) -> Result<(), Void> {
    let unstable = |turn: u64, field: &str| {
        let mut fault = first.0.fault(RulesFaultKind::Unstable, "turn", field, say::unstable());
        fault.turn = Some(turn);
        Void::Rules(Box::new(fault))
    };
    let start = |game: &OpenGame| {
        Arbiter::start(game, record.table.clone()).map_err(OptionsError::into_void)
    };
    let (mut one, mut other) = (start(first)?, start(second)?);
    for turn in record.turns.iter().map(Some).chain([None]) {
        let played = one.turns().len() as u64;
        if let Some(field) = difference(one.state(), other.state()) {
            return Err(unstable(played, field));
        }
        let Some(turn) = turn else { break };
        for arbiter in [&mut one, &mut other] {
            arbiter.replay(turn).map_err(|why| match why {
                UnplayableTurn::Void(void) => void,
                _ => unstable(turn.turn, "actions"),
            })?;
        }
    }
    match &record.outcome {
        Some(outcome) if one.outcome() != Some(outcome) => {
            Err(unstable(record.turns.len() as u64, "position.outcome"))
        }
        _ => Ok(()),
    }
}

/// The field in which two positions differ.
fn difference(one: &dyn DynState, other: &dyn DynState) -> Option<&'static str> {
    let [one, other] = [one, other].map(|state| state.as_any().downcast_ref::<ExternalState>());
    let (one, other) = one.zip(other)?;
    let legal = || {
        let differs = one.to_act().iter().any(|seat| one.legal(seat) != other.legal(seat));
        differs.then_some("position.legal")
    };
    let (one, other) = (&one.position, &other.position);
    let fields = [
        ("position.state", one.state == other.state),
        ("position.to_act", one.rest.to_act == other.rest.to_act),
        ("position.observations", one.rest.observations == other.rest.observations),
        ("position.outcome", one.rest.outcome == other.rest.outcome),
    ];
    let differing = fields.into_iter().find(|(_, same)| !same).map(|(field, _)| field);
    differing.or_else(|| (one.rest != other.rest).then_some("position")).or_else(legal)
}

/// The players that any game has, without the types of this one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chooser {
    Random,
    First,
    Last,
}

impl Chooser {
    fn named(name: &str, arguments: &Arguments) -> Result<Chooser, BuiltinError> {
        let chooser = match name {
            "random" => Chooser::Random,
            "first" => Chooser::First,
            "last" => Chooser::Last,
            _ => {
                let name = name.to_owned();
                return Err(BuiltinError::NotHere { name, known: ANY_GAME.to_vec() });
            }
        };
        refuse_others(name, arguments, &[])?;
        Ok(chooser)
    }
}

impl Player for Chooser {
    fn act(&mut self, view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        let started = Instant::now();
        let (state, seat) = (view.state, view.seat);
        let own = state.as_any().downcast_ref::<ExternalState>();
        let other = || Failure::Void(Void::OtherGame { game: view.table.game.clone() });
        let own = own.ok_or_else(other)?;
        let chosen = match self {
            Chooser::Random => {
                let turn = view.turns.len() as u64 + 1;
                state.sample(seat, &mut Rng::of_player(view.table.seed, seat, turn))
            }
            Chooser::First => {
                own.legal(seat).and_then(|legal| legal.into_iter().next()).map(Play::new)
            }
            Chooser::Last => own.legal(seat).and_then(|mut legal| legal.pop()).map(Play::new),
        };
        // An action that the rules name and then reject is their fault, so it is given as theirs and
        // not as a text; so is a list that is missing.
        let failed = || {
            let missing = || own.value_fault("position", "position.legal", say::no_list());
            Failure::Void(state.failure().unwrap_or_else(missing))
        };
        let given = Given::Play(chosen.ok_or_else(failed)?);
        let wall = started.elapsed();
        // The time of the rules is charged to no player.
        Ok(Reply { given, charged: Duration::ZERO, wall, pondered: Duration::ZERO })
    }
}
