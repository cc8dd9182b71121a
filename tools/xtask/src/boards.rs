//! `cargo xtask boards`: the printable boards as PDF, from the drawings in `docs/boards/`.
//!
//! The drawings use little: boxes, circles, lines, numbers. So a page is a list of strokes, and its
//! text needs only a font that every PDF reader has.

use crate::{Ending, repository::root};
use anyhow::{Context, Result, bail};
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// Points of a printer in a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// A sheet of A4, in millimetres.
const SHEET: [f64; 2] = [210.0, 297.0];
/// How far the four arcs of a circle reach along their tangents.
const ARC: f64 = 0.552_284_75;
/// How a document begins.
const HEAD: &str = "%PDF-1.4\n";
/// The height of numbers, in millimetres.
const LETTERS: f64 = 4.0;

/// Writes all pages again.
pub(crate) fn run() -> Result<Ending> {
    for drawing in drawings()? {
        let page = drawing.with_extension("pdf");
        fs::write(&page, pdf(&drawing)?).with_context(|| page.display().to_string())?;
    }
    Ok(Ending::Fine)
}

/// The drawings, in the order of their names.
fn drawings() -> Result<Vec<PathBuf>> {
    let folder = root().join("docs/boards");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    let is_drawing = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "svg");
    let mut drawings: Vec<PathBuf> = paths.into_iter().filter(is_drawing).collect();
    drawings.sort();
    Ok(drawings)
}

/// The page of a drawing.
fn pdf(drawing: &Path) -> Result<String> {
    let text = fs::read_to_string(drawing).with_context(|| drawing.display().to_string())?;
    page(&text).with_context(|| drawing.display().to_string())
}

/// The drawing in the middle of a sheet of A4, upright or not, or of one of its own size.
fn page(drawing: &str) -> Result<String> {
    let mut lines = drawing.lines();
    let head = Element(lines.next().context("the file is empty")?);
    let size = [head.millimetres("width")?, head.millimetres("height")?];
    let [width, height] = [SHEET, [SHEET[1], SHEET[0]]]
        .into_iter()
        .find(|sheet| size[0] <= sheet[0] && size[1] <= sheet[1])
        .unwrap_or(size);
    let mut strokes = format!(
        "{:.4} 0 0 {:.4} {:.2} {:.2} cm 0.4 w\n",
        POINTS,
        -POINTS,
        (width - size[0]) / 2.0 * POINTS,
        f64::midpoint(height, size[1]) * POINTS,
    );
    for line in lines {
        Element(line).draw(&mut strokes)?;
    }
    Ok(document([width * POINTS, height * POINTS], &strokes))
}

/// One element of a drawing, which stands on a line of its own.
struct Element<'a>(&'a str);

impl Element<'_> {
    fn draw(&self, strokes: &mut String) -> Result<()> {
        let name = self.0.trim_start_matches('<').split([' ', '>']).next().unwrap_or_default();
        match name {
            "rect" => {
                let [x, y, width, height] = self.all(["x", "y", "width", "height"])?;
                writeln!(strokes, "{x} {y} {width} {height} re S")?;
            }
            "circle" => self.circle(strokes)?,
            "path" => self.lines(strokes)?,
            "text" => self.text(strokes)?,
            "title" | "/svg" | "" => {}
            other => bail!("<{other}> cannot be drawn"),
        }
        Ok(())
    }

    fn circle(&self, strokes: &mut String) -> Result<()> {
        let [x, y, r] = self.all(["cx", "cy", "r"])?;
        let [left, right, top, bottom] = [x - r, x + r, y - r, y + r];
        let reach = ARC * r;
        let [west, east, north, south] = [x - reach, x + reach, y - reach, y + reach];
        writeln!(strokes, "{right:.3} {y:.3} m")?;
        for arc in [
            [right, south, east, bottom, x, bottom],
            [west, bottom, left, south, left, y],
            [left, north, west, top, x, top],
            [east, top, right, north, right, y],
        ] {
            let points: Vec<String> = arc.iter().map(|at| format!("{at:.3}")).collect();
            writeln!(strokes, "{} c", points.join(" "))?;
        }
        let paint = if self.value("fill").is_some_and(|fill| fill == "black") { "f" } else { "S" };
        Ok(writeln!(strokes, "{paint}")?)
    }

    /// Lines along the axes: `M20 20H190M20 20V190`.
    fn lines(&self, strokes: &mut String) -> Result<()> {
        let path = self.value("d").context("a path without `d`")?;
        for line in path.split('M').filter(|line| !line.is_empty()) {
            let end = line.find(['H', 'V']).context("a line without an end")?;
            let (start, to) = (&line[..end], &line[end + 1..]);
            let (x, y) = start.split_once(' ').context("a line without a start")?;
            let (to_x, to_y) = if line[end..].starts_with('H') { (to, y) } else { (x, to) };
            writeln!(strokes, "{x} {y} m {to_x} {to_y} l S")?;
        }
        Ok(())
    }

    /// A number, whose middle stands at its place.
    fn text(&self, strokes: &mut String) -> Result<()> {
        let [x, y] = self.all(["x", "y"])?;
        let inner = self.0.split(['>', '<']).nth(2).context("a text without an end")?;
        let mut width = 0.0;
        for letter in inner.chars() {
            width += match letter {
                '0'..='9' => 0.556,
                '-' => 0.333,
                '+' => 0.584,
                other => bail!("`{other}` is not part of a number"),
            };
        }
        let start = x - width * LETTERS / 2.0;
        writeln!(strokes, "BT /F {LETTERS} Tf 1 0 0 -1 {start:.3} {y} Tm ({inner}) Tj ET")?;
        Ok(())
    }

    fn all<const COUNT: usize>(&self, names: [&str; COUNT]) -> Result<[f64; COUNT]> {
        let mut numbers = [0.0; COUNT];
        for (number, name) in numbers.iter_mut().zip(names) {
            let value = self.value(name).with_context(|| format!("no `{name}` in {}", self.0))?;
            *number = value.parse().with_context(|| format!("`{name}` in {}", self.0))?;
        }
        Ok(numbers)
    }

    fn millimetres(&self, name: &str) -> Result<f64> {
        let value = self.value(name).and_then(|value| value.strip_suffix("mm"));
        Ok(value.with_context(|| format!("`{name}` is not in millimetres"))?.parse()?)
    }

    fn value(&self, name: &str) -> Option<&str> {
        let (_, rest) = self.0.split_once(&format!(" {name}=\""))?;
        rest.split('"').next()
    }
}

/// A document of one page: its objects, and where each begins.
fn document([width, height]: [f64; 2], strokes: &str) -> String {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2} {height:.2}] \
             /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>"
        ),
        format!("<< /Length {} >>\nstream\n{strokes}endstream", strokes.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let written: Vec<String> = (1..)
        .zip(&objects)
        .map(|(number, object)| format!("{number} 0 obj\n{object}\nendobj\n"))
        .collect();
    let mut at = HEAD.len();
    let places = written.iter().map(|object| {
        let place = format!("{at:010} 00000 n \n");
        at += object.len();
        place
    });
    let places: String = places.collect();
    let (objects, count) = (written.concat(), objects.len() + 1);
    format!(
        "{HEAD}{objects}xref\n0 {count}\n0000000000 65535 f \n{places}\
         trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{at}\n%%EOF\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_are_those_of_the_drawings() {
        let drawings = drawings().unwrap();
        assert!(drawings.len() >= 6, "{drawings:?}");
        for drawing in drawings {
            let page = fs::read_to_string(drawing.with_extension("pdf")).unwrap();
            let advice = "write it again: cargo xtask boards";
            assert_eq!(page, pdf(&drawing).unwrap(), "{}: {advice}", drawing.display());
        }
    }

    #[test]
    fn everything_that_is_drawn_is_on_the_page_and_each_object_is_where_the_table_says() {
        let drawing = "<svg width=\"230mm\" height=\"54mm\">\n<title>A</title>\n\
            <rect x=\"10\" y=\"10\" width=\"30\" height=\"30\"/>\n\
            <text x=\"25\" y=\"44.5\">-3</text>\n<path d=\"M20 20.5H190M20 20V190\"/>\n\
            <circle cx=\"9\" cy=\"9\" r=\"1\" fill=\"black\"/>\n</svg>\n";
        let text = page(drawing).unwrap();
        for part in [
            "/MediaBox [0 0 841.89 595.28]",
            "\n10 10 30 30 re S\n",
            "23.222 44.5 Tm (-3) Tj",
            "\n20 20.5 m 190 20.5 l S\n20 20 m 20 190 l S\n",
            "c\nf\nendstream",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let (_, table) = text.split_once("xref\n0 6\n0000000000 65535 f \n").unwrap();
        for (number, line) in (1..=5).zip(table.lines()) {
            let at: usize = line[..10].parse().unwrap();
            assert!(text[at..].starts_with(&format!("{number} 0 obj\n")), "{number}");
        }
        assert!(page("<svg width=\"1mm\" height=\"1mm\">\n<blur/>\n").is_err());
    }
}
