//! One match on a seat of a site: the turns of the site are replayed by an arbiter of our own, and the
//! bot is asked as `play` asks it.

use super::{
    address::SeatLink,
    say,
    shown_state::ShownState,
    site_client::{OwnSeat, SiteClient, SiteClientError, SiteTable, WAIT},
};
use certamen_contest::vocabulary;
use certamen_game::{
    Budget, Conditions, Draws, DynGame, Failure, Fault, Given, MatchRecord, Outcome, Player,
    Protocol, Seat, SeatEntry, Table, Turn, UnplayableTurn, View, Void, arbiter::Arbiter,
    job::LONGEST_ACTION, match_seed,
};
use certamen_host::{Isolation, Sandboxes, Workspace};
use certamen_i18n::{Localize, Message, UserError};
use certamen_runner::{Bot, BotKind, BuiltBot, PlayerFactory, SeatSetup};
use certamen_sandbox::Tier;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time for a move where the site sets none: a bot that never answers ends some time.
const NO_CLOCK: Duration = Duration::from_secs(3600);
/// A site cannot make a bot use more: it is not trusted with the memory of this machine.
const MAX_MEMORY: u64 = 16 << 30;

/// Why a match cannot be played on.
#[derive(Debug, Localize)]
#[localize(error)]
pub(crate) enum MatchError {
    #[localize(transparent)]
    Client(SiteClientError),
    #[localize(say::unknown_game(_0))]
    Game(String),
    #[localize(say::other_rules(game, given, known))]
    Rules { game: String, given: u32, known: u32 },
    /// The bot cannot play a game whose turns are not replayed here.
    #[localize(say::cannot_replay(bot, game))]
    Kind { bot: String, game: String },
    #[localize(say::bad_table(_0.clone()))]
    Table(Message),
    /// The site reports a turn that cannot have been played.
    #[localize(say::illegal_turn(turn, why.message()))]
    Turn { turn: u64, why: UnplayableTurn },
    /// The site reports another move than the one that it was sent.
    #[localize(say::other_move(turn, sent, reported))]
    Move { turn: u64, sent: String, reported: String },
    #[localize(say::other_outcome())]
    Outcome,
    #[localize(say::bot_not_asked(_0))]
    Void(Void),
}

impl MatchError {
    /// Whether the site no longer has the table.
    pub(super) fn is_withdrawn(&self) -> bool {
        matches!(self, MatchError::Client(error) if error.status() == Some(404))
    }
}

impl From<SiteClientError> for MatchError {
    fn from(error: SiteClientError) -> MatchError {
        MatchError::Client(error)
    }
}

/// A bot that is built, and where it plays.
pub(super) struct Bench {
    game: &'static dyn DynGame,
    pub(super) bot: Bot,
    pub(super) tier: Tier,
    ready: BuiltBot,
    workspace: Workspace,
}

impl Bench {
    /// The bot that `given` names, for the game of this table.
    pub(super) fn of(
        table: &SiteTable,
        given: &str,
        sandboxes: Sandboxes,
        jobs: usize,
    ) -> Result<Bench, UserError> {
        let game = game_of(table)?;
        let bot = Bot::find(given, game)?;
        if !is_replayed(game) && !is_asked_by_text(&bot, game) {
            let (bot, game) = (bot.name, game.info().slug.to_owned());
            return Err(MatchError::Kind { bot, game }.into());
        }
        let sandbox = Isolation::of_user(sandboxes).sandbox(std::slice::from_ref(&bot))?;
        let tier = sandbox.tier();
        let workspace = Workspace::passing(game, sandbox, jobs)?;
        let ready = workspace.cache.prepare(&bot)?;
        Ok(Bench { game, bot, tier, ready, workspace })
    }

    /// The table as it is known here: with a seed of our own, because the site's is secret.
    fn table(&self, table: &SiteTable, number: u64) -> Table {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let process = format!("{} {number}", std::process::id());
        let seed = match_seed(now.as_nanos() as u64, &process);
        let given = &table.conditions;
        let conditions = Conditions {
            on_fault: given.on_fault,
            turns: given.turns,
            bytes: given.bytes,
            memory: given.memory.min(MAX_MEMORY),
            ..Conditions::usual(given.move_ms, given.memory, self.tier.to_string())
        };
        Table::new(self.game)
            .options(table.options.clone())
            .seed(seed)
            .seats(table.seats.iter().map(|seat| SeatEntry::named(seat.name.clone())))
            .conditions(conditions)
    }
}

fn game_of(table: &SiteTable) -> Result<&'static dyn DynGame, MatchError> {
    let slug = certamen_game::escaped(&table.game);
    let game = certamen_games::find(&table.game).ok_or(MatchError::Game(slug.clone()))?;
    let known = game.info().version;
    if table.rules != known {
        return Err(MatchError::Rules { game: slug, given: table.rules, known });
    }
    Ok(game)
}

/// Whether the turns of a game can be replayed without the seed of the match.
fn is_replayed(game: &dyn DynGame) -> bool {
    !game.info().hidden && game.info().draws == Draws::Never
}

/// Whether a bot needs only the text that a seat sees.
fn is_asked_by_text(bot: &Bot, game: &dyn DynGame) -> bool {
    match &bot.kind {
        BotKind::Program(program) => {
            let protocol = program.protocol.unwrap_or(game.info().protocol);
            !matches!(protocol, Protocol::Gtp | Protocol::Uci | Protocol::Cecp)
        }
        BotKind::Builtin { .. }
        | BotKind::Evaluation(_)
        | BotKind::Human
        | BotKind::Remote
        | BotKind::Http(_) => false,
    }
}

/// How a match ended, as far as this player is concerned.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SeatMatchEnd {
    pub(super) table: String,
    pub(super) game: String,
    pub(super) names: Vec<String>,
    pub(super) turns: u64,
    /// The result; none if the match is unfinished.
    pub(super) outcome: Option<Outcome>,
    /// A fault of this player, and its turn.
    pub(super) fault: Option<(u64, Message)>,
}

impl SeatMatchEnd {
    /// Whether it was played to its end without a fault of this player.
    pub(super) fn is_plain(&self) -> bool {
        self.outcome.is_some() && self.fault.is_none()
    }
}

/// The position of a match, as far as it is known here.
enum Position {
    Replayed(Box<Arbiter>),
    Shown { table: Box<Table>, state: ShownState, played: u64 },
}

impl Position {
    fn view(&self, seat: Seat) -> View<'_> {
        match self {
            Position::Replayed(arbiter) => View {
                table: arbiter.table(),
                state: arbiter.state(),
                seat,
                turns: arbiter.turns(),
            },
            Position::Shown { table, state, .. } => View { table, state, seat, turns: &[] },
        }
    }

    /// The number of turns that are known.
    fn played(&self) -> u64 {
        match self {
            Position::Replayed(arbiter) => arbiter.turns().len() as u64,
            Position::Shown { played, .. } => *played,
        }
    }
}

/// A match in progress.
pub(super) struct SeatMatch<'a> {
    client: &'a SiteClient,
    bench: &'a Bench,
    link: &'a SeatLink,
    seat: Seat,
    player: Box<dyn Player>,
    position: Position,
    /// The last turn in which the bot was asked.
    asked: u64,
    /// The answer that was sent last, and its turn.
    sent: Option<(u64, String)>,
    fault: Option<(u64, Message)>,
}

impl<'a> SeatMatch<'a> {
    /// Seats the bot of `bench` at a table; `number` is that of the match, among those played at the
    /// same time.
    pub(super) fn start(
        client: &'a SiteClient,
        bench: &'a Bench,
        link: &'a SeatLink,
        table: &SiteTable,
        number: usize,
    ) -> Result<SeatMatch<'a>, MatchError> {
        let own = own_of(table)?;
        let seat = Seat(own.seat);
        if seat.index() >= table.seats.len() {
            return Err(MatchError::Table(say::no_seat(own.seat)));
        }
        let header = bench.table(table, number as u64);
        let arbiter = Arbiter::start(bench.game, header.clone());
        let arbiter = arbiter.map_err(|error| MatchError::Table(error.message()))?;
        let factory = PlayerFactory { plan: &bench.workspace.plan, place: number };
        let setup = SeatSetup { table: &header, seat, bot: &bench.ready, folder: &[] };
        let player = factory.player(&setup, &bench.workspace.plan.sandbox);
        let player = player.map_err(MatchError::Void)?;
        let position = if is_replayed(bench.game) {
            Position::Replayed(Box::new(arbiter))
        } else {
            let seats = table.seats.len() as u8;
            let state = ShownState { seats, seat, sees: own.sees.clone(), news: None };
            Position::Shown { table: Box::new(header), state, played: 0 }
        };
        let (asked, sent, fault) = (0, None, None);
        Ok(SeatMatch { client, bench, link, seat, player, position, asked, sent, fault })
    }

    /// Plays until the match is over, or until the bot fails and leaves. `table` is the state of the
    /// table from its first turn on.
    pub(super) fn play(mut self, mut table: SiteTable) -> Result<SeatMatchEnd, MatchError> {
        loop {
            self.follow(&table)?;
            if table.state != "open" {
                self.player.finish(&self.position.view(self.seat));
                self.check_outcome(&table)?;
                return Ok(self.end(&table));
            }
            let own = own_of(&table)?.clone();
            let due = table.due.filter(|_| own.awaited);
            table = match due {
                Some(turn) if self.asked < turn => match self.act(turn, &own)? {
                    Some(next) => next,
                    None => return Ok(self.end(&table)),
                },
                // A site that was restarted may have forgotten the answer.
                Some(turn) => match self.sent.clone().filter(|(of, _)| *of == turn) {
                    Some((_, text)) => self.client.answer(self.link, turn, &text)?,
                    None => self.wait_after(turn)?,
                },
                None => self.client.table(self.link, self.position.played(), WAIT)?,
            };
        }
    }

    /// Waits until a turn in which the bot has failed to answer is over.
    fn wait_after(&self, turn: u64) -> Result<SiteTable, MatchError> {
        self.client.table(self.link, turn, WAIT)?;
        Ok(self.client.table(self.link, self.position.played(), 0)?)
    }

    /// Takes over the turns that the site reports.
    fn follow(&mut self, table: &SiteTable) -> Result<(), MatchError> {
        let own = own_of(table)?;
        if let Position::Shown { .. } = self.position {
            return self.follow_shown(table, own);
        }
        for turn in &table.turns {
            if turn.turn > self.position.played() {
                self.replay(turn, table.given)?;
            }
        }
        Ok(())
    }

    /// Replays one turn; a bot that was not asked in it, because it was started later, is shown it.
    fn replay(&mut self, turn: &Turn, given: u64) -> Result<(), MatchError> {
        let own = turn.moves.iter().find(|entry| entry.seat == self.seat && !entry.automatic);
        if let Some(own) = own {
            if turn.turn > self.asked && turn.turn > given {
                self.recall()?;
            }
            self.check_own(turn.turn, own.action.as_deref(), own.fault)?;
        }
        let Position::Replayed(arbiter) = &mut self.position else { return Ok(()) };
        let replayed = arbiter.replay(turn);
        replayed.map_err(|why| MatchError::Turn { turn: turn.turn, why })
    }

    /// Compares what the site reports of our own move with what was sent.
    fn check_own(
        &mut self,
        turn: u64,
        action: Option<&str>,
        fault: Option<Fault>,
    ) -> Result<(), MatchError> {
        if let Some(fault) = fault {
            self.fault.get_or_insert((turn, vocabulary::fault(fault)));
            return Ok(());
        }
        match (&self.sent, action) {
            (Some((of, sent)), Some(action)) if *of == turn && sent != action => {
                let [sent, reported] = [sent, action].map(certamen_game::escaped);
                Err(MatchError::Move { turn, sent, reported })
            }
            _ => Ok(()),
        }
    }

    /// What is known in a game that is not replayed: the bot is shown the turns that it missed.
    fn follow_shown(&mut self, table: &SiteTable, own: &OwnSeat) -> Result<(), MatchError> {
        let (asked, due) = (self.asked, table.due.unwrap_or(u64::MAX));
        for news in own.news.iter().filter(|news| news.turn > asked && news.turn < due) {
            self.show(own, Some(news.text.clone()), news.turn);
            if news.turn > table.given {
                self.recall()?;
            }
        }
        for turn in &table.turns {
            let entry = turn.moves.iter().find(|entry| entry.seat == self.seat);
            if let Some(fault) = entry.and_then(|entry| entry.fault) {
                self.fault.get_or_insert((turn.turn, vocabulary::fault(fault)));
            }
        }
        let current = own.news.iter().find(|news| Some(news.turn) == table.due);
        let played = table.due.map_or(self.position.played(), |due| due.saturating_sub(1));
        self.show(own, current.map(|news| news.text.clone()), played + 1);
        Ok(())
    }

    fn show(&mut self, own: &OwnSeat, news: Option<String>, turn: u64) {
        if let Position::Shown { state, played, .. } = &mut self.position {
            state.sees.clone_from(&own.sees);
            state.news = news;
            *played = turn.saturating_sub(1);
        }
    }

    /// Shows the bot a turn that was played before it was started.
    fn recall(&mut self) -> Result<(), MatchError> {
        let budget = Budget { cpu: NO_CLOCK, wall: NO_CLOCK };
        match self.player.recall(&self.position.view(self.seat), budget) {
            // What it would do now does not matter: the match goes on from where it is.
            Ok(_) | Err(Failure::Fault(_) | Failure::Left) => Ok(()),
            Err(Failure::Void(void)) => Err(MatchError::Void(void)),
        }
    }

    /// Asks the bot and sends its answer; returns the table after that, or none if the bot failed.
    fn act(&mut self, turn: u64, own: &OwnSeat) -> Result<Option<SiteTable>, MatchError> {
        self.asked = turn;
        let time = own.deadline_ms.map_or(NO_CLOCK, Duration::from_millis).min(NO_CLOCK);
        let budget = Budget { cpu: time, wall: time };
        let acted = self.player.act(&self.position.view(self.seat), budget);
        let reply = match acted {
            Ok(reply) => reply,
            // The site notices by itself that time is up, and the match may go on.
            Err(Failure::Fault(Fault::Timeout)) if own.deadline_ms.is_some() => {
                return Ok(Some(self.wait_after(turn)?));
            }
            Err(Failure::Fault(fault)) => return self.leave(turn, vocabulary::fault(fault)),
            Err(Failure::Left) => return self.leave(turn, vocabulary::fault(Fault::Exit)),
            Err(Failure::Void(void)) => return Err(MatchError::Void(void)),
        };
        let read = match &self.position {
            Position::Replayed(arbiter) => {
                let read = reply.given.read(arbiter.state(), self.seat);
                read.map_err(|void| MatchError::Void(*void))?.map(|play| play.text())
            }
            Position::Shown { .. } => Ok(match reply.given {
                Given::Text(text) => text.trim().to_owned(),
                Given::Play(play) => play.text(),
            }),
        };
        let text = match read {
            Ok(text) => text,
            Err(why) => return self.leave(turn, say::illegal_answer(why.message())),
        };
        if text.chars().count() > LONGEST_ACTION {
            return self.leave(turn, vocabulary::fault(Fault::Output));
        }
        match self.client.answer(self.link, turn, &text) {
            Ok(table) => {
                self.sent = Some((turn, text));
                Ok(Some(table))
            }
            // The turn is over or was answered by another program: the site says how it goes on.
            Err(error) if error.status() == Some(409) => {
                Ok(Some(self.client.table(self.link, self.position.played(), 0)?))
            }
            Err(error) if error.status() == Some(422) => {
                self.leave(turn, say::illegal_answer(error.message()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Leaves the seat because the bot failed.
    fn leave(&mut self, turn: u64, why: Message) -> Result<Option<SiteTable>, MatchError> {
        self.fault.get_or_insert((turn, why));
        self.player.finish(&self.position.view(self.seat));
        self.client.leave(self.link)?;
        Ok(None)
    }

    /// Compares the result that the site reports with our own.
    fn check_outcome(&self, table: &SiteTable) -> Result<(), MatchError> {
        match &self.position {
            Position::Replayed(arbiter)
                if table.state == "over" && arbiter.outcome() != table.outcome.as_ref() =>
            {
                Err(MatchError::Outcome)
            }
            _ => Ok(()),
        }
    }

    fn end(self, table: &SiteTable) -> SeatMatchEnd {
        SeatMatchEnd {
            table: self.link.table.clone(),
            game: self.bench.game.info().slug.to_owned(),
            names: table.seats.iter().map(|seat| seat.name.clone()).collect(),
            turns: self.position.played(),
            outcome: table.outcome.clone(),
            fault: self.fault,
        }
    }
}

fn own_of(table: &SiteTable) -> Result<&OwnSeat, MatchError> {
    table.own.as_ref().ok_or_else(|| MatchError::Table(say::no_own_seat()))
}

/// Whether a record is the match that was played here.
pub(super) fn is_readable(record: &[u8]) -> bool {
    MatchRecord::read(record).is_ok()
}
