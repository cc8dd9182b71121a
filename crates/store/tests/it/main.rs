//! The store from outside: versions, sums, records, damage.

mod attempts;
mod damage;
mod kept;
mod killed;
mod listing;
mod machines;
mod opening;
mod scale;
mod site;
mod snapshots;
mod versions;
