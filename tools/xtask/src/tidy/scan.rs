//! Rust source without its comments and strings, so that braces and names can be counted.

/// `source` with everything inside comments, texts and characters made blank; lines stay lines.
pub(crate) fn code_only(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let length = if let Some(length) = hidden(rest, before) {
            code.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            length
        } else {
            code.push(next);
            next.len_utf8()
        };
        before = rest[..length].chars().next_back().unwrap_or(' ');
        rest = &rest[length..];
    }
    code
}

/// The length of the comment, text or character at the start of `rest`, if one starts there.
fn hidden(rest: &str, before: char) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(block_comment(rest));
    }
    if let Some(text) = rest.strip_prefix('"') {
        return Some(1 + until_unescaped(text, '"'));
    }
    if rest.starts_with('\'') {
        return character(rest);
    }
    // `r` and `br` open a raw text unless they end a word.
    let after_word = before.is_alphanumeric() || before == '_';
    let raw = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r')).filter(|_| !after_word)?;
    let hashes = raw.bytes().take_while(|byte| *byte == b'#').count();
    let text = raw[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let opened = rest.len() - text.len();
    Some(text.find(&end).map_or(rest.len(), |at| opened + at + end.len()))
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        match here {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// How far it is to behind the first `end` that no backslash stands before.
fn until_unescaped(text: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        if character == end && !escaped {
            return at + character.len_utf8();
        }
        escaped = character == '\\' && !escaped;
    }
    text.len()
}

/// The length of a character in quotes; none if the quote belongs to a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inside = &rest[1..];
    let first = inside.chars().next()?;
    if first == '\\' {
        return Some(1 + until_unescaped(inside, '\''));
    }
    inside[first.len_utf8()..].starts_with('\'').then(|| first.len_utf8() + 2)
}

#[cfg(test)]
mod tests {
    use super::code_only;

    #[test]
    fn comments_texts_and_characters_are_blank() {
        let check = |source: &str, code: &str| {
            let words = code_only(source);
            assert_eq!(words.split_whitespace().collect::<Vec<_>>().join(" "), code, "{source}");
            assert_eq!(words.matches('\n').count(), source.matches('\n').count());
        };
        check("a // {\nb", "a b");
        check("a /* { /* } */ { */ b", "a b");
        check(r#"a("{\"{", '{', '\'', '\u{7b}') b"#, "a( , , , ) b");
        check("a(r#\"{\"}\"#) b", "a( ) b");
        check("a(br\"{\\\") b", "a( ) b");
        check("fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}");
        check("for\"{\"", "for");
        check("a /* never ends", "a");
    }
}
