//! What is said to authors, in their languages.
//!
//! Codes, formats and names of keys are the same in all of them.

pub(super) mod answers;
pub(super) mod endings;
pub(super) mod labels;
pub(super) mod sentences;
pub(super) mod starting;
pub(super) mod talking;

use super::advice::Text;
use certamen_game::Words;
