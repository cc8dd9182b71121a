//! The lines between runner and host: leaves as hexadecimal digits, values as numbers.
//!
//! `f` ends a match, if there is one, and is answered with `ready`, or `ready cold` by a process that
//! has valued nothing yet; `m READINGS SEED` begins one and is not answered: of
//! the digit, 1 is for the old `cuenta-fichas` and 2 for the old `suma-fila`. `a` does the same, and the
//! process that keeps the player answers what follows itself, instead of a copy. `w`, and then as after
//! `v`, values leaves in vain and is answered with `warm`. `v` and the points and accumulators of both
//! sides at the root, eight digits each, and thirty-one a leaf: two for each of the fourteen cells, one
//! for the side to move, one for a side that must pass, one for the hole that led there, from 1, or 0. The answer is `v` and as many values, each
//! after a blank, a whole number or `#` and the sixteen digits of a double; or `e KIND LEAF WORDS`.
//! `b` asks many questions at once, each as after `v` behind four digits of how many leaves it has,
//! and is answered as `v` is, with the values of all.
//! For analyses, `s`, the letter of a search, two digits of depth, the root and it again as a leaf is
//! answered with `s HOLE NODES EVALUATIONS NANOSECONDS`; no hole is -1.

use crate::lisp::LegacySemantics;
use certamen_games::mancala8::{Action, Position};

/// The maximum number of leaves in a line: then no answer exceeds a program's limits.
pub(crate) const LARGEST: usize = 3_000;

#[cfg(test)]
pub(crate) const LEAF: usize = 31;

const DIGITS: [u8; 16] = *b"0123456789abcdef";

/// What a player did instead of returning values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LispHostError {
    Error,
    Number,
    Depth,
    Heap,
    /// It ended the process of the match by a signal.
    Crash,
    /// It altered the state it was shown, the library or the scoreboard.
    Altered,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum HostAnswer {
    Values,
    /// There are none; the text says why.
    Trouble(LispHostError, String),
    Nonsense,
}

pub(crate) const FINISH: &[u8] = b"f";
pub(crate) const READY: &[u8] = b"ready";

/// The answer of a process that has evaluated nothing yet.
pub(crate) const COLD: &[u8] = b"ready cold";
/// The answer to leaves that are evaluated for warming up.
pub(crate) const WARM: &[u8] = b"warm";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Answering {
    /// A copy of the one that keeps the player, so that no state of a match remains for the next.
    Copy = b'm',
    /// That one itself, for a player that keeps no state.
    Keeper = b'a',
}

pub(crate) fn begin(
    line: &mut Vec<u8>,
    answering: Answering,
    seed: u64,
    semantics: LegacySemantics,
) {
    let letter = char::from(answering as u8);
    line.clear();
    line.extend_from_slice(format!("{letter} {} {seed}", semantics.digit()).as_bytes());
}

pub(crate) fn ask(line: &mut Vec<u8>, root: &Position, leaves: &[Position]) {
    line.clear();
    line.push(b'v');
    put(line, root, leaves);
}

/// The line with many questions: the number of leaves, the root and the leaves of each.
pub(crate) fn ask_all(line: &mut Vec<u8>, questions: &[(&Position, &[Position])]) {
    line.clear();
    line.push(b'b');
    for (root, leaves) in questions {
        line.extend((0..4).rev().map(|place| digit((leaves.len() >> (4 * place)) as u32)));
        put(line, root, leaves);
    }
}

pub(crate) fn warm(line: &mut Vec<u8>, root: &Position, leaves: &[Position]) {
    line.clear();
    line.push(b'w');
    put(line, root, leaves);
}

/// The line that asks for a search of `root`, by the letter of how.
pub(crate) fn search(line: &mut Vec<u8>, letter: u8, depth: u32, root: &Position) {
    line.clear();
    line.extend([b's', letter, digit(depth >> 4), digit(depth)]);
    put(line, root, &[*root]);
}

fn put(line: &mut Vec<u8>, root: &Position, leaves: &[Position]) {
    let [first, second] = root.points();
    for number in [u32::from(first), u32::from(second), root.ac()[0], root.ac()[1]] {
        line.extend((0..8).rev().map(|place| digit(number >> (4 * place))));
    }
    for leaf in leaves {
        let node = leaf.node();
        for seeds in node.board.rows().as_flattened() {
            line.extend([digit(u32::from(seeds >> 4)), digit(u32::from(*seeds))]);
        }
        let hole = match leaf.last() {
            Some(Action::Sow(hole)) => u32::from(hole) + 1,
            Some(Action::Pass) | None => 0,
        };
        line.extend([u32::from(node.turn.0), u32::from(node.pass), hole].map(digit));
    }
}

fn digit(number: u32) -> u8 {
    DIGITS[(number & 15) as usize]
}

/// Reads an answer, and appends its values, of which there must be `count`.
pub(crate) fn read(line: &[u8], count: usize, values: &mut Vec<f64>) -> HostAnswer {
    let mut words = line.split(|byte| *byte == b' ');
    match words.next() {
        Some(b"v") => {
            let before = values.len();
            for word in words {
                match value(word).filter(|_| values.len() < before + count) {
                    Some(value) => values.push(value),
                    None => return HostAnswer::Nonsense,
                }
            }
            if values.len() == before + count { HostAnswer::Values } else { HostAnswer::Nonsense }
        }
        Some(b"e") => trouble(line).unwrap_or(HostAnswer::Nonsense),
        _ => HostAnswer::Nonsense,
    }
}

fn value(word: &[u8]) -> Option<f64> {
    if let [b'#', digits @ ..] = word {
        let text = std::str::from_utf8(digits).ok().filter(|text| text.len() == 16)?;
        let value = f64::from_bits(u64::from_str_radix(text, 16).ok()?);
        return value.is_finite().then_some(value);
    }
    let (digits, sign) = match word {
        [b'-', digits @ ..] => (digits, -1.0),
        digits => (digits, 1.0),
    };
    if !(1..=16).contains(&digits.len()) {
        return None;
    }
    let number = digits.iter().try_fold(0_u64, |number, byte| {
        byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0'))
    })?;
    Some(sign * number as f64)
}

/// Reads the answer to a search: four whole numbers.
pub(crate) fn read_search(line: &[u8]) -> Result<[i64; 4], HostAnswer> {
    let words = match line.split(|byte| *byte == b' ').collect::<Vec<_>>()[..] {
        [b"s", hole, nodes, evaluations, nanos] => [hole, nodes, evaluations, nanos],
        [b"e", ..] => return Err(trouble(line).unwrap_or(HostAnswer::Nonsense)),
        _ => return Err(HostAnswer::Nonsense),
    };
    let numbers = words.map(|word| value(word).map(|number| number as i64));
    match numbers {
        [Some(hole), Some(nodes), Some(evaluations), Some(nanos)] => {
            Ok([hole, nodes, evaluations, nanos])
        }
        _ => Err(HostAnswer::Nonsense),
    }
}

fn trouble(line: &[u8]) -> Option<HostAnswer> {
    let text = String::from_utf8_lossy(line);
    let mut words = text.splitn(4, ' ').skip(1);
    let kind = match words.next()? {
        "error" => LispHostError::Error,
        "number" => LispHostError::Number,
        "depth" => LispHostError::Depth,
        "heap" => LispHostError::Heap,
        "crash" => LispHostError::Crash,
        "altered" => LispHostError::Altered,
        _ => return None,
    };
    let _leaf = words.next()?;
    Some(HostAnswer::Trouble(kind, words.next()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Map, Rng};

    #[test]
    fn a_leaf_has_thirty_one_digits() {
        let options: Map =
            serde_json::from_str(r#"{"board":[[1,0,1,3,2,4,7],[2,1,2,5,3,0,170]],"turn":1}"#)
                .unwrap();
        let game = certamen_games::find("mancala8").unwrap();
        let state = game.new_initial_state(&options, 2, &mut Rng::of_turn(0, 0)).unwrap();
        let root: Position = *state.as_any().downcast_ref().unwrap();
        let mut line = Vec::new();
        ask(&mut line, &root, &[root]);
        let expected = "v00000012000000b70000000000000000010001030204070201020503\
                        00aa100";
        assert_eq!(String::from_utf8(line).unwrap(), expected);
        let leaf = root.come_to(*root.node(), Some(Action::Sow(4)));
        let mut line = Vec::new();
        ask(&mut line, &root, &[leaf]);
        assert_eq!((line.last(), line.len()), (Some(&b'5'), 1 + 32 + LEAF));
    }

    #[test]
    fn questions_ahead_of_play_go_to_the_process_that_keeps_the_player() {
        let semantics = LegacySemantics { legacy_sum: true, ..LegacySemantics::default() };
        let begun = |answering| {
            let mut line = Vec::new();
            begin(&mut line, answering, 7, semantics);
            String::from_utf8(line).unwrap()
        };
        assert_eq!([Answering::Copy, Answering::Keeper].map(begun), ["m 2 7", "a 2 7"]);
    }

    #[test]
    fn questions_in_one_line_have_their_numbers_of_leaves() {
        let game = certamen_games::find("mancala8").unwrap();
        let state = game.new_initial_state(&Map::new(), 2, &mut Rng::of_turn(0, 0)).unwrap();
        let root: Position = *state.as_any().downcast_ref().unwrap();
        let [mut alone, mut line] = [Vec::new(), Vec::new()];
        ask(&mut alone, &root, &[root; 17]);
        ask_all(&mut line, &[(&root, &[root; 17]), (&root, &[])]);
        let expected = [b"b0011", &alone[1..], b"0000", &alone[1..33]].concat();
        assert_eq!(line, expected);
    }

    #[track_caller]
    fn check(line: &str, expected: &Result<&[f64], HostAnswer>) {
        let mut values = Vec::new();
        let answer = read(line.as_bytes(), 2, &mut values);
        match expected {
            Ok(expected) => {
                assert_eq!((answer, &*values), (HostAnswer::Values, *expected), "{line}");
            }
            Err(expected) => assert_eq!(answer, *expected, "{line}"),
        }
    }

    #[test]
    fn values_are_whole_or_doubles() {
        check("v 7 -3", &Ok(&[7.0, -3.0]));
        check("v #3fd5555555555555 -9007199254740992", &Ok(&[1.0 / 3.0, -9_007_199_254_740_992.0]));
    }

    #[test]
    fn invalid_answers_are_nonsense() {
        let wrong = [
            "",
            "v",
            "v 1",
            "v 1 2 3",
            "v 1 x",
            "v  1",
            "v 1 +2",
            "v 1 #7ff0000000000000",
            "v 1 #+",
            "e",
            "e other 1 x",
            "e error",
            "x",
            "v 1 99999999999999999999",
            "v 1 -",
        ];
        for line in wrong {
            check(line, &Err(HostAnswer::Nonsense));
        }
    }

    #[test]
    fn trouble_has_a_kind_and_words() {
        let words = "the board was altered".to_owned();
        let expected = HostAnswer::Trouble(LispHostError::Altered, words);
        check("e altered 3 the board was altered", &Err(expected));
    }
}
