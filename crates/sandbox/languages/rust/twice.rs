//! A line of input, twice, and the argument behind.

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let line = line.trim_end();
    println!("{line}{line}{}", std::env::args().nth(1).unwrap_or_default());
}
