//! Static files shared by all pages: they are compiled into the binary, and their addresses contain
//! a digest of them.

use std::sync::OnceLock;

/// The files: name, type and content.
const ASSETS: [(&str, &str, &str); 5] = [
    ("site.css", "text/css; charset=utf-8", include_str!("../assets/site.css")),
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
    ("page.js", "text/javascript; charset=utf-8", PAGE),
    ("player.js", "text/javascript; charset=utf-8", include_str!("../assets/player.js")),
    ("table.js", "text/javascript; charset=utf-8", include_str!("../assets/table.js")),
];

/// The script of every page, bundled into one file to save requests.
const PAGE: &str = concat!(
    include_str!("../assets/live.js"),
    include_str!("../assets/sort.js"),
    include_str!("../assets/times.js"),
);

/// All files with their names.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASSETS.into_iter().map(|(name, _, content)| (name, content))
}

/// The content of the file with this name.
pub(crate) fn content(name: &str) -> &'static str {
    all().find(|(known, _)| *known == name).map_or("", |(_, content)| content)
}

/// The address of the file with this name.
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
        crate::etag::digest(all.as_bytes())
    })
}
