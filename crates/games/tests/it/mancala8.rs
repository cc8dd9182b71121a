//! Mancala8 against the recorded games and searches, and against its announcement.

mod facts;
mod properties;
mod protocol;
mod recorded_games;
mod recorded_searches;
mod transcripts;

use flate2::read::GzDecoder;
use game::{Game, Luck, OptionsError, house::Arguments, house::HousePlayer};
use games::mancala8::{GAME, Options, Position};
use std::io::Read;

/// The start that these options give.
fn start(options: &Options) -> Result<Position, OptionsError> {
    GAME.new_initial_state(options, 2, &mut Luck::of_turn(0, 0))
}

/// The start of a match on this board.
fn start_at(board: [[u8; 7]; 2], turn: u8) -> Position {
    start(&Options { board, turn, ..Options::default() }).expect("a lawful start")
}

/// One of the game's own house players.
fn house_player(name: &str, arguments: &[(&str, &str)]) -> Box<dyn HousePlayer<Position>> {
    let arguments: Arguments =
        arguments.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    GAME.house_player(name, &arguments).expect("a house player")
}

/// The lines of a compressed file of recorded data.
fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).expect("recorded data");
    text
}
