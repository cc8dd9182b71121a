//! Exchanges that were seen, and what is wrong in each.
