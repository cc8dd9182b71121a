//! The dependencies between crates as a table: a row for each importer, a column for each imported.

use super::arrows::ARROWS;

/// The picture, as the page on the architecture shows it.
pub(crate) fn draw() -> String {
    let widest = ARROWS.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut picture = String::from("```text\n");
    for (row, (name, arrows)) in ARROWS.iter().enumerate() {
        let mark = |(other, _): &(&str, _)| if arrows.contains(other) { "x" } else { "·" };
        let marks: Vec<&str> = ARROWS[..row].iter().map(mark).collect();
        let line = format!("{name:>widest$}  {} {name}", marks.join(" "));
        picture.push_str(&line);
        picture.push('\n');
    }
    picture.push_str("```\n");
    picture
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_row_has_a_mark_for_each_crate_above_it() {
        let picture = draw();
        let row = |name: &str| {
            let mut rows = picture.lines();
            let row = rows.find(|row| row.trim_start().starts_with(name)).unwrap_or_default();
            row.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(row("i18n "), "i18n x i18n");
        assert_eq!(row("game "), "game · x game");
        assert_eq!(row("games "), "games · x x · · · games");
    }
}
