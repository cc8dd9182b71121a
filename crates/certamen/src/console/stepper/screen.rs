//! A page on a screen that may be too small: the moves and the last lines are always visible, the
//! lines between them scroll, and differences from the previous page are marked.

/// Number of last lines that are always visible; most games print them below the board.
const FOOT: usize = 2;
/// Reverse video, and back.
const MARK: &str = "\x1b[7m";
const UNMARK: &str = "\x1b[27m";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// The numbers of a page's visible lines.
fn shown(count: usize, scroll: usize, size: Size) -> Vec<usize> {
    // The status line has a row of its own.
    let rows = size.rows.saturating_sub(1);
    if count <= rows {
        return (0..count).collect();
    }
    let foot = FOOT.min(rows.saturating_sub(2));
    let middle = rows.saturating_sub(1 + foot);
    let first = 1 + scroll.min(count - rows);
    let lines = std::iter::once(0).chain(first..first + middle).chain(count - foot..count);
    lines.take(rows).collect()
}

pub(super) fn most_scrolled(page: &str, size: Size) -> usize {
    page.lines().count().saturating_sub(size.rows.saturating_sub(1))
}

/// The visible part of a page; the status line is written after it.
pub(super) fn drawn((page, before): (&str, Option<&str>), scroll: usize, size: Size) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let before: Vec<&str> = before.map(|before| before.lines().collect()).unwrap_or_default();
    let mut screen = String::new();
    let shown = shown(lines.len(), scroll, size);
    // If there is room, an empty line precedes the status.
    let apart = if shown.len() + 1 < size.rows { "\r\n" } else { "" };
    for number in shown {
        let line = cut(lines[number], size.columns);
        // The first line has the moves, which always differ.
        let old = before.get(number).filter(|_| number > 0 && before.len() == lines.len());
        screen += &old.map_or_else(|| line.clone(), |old| marked(&line, old));
        screen += "\r\n";
    }
    screen + apart
}

pub(super) fn cut(line: &str, columns: usize) -> String {
    line.chars().take(columns).collect()
}

/// `line` with differences from `old` marked, except blanks.
fn marked(line: &str, old: &str) -> String {
    let mut old = old.chars();
    let mut marked = String::with_capacity(line.len());
    let mut on = false;
    for character in line.chars() {
        let differs = old.next() != Some(character) && character != ' ';
        if differs != on {
            marked += if differs { MARK } else { UNMARK };
            on = differs;
        }
        marked.push(character);
    }
    if on {
        marked += UNMARK;
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(lines: usize) -> String {
        (0..lines).map(|number| format!("line {number}")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_page_that_is_too_high_keeps_its_head_and_its_foot() {
        let size = Size { rows: 10, columns: 80 };
        assert_eq!(shown(9, 0, size), (0..9).collect::<Vec<_>>());
        assert_eq!(shown(25, 0, size), [0, 1, 2, 3, 4, 5, 6, 23, 24]);
        assert_eq!(shown(25, 3, size), [0, 4, 5, 6, 7, 8, 9, 23, 24]);
        assert_eq!(shown(25, 99, size), [0, 17, 18, 19, 20, 21, 22, 23, 24]);
        assert_eq!(most_scrolled(&page(25), size), 16);
        assert_eq!(shown(25, 0, Size { rows: 2, columns: 80 }), [0]);
        let drawn = drawn((&page(25), None), 0, size);
        assert_eq!(drawn.matches("\r\n").count(), 9, "{drawn:?}");
    }

    #[test]
    fn the_last_move_is_marked() {
        let (before, now) = ("turn 1\n. . .\n. X .\n", "turn 2\n. O .\n. X .\n");
        let size = Size { rows: 24, columns: 80 };
        let drawn = drawn((now, Some(before)), 0, size);
        assert_eq!(drawn, "turn 2\r\n. \x1b[7mO\x1b[27m .\r\n. X .\r\n\r\n");
    }
}
