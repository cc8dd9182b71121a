//! contable: one point more than the rival can afford for each step he needs.
//!
//! An accountant: whoever spreads his points evenly over the way home is outbid by the smallest
//! margin, every turn. As the rival spends, the price falls.

use std::io::{self, BufRead, Write};

/// A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value.
fn option(key: &str, usual: u64) -> u64 {
    let options = std::env::var("CERTAMEN_OPTIONS").unwrap_or_default();
    let Some((_, rest)) = options.split_once(&format!("\"{key}\"")) else { return usual };
    let rest = rest.trim_start_matches([' ', '\t', ':']);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().unwrap_or(usual)
}

/// The bid with so many points, the rival having `rival` points and `threat` steps to go.
fn choose(own: u64, rival: u64, need: u64, threat: u64) -> u64 {
    // At his last step every point of his is for it; half of them is a compromise.
    let affordable = if threat == 1 { rival / 2 } else { rival / threat.max(1) };
    // One step from home with more points than he has, nothing can go wrong.
    let wish = if need == 1 && own > rival { rival + 1 } else { affordable + 1 };
    wish.min(own)
}

fn main() -> io::Result<()> {
    let (reach, points) = (option("squares", 7) / 2, option("points", 50));
    let (mut own, mut rival, mut need, mut threat) = (points, points, reach, reach);
    let mut lines = io::stdin().lock().lines();
    loop {
        let bid = choose(own, rival, need, threat);
        println!("{bid}");
        io::stdout().flush()?;
        // `fin`, or nobody there any more.
        let Some(Ok(line)) = lines.next() else { return Ok(()) };
        let Ok(answer) = line.trim().parse::<u64>() else { return Ok(()) };
        own -= bid;
        rival = rival.saturating_sub(answer);
        if bid > answer {
            (need, threat) = (need.saturating_sub(1), threat + 1);
        } else if bid < answer {
            (need, threat) = (need + 1, threat.saturating_sub(1));
        }
    }
}
