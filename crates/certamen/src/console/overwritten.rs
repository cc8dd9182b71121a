//! Files that are written anew: said, since what was in them is gone.

use crate::console::say::play;
use certamen_i18n::Language;
use std::path::Path;

/// Says of a regular file which is about to be written that there is one already.
pub fn tell(path: &Path, language: Language) {
    if path.is_file() {
        eprintln!("{}", play::overwritten(path).get(language));
    }
}
