//! Matches played by scripts and by real programs, good and hostile.

mod asleep;
mod footsteps;
mod gtp;
mod gtp_page;
mod human;
mod match_of;
mod one_run;
mod remote_player;
mod resume;
mod scripted;
mod voids;
