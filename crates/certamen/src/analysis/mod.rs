//! What positions are worth, what searching them costs, and what a bot loses to the best opponent.
//!
//! The algorithms live beside the rules of the games; here bots are built and queried. Nothing here
//! prints.

mod error;
mod lisp;
mod searches;
mod subject;
mod weakness;

pub use error::AnalysisError;
pub use lisp::{LispPlan, LispSearches};
pub use searches::{Agreement, Cost, HouseSearches, Searches};
pub use weakness::{Boards, Study, Weakness, known_mix};

mod say {
    certamen_i18n::texts!("locales/analysis");
}
