//! {{protocol}}

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

fn pieces(fen: &str) -> HashMap<String, char> {
    let mut found = HashMap::new();
    let rows = fen.split(' ').next().unwrap_or("").split('/');
    for (row, text) in ('1'..='8').rev().zip(rows) {
        let mut file = b'a';
        for letter in text.chars() {
            match letter.to_digit(9) {
                Some(empty) => file += empty as u8,
                None => {
                    found.insert(format!("{}{row}", char::from(file)), letter);
                    file += 1;
                }
            }
        }
    }
    found
}

fn worth(piece: char) -> i32 {
    match piece.to_ascii_lowercase() {
        'p' => 1,
        'n' | 'b' => 3,
        'r' => 5,
        'q' => 9,
        _ => 0,
    }
}

fn choose<'a>(fen: &str, moves: &'a str) -> &'a str {
    let there = pieces(fen);
    // {{idea}}
    let value = |own: &&str| {
        let taken = own.get(2..4).and_then(|square| there.get(square));
        taken.map_or(0, |piece| worth(*piece)) + if own.ends_with('q') { 8 } else { 0 }
    };
    moves.split_whitespace().max_by_key(value).unwrap_or("")
}

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lock().lines();
    while let Some(fen) = lines.next().transpose()? {
        // {{farewell}}
        if fen.trim() == "fin" {
            break;
        }
        // {{question}}
        let Some(moves) = lines.next().transpose()? else { break };
        // {{flush}}
        println!("{}", choose(&fen, &moves));
        io::stdout().flush()?;
    }
    Ok(())
}
