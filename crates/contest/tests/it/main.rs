//! Contests held without any program: matches are played at random in this process.

mod audits;
mod damage;
mod draws;
mod growth;
mod logs;
mod roads;
mod site;
mod tampering;
