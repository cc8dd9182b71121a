//! Boards as images for link previews, drawn point by point and written as PNG: what draws previews
//! on other sites reads no SVG. Letters are strokes, since there is no font here.

use super::board::{Colour, PAPER, POSTER, colours};
use certamen_game::{Picture, Shape};
use flate2::{Compression, Crc, write::ZlibEncoder};
use std::io::{self, Write};

/// The samples of a pixel at an edge, in each direction.
const SAMPLES: i32 = 3;
/// Longer texts are cut: a board has names and numbers.
const LONGEST_TEXT: usize = 40;
/// How many points are looked at for an image, those of each stroke of a letter by themselves: more
/// than any of our boards has. What a game from elsewhere draws beyond that is left out.
const MOST_POINTS: usize = 100 << 20;
const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The pixels of an image, row by row, each red, green and blue.
pub struct Raster {
    pub width: usize,
    pub height: usize,
    pub points: Vec<u8>,
}

/// A board of the game, centred.
pub fn raster(picture: &Picture) -> Raster {
    let (width, height) = POSTER;
    let mut points: Vec<u8> = PAPER.repeat((width * height) as usize);
    let scale = f64::min(
        f64::from(width - 80) / f64::from(picture.width.max(1)),
        f64::from(height - 80) / f64::from(picture.height.max(1)),
    );
    let offset = [(width, picture.width), (height, picture.height)]
        .map(|(sheet, own)| (f64::from(sheet) - scale * f64::from(own)) / 2.0);
    let sheet = Sheet { offset, scale };
    let mut left = MOST_POINTS;
    let outlines = picture
        .marks
        .iter()
        .flat_map(|mark| Outline::all(&mark.shape).map(move |own| (own, mark.ink)));
    for (outline, ink) in outlines {
        let (fill, stroke) = colours(ink);
        let [x1, y1, x2, y2] = outline.bounds();
        let column = |x: f64| ((offset[0] + scale * x).max(0.0) as i32).min(width);
        let row = |y: f64| ((offset[1] + scale * y).max(0.0) as i32).min(height);
        let columns = column(x1)..(column(x2) + 1).min(width);
        let rows = row(y1)..(row(y2) + 1).min(height);
        left = left.saturating_sub(columns.len() * rows.len() * outline.parts());
        if left == 0 {
            break;
        }
        for (y, x) in rows.flat_map(|y| columns.clone().map(move |x| (y, x))) {
            let at = 3 * (y * width + x) as usize;
            let pixel = &mut points[at..at + 3];
            if let Some(colour) = fill {
                blend(pixel, colour, sheet.share((x, y), &|x, y| outline.depth(x, y)));
            }
            if let Some(colour) = stroke {
                // Lines and edges are one unit thick.
                let edge = |x: f64, y: f64| 0.5 - outline.depth(x, y).abs();
                blend(pixel, colour, sheet.share((x, y), &edge));
            }
        }
    }
    Raster { width: width as usize, height: height as usize, points }
}

/// Where the picture is on the image.
struct Sheet {
    offset: [f64; 2],
    scale: f64,
}

impl Sheet {
    /// The share of a pixel in which `depth` is not negative; it changes by at most the distance.
    fn share(&self, (x, y): (i32, i32), depth: &dyn Fn(f64, f64) -> f64) -> f64 {
        let at =
            |pixel: i32, part: f64, offset: f64| (f64::from(pixel) + part - offset) / self.scale;
        let of = |dx: f64, dy: f64| depth(at(x, dx, self.offset[0]), at(y, dy, self.offset[1]));
        let middle = of(0.5, 0.5);
        if middle.abs() * self.scale > 1.0 {
            return if middle > 0.0 { 1.0 } else { 0.0 };
        }
        let part = |sample: i32| (f64::from(sample) + 0.5) / f64::from(SAMPLES);
        let samples = (0..SAMPLES * SAMPLES)
            .filter(|sample| of(part(sample % SAMPLES), part(sample / SAMPLES)) >= 0.0);
        samples.count() as f64 / f64::from(SAMPLES * SAMPLES)
    }
}

fn blend(point: &mut [u8], colour: Colour, share: f64) {
    for (part, new) in point.iter_mut().zip(colour) {
        *part = (f64::from(*part) * (1.0 - share) + f64::from(new) * share).round() as u8;
    }
}

/// A shape, or one letter of a text.
enum Outline<'a> {
    Plain(&'a Shape),
    /// Strokes from one point to another, and half their width.
    Letter(Vec<[f64; 4]>, f64),
}

impl<'a> Outline<'a> {
    /// The outlines of a shape: of a text, those of its letters.
    fn all(shape: &'a Shape) -> impl Iterator<Item = Self> {
        let (plain, text) = match shape {
            Shape::Text { x, y, size, text } => {
                let size = f64::from(*size);
                let letters = letters(text, (f64::from(*x), f64::from(*y)), size);
                (None, Some(letters.map(move |strokes| Outline::Letter(strokes, size / 18.0))))
            }
            plain => (Some(Outline::Plain(plain)), None),
        };
        plain.into_iter().chain(text.into_iter().flatten())
    }

    /// How many parts have to be looked at for a point.
    fn parts(&self) -> usize {
        match self {
            Outline::Plain(_) => 1,
            Outline::Letter(strokes, _) => strokes.len(),
        }
    }

    /// Its bounds: left, top, right, bottom.
    fn bounds(&self) -> [f64; 4] {
        let [left, above, right, below] = match self {
            Outline::Letter(strokes, half) => {
                let ends =
                    |at: usize| strokes.iter().flat_map(move |line| [line[at], line[at + 2]]);
                let low = |at: usize| ends(at).fold(f64::MAX, f64::min) - half;
                let high = |at: usize| ends(at).fold(f64::MIN, f64::max) + half;
                [low(0), low(1), high(0), high(1)]
            }
            Outline::Plain(shape) => plain_bounds(shape),
        };
        [left - 1.0, above - 1.0, right + 1.0, below + 1.0]
    }

    /// The distance of a point inside it to its edge; negative outside.
    fn depth(&self, x: f64, y: f64) -> f64 {
        match self {
            Outline::Plain(shape) => plain_depth(shape, x, y),
            Outline::Letter(strokes, half) => {
                let nearest = strokes.iter().map(|stroke| distance(*stroke, x, y));
                half - nearest.fold(f64::MAX, f64::min)
            }
        }
    }
}

fn plain_bounds(shape: &Shape) -> [f64; 4] {
    let edges = match *shape {
        Shape::Box { x, y, width, height, .. } => [x, y, x + width, y + height],
        Shape::Disc { x, y, r } => [x - r, y - r, x + r, y + r],
        Shape::Line { x1, y1, x2, y2 } => [x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)],
        Shape::Text { x, y, .. } => [x, y, x, y],
    };
    edges.map(f64::from)
}

fn plain_depth(shape: &Shape, at_x: f64, at_y: f64) -> f64 {
    match *shape {
        Shape::Box { x, y, width, height, round } => {
            let [width, height, round] = [width, height, round].map(f64::from);
            let round = round.min(width / 2.0).min(height / 2.0);
            let out = |at: f64, from: i32, size: f64| {
                (at - f64::from(from) - size / 2.0).abs() - (size / 2.0 - round)
            };
            let (across, down) = (out(at_x, x, width), out(at_y, y, height));
            let corner = across.max(0.0).hypot(down.max(0.0));
            round - corner - across.max(down).min(0.0)
        }
        Shape::Disc { x, y, r } => f64::from(r) - (at_x - f64::from(x)).hypot(at_y - f64::from(y)),
        Shape::Line { x1, y1, x2, y2 } => -distance([x1, y1, x2, y2].map(f64::from), at_x, at_y),
        Shape::Text { .. } => f64::NEG_INFINITY,
    }
}

/// The distance of a point to a stroke.
fn distance([x1, y1, x2, y2]: [f64; 4], x: f64, y: f64) -> f64 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = (dx * dx + dy * dy).max(f64::EPSILON);
    let along = (((x - x1) * dx + (y - y1) * dy) / length).clamp(0.0, 1.0);
    (x - x1 - along * dx).hypot(y - y1 - along * dy)
}

/// The strokes of each letter of a text of this size whose base line has its middle at a point.
fn letters(
    text: &str,
    (middle, base): (f64, f64),
    size: f64,
) -> impl Iterator<Item = Vec<[f64; 4]>> {
    let known: Vec<&str> = text.chars().take(LONGEST_TEXT).map(letter).collect();
    let (across, down) = (size / 10.0, size / 8.5);
    // A letter is four wide and six high, and the next one begins 5.6 later.
    let begin = middle - across * (5.6 * known.len() as f64 - 1.6) / 2.0;
    let letters = known.into_iter().zip(0u8..).map(move |(letter, index)| {
        let begin = begin + across * 5.6 * f64::from(index);
        let point = |point: &str| {
            let [x, y] = <[u8; 2]>::try_from(point.as_bytes()).ok()?.map(|digit| digit - b'0');
            Some([begin + across * f64::from(x), base - down * (6.0 - f64::from(y))])
        };
        let strokes = letter.split('/').flat_map(|line| {
            let points: Vec<[f64; 2]> = line.split(' ').filter_map(point).collect();
            let strokes = points.windows(2).map(|two| [two[0][0], two[0][1], two[1][0], two[1][1]]);
            strokes.collect::<Vec<_>>()
        });
        strokes.collect::<Vec<_>>()
    });
    letters.filter(|strokes| !strokes.is_empty())
}

/// A letter or digit as lines of points, each with its column and row; empty if it is not known.
fn letter(character: char) -> &'static str {
    match character.to_uppercase().next().unwrap_or(character) {
        '0' | 'O' | 'Ó' | 'Ò' | 'Ô' => "10 30 41 45 36 16 05 01 10",
        '1' => "11 20 26/16 36",
        '2' => "01 10 30 41 42 06 46",
        '3' => "01 10 30 41 42 33 44 45 36 16 05/13 33",
        '4' => "36 30 04 44",
        '5' => "40 00 02 32 43 45 36 16 05",
        '6' => "41 30 10 01 05 16 36 45 44 33 13 04",
        '7' => "00 40 16",
        '8' => "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
        '9' => "05 16 36 45 41 30 10 01 02 13 33 42",
        'A' | 'Á' | 'À' | 'Â' => "06 02 20 42 46/04 44",
        'B' => "00 06 36 45 44 33 03/33 42 41 30 00",
        'C' | 'Ç' => "41 30 10 01 05 16 36 45",
        'D' => "00 06 26 44 42 20 00",
        'E' | 'É' | 'È' | 'Ê' => "40 00 06 46/03 33",
        'F' => "40 00 06/03 33",
        'G' => "41 30 10 01 05 16 36 45 43 23",
        'H' => "00 06/40 46/03 43",
        'I' | 'Í' | 'Ì' | 'Î' => "10 30/20 26/16 36",
        'J' => "40 45 36 16 05",
        'K' => "00 06/40 03 46",
        'L' => "00 06 46",
        'M' => "06 00 23 40 46",
        'N' | 'Ñ' => "06 00 46 40",
        'P' => "06 00 30 41 42 33 03",
        'Q' => "10 30 41 45 36 16 05 01 10/24 46",
        'R' => "06 00 30 41 42 33 03/23 46",
        'S' => "41 30 10 01 02 13 33 44 45 36 16 05",
        'T' => "00 40/20 26",
        'U' | 'Ú' | 'Ù' | 'Û' => "00 05 16 36 45 40",
        'V' => "00 26 40",
        'W' => "00 16 22 36 40",
        'X' => "00 46/40 06",
        'Y' => "00 23 40/23 26",
        'Z' => "00 40 06 46",
        '-' | '−' | '–' => "03 43",
        '+' => "03 43/21 25",
        '.' => "26 26",
        ',' => "26 17",
        ':' => "22 22/25 25",
        '/' => "40 06",
        '?' => "01 10 30 41 42 23 24/26 26",
        _ => "",
    }
}

impl Raster {
    /// The image as PNG.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let [width, height] = [self.width, self.height].map(|size| (size as u32).to_be_bytes());
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
        for row in self.points.chunks(3 * self.width) {
            // Each row starts with its filter type: none.
            packer.write_all(&[0])?;
            packer.write_all(row)?;
        }
        let mut out = PNG_SIGNATURE.to_vec();
        // Eight bits for each of three colours.
        chunk(&mut out, *b"IHDR", &[&width[..], &height, &[8, 2, 0, 0, 0]].concat());
        chunk(&mut out, *b"IDAT", &packer.finish()?);
        chunk(&mut out, *b"IEND", &[]);
        Ok(out)
    }
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    let mut sum = Crc::new();
    sum.update(&name);
    sum.update(content);
    out.extend((content.len() as u32).to_be_bytes());
    out.extend(name);
    out.extend(content);
    out.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Ink;

    /// The colour of a pixel of a preview.
    fn at(raster: &Raster, x: usize, y: usize) -> Colour {
        let at = 3 * (y * raster.width + x);
        [raster.points[at], raster.points[at + 1], raster.points[at + 2]]
    }

    #[test]
    fn shapes_are_drawn_where_they_should_be() {
        // As wide as the preview without its margin, half as high.
        let mut picture = Picture::sheet(112, 55, "a disc in a box");
        let whole = Shape::Box { x: 0, y: 0, width: 112, height: 55, round: 0 };
        picture.put("box", Ink::Board, whole);
        picture.put("disc", Ink::Black, Shape::Disc { x: 56, y: 27, r: 20 });
        picture.put("line", Ink::Last, Shape::Line { x1: 0, y1: 50, x2: 112, y2: 50 });
        let shown = raster(&picture);
        assert_eq!(shown.points.len(), 3 * 1200 * 630);
        assert_eq!(at(&shown, 600, 315), [0x16, 0x18, 0x1c], "the middle of the disc");
        assert_eq!(at(&shown, 100, 315), [0xe9, 0xd9, 0xb4], "beside it");
        assert_eq!(at(&shown, 5, 5), PAPER, "around it");
        assert_eq!(at(&shown, 600, 540), [0xa3, 0x20, 0x2f], "the line");
        // From the disc to the box there is an edge of points between both colours.
        let edge = (300..600).map(|x| at(&shown, x, 315)[0]);
        assert!(edge.filter(|red| (0x20..0xe0).contains(red)).count() < 5, "and it is narrow");
    }

    #[test]
    fn texts_are_strokes_around_their_middle() {
        let mut picture = Picture::sheet(112, 55, "a number");
        let text = |text: &str| Shape::Text { x: 56, y: 40, size: 20, text: text.to_owned() };
        picture.put("t", Ink::Text, text("1"));
        let shown = raster(&picture);
        // The middle of a one, above the base line and above that.
        assert_ne!(at(&shown, 600, 380), PAPER);
        assert_eq!(at(&shown, 600, 480), PAPER);
        assert_eq!(at(&shown, 660, 380), PAPER);
        let mut unknown = Picture::sheet(112, 55, "no letter is known");
        unknown.put("t", Ink::Text, text("\u{4e00}\u{202e}"));
        assert!(raster(&unknown).points.chunks(3).all(|point| point == PAPER));
        assert_eq!(letters(&"1".repeat(1000), (0.0, 0.0), 1.0).count(), LONGEST_TEXT);
        let known = ('0'..='9').chain('A'..='Z').chain('a'..='z');
        let known: Vec<&str> = known.map(letter).collect();
        assert!(known.iter().all(|letter| !letter.is_empty()));
        // No two are the same, but for case and for O and 0.
        let different: std::collections::BTreeSet<&str> = known.iter().copied().collect();
        assert_eq!(different.len(), 35);
    }

    #[test]
    fn a_board_of_too_many_shapes_is_not_drawn_to_its_end() {
        let mut picture = Picture::sheet(112, 55, "one box above another");
        let whole = Shape::Box { x: 0, y: 0, width: 112, height: 55, round: 0 };
        for number in 0..1000 {
            picture.put(format!("b{number}"), Ink::Board, whole.clone());
        }
        picture.put("last", Ink::Black, whole);
        assert_eq!(at(&raster(&picture), 600, 315), [0xe9, 0xd9, 0xb4]);
    }

    #[test]
    fn an_image_is_written_as_png() {
        let raster = Raster { width: 2, height: 1, points: vec![255; 6] };
        let picture = raster.png().unwrap();
        assert!(picture.starts_with(PNG_SIGNATURE) && picture.ends_with(b"IEND\xae\x42\x60\x82"));
        assert_eq!(&picture[16..24], [0, 0, 0, 2, 0, 0, 0, 1]);
    }
}
