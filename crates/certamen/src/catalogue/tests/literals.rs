//! The string literals of a source file, with the code before them.

/// One of them.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    /// Counted from 1.
    pub(super) line: usize,
    /// The end of the code before it, with single blanks, and none at its end.
    pub(super) before: String,
    /// What it says.
    pub(super) text: String,
}

/// All of them but those of unit tests, which stand last.
pub(super) fn literals(source: &str) -> Vec<Literal> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut literals = Vec::new();
    let mut rest = source;
    let mut code = String::new();
    while let Some(next) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(after) = rest.strip_prefix("'\"'").or(rest.strip_prefix(r#"'\"'"#)) {
            rest.len() - after.len()
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            4 + raw.find("\"#").map_or(raw.len() - 1, |end| end + 1)
        } else if next == '"' {
            let (text, length) = read(&rest[1..]);
            let line = source[..source.len() - rest.len()].matches('\n').count() + 1;
            literals.push(Literal { line, before: ending(&code), text });
            code.push_str("\"\"");
            length + 1
        } else {
            code.push(next);
            next.len_utf8()
        };
        rest = &rest[skipped..];
    }
    literals
}

/// The text behind a quote, and its length with the quote behind it.
fn read(source: &str) -> (String, usize) {
    let mut text = String::new();
    let mut characters = source.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (text, at + 1),
            '\\' => match characters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, '\n')) => {
                    while characters.next_if(|(_, blank)| blank.is_whitespace()).is_some() {}
                }
                Some((_, other)) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    (text, source.len())
}

/// The last words of some code.
fn ending(code: &str) -> String {
    let words: Vec<&str> = code.split_whitespace().rev().take(8).collect();
    words.into_iter().rev().collect::<Vec<_>>().join(" ")
}
