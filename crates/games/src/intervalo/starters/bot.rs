//! {{protocol}}

use std::env;

fn choose(squares: &str) -> Option<usize> {
    // {{idea}}
    let free = (1..).zip(squares.bytes()).filter(|(_, square)| *square == b'.');
    free.map(|(number, _)| number).min_by_key(|number: &usize| (2 * number).abs_diff(squares.len() + 1))
}

fn main() {
    // {{question}}
    let squares = env::args().nth(1).unwrap_or_default();
    if let Some(number) = choose(&squares) {
        println!("{number}");
    }
}
