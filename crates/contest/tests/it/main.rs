//! Contests held without any program: matches are played at random in this process.

mod announced;
mod audits;
mod damage;
mod deferred;
mod determinism;
mod draws;
mod growth;
mod late;
mod logs;
mod orders;
mod roads;
mod silence;
mod site;
mod starts;
mod tampering;
