//! An engine of the Chess Engine Communication Protocol, version 2, that runs for a whole match,
//! or for several: the protocol of xboard and winboard.
//!
//! <https://www.gnu.org/software/xboard/engine-intf.html>. The engine is in force mode outside its
//! turn: it is shown the moves that it does not know, and asked by `go`.

use super::{
    dialogue::{Engine, EngineLines, LastingEngine, NoMove, answer},
    uci::{Clock, EngineOption, MOST_OPTIONS, own_time},
};
use crate::engine::{EngineSettings, EngineValue};
use crate::referee::say;
use certamen_game::{
    Budget, Channel, Failure, Player, Reply, View,
    engine::{EngineBoard, Evaluation, is_engine_move},
};
use std::time::{Duration, Instant};

/// How long an engine may take to name its features, unless it asks for more time by `done=0`.
const FEATURES: Duration = Duration::from_secs(5);
/// A score beyond this is mate: the rest is the number of moves.
const MATE: i32 = 100_000;
/// The usual array, with the castling letters of Chess960.
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

/// An engine behind a channel.
pub struct CecpPlayer<C> {
    lines: EngineLines<C>,
    settings: EngineSettings,
    /// Whether it was set up for this match.
    greeted: bool,
    /// What it can do, once its process was set up.
    features: Option<Features>,
    /// How many moves are on its board.
    shown: usize,
    /// The number of the last `ping`.
    pings: u32,
    /// What it said of its last move.
    evaluation: Option<Evaluation>,
}

/// What an engine can do; what it does not name it cannot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of the protocol")]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    /// Whether it plays Chess960.
    fischerandom: bool,
    options: Vec<EngineOption>,
    /// Whether it has named all of them, or needs more time.
    done: Option<bool>,
}

impl<C: Channel> CecpPlayer<C> {
    /// The engine behind `channel`, asked with these settings.
    pub fn new(channel: C, settings: EngineSettings) -> CecpPlayer<C> {
        let (lines, features, evaluation) = (EngineLines::new(channel), None, None);
        CecpPlayer { lines, settings, greeted: false, features, shown: 0, pings: 0, evaluation }
    }

    /// Sets the engine up for the match.
    fn greet(
        &mut self,
        view: &View<'_>,
        board: &dyn EngineBoard,
        deadline: Instant,
    ) -> Result<Features, NoMove> {
        self.greeted = true;
        self.shown = 0;
        let goes_on = self.features.is_some();
        let features = if let Some(features) = self.features.take() {
            features
        } else {
            self.lines.send("xboard", deadline)?;
            self.lines.send("protover 2", deadline)?;
            self.read_features(deadline)?
        };
        if board.is_chess960() && !features.fischerandom {
            return Err(say::no_fischerandom().into());
        }
        self.lines.send("new", deadline)?;
        if board.is_chess960() {
            self.lines.send("variant fischerandom", deadline)?;
        }
        for command in ["easy", "post", "force"] {
            self.lines.send(command, deadline)?;
        }
        if !goes_on {
            self.set_options(&features, deadline)?;
        }
        for command in limits(&self.settings, view) {
            self.lines.send(&command, deadline)?;
        }
        // An engine of this variant may have chosen an array of its own.
        if let Some(fen) = board.start().or(board.is_chess960().then_some(ARRAY)) {
            if !features.setboard {
                return Err(say::no_setboard().into());
            }
            self.lines.send(&format!("setboard {fen}"), deadline)?;
        }
        if goes_on {
            // What it still says of the last match is read here.
            self.ping(None, deadline)?;
        }
        self.features = Some(features.clone());
        Ok(features)
    }

    fn set_options(&mut self, features: &Features, deadline: Instant) -> Result<(), NoMove> {
        for (name, value) in self.settings.options.clone() {
            let option = EngineOption::taking(&name, &value, &features.options)?;
            if let Some(command) = set_option(option, &value) {
                self.lines.send(&command, deadline)?;
            }
        }
        Ok(())
    }

    /// Waits until it has read everything.
    fn ping(&mut self, shown: Option<&String>, deadline: Instant) -> Result<(), NoMove> {
        self.pings += 1;
        let ping = self.pings;
        self.lines.send(&format!("ping {ping}"), deadline)?;
        self.read_until(&format!("pong {ping}"), shown, deadline)
    }

    fn read_features(&mut self, deadline: Instant) -> Result<Features, NoMove> {
        let mut features = Features::default();
        let left = deadline.saturating_duration_since(Instant::now());
        let end = Instant::now() + FEATURES.min(left / 2);
        while features.done != Some(true) {
            // An engine of version 1 says nothing at all.
            if features.done.is_none() && !self.lines.channel.await_line(end) {
                break;
            }
            features.read(&self.lines.receive(deadline)?);
        }
        Ok(features)
    }

    /// Reads up to a line; an engine that refuses the last move that it was shown is lost.
    fn read_until(
        &mut self,
        awaited: &str,
        shown: Option<&String>,
        deadline: Instant,
    ) -> Result<(), NoMove> {
        loop {
            let line = self.lines.receive(deadline)?;
            if line.trim() == awaited {
                return Ok(());
            }
            if refuses(&line, shown) {
                return Err(NoMove::Text(line));
            }
        }
    }

    /// Its move. An engine that thinks too long is told to move now.
    fn own_move(
        &mut self,
        shown: Option<&String>,
        deadline: Instant,
        stop: Instant,
    ) -> Result<String, NoMove> {
        let mut stopped = false;
        loop {
            if !stopped && !self.lines.channel.await_line(stop) {
                stopped = true;
                self.lines.send("?", deadline)?;
            }
            let line = self.lines.receive(deadline)?;
            match Said::of(&line) {
                Said::Move(text) if is_engine_move(&text) => return Ok(text),
                Said::Move(text) => return Err(NoMove::Text(text)),
                Said::Resigns => return Ok("resign".to_owned()),
                Said::Claims => return Err(NoMove::Text(line)),
                Said::Thinks(evaluation) => self.evaluation = Some(evaluation),
                Said::Other if refuses(&line, shown) => return Err(NoMove::Text(line)),
                Said::Other => {}
            }
        }
    }
}

/// How long the engine may think. Without limits of its own it is told the clock of the match, or else
/// whole seconds for a move.
fn limits(settings: &EngineSettings, view: &View<'_>) -> Vec<String> {
    let mut commands = Vec::new();
    let conditions = &view.table.conditions;
    match (settings.milliseconds(), conditions.match_ms) {
        (Some(own), _) => commands.push(format!("st {}", (own / 1000).max(1))),
        (None, Some(all)) => {
            let increment = conditions.increment_ms.unwrap_or(0) as f64 / 1e3;
            let whole = (all / 1_000).max(1);
            let (minutes, seconds) = (whole / 60, whole % 60);
            commands.push(format!("level 0 {minutes}:{seconds:02} {increment}"));
        }
        (None, None) if settings.depth.is_none() => {
            commands.push(format!("st {}", (own_time(view, None) / 1000).max(1)));
        }
        (None, None) => {}
    }
    commands.extend(settings.depth.map(|depth| format!("sd {depth}")));
    commands
}

/// `None` for a button that is not to be pressed.
fn set_option(option: &EngineOption, value: &EngineValue) -> Option<String> {
    let name = &option.name;
    Some(match value {
        EngineValue::Truth(false) if option.kind == "button" => return None,
        EngineValue::Truth(true) if option.kind == "button" => format!("option {name}"),
        EngineValue::Truth(on) => format!("option {name}={}", u8::from(*on)),
        value => format!("option {name}={value}"),
    })
}

/// Whether the engine says that the move which it was shown last is illegal: `Illegal move: e7e5`. It
/// may say so of commands, too.
fn refuses(line: &str, shown: Option<&String>) -> bool {
    let is_refusal = ["Illegal move", "Invalid move"].iter().any(|word| line.starts_with(word));
    is_refusal && shown.is_some_and(|shown| line.split_whitespace().last() == Some(shown))
}

/// What a line says.
enum Said {
    Move(String),
    Resigns,
    /// A result, which is for the rules to say.
    Claims,
    Thinks(Evaluation),
    Other,
}

impl Said {
    fn of(line: &str) -> Said {
        let words: Vec<&str> = line.split_whitespace().take(6).collect();
        let played = match words[..] {
            ["move", text]
            | ["My", "move", "is:" | "is", text]
            | ["My", "move", "is", ":", text] => Some(text),
            _ => None,
        };
        if let Some(text) = played {
            return Said::Move(text.to_owned());
        }
        match words.first().copied() {
            Some("resign") => Said::Resigns,
            Some("1-0" | "0-1" | "1/2-1/2") => Said::Claims,
            _ => evaluation(&words).map_or(Said::Other, Said::Thinks),
        }
    }
}

/// A line of thinking: plies, score in hundredths of a pawn, time, nodes, moves.
fn evaluation(words: &[&str]) -> Option<Evaluation> {
    let [plies, score, time, nodes, ..] = words else { return None };
    let depth = plies.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i32 = score.parse().ok()?;
    time.parse::<i64>().ok()?;
    let nodes = Some(nodes.parse().ok()?);
    let is_mate = score.unsigned_abs() > MATE.unsigned_abs();
    let mate = is_mate.then(|| if score > 0 { score - MATE } else { score + MATE });
    Some(Evaluation { eval: mate.is_none().then_some(score), mate, depth: Some(depth), nodes })
}

impl Features {
    /// Reads a line such as `feature ping=1 myname="Engine 1" option="Hash -spin 16 1 64" done=1`.
    fn read(&mut self, line: &str) {
        let Some(mut rest) = line.trim().strip_prefix("feature ") else { return };
        while let Some((name, value)) = rest.split_once('=') {
            let name = name.trim();
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => value.split_once(' ').unwrap_or((value, "")),
            };
            rest = after;
            let is_on = value == "1";
            match name {
                "ping" => self.ping = is_on,
                "setboard" => self.setboard = is_on,
                "usermove" => self.usermove = is_on,
                "variants" => {
                    self.fischerandom = value.split(',').any(|it| it.trim() == "fischerandom");
                }
                "done" => self.done = Some(is_on),
                "option" if self.options.len() < MOST_OPTIONS => {
                    self.options.extend(option(value));
                }
                _ => {}
            }
        }
    }
}

/// `Resign Threshold -spin 800 200 1200`, `Style -combo Solid /// *Risky`.
fn option(text: &str) -> Option<EngineOption> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, values) = rest.split_once(' ').unwrap_or((rest, ""));
    let number = |place: usize| values.split_whitespace().nth(place)?.parse().ok();
    let is_spin = ["spin", "slider"].contains(&kind);
    let kind = match kind {
        "slider" => "spin",
        "save" | "reset" => "button",
        "file" | "path" => "string",
        other => other,
    };
    let choices = values.split("///").map(|choice| choice.trim().trim_start_matches('*'));
    Some(EngineOption {
        name: name.trim().to_owned(),
        kind: kind.to_owned(),
        least: if is_spin { number(1) } else { None },
        most: if is_spin { number(2) } else { None },
        choices: if kind == "combo" { choices.map(str::to_owned).collect() } else { Vec::new() },
    })
}

impl<C: Channel> Engine for CecpPlayer<C> {
    type Channel = C;

    fn channel(&mut self) -> &mut C {
        &mut self.lines.channel
    }

    fn is_set_up(&self) -> bool {
        self.greeted
    }

    fn generate(&mut self, view: &View<'_>, deadline: Instant) -> Result<String, NoMove> {
        let Some(board) = view.state.engine_board() else {
            return Err(say::no_cecp_game(&view.table.game).into());
        };
        self.lines.begin_turn();
        self.evaluation = None;
        let clock = Clock::of(view);
        let own = own_time(view, clock);
        let features = match self.features.clone().filter(|_| self.greeted) {
            Some(features) => features,
            None => self.greet(view, board, deadline)?,
        };
        self.lines.send("force", deadline)?;
        let is_chess960 = board.is_chess960();
        let moves = if is_chess960 { board.moves_with_castling_words() } else { board.moves() };
        let word = if features.usermove { "usermove " } else { "" };
        for text in moves.iter().skip(self.shown) {
            self.lines.send(&format!("{word}{text}"), deadline)?;
        }
        if features.ping {
            self.ping(moves.last(), deadline)?;
        }
        if let Some(Clock { left, .. }) = clock {
            // In hundredths of a second.
            let [own, other] = [view.seat.index().min(1), 1 - view.seat.index().min(1)];
            self.lines.send(&format!("time {}", (left[own] / 10).max(1)), deadline)?;
            self.lines.send(&format!("otim {}", (left[other] / 10).max(1)), deadline)?;
        }
        self.lines.send("go", deadline)?;
        let stop = Instant::now() + Duration::from_millis(own);
        let text = match self.own_move(moves.last(), deadline, stop) {
            // The rules read this, too.
            Err(NoMove::Text(text)) if is_chess960 && ["O-O", "O-O-O"].contains(&&*text) => text,
            text => text?,
        };
        self.shown = moves.len() + 1;
        Ok(text)
    }
}

impl<C: Channel> Player for CecpPlayer<C> {
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

impl<C: Channel> LastingEngine for CecpPlayer<C> {
    fn end_match(&mut self) -> bool {
        self.greeted = false;
        self.lines.channel.another_match();
        // Without the feature, what it says of one match cannot be told from what it says of the next.
        self.features.as_ref().is_some_and(|features| features.ping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(lines: &[&str]) -> Features {
        let mut features = Features::default();
        for line in lines {
            features.read(line);
        }
        features
    }

    #[test]
    fn features_are_read_with_their_options() {
        let found = features(&[
            "Chess",
            "feature done=0",
            "feature myname=\"setboard=1 X\" setboard=0 xedit=1 ping=1",
            "feature usermove=1 variants=\"normal,fischerandom\" option=\"Resign Threshold -spin 800 200 1200\"",
            "feature option=\"Style -combo Solid /// *Very Risky\" option=\"Info -button\" done=1",
            "# feature setboard=1",
        ]);
        let Features { ping, setboard, usermove, fischerandom, options, done } = found;
        assert!(fischerandom);
        assert_eq!((ping, setboard, usermove, done), (true, false, true, Some(true)));
        let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, ["Resign Threshold", "Style", "Info"]);
        assert_eq!((options[0].least, options[0].most), (Some(200), Some(1200)));
        assert_eq!(options[1].choices, ["Solid", "Very Risky"]);
        for line in ["feature", "feature =", "feature a=\"", "feature option=\"x\"", "feature ping"]
        {
            assert_eq!(features(&[line]), Features::default(), "{line}");
        }
    }

    #[test]
    fn options_are_set_in_the_words_of_the_protocol() {
        let known = features(&[
            "feature option=\"Cores -spin 1 1 8\" option=\"Resign -check 0\" option=\"Clear -button\"",
        ]);
        let set = |name, value: EngineValue| {
            let option = EngineOption::taking(name, &value, &known.options);
            option.map(|option| set_option(option, &value)).map_err(|error| error.to_string())
        };
        let command = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(set("cores", EngineValue::Number(4)), command("option Cores=4"));
        assert_eq!(set("Resign", EngineValue::Truth(true)), command("option Resign=1"));
        assert_eq!(set("Clear", EngineValue::Truth(true)), command("option Clear"));
        assert_eq!(set("Clear", EngineValue::Truth(false)), Ok(None));
        assert!(set("Cores", EngineValue::Number(9)).unwrap_err().contains("1 to 8"));
        assert!(set("Hash", EngineValue::Number(9)).unwrap_err().contains("Cores, Resign, Clear"));
    }

    #[test]
    fn moves_claims_and_thoughts_are_distinguished() {
        let said = |line: &str| match Said::of(line) {
            Said::Move(text) => text,
            Said::Resigns => "resigns".to_owned(),
            Said::Claims => "claims".to_owned(),
            Said::Thinks(evaluation) => serde_json::to_string(&evaluation).unwrap(),
            Said::Other => "other".to_owned(),
        };
        for (line, expected) in [
            ("move e2e4", "e2e4"),
            ("My move is : e7e8q", "e7e8q"),
            ("My move is: e7e8q", "e7e8q"),
            ("resign", "resigns"),
            ("1/2-1/2 {Draw by repetition}", "claims"),
            ("0-1 {Black mates}", "claims"),
            ("  9 +30 72 698246 Nf3 Nf6 Nc3", r#"{"eval":30,"depth":9,"nodes":698246}"#),
            ("9. -100003 72 1", r#"{"mate":-3,"depth":9,"nodes":1}"#),
            ("0 0 0 0 ( Ng1-f3 )", r#"{"eval":0,"depth":0,"nodes":0}"#),
            ("2. ... g1f3", "other"),
            ("offer draw", "other"),
            ("# 9 30 72 1", "other"),
            ("tellics say hello", "other"),
            ("", "other"),
        ] {
            assert_eq!(said(line), expected, "{line}");
        }
    }

    #[test]
    fn only_the_last_move_can_be_refused() {
        let shown = "e7e5".to_owned();
        assert!(refuses("Illegal move: e7e5", Some(&shown)));
        assert!(refuses("Illegal move (king in check): e7e5", Some(&shown)));
        assert!(!refuses("Illegal move: sd 4", Some(&shown)));
        assert!(!refuses("Error (unknown command): e7e5", Some(&shown)));
        assert!(!refuses("Illegal move: e7e5", None));
    }
}
