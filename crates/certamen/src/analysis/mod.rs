//! What positions are worth, what searching them costs, and what a bot loses to the best opponent.
//!
//! What is found out is found out beside the rules of the game; here bots are made ready and asked.
//! Nothing here prints.

mod error;
mod lisp;
mod say;
mod searches;
mod subject;
mod weakness;

pub use error::AnalysisError;
pub use lisp::{LispPlan, LispSearches};
pub use searches::{Agreement, Cost, HouseSearches, Searches};
pub use weakness::{Boards, Study, Weakness, known_mix};
