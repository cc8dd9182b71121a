//! Files that all pages share: they are part of the program, and their addresses change with them.

use std::sync::OnceLock;

/// The files: name, type and content.
const ASSETS: [(&str, &str, &str); 5] = [
    ("site.css", "text/css; charset=utf-8", include_str!("../assets/site.css")),
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
    ("page.js", "text/javascript; charset=utf-8", PAGE),
    ("player.js", "text/javascript; charset=utf-8", include_str!("../assets/player.js")),
    ("table.js", "text/javascript; charset=utf-8", include_str!("../assets/table.js")),
];

/// What every page does by itself: one file, so that the first page asks for few.
const PAGE: &str = concat!(
    include_str!("../assets/live.js"),
    include_str!("../assets/sort.js"),
    include_str!("../assets/times.js"),
);

/// All of them, with their names.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASSETS.into_iter().map(|(name, _, content)| (name, content))
}

/// What is in the file that is called so.
pub(crate) fn content(name: &str) -> &'static str {
    all().find(|(known, _)| *known == name).map_or("", |(_, content)| content)
}

/// The address of the file that is called so.
pub(crate) fn address(name: &str) -> String {
    format!("/a/{}/{name}", build())
}

/// The file at `path` below `/a/`, with its type. Those of other builds are gone.
pub(crate) fn find(path: &str) -> Option<(&'static str, &'static str)> {
    let name = path.strip_prefix(build())?.strip_prefix('/')?;
    let found = ASSETS.iter().find(|(known, ..)| *known == name)?;
    Some((found.1, found.2))
}

/// What tells these files from those of other builds.
fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let all: String = ASSETS.iter().map(|(_, _, content)| *content).collect();
        crate::etag::digest(all.as_bytes())
    })
}
