//! vigia: pays more the nearer the token is to either end.
//!
//! A watchman: its points are shared among the steps to the nearer end and one more turn, so that
//! both the danger and the chance make it generous.

use std::io::{self, BufRead, Write};

/// A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value.
fn option(key: &str, usual: u64) -> u64 {
    let options = std::env::var("CERTAMEN_OPTIONS").unwrap_or_default();
    let Some((_, rest)) = options.split_once(&format!("\"{key}\"")) else { return usual };
    let rest = rest.trim_start_matches([' ', '\t', ':']);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().unwrap_or(usual)
}

/// The bid with so many points, the rival having `rival`.
fn choose(own: u64, rival: u64, need: u64, threat: u64) -> u64 {
    let share = own / (1 + need.min(threat));
    // Never more than certainly wins the turn.
    share.max(1).min(rival + 1).min(own)
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
