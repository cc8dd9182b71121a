//! Prints the draws of `certamen_game.rs` for each key of the command line, in the form of
//! `rng_vectors.json`.

mod certamen_game;

use certamen_game::Rng;

fn quoted(count: usize, mut draw: impl FnMut() -> u64) -> String {
    let drawn: Vec<String> = (0..count).map(|_| format!("\"{}\"", draw())).collect();
    drawn.join(",")
}

fn plain(items: &[u8]) -> String {
    items.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

fn line(key: &str) -> String {
    let fresh = || Rng::new(key);
    let ten: Vec<u8> = (0..10).collect();
    let (mut raw, mut thousand, mut one, mut half) = (fresh(), fresh(), fresh(), fresh());
    let mut shuffled = ten.clone();
    fresh().shuffle(&mut shuffled);
    format!(
        "{{\"key\":\"{key}\",\"next_u64\":[{}],\"below_1000\":[{}],\"below_1\":[{}],\
         \"below_2^63+1\":[{}],\"choice_of_abc\":\"{}\",\"shuffle_10\":[{}],\
         \"sample_4_of_10\":[{}]}}",
        quoted(40, || raw.next_u64()),
        quoted(6, || thousand.below(1000)),
        quoted(3, || one.below(1)),
        quoted(20, || half.below((1 << 63) + 1)),
        fresh().choice(&["a", "b", "c"]),
        plain(&shuffled),
        plain(&fresh().sample(&ten, 4)),
    )
}

fn main() {
    let lines: Vec<String> = std::env::args().skip(1).map(|key| line(&key)).collect();
    println!("[\n{}\n]", lines.join(",\n"));
}
