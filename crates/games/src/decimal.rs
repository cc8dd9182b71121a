//! Parses a whole number as programs print it, from arbitrary text.

/// The number that `reply` consists of: ASCII digits on one line, with blanks around them and one
/// end of line behind them if need be. `None` for anything else, a sign or a fraction included.
/// What is too large for the type is its largest value: no game has a use for either.
pub(crate) fn read(reply: &str) -> Option<u64> {
    let line = reply.strip_suffix('\n').unwrap_or(reply);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let digits = line.trim_matches([' ', '\t']);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn digits_on_one_line_are_a_number() {
        for reply in ["17", "17\n", "17\r\n", " \t17 \n", "0017"] {
            assert_eq!(read(reply), Some(17), "{reply:?}");
        }
        assert_eq!(read(&"0".repeat(400)), Some(0));
        assert_eq!(read(&format!("1{}", "0".repeat(400))), Some(u64::MAX));
    }

    #[test]
    fn nothing_else_is() {
        let others =
            ["", "\n", " ", "+1", "-1", "1.0", "1,5", "1e3", "0x1", "1 2", "1\n2", "1\n\n"];
        for reply in others.into_iter().chain(["\n1", "1\n ", "١", "１", "½", "1\0", "fin"]) {
            assert_eq!(read(reply), None, "{reply:?}");
        }
    }
}
