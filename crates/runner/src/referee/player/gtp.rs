//! An engine of the Go Text Protocol, version 2, that runs for a whole match.
//!
//! It knows commands and responses; what a move means is defined by the game's
//! [`GtpBoard`].

use super::dialogue::{Engine, NoMove, answer};
use crate::referee::say;
use certamen_game::gtp::{GtpBoard, GtpMove};
use certamen_game::{Budget, Channel, Failure, Fault, Player, Reply, Turn, View, Void, escaped};
use std::time::{Duration, Instant};

/// An engine behind a channel.
pub struct GtpPlayer<C> {
    engine: Codec<C>,
    /// Whether the game's settings were sent.
    greeted: bool,
    /// How many turns its board has seen.
    seen: usize,
    /// Its own move after those, in the game's notation.
    own: Option<String>,
}

impl<C: Channel> GtpPlayer<C> {
    /// The engine behind `channel`.
    pub fn new(channel: C) -> GtpPlayer<C> {
        let engine = Codec::new(channel, LONGEST);
        GtpPlayer { engine, greeted: false, seen: 0, own: None }
    }

    fn greet(
        &mut self,
        view: &View<'_>,
        board: &dyn GtpBoard,
        deadline: Instant,
    ) -> Result<(), NoMove> {
        if self.greeted {
            return Ok(());
        }
        self.greeted = true;
        let size = board.size();
        self.must(&format!("boardsize {size}"), deadline)?;
        self.must("clear_board", deadline)?;
        // An engine may not support komi: the result is decided by the rules.
        self.may(&format!("komi {}", board.komi()), deadline)?;
        let seconds = view.table.conditions.move_ms / 1000;
        if seconds > 0 && self.knows("time_settings", deadline)? {
            // No main time, and one stone for each period of this many seconds.
            self.may(&format!("time_settings 0 {seconds} 1"), deadline)?;
        }
        Ok(())
    }

    /// Sends the moves that it has not seen; whether it accepted them.
    fn catch_up(
        &mut self,
        view: &View<'_>,
        board: &dyn GtpBoard,
        deadline: Instant,
    ) -> Result<bool, NoMove> {
        let unseen: Vec<&Turn> = view.turns.iter().skip(self.seen).collect();
        for turn in unseen {
            for entry in &turn.moves {
                let Some(action) = entry.action.as_deref() else { return Ok(false) };
                // Its own move is on its board already, unless another one was played instead.
                if entry.seat == view.seat
                    && let Some(own) = self.own.take()
                {
                    if own == action {
                        continue;
                    }
                    return Ok(false);
                }
                let Some(play) = board.play(action) else { return Ok(false) };
                let colour = board.colour(entry.seat);
                if !self.may(&format!("play {colour} {play}"), deadline)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Sets up the stones one by one, after a refused move such as taking back a ko.
    fn rebuild(&mut self, board: &dyn GtpBoard, deadline: Instant) -> Result<(), NoMove> {
        self.must("clear_board", deadline)?;
        for (colour, vertex) in board.stones() {
            self.must(&format!("play {colour} {vertex}"), deadline)?;
        }
        Ok(())
    }

    /// A command that the engine must accept.
    fn must(&mut self, command: &str, deadline: Instant) -> Result<(), NoMove> {
        match self.engine.ask(command, deadline)? {
            GtpResponse::Done(_) => Ok(()),
            GtpResponse::Refused(reason) => {
                let reason = say::engine_refuses(command, escaped(&reason));
                Err(Failure::Void(Void::Ours(reason)).into())
            }
            GtpResponse::Junk(line) => Err(NoMove::Text(line)),
        }
    }

    /// A command that may be refused; whether it was done.
    fn may(&mut self, command: &str, deadline: Instant) -> Result<bool, NoMove> {
        match self.engine.ask(command, deadline)? {
            GtpResponse::Done(_) => Ok(true),
            GtpResponse::Refused(_) => Ok(false),
            GtpResponse::Junk(line) => Err(NoMove::Text(line)),
        }
    }

    fn knows(&mut self, command: &str, deadline: Instant) -> Result<bool, NoMove> {
        match self.engine.ask(&format!("known_command {command}"), deadline)? {
            GtpResponse::Done(answer) => Ok(answer.eq_ignore_ascii_case("true")),
            GtpResponse::Refused(_) => Ok(false),
            GtpResponse::Junk(line) => Err(NoMove::Text(line)),
        }
    }
}

impl<C: Channel> Engine for GtpPlayer<C> {
    type Channel = C;

    fn channel(&mut self) -> &mut C {
        &mut self.engine.channel
    }

    fn is_set_up(&self) -> bool {
        self.greeted
    }

    fn generate(&mut self, view: &View<'_>, deadline: Instant) -> Result<String, NoMove> {
        let Some(board) = view.state.gtp() else {
            return Err(say::no_gtp_game(&view.table.game).into());
        };
        self.greet(view, board, deadline)?;
        if !self.catch_up(view, board, deadline)? {
            self.rebuild(board, deadline)?;
        }
        self.seen = view.turns.len();
        self.own = None;
        let genmove = format!("genmove {}", board.colour(view.seat));
        let text = match self.engine.ask(&genmove, deadline)? {
            GtpResponse::Done(word) => match word.parse::<GtpMove>() {
                Ok(play) => {
                    let action = board.action(play);
                    self.own = Some(action.clone());
                    return Ok(action);
                }
                Err(_) => format!("= {word}"),
            },
            GtpResponse::Refused(reason) => format!("? {reason}"),
            GtpResponse::Junk(line) => line,
        };
        Err(NoMove::Text(text))
    }
}

impl<C: Channel> Player for GtpPlayer<C> {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        answer(self, view, budget)
    }

    fn asleep(&self) -> Duration {
        self.engine.channel.asleep()
    }

    fn finish(&mut self, _view: &View<'_>) {
        if self.greeted {
            self.engine.send_end_message("quit");
        }
    }
}

/// The default maximum length of a response, in bytes.
const LONGEST: usize = 64 << 10;

#[derive(PartialEq, Eq, Debug)]
enum GtpResponse {
    Done(String),
    Refused(String),
    /// A line that is not a response to this command.
    Junk(String),
}

/// The dialogue with one engine: commands are numbered, and responses must bear their numbers.
struct Codec<C> {
    channel: C,
    number: u32,
    most: usize,
}

impl<C: Channel> Codec<C> {
    fn new(channel: C, most: usize) -> Codec<C> {
        Codec { channel, number: 0, most }
    }

    fn numbered(&mut self, command: &str) -> Vec<u8> {
        self.number += 1;
        format!("{} {command}", self.number).into_bytes()
    }

    fn send_end_message(&mut self, command: &str) {
        let line = self.numbered(command);
        self.channel.send_end_message(&line);
    }

    fn ask(&mut self, command: &str, deadline: Instant) -> Result<GtpResponse, Failure> {
        let line = self.numbered(command);
        self.channel.send(&line, deadline)?;
        let mut received = 0;
        // Blank lines before a response belong to the previous one.
        let first = loop {
            let line = self.line(&mut received, deadline)?;
            if !line.trim().is_empty() {
                break line;
            }
        };
        let Some((done, mut text)) = head(&first, self.number) else {
            return Ok(GtpResponse::Junk(first));
        };
        // "All responses end with two consecutive newlines."
        loop {
            let line = self.line(&mut received, deadline)?;
            if line.is_empty() {
                return Ok(if done { GtpResponse::Done(text) } else { GtpResponse::Refused(text) });
            }
            text.push('\n');
            text.push_str(&line);
        }
    }

    /// The next relevant line; `received` counts the bytes.
    fn line(&mut self, received: &mut usize, deadline: Instant) -> Result<String, Failure> {
        let mut line = Vec::new();
        self.channel.receive(&mut line, deadline)?;
        *received += line.len() + 1;
        if *received > self.most {
            return Err(Failure::Fault(Fault::Output));
        }
        Ok(plain(&line))
    }
}

fn plain(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let visible = line.chars().filter(|c| *c == '\t' || !c.is_ascii_control());
    visible.map(|c| if c == '\t' { ' ' } else { c }).collect()
}

/// Whether the response to command `number` begins with `=`, and its text.
fn head(line: &str, number: u32) -> Option<(bool, String)> {
    let (done, rest) = match line.split_at_checked(1)? {
        ("=", rest) => (true, rest),
        ("?", rest) => (false, rest),
        _ => return None,
    };
    let text = rest.strip_prefix(&number.to_string())?;
    // `=12` is no response to command 1.
    (text.is_empty() || text.starts_with(' ')).then(|| (done, text.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::player::scripted::ScriptedChannel;

    /// What the first command gets if the engine says these lines.
    fn response<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<GtpResponse, Failure> {
        Codec::new(ScriptedChannel::with_answers(lines), 40).ask("genmove b", Instant::now())
    }

    fn done(text: &str) -> GtpResponse {
        GtpResponse::Done(text.to_owned())
    }

    #[test]
    fn a_response_is_a_sign_a_number_and_a_text_up_to_a_blank_line() {
        assert_eq!(response(["=1 D4", ""]), Ok(done("D4")));
        assert_eq!(response(["=1", ""]), Ok(done("")));
        assert_eq!(response(["=1 ", ""]), Ok(done("")));
        assert_eq!(response(["=1 one", "two", " ", ""]), Ok(done("one\ntwo\n ")));
        let refused = Ok(GtpResponse::Refused("illegal move".to_owned()));
        assert_eq!(response(["?1 illegal move", ""]), refused);
    }

    #[test]
    fn control_characters_and_blanks_do_not_count() {
        assert_eq!(response(["\r", "", "=1\tD4\r", "\r"]), Ok(done("D4")));
        assert_eq!(response(["\u{7}=1   D\u{0}4  ", "\u{1}"]), Ok(done("D4")));
    }

    #[test]
    fn what_bears_another_number_or_no_sign_is_no_response() {
        for line in
            ["D4", "= D4", "=2 D4", "=12 D4", "=1D4", "=01 D4", "? 1 D4", " =1 D4", "# x", "é"]
        {
            assert_eq!(response([line, ""]), Ok(GtpResponse::Junk(line.to_owned())), "{line}");
        }
    }

    #[test]
    fn floods_are_too_much_output() {
        let flood = Err(Failure::Fault(Fault::Output));
        assert_eq!(response(["=1 D4"; 50]), flood);
        assert_eq!(response([""; 50]), flood);
        assert_eq!(response([&*"x".repeat(41)]), flood);
    }

    #[test]
    fn commands_are_counted() {
        let engine = ScriptedChannel::with_answers(["=1", "", "=2", ""]);
        let mut codec = Codec::new(engine.clone(), LONGEST);
        for _ in 0..2 {
            assert_eq!(codec.ask("name", Instant::now()), Ok(done("")));
        }
        assert_eq!(engine.received(), ["1 name", "2 name"]);
    }
}
