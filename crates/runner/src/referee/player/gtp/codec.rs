//! Commands and responses of the Go Text Protocol, version 2, as bytes.

use certamen_game::{Channel, Failure, Fault};
use std::time::Instant;

/// The default maximum length of a response, in bytes.
pub(super) const LONGEST: usize = 64 << 10;

/// How an engine took a command.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum GtpResponse {
    /// `=`: done, with this result.
    Done(String),
    /// `?`: not done, for this reason.
    Refused(String),
    /// Something that is no response to this command: the line.
    Junk(String),
}

/// The talk with one engine: commands are numbered, and responses must bear their numbers.
pub(super) struct Codec<C> {
    pub(super) channel: C,
    number: u32,
    most: usize,
}

impl<C: Channel> Codec<C> {
    /// A talk over `channel` with responses of at most `most` bytes.
    pub(super) fn new(channel: C, most: usize) -> Codec<C> {
        Codec { channel, number: 0, most }
    }

    /// Sends a command and reads its response.
    pub(super) fn ask(&mut self, command: &str, deadline: Instant) -> Result<GtpResponse, Failure> {
        self.tell(command, deadline)?;
        self.listen(deadline)
    }

    /// Sends a command without waiting for its response.
    pub(super) fn tell(&mut self, command: &str, deadline: Instant) -> Result<(), Failure> {
        self.number += 1;
        self.channel.send(format!("{} {command}", self.number).as_bytes(), deadline)
    }

    /// Sends the last command.
    pub(super) fn bid_farewell(&mut self, command: &str) {
        self.number += 1;
        self.channel.bid_farewell(format!("{} {command}", self.number).as_bytes());
    }

    fn listen(&mut self, deadline: Instant) -> Result<GtpResponse, Failure> {
        let mut heard = 0;
        // Blank lines before a response are leftovers of the one before.
        let first = loop {
            let line = self.line(&mut heard, deadline)?;
            if !line.trim().is_empty() {
                break line;
            }
        };
        let Some((done, mut text)) = head(&first, self.number) else {
            return Ok(GtpResponse::Junk(first));
        };
        // "All responses end with two consecutive newlines."
        loop {
            let line = self.line(&mut heard, deadline)?;
            if line.is_empty() {
                return Ok(if done { GtpResponse::Done(text) } else { GtpResponse::Refused(text) });
            }
            text.push('\n');
            text.push_str(&line);
        }
    }

    /// The next relevant line; `heard` adds up the bytes received.
    fn line(&mut self, heard: &mut usize, deadline: Instant) -> Result<String, Failure> {
        let mut line = Vec::new();
        self.channel.receive(&mut line, deadline)?;
        *heard += line.len() + 1;
        if *heard > self.most {
            return Err(Failure::Fault(Fault::Output));
        }
        Ok(plain(&line))
    }
}

/// A line without what does not count: control characters are dropped, a tab is a blank.
fn plain(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let counting = line.chars().filter(|c| *c == '\t' || !c.is_ascii_control());
    counting.map(|c| if c == '\t' { ' ' } else { c }).collect()
}

/// Whether a response to command `number` says that it is done, and the start of its text; nothing
/// if the line starts no such response.
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
    fn heard<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<GtpResponse, Failure> {
        Codec::new(ScriptedChannel::saying(lines), 40).ask("genmove b", Instant::now())
    }

    fn done(text: &str) -> GtpResponse {
        GtpResponse::Done(text.to_owned())
    }

    #[test]
    fn a_response_is_a_sign_a_number_and_a_text_up_to_a_blank_line() {
        assert_eq!(heard(["=1 D4", ""]), Ok(done("D4")));
        assert_eq!(heard(["=1", ""]), Ok(done("")));
        assert_eq!(heard(["=1 ", ""]), Ok(done("")));
        assert_eq!(heard(["=1 one", "two", " ", ""]), Ok(done("one\ntwo\n ")));
        let refused = Ok(GtpResponse::Refused("illegal move".to_owned()));
        assert_eq!(heard(["?1 illegal move", ""]), refused);
    }

    #[test]
    fn control_characters_and_blanks_do_not_count() {
        assert_eq!(heard(["\r", "", "=1\tD4\r", "\r"]), Ok(done("D4")));
        assert_eq!(heard(["\u{7}=1   D\u{0}4  ", "\u{1}"]), Ok(done("D4")));
    }

    #[test]
    fn what_bears_another_number_or_no_sign_is_no_response() {
        for line in
            ["D4", "= D4", "=2 D4", "=12 D4", "=1D4", "=01 D4", "? 1 D4", " =1 D4", "# x", "é"]
        {
            assert_eq!(heard([line, ""]), Ok(GtpResponse::Junk(line.to_owned())), "{line}");
        }
    }

    #[test]
    fn floods_are_too_much_output() {
        let flood = Err(Failure::Fault(Fault::Output));
        assert_eq!(heard(["=1 D4"; 50]), flood);
        assert_eq!(heard([""; 50]), flood);
        assert_eq!(heard([&*"x".repeat(41)]), flood);
    }

    #[test]
    fn commands_are_counted() {
        let engine = ScriptedChannel::saying(["=1", "", "=2", ""]);
        let mut codec = Codec::new(engine.clone(), LONGEST);
        for _ in 0..2 {
            assert_eq!(codec.ask("name", Instant::now()), Ok(done("")));
        }
        assert_eq!(engine.heard(), ["1 name", "2 name"]);
    }
}
