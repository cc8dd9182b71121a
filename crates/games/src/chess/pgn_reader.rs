//! Games in Portable Game Notation, read as far as openings need it: tags, and the first moves of the
//! main line. The text may come from anywhere.

use super::{Action, MOST_MOVES, Position, fen, pgn::advance, say};
use crate::openings::{BookError, MOST_OPENINGS};
use certamen_game::{Map, State, escaped};
use certamen_i18n::Message;
use cozy_chess::Board;
use serde_json::{Value, json};

/// The ends of games.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The openings that the games of `text` begin with, each with its line: the position of its tags and
/// its first moves, at most `plies`.
pub(crate) fn openings(
    text: &str,
    plies: Option<u32>,
    chess960: bool,
) -> Result<Vec<(usize, Map)>, BookError> {
    let mut words = Words { text, at: 0, line: 1, depth: 0 };
    let plies = plies.map_or(usize::MAX, |plies| plies as usize);
    let mut found = Vec::new();
    let mut game: Option<GameRead> = None;
    // One more than there may be, which is refused.
    while found.len() <= MOST_OPENINGS {
        let Some((line, word)) = words.next()? else { break };
        match word {
            Word::Tag(name, value) => {
                let game = game.get_or_insert_with(|| GameRead::at(line, chess960));
                game.tag(line, name, &value)?;
            }
            Word::Move(word) => {
                game.get_or_insert_with(|| GameRead::at(line, chess960)).play(line, word, plies)?;
            }
            Word::Result => found.extend(game.take().map(GameRead::opening)),
        }
    }
    match game {
        Some(_) => Err(BookError { line: words.line, why: say::pgn_no_end() }),
        None => Ok(found),
    }
}

/// A game that is being read.
struct GameRead {
    line: usize,
    chess960: bool,
    fen: Option<String>,
    /// Once it has a move.
    position: Option<Position>,
    moves: Vec<Value>,
}

impl GameRead {
    fn at(line: usize, chess960: bool) -> GameRead {
        GameRead { line, chess960, fen: None, position: None, moves: Vec::new() }
    }

    fn tag(&mut self, line: usize, name: &str, value: &str) -> Result<(), BookError> {
        if self.position.is_some() {
            return Err(BookError { line, why: say::pgn_no_end() });
        }
        match name {
            "FEN" => self.fen = Some(value.split_whitespace().collect::<Vec<_>>().join(" ")),
            "Variant" if !self.plays(value) => {
                return Err(BookError { line, why: say::pgn_variant(escaped(value)) });
            }
            _ => {}
        }
        Ok(())
    }

    fn plays(&self, variant: &str) -> bool {
        match variant.to_ascii_lowercase().as_str() {
            "" | "?" | "standard" | "normal" | "chess" | "from position" => true,
            "chess960" | "fischerandom" | "fischerrandom" => self.chess960,
            _ => false,
        }
    }

    fn play(&mut self, line: usize, word: &str, plies: usize) -> Result<(), BookError> {
        let refused = |why: Message| Err(BookError { line, why });
        let position = match &mut self.position {
            Some(position) => position,
            none => {
                let board = match &self.fen {
                    None => Board::startpos(),
                    Some(text) => match fen::read(text, self.chess960) {
                        Ok(board) => board,
                        Err(why) => return Err(BookError { line: self.line, why }),
                    },
                };
                none.insert(Position::start(board, self.fen.is_some(), self.chess960))
            }
        };
        // What follows the opening is no part of it.
        if self.moves.len() >= plies {
            return Ok(());
        }
        let number = self.moves.len() + 1;
        if number > MOST_MOVES {
            return refused(say::too_many_moves(MOST_MOVES));
        }
        let Ok(action @ Action::Move(_)) = position.read(position.turn(), word) else {
            return refused(say::pgn_move(number, escaped(word)));
        };
        self.moves.push(json!(action.to_string()));
        advance(position, action);
        match position.end() {
            Some(end) => refused(say::over_after_move(number, end.word())),
            None => Ok(()),
        }
    }

    fn opening(self) -> (usize, Map) {
        let fen = self.fen.map(|fen| ("fen".to_owned(), json!(fen)));
        let moves = (!self.moves.is_empty()).then(|| ("moves".to_owned(), json!(self.moves)));
        (self.line, fen.into_iter().chain(moves).collect())
    }
}

/// What a game consists of, but for numbers, comments, glyphs and variations.
enum Word<'a> {
    Tag(&'a str, String),
    Move(&'a str),
    Result,
}

/// Reads one word after the other; variations are only counted, so that no depth is too much.
struct Words<'a> {
    text: &'a str,
    at: usize,
    /// From 1.
    line: usize,
    /// How many variations are open.
    depth: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<Option<(usize, Word<'a>)>, BookError> {
        loop {
            let is_line_start = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            let rest = &self.text[self.at..];
            let Some(first) = rest.chars().next() else {
                return if self.depth == 0 { Ok(None) } else { self.refused(say::pgn_brackets()) };
            };
            let line = self.line;
            match first {
                '%' if is_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => match rest.find('}') {
                    Some(end) => self.skip(end + 1),
                    None => return self.refused(say::pgn_comment()),
                },
                '(' => {
                    self.depth += 1;
                    self.skip(1);
                }
                ')' if self.depth == 0 => return self.refused(say::pgn_brackets()),
                ')' => {
                    self.depth -= 1;
                    self.skip(1);
                }
                '[' if self.depth == 0 => return self.tag().map(|tag| Some((line, tag))),
                _ if first.is_whitespace() => self.skip(first.len_utf8()),
                _ => {
                    if let Some(word) = self.word() {
                        return Ok(Some((line, word)));
                    }
                }
            }
        }
    }

    fn refused<T>(&self, why: Message) -> Result<T, BookError> {
        Err(BookError { line: self.line, why })
    }

    fn skip(&mut self, bytes: usize) {
        let end = self.at + bytes;
        self.line += self.text[self.at..end].matches('\n').count();
        self.at = end;
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.skip(rest.find('\n').unwrap_or(rest.len()));
    }

    /// `[White "a \"b\""]`, on one line.
    fn tag(&mut self) -> Result<Word<'a>, BookError> {
        let rest = &self.text[self.at + 1..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let wrong = || BookError { line: self.line, why: say::pgn_tag() };
        let (name, value) = line.split_once('"').ok_or_else(wrong)?;
        let name = name.trim();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Err(wrong());
        }
        let mut read = String::new();
        let mut chars = value.char_indices();
        let end = loop {
            match chars.next().ok_or_else(wrong)? {
                (place, '"') => break place,
                (_, '\\') => read.push(chars.next().ok_or_else(wrong)?.1),
                (_, c) => read.push(c),
            }
        };
        let after = &value[end + 1..];
        let closing = after.find(']').filter(|place| after[..*place].trim().is_empty());
        let closing = closing.ok_or_else(wrong)?;
        let length = line.len() - after.len() + closing + 1;
        self.skip(1 + length);
        Ok(Word::Tag(name, read))
    }

    /// A move or a result; `None` for what says nothing about the moves.
    fn word(&mut self) -> Option<Word<'a>> {
        let rest = &self.text[self.at..];
        // Glyphs may follow without a blank: `e4$1`.
        let is_end = |c: char| c.is_whitespace() || "{}();[]$".contains(c);
        // A single bracket that opens nothing is a word of its own, which is no move.
        let end = rest.char_indices().find(|(at, c)| *at > 0 && is_end(*c));
        let end = end.map_or(rest.len(), |(at, _)| at);
        let word = &rest[..end];
        self.skip(end);
        if self.depth > 0 || word.starts_with('$') {
            return None;
        }
        if RESULTS.contains(&word) {
            return Some(Word::Result);
        }
        // `12.e4` and `12...e5`: castling may begin with a digit, too.
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = if bare.is_empty() || bare.starts_with('.') {
            bare.trim_start_matches('.')
        } else {
            word
        };
        let is_glyph = bare.chars().all(|c| matches!(c, '!' | '?'));
        (!is_glyph && bare != "e.p.").then_some(Word::Move(bare))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::End;
    use certamen_game::Language;
    use certamen_i18n::Localize;
    use proptest::prelude::*;

    fn read(text: &str, plies: Option<u32>) -> Vec<Value> {
        let found = openings(text, plies, false);
        let found = found.unwrap_or_else(|error| panic!("{}: {}", error.line, english(&error)));
        found.into_iter().map(|(_, options)| Value::Object(options)).collect()
    }

    fn english(error: &BookError) -> String {
        error.why.get(Language::En)
    }

    #[test]
    fn games_are_read_with_comments_variations_and_glyphs() {
        let text = "% a remark\n[Event \"x \\\"]\\\" y\"]\n[Result \"*\"]\n\n\
            1. e4 {a [b] (c} 1... e5 $1 (1... c5 2. Nf3 (2. c3)) 2.Nf3! ; the rest\n\
            Nc6 3 . Bc4?! ! Nf6 4. 0-0$4 *\n\n[Event \"second\"]\n1. d4 1/2-1/2 1. c4 e5 1-0\n";
        let all = read(text, None);
        let first = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"];
        let expected = [
            json!({ "moves": first }),
            json!({ "moves": ["d2d4"] }),
            json!({ "moves": ["c2c4", "e7e5"] }),
        ];
        assert_eq!(all, expected);
        let short = read(text, Some(2));
        assert_eq!(short[0], json!({ "moves": ["e2e4", "e7e5"] }));
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7";
        let placed = read(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n7... Kd8 8. e4 *"), None);
        assert_eq!(placed, [json!({ "fen": fen, "moves": ["e8d8", "e2e4"] })]);
        assert_eq!(read(&format!("[FEN \"{fen}\"] *"), None), [json!({ "fen": fen })]);
        assert_eq!(read("", None), [] as [Value; 0]);
    }

    #[test]
    fn damage_is_found_with_its_line() {
        for (text, line, why) in [
            ("1. e4 e5 *\n\n1. e4 e9 *", 3, say::pgn_move(2, "e9")),
            ("\n1. e4 resign *", 2, say::pgn_move(2, "resign")),
            ("1. e4 -- *", 1, say::pgn_move(2, "--")),
            ("1. e4 ] *", 1, say::pgn_move(2, "]")),
            ("\n[White \"a]\n", 2, say::pgn_tag()),
            ("[White a]\n", 1, say::pgn_tag()),
            ("[\"a\"]", 1, say::pgn_tag()),
            ("1. e4 {open\n\n", 1, say::pgn_comment()),
            ("1. e4 (1. d4\n", 2, say::pgn_brackets()),
            ("1. e4\n) *", 2, say::pgn_brackets()),
            ("1. e4 e5\n\n[White \"a\"]\n", 3, say::pgn_no_end()),
            ("1. e4 e5\n", 2, say::pgn_no_end()),
            ("[Variant \"Atomic\"]\n", 1, say::pgn_variant("Atomic")),
            ("[Variant \"Chess960\"]\n", 1, say::pgn_variant("Chess960")),
            ("1. f3 e5 2. g4\nQh4# 0-1", 2, say::over_after_move(4, End::Checkmate.word())),
            ("[FEN \"x\"]\n1. e4 *", 1, say::fen_fields()),
        ] {
            let error = openings(text, None, false).expect_err(text);
            assert_eq!((error.line, english(&error)), (line, why.get(Language::En)), "{text}");
        }
        // Beyond the opening only the form counts.
        assert_eq!(read("1. e4 e9 *", Some(1)), [json!({ "moves": ["e2e4"] })]);
    }

    proptest! {
        #[test]
        fn no_text_causes_a_panic(text in any::<String>(), words in "[\\[\\]{}()\"a-h1-8 .$;%\n*-]*") {
            for text in [text, words] {
                if let Err(error) = openings(&text, None, true) {
                    prop_assert!(!error.why.message().get(Language::En).is_empty());
                }
            }
        }
    }
}
