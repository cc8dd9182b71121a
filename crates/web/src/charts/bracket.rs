//! The bracket of a knockout: a box for each series, in columns by round, with lines to the next.

use crate::charts::escaped;
use std::fmt::Write;

const WIDTH: u32 = 168;
const HEIGHT: u32 = 48;
/// The distances of columns and of the boxes of the first round.
const COLUMN: u32 = 204;
const ROW: u32 = 60;
/// The number of letters of a name that fit into a box.
const LETTERS: usize = 16;

/// A series as it is drawn.
pub struct BracketCell {
    /// The column, from 0.
    pub round: u32,
    pub place: u32,
    /// The number of series of the column.
    pub width: u32,
    /// The two names; empty where they are not known.
    pub names: [String; 2],
    /// What each has won; empty where nothing is played.
    pub wins: [String; 2],
    pub winner: Option<usize>,
    /// The link to its matches; empty if there are none.
    pub to: String,
}

impl BracketCell {
    fn top(&self, rows: u32) -> u32 {
        let middle = (2 * self.place + 1) * rows * ROW / (2 * self.width.max(1));
        middle.saturating_sub(HEIGHT / 2)
    }

    fn label(&self) -> String {
        let names =
            self.names.each_ref().map(|name| if name.is_empty() { "–" } else { name.as_str() });
        let [one, other] = &self.wins;
        let result = if one.is_empty() { String::new() } else { format!(", {one} : {other}") };
        format!("{} – {}{result}", names[0], names[1])
    }
}

/// A bracket with these series.
pub fn bracket(cells: &[BracketCell], title: &str) -> String {
    let rows = cells.iter().map(|cell| cell.width).max().unwrap_or(1);
    let columns = cells.iter().map(|cell| cell.round + 1).max().unwrap_or(1);
    let (width, height) = (columns * COLUMN - (COLUMN - WIDTH) + 2, rows * ROW);
    let mut svg = format!(
        "<svg class=\"bracket\" viewBox=\"-1 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"group\" aria-label=\"{}\">\n",
        escaped(title)
    );
    for cell in cells {
        let next = cells.iter().find(|next| {
            next.round == cell.round + 1 && cell.place * next.width / cell.width == next.place
        });
        if let Some(next) = next {
            let (x, from) = (cell.round * COLUMN + WIDTH, cell.top(rows) + HEIGHT / 2);
            let (middle, to) = (x + (COLUMN - WIDTH) / 2, next.top(rows) + HEIGHT / 2);
            _ = writeln!(svg, "<path d=\"M{x} {from}H{middle}V{to}H{}\"/>", x + COLUMN - WIDTH);
        }
    }
    for cell in cells {
        push(&mut svg, cell, rows);
    }
    svg + "</svg>\n"
}

fn push(svg: &mut String, cell: &BracketCell, rows: u32) {
    let (x, y, label) = (cell.round * COLUMN, cell.top(rows), escaped(&cell.label()));
    _ = match cell.to.as_str() {
        "" => write!(svg, "<g role=\"img\" aria-label=\"{label}\">"),
        to => write!(svg, "<a href=\"{}\" aria-label=\"{label}\">", escaped(to)),
    };
    _ = write!(
        svg,
        "<title>{label}</title><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         rx=\"6\"/>"
    );
    for (line, (name, wins)) in (0..).zip(cell.names.iter().zip(&cell.wins)) {
        let (text, number) = (x + 8, x + WIDTH - 8);
        let base = y + 19 + 20 * line;
        let class = if cell.winner == Some(line as usize) { " class=\"won\"" } else { "" };
        let name = if name.is_empty() { "–".to_owned() } else { escaped(&shortened(name)) };
        _ = write!(svg, "<text x=\"{text}\" y=\"{base}\"{class}>{name}</text>");
        if !wins.is_empty() {
            _ = write!(
                svg,
                "<text x=\"{number}\" y=\"{base}\" text-anchor=\"end\"{class}>{}</text>",
                escaped(wins)
            );
        }
    }
    svg.push_str(if cell.to.is_empty() { "</g>\n" } else { "</a>\n" });
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(round: u32, place: u32, width: u32, names: [&str; 2], to: &str) -> BracketCell {
        let wins = if to.is_empty() { ["", ""] } else { ["2", "1"] };
        BracketCell {
            round,
            place,
            width,
            names: names.map(str::to_owned),
            wins: wins.map(str::to_owned),
            winner: (!to.is_empty()).then_some(0),
            to: to.to_owned(),
        }
    }

    #[test]
    fn each_series_is_a_box_and_leads_to_the_next() {
        let cells = [
            cell(0, 0, 2, ["a", "<b>"], "/m?bot=a&vs=b"),
            cell(0, 1, 2, ["a name that is too long for it", ""], ""),
            cell(1, 0, 1, ["a", ""], ""),
        ];
        let svg = bracket(&cells, "t & u");
        assert_eq!((svg.matches("<rect").count(), svg.matches("<path").count()), (3, 2));
        assert!(svg.contains("<a href=\"/m?bot=a&amp;vs=b\" aria-label=\"a – &lt;b&gt;, 2 : 1\">"));
        assert!(svg.contains("aria-label=\"t &amp; u\"") && svg.contains(">a name that"), "{svg}");
        assert!(svg.contains("…<") && !svg.contains("too long for it<"), "{svg}");
        // The final is in the middle of the two that lead to it.
        assert!(svg.contains("<rect x=\"0\" y=\"6\"") && svg.contains("<rect x=\"204\" y=\"36\""));
        assert!(svg.contains("M168 30H186V60H204"), "{svg}");
    }
}
