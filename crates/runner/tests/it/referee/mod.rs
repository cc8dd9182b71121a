//! Matches played by scripts and by real programs, good and hostile.

mod asleep;
mod cecp;
mod footsteps;
mod gtp;
mod gtp_page;
mod human;
mod match_of;
mod one_run;
mod resume;
mod scripted;
mod stepped;
mod uci;
mod voids;
