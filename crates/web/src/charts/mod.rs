//! Charts of results in SVG, readable on light and on dark backgrounds.
//!
//! No input or output, and no drawing library: a chart is a string.

mod animation;
mod bars;
mod board;
mod bracket;
mod lines;
mod raster;

pub use animation::{Animation, animation};
pub use bars::{clock, heat_map, interval_bar, intervals, share_bar};
pub use board::{Element, POSTER, board, poster, pressable_board, seat_mark};
pub use bracket::{BracketCell, bracket};
pub use lines::{Panel, Polyline, course, graph, panels, sparkline, turn_marks};
pub use raster::{Raster, raster};

/// The start of a chart: its size, and colours that follow the reader's scheme.
fn opening(width: u32, height: u32, title: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>{}</title>
<style>
text {{ font: 12px sans-serif; fill: #222 }}
.paper {{ fill: #fff }}
.line {{ stroke: #888; stroke-width: 1 }}
.reach {{ stroke: #2a6fb0; stroke-width: 3 }}
.point {{ fill: #2a6fb0 }}
.cell {{ fill: #111 }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #ddd }}
.paper {{ fill: #16181c }}
.reach {{ stroke: #7ab4ec }}
.point {{ fill: #7ab4ec }}
.cell {{ fill: #111 }}
}}
</style>
<rect class="paper" width="{width}" height="{height}"/>
"#,
        escaped(title)
    )
}

/// Escaped text for SVG and other XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // XML allows no control characters but these.
            '\t' | '\n' | '\r' => out.push(' '),
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_escaped() {
        let hostile = "</text><script>\"&\u{1b}";
        assert_eq!(super::escaped(hostile), "&lt;/text&gt;&lt;script&gt;&quot;&amp;\u{fffd}");
    }
}
