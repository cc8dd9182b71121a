//! An engine of the Universal Chess Interface that runs for a whole match, or for several.
//!
//! It knows commands and words; what was played is told by the game's [`EngineBoard`].

use super::dialogue::{Engine, EngineLines, LastingEngine, NoMove, answer};
use crate::engine::{EngineSettings, EngineValue};
use crate::referee::{Clocks, say};
use certamen_game::{
    Budget, Channel, Failure, Player, Reply, Seat, View,
    engine::{EngineBoard, Evaluation, is_engine_move},
    escaped,
};
use certamen_i18n::Message;
use std::time::{Duration, Instant};

/// The most options of an engine that are kept.
pub(super) const MOST_OPTIONS: usize = 1_000;
/// What is kept back of the move time for the way to the engine and back: a tenth, but neither less
/// nor more than this, in milliseconds.
const MARGIN: (u64, u64) = (10, 500);

/// An engine behind a channel.
pub struct UciPlayer<C> {
    lines: EngineLines<C>,
    settings: EngineSettings,
    /// Whether it was set up for this match.
    greeted: bool,
    /// The options that it has, once its process was set up.
    known: Option<Vec<EngineOption>>,
    /// Whether it was told that kings castle from any square.
    chess960: bool,
    /// What it said of its last move.
    evaluation: Option<Evaluation>,
}

impl<C: Channel> UciPlayer<C> {
    /// The engine behind `channel`, asked with these settings.
    pub fn new(channel: C, settings: EngineSettings) -> UciPlayer<C> {
        let (lines, known, evaluation) = (EngineLines::new(channel), None, None);
        UciPlayer { lines, settings, greeted: false, known, chess960: false, evaluation }
    }

    fn greet(&mut self, board: &dyn EngineBoard, deadline: Instant) -> Result<(), NoMove> {
        if self.greeted {
            return Ok(());
        }
        self.greeted = true;
        let is_new = self.known.is_none();
        let known = match self.known.take() {
            Some(known) => known,
            None => self.set_up(deadline)?,
        };
        let is_chess960 = board.is_chess960();
        if is_chess960 != self.chess960 {
            let on = EngineValue::Truth(is_chess960);
            let command =
                set_option("UCI_Chess960", &on, &known).map_err(|_| say::no_chess960())?;
            self.lines.send(&command.unwrap_or_default(), deadline)?;
            self.chess960 = is_chess960;
        }
        self.known = Some(known);
        if is_new {
            self.await_ready(deadline)?;
        }
        self.lines.send("ucinewgame", deadline)?;
        Ok(self.await_ready(deadline)?)
    }

    /// Reads the options that it has, and sets those of its settings.
    fn set_up(&mut self, deadline: Instant) -> Result<Vec<EngineOption>, NoMove> {
        self.lines.send("uci", deadline)?;
        let mut known = Vec::new();
        loop {
            let line = self.lines.receive(deadline)?;
            if is_word(&line, "uciok") {
                break;
            }
            if known.len() < MOST_OPTIONS {
                known.extend(EngineOption::parse(&line));
            }
        }
        for (name, value) in self.settings.options.clone() {
            if let Some(command) = set_option(&name, &value, &known)? {
                self.lines.send(&command, deadline)?;
            }
        }
        Ok(known)
    }

    fn await_ready(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.lines.send("isready", deadline)?;
        while !is_word(&self.lines.receive(deadline)?, "readyok") {}
        Ok(())
    }

    /// The line with its move. An engine that is limited by nodes or depth is stopped in time.
    fn best_move(&mut self, deadline: Instant, stop: Instant) -> Result<String, Failure> {
        let mut stopped = false;
        loop {
            if !stopped && !self.lines.channel.await_line(stop) {
                stopped = true;
                self.lines.send("stop", deadline)?;
            }
            let line = self.lines.receive(deadline)?;
            if is_word(&line, "bestmove") {
                return Ok(line);
            }
            self.evaluation = evaluation(&line).or(self.evaluation);
        }
    }
}

/// Whether a line begins with this word.
fn is_word(line: &str, word: &str) -> bool {
    line.split_whitespace().next() == Some(word)
}

fn position(board: &dyn EngineBoard) -> String {
    let mut text = match board.start() {
        None => "position startpos".to_owned(),
        Some(fen) => format!("position fen {fen}"),
    };
    let moves = board.moves();
    if !moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&moves.join(" "));
    }
    text
}

/// What an engine may think for a move in milliseconds: the move time or what is left, less the way.
pub(super) fn own_time(view: &View<'_>, clock: Option<Clock>) -> u64 {
    let move_ms = view.table.seats.get(view.seat.index()).and_then(|seat| seat.move_ms);
    let move_ms = move_ms.unwrap_or(view.table.conditions.move_ms);
    let left = clock.map_or(u64::MAX, |clock| clock.left[view.seat.index().min(1)]);
    let time = move_ms.min(left);
    time.saturating_sub((time / 10).clamp(MARGIN.0, MARGIN.1)).max(1)
}

/// The clocks of both sides, in milliseconds.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    /// What white and black have left.
    pub(super) left: [u64; 2],
    /// What each move adds.
    increment: u64,
}

impl Clock {
    /// None if only single moves are limited.
    pub(super) fn of(view: &View<'_>) -> Option<Clock> {
        let clocks = Clocks::after(view.table, view.turns);
        let left = |seat| u64::try_from(clocks.left(Seat(seat))?.as_millis()).ok();
        let increment = view.table.conditions.increment_ms.unwrap_or(0);
        Some(Clock { left: [left(0)?, left(1)?], increment })
    }
}

/// `usual`: the time for a move in milliseconds, if nothing else limits it.
fn go(settings: &EngineSettings, usual: u64, clock: Option<Clock>) -> String {
    let EngineSettings { nodes, depth, move_time, .. } = settings;
    let unlimited = nodes.is_none() && depth.is_none();
    if let Some(Clock { left: [white, black], increment }) = clock
        && unlimited
        && move_time.is_none()
    {
        // An engine takes 0 for no clock at all.
        let (white, black) = (white.max(1), black.max(1));
        return format!("go wtime {white} btime {black} winc {increment} binc {increment}");
    }
    let time = settings.milliseconds().or_else(|| unlimited.then_some(usual));
    let limits =
        [("nodes", settings.nodes), ("depth", settings.depth.map(u64::from)), ("movetime", time)];
    let limits = limits.into_iter().filter_map(|(word, value)| Some(format!(" {word} {}", value?)));
    format!("go{}", limits.collect::<Vec<_>>().concat())
}

/// The evaluation in a line of information about the best line of play; `None` if it has none, or
/// only a bound.
fn evaluation(line: &str) -> Option<Evaluation> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut found = Evaluation::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => found.depth = words.next()?.parse().ok(),
            "nodes" => found.nodes = words.next()?.parse().ok(),
            "cp" => found.eval = words.next()?.parse().ok(),
            "mate" => found.mate = words.next()?.parse().ok(),
            "multipv" if words.next() != Some("1") => return None,
            "lowerbound" | "upperbound" => return None,
            // What follows are moves, or any text.
            "pv" | "string" => break,
            _ => {}
        }
    }
    (found.eval.is_some() || found.mate.is_some()).then_some(found)
}

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EngineOption {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) least: Option<i64>,
    pub(super) most: Option<i64>,
    /// The choices of a combination.
    pub(super) choices: Vec<String>,
}

impl EngineOption {
    /// `option name Hash type spin default 16 min 1 max 33554432`. Names and choices have blanks.
    fn parse(line: &str) -> Option<EngineOption> {
        const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            return None;
        }
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in words {
            // What follows `name` may contain the other words only after `type`.
            let named = parts.iter().any(|(key, _)| *key == "type") || word == "type";
            let is_key = KEYS.contains(&word) && (named || parts.is_empty());
            match parts.last_mut() {
                Some((_, words)) if !is_key => words.push(word),
                None if !is_key => return None,
                _ => parts.push((word, Vec::new())),
            }
        }
        let part = |wanted: &str| {
            let found = parts.iter().find(|(key, _)| *key == wanted);
            found.map(|(_, words)| words.join(" "))
        };
        let number = |key| part(key).and_then(|text| text.parse().ok());
        let choices = parts.iter().filter(|(key, _)| *key == "var");
        Some(EngineOption {
            name: part("name")?,
            kind: part("type")?,
            least: number("min"),
            most: number("max"),
            choices: choices.map(|(_, words)| words.join(" ")).collect(),
        })
    }

    /// The option of this name, if it can have this value; or why not.
    pub(super) fn taking<'a>(
        name: &str,
        value: &EngineValue,
        known: &'a [EngineOption],
    ) -> Result<&'a EngineOption, Message> {
        let Some(option) = known.iter().find(|option| option.name.eq_ignore_ascii_case(name))
        else {
            let names: Vec<&str> = known.iter().map(|option| option.name.as_str()).collect();
            let names: String = names.join(", ").chars().take(LONGEST_LIST).collect();
            return Err(say::no_engine_option(escaped(name), escaped(&names)));
        };
        match option.refusal(value) {
            Some(reason) => {
                Err(say::engine_option(escaped(name), escaped(&value.to_string()), reason))
            }
            None => Ok(option),
        }
    }

    /// Why it cannot have this value, if so.
    fn refusal(&self, value: &EngineValue) -> Option<Message> {
        match (self.kind.as_str(), value) {
            ("check" | "button", EngineValue::Truth(_)) | ("string", _) => None,
            ("check" | "button", _) => Some(say::engine_truth()),
            ("spin", EngineValue::Number(number)) => {
                let (least, most) = (self.least.unwrap_or(i64::MIN), self.most.unwrap_or(i64::MAX));
                let fits = (least..=most).contains(number);
                (!fits).then(|| say::engine_range(least, most))
            }
            ("spin", _) => Some(say::engine_number()),
            ("combo", value) => {
                let text = value.to_string();
                let known = self.choices.iter().any(|choice| choice.eq_ignore_ascii_case(&text));
                (!known).then(|| say::engine_choice(escaped(&self.choices.join(", "))))
            }
            // A kind of a later version of the protocol: the engine judges.
            _ => None,
        }
    }
}

/// The longest list of an engine's options in a message.
const LONGEST_LIST: usize = 2_000;

/// The command that sets an option, none for a button that is not to be pressed; or why the engine
/// would not take it.
fn set_option(
    name: &str,
    value: &EngineValue,
    known: &[EngineOption],
) -> Result<Option<String>, Message> {
    let option = EngineOption::taking(name, value, known)?;
    Ok(match (option.kind.as_str(), value) {
        ("button", EngineValue::Truth(true)) => Some(format!("setoption name {}", option.name)),
        ("button", _) => None,
        _ => Some(format!("setoption name {} value {value}", option.name)),
    })
}

impl<C: Channel> Engine for UciPlayer<C> {
    type Channel = C;

    fn channel(&mut self) -> &mut C {
        &mut self.lines.channel
    }

    fn is_set_up(&self) -> bool {
        self.greeted
    }

    fn generate(&mut self, view: &View<'_>, deadline: Instant) -> Result<String, NoMove> {
        let Some(board) = view.state.engine_board() else {
            return Err(say::no_uci_game(&view.table.game).into());
        };
        self.lines.begin_turn();
        self.evaluation = None;
        self.greet(board, deadline)?;
        self.lines.send(&position(board), deadline)?;
        let clock = Clock::of(view);
        let own = own_time(view, clock);
        self.lines.send(&go(&self.settings, own, clock), deadline)?;
        let answer = self.best_move(deadline, Instant::now() + Duration::from_millis(own))?;
        match answer.split_whitespace().nth(1) {
            Some(word) if is_engine_move(word) => Ok(word.to_owned()),
            word => Err(NoMove::Text(word.unwrap_or_default().to_owned())),
        }
    }
}

impl<C: Channel> Player for UciPlayer<C> {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        answer(self, view, budget)
    }

    fn asleep(&self) -> Duration {
        self.lines.channel.asleep()
    }

    fn evaluation(&mut self) -> Option<Evaluation> {
        self.evaluation.take()
    }

    fn finish(&mut self, _view: &View<'_>) {
        if self.greeted {
            self.lines.channel.send_end_message(b"quit");
        }
    }
}

impl<C: Channel> LastingEngine for UciPlayer<C> {
    fn end_match(&mut self) -> bool {
        self.greeted = false;
        self.lines.channel.another_match();
        self.known.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> EngineOption {
        EngineOption::parse(line).unwrap_or_else(|| panic!("{line}"))
    }

    #[test]
    fn options_are_read_with_blanks_in_their_names() {
        let hash = option("option name Hash type spin default 16 min 1 max 1024");
        assert_eq!((hash.name.as_str(), hash.least, hash.most), ("Hash", Some(1), Some(1024)));
        let clear = option("option name Clear Hash type button");
        assert_eq!((clear.name.as_str(), clear.kind.as_str()), ("Clear Hash", "button"));
        let style =
            option("option name Play Style type combo default Solid var Solid var Very Risky");
        assert_eq!(style.choices, ["Solid", "Very Risky"]);
        let path = option("option name min depth type string default <empty>");
        assert_eq!(path.name, "min depth");
        for line in ["", "id name X", "option", "option name", "option type spin", "options name A"]
        {
            assert_eq!(EngineOption::parse(line), None, "{line}");
        }
    }

    #[test]
    fn options_that_an_engine_does_not_know_or_take_are_refused_with_the_list() {
        let known = [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Clear Hash type button",
            "option name Style type combo default Solid var Solid var Risky",
            "option name Ponder type check default false",
        ]
        .map(option);
        let set = |name, value: EngineValue| {
            set_option(name, &value, &known).map(Option::unwrap_or_default)
        };
        let number = EngineValue::Number;
        let text = |text: &str| EngineValue::Text(text.to_owned());
        assert_eq!(set("hash", number(64)).unwrap(), "setoption name Hash value 64");
        assert_eq!(
            set("Clear Hash", EngineValue::Truth(true)).unwrap(),
            "setoption name Clear Hash"
        );
        assert_eq!(set("Clear Hash", EngineValue::Truth(false)).unwrap(), "");
        assert_eq!(set("Style", text("risky")).unwrap(), "setoption name Style value risky");
        let refused = |name, value| set(name, value).unwrap_err().to_string();
        assert!(refused("Hsah", number(1)).contains("Hash, Clear Hash, Style, Ponder"));
        assert!(refused("Hash", number(0)).contains("1 to 1024"));
        assert!(refused("Hash", text("big")).contains("`big`"));
        assert!(refused("Style", text("bold")).contains("Solid, Risky"));
        assert!(refused("Ponder", number(1)).contains("`Ponder`"));
    }

    #[test]
    fn the_evaluation_is_that_of_the_best_line() {
        let line =
            "info depth 12 seldepth 15 multipv 1 score cp -40 nodes 20017 nps 667 pv e2e4 cp";
        let expected =
            Evaluation { eval: Some(-40), mate: None, depth: Some(12), nodes: Some(20_017) };
        assert_eq!(evaluation(line), Some(expected));
        let mate = evaluation("info depth 3 score mate -2").unwrap();
        assert_eq!((mate.eval, mate.mate), (None, Some(-2)));
        for line in [
            "info depth 12 multipv 2 score cp 40",
            "info depth 12 score cp 40 lowerbound",
            "info string score cp 40",
            "info depth 12 currmove e2e4",
            "info score cp",
            "score cp 40",
            "",
        ] {
            assert_eq!(evaluation(line), None, "{line}");
        }
    }

    #[test]
    fn limits_are_sent_as_they_are_set() {
        let settings = |text| toml::from_str::<EngineSettings>(text).unwrap();
        let go = |text, clock| go(&settings(text), 900, clock);
        assert_eq!(go("", None), "go movetime 900");
        assert_eq!(go("nodes = 2000", None), "go nodes 2000");
        let all = "nodes = 5\ndepth = 7\nmove_time = \"50 ms\"";
        assert_eq!(go(all, None), "go nodes 5 depth 7 movetime 50");
        let clock = Some(Clock { left: [60_000, 0], increment: 600 });
        assert_eq!(go("", clock), "go wtime 60000 btime 1 winc 600 binc 600");
        // The engine's own limits are enough.
        assert_eq!(go("nodes = 2000", clock), "go nodes 2000");
        assert_eq!(go("move_time = \"50 ms\"", clock), "go movetime 50");
    }
}
