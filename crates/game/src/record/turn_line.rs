//! A turn as its line in a record: what the types would write, key by key, without what a general
//! serialiser asks of each of them. Turns are nearly all there is in a record.
//!
//! It decides nothing about the format: what is rare is left to the types, and a test holds the rest
//! against them.

use crate::{Move, Turn, number};
use std::io;

/// Appends `turn` to `line` as it stands in records, without the end of the line.
pub(super) fn write(line: &mut Vec<u8>, turn: &Turn) -> io::Result<()> {
    if !turn.extra.is_empty() {
        return Ok(serde_json::to_writer(line, turn)?);
    }
    line.extend_from_slice(b"{\"turn\":");
    serde_json::to_writer(&mut *line, &turn.turn)?;
    line.extend_from_slice(b",\"moves\":[");
    for (place, entry) in turn.moves.iter().enumerate() {
        if place > 0 {
            line.push(b',');
        }
        write_move(line, entry)?;
    }
    line.extend_from_slice(b"]}");
    Ok(())
}

fn write_move(line: &mut Vec<u8>, entry: &Move) -> io::Result<()> {
    let Move { seat, action, automatic, fault, reply, ms, pondered_ms, asleep_ms, extra } = entry;
    if reply.is_some() || !extra.is_empty() {
        return Ok(serde_json::to_writer(line, entry)?);
    }
    line.extend_from_slice(b"{\"seat\":");
    serde_json::to_writer(&mut *line, seat)?;
    line.extend_from_slice(b",\"action\":");
    match action {
        Some(action) => write_text(line, action)?,
        None => line.extend_from_slice(b"null"),
    }
    if *automatic {
        line.extend_from_slice(b",\"automatic\":true");
    }
    if let Some(fault) = fault {
        line.extend_from_slice(b",\"fault\":\"");
        line.extend_from_slice(fault.word().as_bytes());
        line.push(b'"');
    }
    let times = [
        (&b",\"ms\":"[..], ms),
        (b",\"pondered_ms\":", pondered_ms),
        (b",\"asleep_ms\":", asleep_ms),
    ];
    for (key, time) in times {
        if let Some(time) = time {
            line.extend_from_slice(key);
            number::write(&mut *line, *time)?;
        }
    }
    line.push(b'}');
    Ok(())
}

/// A text, as it is where nothing in it has to be escaped.
fn write_text(line: &mut Vec<u8>, text: &str) -> io::Result<()> {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if !text.as_bytes().iter().all(plain) {
        return Ok(serde_json::to_writer(line, text)?);
    }
    line.push(b'"');
    line.extend_from_slice(text.as_bytes());
    line.push(b'"');
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Fault, Move, Seat, Turn};
    use proptest::prelude::*;
    use serde_json::json;

    fn time() -> impl Strategy<Value = Option<f64>> {
        let some = prop_oneof![
            any::<f64>(),
            (0_u32..100_000).prop_map(|micros| f64::from(micros) / 1e3),
            (0_u32..10).prop_map(f64::from),
        ];
        proptest::option::of(some)
    }

    fn extra() -> impl Strategy<Value = crate::Map> {
        let one = any::<u8>().prop_map(|value| {
            [("later".to_owned(), json!(value))].into_iter().collect::<crate::Map>()
        });
        prop_oneof![9 => Just(crate::Map::new()), 1 => one]
    }

    fn entry() -> impl Strategy<Value = Move> {
        let text = || proptest::option::of(prop_oneof!["[0-9]{1,3}", "\\PC{0,4}", any::<String>()]);
        let fault = proptest::option::of(proptest::sample::select(Fault::ALL.to_vec()));
        let reply = prop_oneof![3 => Just(None), 1 => text()];
        let said = (0_u8..64, text(), any::<bool>(), fault, reply);
        (said, time(), time(), time(), extra()).prop_map(|(said, ms, pondered, asleep, extra)| {
            let (seat, action, automatic, fault, reply) = said;
            let (pondered_ms, asleep_ms) = (pondered, asleep);
            let seat = Seat(seat);
            Move { seat, action, automatic, fault, reply, ms, pondered_ms, asleep_ms, extra }
        })
    }

    proptest! {
        #[test]
        fn a_line_is_what_the_types_say(
            turn: u64,
            moves in proptest::collection::vec(entry(), 0..4),
            extra in extra(),
        ) {
            let turn = Turn { turn, moves, extra };
            let mut line = Vec::new();
            super::write(&mut line, &turn).expect("a vector takes all");
            prop_assert_eq!(String::from_utf8(line).ok(), serde_json::to_string(&turn).ok());
        }
    }
}
