//! What is said to authors, in their languages.
//!
//! Codes, formats and names of keys are the same in all of them.

pub(crate) mod answers;
pub(crate) mod endings;
pub(crate) mod labels;
pub(crate) mod sentences;
pub(crate) mod starting;
pub(crate) mod talking;

use super::advice::Text;
use certamen_game::Words;
