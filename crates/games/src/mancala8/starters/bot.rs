//! {{protocol}}

use std::io::{self, BufRead, Write};

fn choose(holes: &[u32], _kalaha: u32, _rival_holes: &[u32], _rival_kalaha: u32, _slots: u32) -> usize {
    // {{idea}}
    let again = (0..6).rev().find(|hole| holes[*hole] == 6 - *hole as u32);
    again.or_else(|| (0..6).max_by_key(|hole| holes[*hole])).unwrap_or(0)
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        // {{farewell}}
        if line == "fin" {
            break;
        }
        // {{question}}
        let numbers: Vec<u32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [kalaha, rival_kalaha, slots] = [6, 13, 14].map(|at| numbers[at]);
        let hole = choose(&numbers[..6], kalaha, &numbers[7..13], rival_kalaha, slots);
        println!("R {hole}");
        // {{flush}}
        io::stdout().flush()?;
    }
    Ok(())
}
