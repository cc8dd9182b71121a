//! The values of a board as a text that programs read.

use super::solve::{Outlook, Solution};
use std::fmt::Write;

/// The table of `solution`.
///
/// The first line has the squares and the points. Then a line for each place from the one before
/// the other's goal to the one before the own, and in it for each number of own points from 1: the
/// values for 1, 2, ... points of the rival, up to as many as the own. Where the rival has more, the
/// value is that of the other side, negated. Ones and zeros are exact, the rest have 12 decimals.
pub fn text(solution: &Solution) -> String {
    let (reach, points) = (solution.reach(), solution.points());
    let mut text = format!("{} {points}\n", 2 * reach + 1);
    for ahead in 1 - reach..reach {
        for own in 1..=points {
            let values =
                (1..=own).map(|rival| number(solution.value(Outlook { ahead, own, rival })));
            let line = values.collect::<Vec<_>>().join(" ");
            writeln!(text, "{line}").expect("a text takes everything");
        }
    }
    text
}

/// As short as it is exact.
fn number(value: f64) -> String {
    let text = format!("{value:.12}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_can_be_read_by_eye() {
        let solution = Solution::of(3, 3).expect("a small board");
        // One step wins: who has more points takes it, and with equal points neither can.
        assert_eq!(text(&solution), "3 3\n0\n1 0\n1 1 0\n");
    }
}
