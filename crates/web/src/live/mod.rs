//! Live updates: hints that a contest has changed.

mod events;
mod news;
mod under_way;

pub(crate) use events::{events, turns};
pub(crate) use news::{
    EntrantEvent, LiveHint, MatchEvent, NoticeEvent, PublicationEvent, StandingsEvent, TurnEvent,
};
pub(crate) use under_way::RunningMatches;
