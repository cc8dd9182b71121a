//! `[remote]`: players that the host does not run.

use super::{remote_say, say};
use crate::{MoveTime, quantity};
use certamen_game::job::{FileError, RETRY_TIME, check_bot_name};
use certamen_i18n::{Argument, Localize};
use serde::Deserialize;
use std::time::Duration;
use toml::Spanned;

/// What an entry of `bots` begins with that names a player on another machine.
pub const REMOTE: &str = "remote:";
/// The shortest time for a move where players are on other machines.
const SHORTEST_MOVE: Duration = Duration::from_millis(100);

/// Players that the host does not run.
#[derive(Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Remote"))]
#[serde(deny_unknown_fields, default)]
pub(super) struct RemoteKeys {
    /// Time for delays of the network, for each remote seat and match; "60s" if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    allowance: Option<Spanned<String>>,
    /// How long an entrant counts as present after a request; "30s" if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    present: Option<Spanned<String>>,
    /// How long absent entrants are waited for when nothing else is to be played; "10min" if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    start_wait: Option<Spanned<String>>,
    /// How long failed requests to players over HTTP are repeated, in each match; "10min" if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    retry_time: Option<Spanned<String>>,
    /// Whether players over HTTP may have private addresses, those of this machine included.
    private_addresses: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemoteSection {
    /// Time for delays of the network, for each remote seat and match.
    pub allowance: Duration,
    /// How long an entrant counts as present after a request.
    pub present: Duration,
    /// How long absent entrants are waited for when nothing else is to be played.
    pub start_wait: Duration,
    /// How long failed requests to players over HTTP are repeated, in each match.
    pub retry_time: Duration,
    /// Whether players over HTTP may have private addresses, those of this machine included.
    pub private_addresses: bool,
}

impl Default for RemoteSection {
    fn default() -> RemoteSection {
        RemoteSection {
            allowance: Duration::from_secs(60),
            present: Duration::from_secs(30),
            start_wait: Duration::from_secs(600),
            retry_time: RETRY_TIME,
            private_addresses: false,
        }
    }
}

impl RemoteKeys {
    pub(super) fn read(self, file: &str) -> Result<RemoteSection, FileError> {
        let usual = RemoteSection::default();
        let time = |key: &str, given: Option<Spanned<String>>, usual| {
            let Some(given) = given else { return Ok(usual) };
            quantity::allowance(given.get_ref()).map_err(|error| {
                FileError::key(format!("remote.{key}"), error.message()).at(file, &given.span())
            })
        };
        Ok(RemoteSection {
            allowance: time("allowance", self.allowance, usual.allowance)?,
            present: time("present", self.present, usual.present)?,
            start_wait: time("start_wait", self.start_wait, usual.start_wait)?,
            retry_time: time("retry_time", self.retry_time, usual.retry_time)?,
            private_addresses: self.private_addresses,
        })
    }
}

/// The name of the remote player that an entry of `bots` names, if it does.
pub fn remote_name(bot: &str) -> Option<&str> {
    bot.strip_prefix(REMOTE)
}

/// Refuses remote players where they are not allowed, and limits that make no sense for them.
pub(super) fn check(file: &super::ContestFile) -> Result<(), FileError> {
    let refuse = |key: &str, reason| Err(FileError::key(key, reason));
    let mut names = file.bots.iter().filter_map(|bot| remote_name(bot)).peekable();
    if names.peek().is_none() {
        return Ok(());
    }
    for name in names {
        if let Err(error) = check_bot_name(name) {
            return refuse("bots", say::bots(format!("{REMOTE}{name}"), error.value()));
        }
    }
    if !file.allow_remote {
        return refuse("allow_remote", remote_say::remote_not_allowed());
    }
    // The API of tables says nothing of the rules: `sit` would replay a built-in game of that name.
    if file.game.rules_source().rules_digest.is_some() {
        return refuse("game", remote_say::remote_program());
    }
    match &file.limits.move_time {
        Some(MoveTime::Share(_)) => {
            return refuse("limits.move_time", remote_say::remote_move_time());
        }
        Some(MoveTime::Fixed(time)) if *time < SHORTEST_MOVE => {
            return refuse("limits.move_time", remote_say::remote_move_time());
        }
        _ => {}
    }
    if file.programs.memory.lives_on() {
        return refuse("programs.memory", remote_say::remote_memory());
    }
    Ok(())
}
