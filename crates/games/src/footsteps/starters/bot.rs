//! {{protocol}}

use std::{
    env,
    io::{self, Write},
};

fn choose(points: u64, _rival_points: u64, steps: u64) -> u64 {
    // {{idea}}
    if points == 0 {
        return 0;
    }
    (points / steps).max(1)
}

// {{options}}
fn option(name: &str, usual: u64) -> u64 {
    let options = env::var("CERTAMEN_OPTIONS").unwrap_or_default();
    let key = format!("\"{name}\":");
    let Some((_, rest)) = options.split_once(&key) else { return usual };
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(usual)
}

fn main() -> io::Result<()> {
    let mut points = option("points", 50);
    let mut rival_points = points;
    // {{steps}}
    let mut steps = option("squares", 7) / 2;
    let mut line = String::new();

    loop {
        let bid = choose(points, rival_points, steps);
        println!("{bid}");
        // {{flush}}
        io::stdout().flush()?;
        // {{farewell}}
        line.clear();
        io::stdin().read_line(&mut line)?;
        let Ok(rival_bid) = line.trim().parse::<u64>() else { return Ok(()) };
        points -= bid;
        rival_points -= rival_bid;
        if bid > rival_bid {
            steps -= 1;
        }
        if bid < rival_bid {
            steps += 1;
        }
    }
}
