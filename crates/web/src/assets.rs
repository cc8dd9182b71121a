//! Static files shared by all pages: they are compiled into the binary, and their addresses contain
//! a digest of them. Also the digests that serve as entity tags.

use std::sync::OnceLock;

/// The type of pictures.
pub(crate) const SVG: &str = "image/svg+xml";

/// The files: name, type and content.
const ASSETS: [(&str, &str, &str); 6] = [
    ("site.css", "text/css; charset=utf-8", include_str!("../assets/site.css")),
    ("icon.svg", SVG, include_str!("../assets/icon.svg")),
    ("page.js", "text/javascript; charset=utf-8", PAGE),
    ("player.js", "text/javascript; charset=utf-8", include_str!("../assets/player.js")),
    ("tv.js", "text/javascript; charset=utf-8", include_str!("../assets/tv.js")),
    ("table.js", "text/javascript; charset=utf-8", include_str!("../assets/table.js")),
];

/// The script of every page, bundled into one file to save requests.
const PAGE: &str = concat!(
    include_str!("../assets/live.js"),
    include_str!("../assets/sort.js"),
    include_str!("../assets/times.js"),
);

pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASSETS.into_iter().map(|(name, _, content)| (name, content))
}

pub(crate) fn content(name: &str) -> &'static str {
    all().find(|(known, _)| *known == name).map_or("", |(_, content)| content)
}

pub(crate) fn address(name: &str) -> String {
    format!("/a/{}/{name}", build())
}

/// The file at `path` below `/a/`, with its type. Files of other builds are not found.
pub(crate) fn find(path: &str) -> Option<(&'static str, &'static str)> {
    let name = path.strip_prefix(build())?.strip_prefix('/')?;
    let found = ASSETS.iter().find(|(known, ..)| *known == name)?;
    Some((found.1, found.2))
}

/// The digest that distinguishes the files of this build from others.
fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let all: String = ASSETS.iter().map(|(_, _, content)| *content).collect();
        crate::assets::digest(all.as_bytes())
    })
}

/// Enough hexadecimal digits to distinguish all pages that one reader has.
pub(crate) const DIGITS: usize = 16;

/// The entity tag of these bytes.
pub(crate) fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_owned()
}

#[cfg(test)]
mod contrast {
    //! Tests that text has enough contrast, computed from the style sheet, in the light and the
    //! dark scheme. Boards are included: browsers' checkers do not look into pictures.

    use super::*;
    use certamen_game::{
        Audience, Ink, Language, Map, Picture, PictureItem, Shape, conformance::check_match, replay,
    };
    use std::collections::HashMap;

    /// The minimum contrast between text and background.
    const LEAST: f64 = 5.3;

    type Tokens = HashMap<&'static str, [u8; 3]>;

    /// The colours by name: of the light scheme, and of the dark one.
    fn schemes() -> [Tokens; 2] {
        let sheet = content("site.css");
        let (light, rest) = sheet.split_once("@media(prefers-color-scheme:dark)").unwrap();
        let dark = rest.split_once("}}").unwrap().0;
        [light, dark].map(|part| {
            let pairs = part.split("--").skip(1).filter_map(|pair| {
                let (name, value) = pair.split_once(':')?;
                Some((name, colour(value.get(..7)?)))
            });
            pairs.collect()
        })
    }

    fn colour(text: &str) -> [u8; 3] {
        let digits = text.strip_prefix('#').unwrap_or_else(|| panic!("{text}: not a colour"));
        [0, 2, 4].map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
    }

    /// The relative luminance of a colour as WCAG defines it.
    fn luminance(colour: [u8; 3]) -> f64 {
        let [red, green, blue] = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert_eq!(contrast([0; 3], [255; 3]), 21.0);
        // The grey that is known to be just enough for 4.5 on white.
        assert!((contrast(colour("#767676"), [255; 3]) - 4.54).abs() < 0.01);
    }

    #[test]
    fn text_has_enough_contrast_in_light_and_dark() {
        const WORDS: [&str; 8] = ["ink", "quiet", "link", "win", "loss", "good", "warn", "bad"];
        const SEATS: [&str; 8] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"];
        const HEAT: [&str; 11] =
            ["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "h10"];
        for tokens in schemes() {
            let words = WORDS.iter().chain(&SEATS);
            let on_pages = words.flat_map(|word| [(*word, "paper"), (*word, "raised")]);
            for (word, ground) in on_pages.chain(HEAT.map(|ground| ("ink", ground))) {
                let found = contrast(tokens[word], tokens[ground]);
                assert!(found >= LEAST, "--{word} on --{ground}: {found:.2}");
            }
        }
    }

    #[test]
    fn text_on_boards_has_enough_contrast_in_light_and_dark() {
        let sheet = content("site.css");
        assert!(sheet.contains(".board .ink-board~text{fill:var(--ink)}"), "words on wood are ink");
        let schemes = schemes();
        let mut words = 0;
        for game in certamen_games::ALL {
            let seats = game.info().seats;
            for seats in [*seats.start(), *seats.end()] {
                let record = check_match(*game, Map::new(), seats, 1, 40).unwrap();
                let look = &mut |arbiter: &certamen_game::arbiter::Arbiter| {
                    let last = arbiter.turns().last();
                    let state = arbiter.state();
                    if let Some(picture) = state.picture(Audience::Spectators, last, Language::En) {
                        let slug = game.info().slug;
                        words +=
                            schemes.iter().map(|tokens| read(&picture, tokens, slug)).sum::<u32>();
                    }
                };
                replay::replay(*game, &record, look).unwrap();
            }
        }
        assert!(words > 1000, "{words} words were looked at");
    }

    /// Checks the text in a picture; returns how many texts there are.
    fn read(picture: &Picture, tokens: &Tokens, game: &str) -> u32 {
        let wood = picture.marks.iter().position(|mark| mark.ink == Ink::Board);
        let mut words = 0;
        for (place, mark) in picture.marks.iter().enumerate() {
            let Shape::Text { x, y, size, .. } = mark.shape else { continue };
            let on_wood = wood.is_some_and(|wood| wood < place);
            let written = if on_wood { tokens["ink"] } else { written(mark, tokens) };
            let below = picture.marks[..place].iter().rev();
            let mut below = below.filter(|below| covers(&below.shape, x, y - size / 3));
            let ground = below.find_map(|below| ground_of(below, tokens));
            let found = contrast(written, ground.unwrap_or(tokens["paper"]));
            assert!(found >= LEAST, "{game}: {}: {found:.2}", mark.key);
            words += 1;
        }
        words
    }

    /// The colour of a text.
    fn written(mark: &PictureItem, tokens: &Tokens) -> [u8; 3] {
        match mark.ink {
            Ink::Text => tokens["ink"],
            Ink::Quiet => tokens["quiet"],
            Ink::Seat(seat) => tokens[&*format!("s{}", seat.0 % 8)],
            ink => panic!("{}: words in {ink:?}", mark.key),
        }
    }

    /// The fill colour of an element; none if it is transparent.
    fn ground_of(mark: &PictureItem, tokens: &Tokens) -> Option<[u8; 3]> {
        match mark.ink {
            Ink::Board => Some(tokens["wood"]),
            Ink::Free => Some(tokens["free"]),
            Ink::Neutral => Some(tokens["neutral"]),
            Ink::Seat(seat) => Some(tokens[&*format!("s{}", seat.0 % 8)]),
            Ink::Black => Some(colour("#16181c")),
            Ink::White => Some(colour("#fdfdfb")),
            Ink::Grid | Ink::Text | Ink::Quiet | Ink::Last | Ink::Place => None,
        }
    }

    fn covers(shape: &Shape, x: i32, y: i32) -> bool {
        match *shape {
            Shape::Box { x: left, y: top, width, height, .. } => {
                (left..left + width).contains(&x) && (top..top + height).contains(&y)
            }
            Shape::Disc { x: middle, y: centre, r } => {
                (x - middle).pow(2) + (y - centre).pow(2) <= r.pow(2)
            }
            Shape::Line { .. } | Shape::Text { .. } => false,
        }
    }
}
