//! Files of openings: EPD and PGN for chess, and JSON Lines of options for any game.
//!
//! Each opening becomes options of a match, and each is tried: none of them is found to be impossible
//! in the middle of a contest.

use crate::chess::{GAME as CHESS, pgn_reader};
use certamen_game::{DynGame, Game, Map, OptionsError, Rng};
use certamen_i18n::{Localize, Message};
use serde_json::{Value, json};

mod say {
    certamen_i18n::texts!("locales/openings");
}

/// The most openings of a file.
pub const MOST_OPENINGS: usize = 100_000;

/// How openings are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookForm {
    /// Extended Position Description: a position a line, with six fields or with four and operations.
    Epd,
    /// Portable Game Notation.
    Pgn,
    /// An object of options a line.
    JsonLines,
}

impl BookForm {
    /// The form that the ending of a file name stands for.
    pub fn of(path: &str) -> Option<BookForm> {
        let (_, ending) = path.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "epd" => Some(BookForm::Epd),
            "pgn" => Some(BookForm::Pgn),
            "jsonl" => Some(BookForm::JsonLines),
            _ => None,
        }
    }
}

/// What is wrong with a file of openings.
#[derive(Clone, PartialEq, Debug)]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    pub why: Message,
}

/// What openings are read for.
#[derive(Clone, Copy)]
pub struct BookUse<'a> {
    pub game: &'a dyn DynGame,
    /// The options that all matches have.
    pub options: &'a Map,
    /// How many sit at a table; a number that the game does not have counts as the nearest one.
    pub seats: usize,
    pub form: BookForm,
    /// The most moves that are taken from a game in PGN; all of them if absent.
    pub plies: Option<u32>,
}

/// The options of a match with this opening.
pub fn with_opening(options: &Map, opening: &Map) -> Map {
    let mut all = options.clone();
    all.extend(opening.iter().map(|(key, value)| (key.clone(), value.clone())));
    all
}

/// Reads the openings in `text`, in order.
pub fn read(used: &BookUse<'_>, text: &str) -> Result<Vec<Map>, BookError> {
    let chess960 = used.options.get("chess960").is_some_and(|value| *value == json!(true));
    if used.form != BookForm::JsonLines && used.game.info().slug != CHESS.info().slug {
        return Err(BookError { line: 1, why: say::chess_only() });
    }
    let found = match used.form {
        BookForm::Pgn => pgn_reader::openings(text, used.plies, chess960)?,
        BookForm::Epd => lines(text).take(MOST_OPENINGS + 1).map(epd).collect(),
        BookForm::JsonLines => {
            lines(text).take(MOST_OPENINGS + 1).map(json_line).collect::<Result<_, _>>()?
        }
    };
    if let Some((line, _)) = found.get(MOST_OPENINGS) {
        return Err(BookError { line: *line, why: say::too_many_openings(MOST_OPENINGS) });
    }
    if found.is_empty() {
        return Err(BookError { line: 1, why: say::no_openings() });
    }
    for (line, opening) in &found {
        check(used, opening).map_err(|why| BookError { line: *line, why })?;
    }
    Ok(found.into_iter().map(|(_, opening)| opening).collect())
}

/// The lines with their numbers, without empty ones and remarks.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn json_line((line, text): (usize, &str)) -> Result<(usize, Map), BookError> {
    match serde_json::from_str(text) {
        Ok(Value::Object(options)) => Ok((line, options)),
        _ => Err(BookError { line, why: say::no_object() }),
    }
}

/// The position of a line; what is no position is refused by the option `fen`. Of the operations only
/// the counters matter.
fn epd((line, text): (usize, &str)) -> (usize, Map) {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (fen, rest) = fields.split_at(fields.len().min(4));
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let counters = match rest {
        [half, full, ..] if is_number(half) && is_number(full) => format!(" {half} {full}"),
        operations => {
            let operations = operations.join(" ");
            let operand = |name: &str| {
                let mut operations = operations.split(';').map(str::trim);
                operations.find_map(|it| it.strip_prefix(name)?.strip_prefix(' '))
            };
            match (operand("hmvc"), operand("fmvn")) {
                (None, None) => String::new(),
                (half, full) => format!(" {} {}", half.unwrap_or("0"), full.unwrap_or("1")),
            }
        }
    };
    let fen = json!(format!("{}{counters}", fen.join(" ")));
    (line, [("fen".to_owned(), fen)].into_iter().collect())
}

/// Whether a match can begin with an opening.
fn check(used: &BookUse<'_>, opening: &Map) -> Result<(), Message> {
    if let Some(key) = opening.keys().find(|key| used.options.contains_key(*key)) {
        return Err(say::option_twice(key));
    }
    let possible = used.game.info().seats;
    let seats = u8::try_from(used.seats).unwrap_or(u8::MAX);
    let seats = seats.clamp(*possible.start(), *possible.end());
    let options = with_opening(used.options, opening);
    let start = used.game.new_initial_state(&options, seats, &mut Rng::of_turn(0, 0));
    match start.map_err(|error: OptionsError| error.message())?.outcome() {
        Some(_) => Err(say::finished()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;
    use certamen_game::Language;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn read_as(game: &str, form: BookForm, options: Value, text: &str) -> Result<Value, String> {
        let Value::Object(options) = options else { panic!("options are an object") };
        let game = find(game).unwrap();
        let used = BookUse { game, options: &options, seats: 2, form, plies: Some(2) };
        let said = |error: BookError| format!("{}: {}", error.line, error.why.get(Language::En));
        read(&used, text).map(|found| json!(found)).map_err(said)
    }

    fn chess(form: BookForm, text: &str) -> Result<Value, String> {
        read_as("chess", form, json!({}), text)
    }

    #[test]
    fn positions_are_read_with_counters_in_both_ways() {
        let text = format!(
            "{START}\n\n# a remark\n{START} 3 9\n  {START} id \"x; y\"; fmvn 7; hmvc 2;\r\n{START} bm e4;"
        );
        let expected = json!([
            { "fen": START },
            { "fen": format!("{START} 3 9") },
            { "fen": format!("{START} 2 7") },
            { "fen": START },
        ]);
        assert_eq!(chess(BookForm::Epd, &text), Ok(expected));
    }

    #[test]
    fn a_large_book_is_read_in_time_that_grows_with_its_length() {
        let text = "1. e4 e5 *\n".repeat(MOST_OPENINGS + 1);
        let begun = std::time::Instant::now();
        let refused = chess(BookForm::Pgn, &text).unwrap_err();
        assert!(refused.starts_with("100001: "), "{refused}");
        let all = chess(BookForm::Pgn, &"1. e4 e5 *\n".repeat(2_000)).unwrap();
        assert_eq!(all.as_array().unwrap().len(), 2_000);
        assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    }

    #[test]
    fn games_give_their_first_moves() {
        let expected = json!([{ "moves": ["e2e4", "e7e5"] }]);
        assert_eq!(chess(BookForm::Pgn, "1. e4 e5 2. Nf3 *"), Ok(expected));
    }

    #[test]
    fn options_of_any_game_are_read() {
        let text = "{\"points\": 20}\n\n{\"points\": 30}\n";
        let expected = json!([{ "points": 20 }, { "points": 30 }]);
        assert_eq!(read_as("footsteps", BookForm::JsonLines, json!({}), text), Ok(expected));
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_line() {
        let (epd, pgn, json) = (BookForm::Epd, BookForm::Pgn, BookForm::JsonLines);
        let refused = |form, text: &str, line: usize, part: &str| {
            let error = chess(form, text).unwrap_err();
            assert!(error.starts_with(&format!("{line}: ")) && error.contains(part), "{error}");
        };
        refused(epd, &format!("{START}\nrnbqkbnr/pppp w KQkq -\n{START}"), 2, "fen");
        refused(epd, "\n8/8/8/8/8/8/8/K1k5 w - - hmvc", 2, "fen");
        refused(epd, "x", 1, "fen");
        refused(epd, &format!("{START} hmvc 101;"), 1, "counters");
        // Mate, and kings alone.
        refused(epd, "7k/6Q1/6K1/8/8/8/8/8 b - -", 1, "checkmate");
        refused(epd, "\n7k/8/6K1/8/8/8/8/8 b - -", 2, "insufficient");
        refused(epd, "", 1, &say::no_openings().get(Language::En));
        refused(pgn, "1. e4 *\n1. e5 *", 2, "`e5`");
        refused(json, "{}\n{\"moves\":[\"e2e5\"]}", 2, "moves");
        refused(json, "{}\n{\"moves\":", 2, &say::no_object().get(Language::En));
        refused(json, "[]", 1, &say::no_object().get(Language::En));
        refused(json, "{\"plies\": 3}", 1, "plies");
        let both = read_as("chess", epd, json!({ "fen": START }), START).unwrap_err();
        assert!(both.contains("`fen`"), "{both}");
        let other = read_as("go", epd, json!({}), START).unwrap_err();
        assert_eq!(other, format!("1: {}", say::chess_only().get(Language::En)));
        let many = "{}\n".repeat(MOST_OPENINGS + 1);
        refused(json, &many, MOST_OPENINGS + 1, "more than");
    }

    #[test]
    fn the_ending_of_a_file_says_what_it_is() {
        assert_eq!(BookForm::of("a/b.EPD"), Some(BookForm::Epd));
        assert_eq!(BookForm::of("x.y.pgn"), Some(BookForm::Pgn));
        assert_eq!(BookForm::of("x.jsonl"), Some(BookForm::JsonLines));
        assert_eq!((BookForm::of("epd"), BookForm::of("x.bin")), (None, None));
    }
}
