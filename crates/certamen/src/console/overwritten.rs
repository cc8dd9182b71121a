//! Warnings about files that are overwritten, because their content is lost.

use crate::console::say::play;
use certamen_i18n::Language;
use std::path::Path;

/// Warns if there is a regular file at the path that is about to be written.
pub fn tell(path: &Path, language: Language) {
    if path.is_file() {
        eprintln!("{}", play::overwritten(path).get(language));
    }
}
