//! {{protocol}}

use std::io::{self, BufRead, Write};

fn choose(choices: &str) -> char {
    // {{idea}}
    let count = |option: char| choices.chars().filter(|other| *other == option).count();
    ['A', 'B', 'C'].into_iter().min_by_key(|option| count(*option)).unwrap_or('A')
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        // {{farewell}}
        if line.trim() == "fin" {
            break;
        }
        // {{question}}
        let choices = line.split_whitespace().nth(4).unwrap_or("-");
        // {{flush}}
        println!("{}", choose(choices));
        io::stdout().flush()?;
    }
    Ok(())
}
