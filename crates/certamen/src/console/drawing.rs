//! What a run prints about a drawn seed: the commitment to publish, and whether matches count.

use crate::print::say::table;
use certamen_contest::draw::Draw;
use certamen_game::Language;
use certamen_i18n::labelled;

/// Prints on standard error how the seed is drawn.
pub fn tell(draw: &Draw, language: Language) {
    eprintln!("{}", labelled(table::draw_commitment(), &draw.commitment).get(language));
    let words = match &draw.closed {
        None => table::draw_open(),
        Some(closed) if closed.at == draw.drawn => table::draw_late(),
        Some(_) => table::draw_closed(),
    };
    eprintln!("{}", words.get(language));
}
