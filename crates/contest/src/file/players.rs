//! `[players.NAME]`: players that the host asks over HTTP.

use super::{ContestFile, remote_say as say};
use crate::quantity;
use certamen_game::job::{
    BotSource, BotSpec, FileError, HttpPlayerTerms, LONGEST_REMOTE_MOVE, MoneyError,
    POSSIBLE_ATTEMPTS, PlayerUrl, TokenPrice, check_bot_name, read_usd,
};
use certamen_i18n::{Argument, Localize};
use serde::Deserialize;
use std::{collections::BTreeMap, time::Duration};

/// How players are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "PlayerProtocol"))]
enum RemoteProtocol {
    /// Over HTTP.
    Http,
}

/// A player that the host asks over HTTP.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Player"))]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerKeys {
    /// How it is asked.
    protocol: RemoteProtocol,
    /// Where requests go: `https` only.
    url: String,
    /// The environment variable with its bearer token.
    secret_env: Option<String>,
    /// Permitted replies in a turn, 1 to 5; 1 if absent.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 5)))]
    attempts: Option<i64>,
    /// Its own time for a move, at most "60min"; that of the contest if absent.
    move_time: Option<String>,
    /// Whether requests have the list of legal actions.
    #[serde(default)]
    actions: bool,
    /// The most it may cost in the contest, such as "20 USD".
    cost: Option<String>,
    /// The price of its tokens, which overrides the cost that it reports.
    price: Option<PriceKeys>,
}

/// US dollars for a million tokens.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Price"))]
#[serde(deny_unknown_fields)]
struct PriceKeys {
    /// Tokens read.
    #[serde(rename = "in")]
    input: f64,
    /// Tokens written.
    out: f64,
}

pub(super) type Players = BTreeMap<String, HttpPlayerTerms>;

pub(super) fn read(keys: BTreeMap<String, PlayerKeys>) -> Result<Players, FileError> {
    keys.into_iter().map(|(name, keys)| Ok((name.clone(), keys.read(&name)?))).collect()
}

impl PlayerKeys {
    fn read(self, name: &str) -> Result<HttpPlayerTerms, FileError> {
        let wrong = |key: &str, reason: &dyn Localize| {
            FileError::key(format!("players.{name}.{key}"), reason.message())
        };
        if let Err(error) = check_bot_name(name) {
            return Err(FileError::key(format!("players.{name}"), error.message()));
        }
        let url = PlayerUrl::read(&self.url).map_err(|error| wrong("url", &error))?;
        let attempts = self.attempts.map_or(Some(1), |given| u32::try_from(given).ok());
        let attempts = attempts.filter(|attempts| POSSIBLE_ATTEMPTS.contains(attempts));
        let attempts = attempts.ok_or_else(|| {
            let (low, high) = (POSSIBLE_ATTEMPTS.start(), POSSIBLE_ATTEMPTS.end());
            let given = self.attempts.unwrap_or_default();
            FileError::key(format!("players.{name}.attempts"), say::attempts(given, low, high))
        })?;
        let move_time =
            match &self.move_time {
                None => None,
                Some(text) => Some(move_time(text).map_err(|reason| {
                    FileError::key(format!("players.{name}.move_time"), reason)
                })?),
            };
        let secret_env = match self.secret_env {
            Some(variable) if !is_variable(&variable) => {
                let key = format!("players.{name}.secret_env");
                return Err(FileError::key(key, say::secret_env(variable)));
            }
            variable => variable,
        };
        let cost = self.cost.as_deref().map(read_usd).transpose();
        let price = self.price.map(|price| TokenPrice::new(price.input, price.out)).transpose();
        Ok(HttpPlayerTerms {
            url,
            secret_env,
            attempts,
            move_time,
            actions: self.actions,
            cost: cost.map_err(|error: MoneyError| wrong("cost", &error))?,
            price: price.map_err(|error: MoneyError| wrong("price", &error))?,
        })
    }
}

fn move_time(text: &str) -> Result<Duration, certamen_i18n::Message> {
    let time = quantity::time(text).map_err(|error| error.message())?;
    if time > LONGEST_REMOTE_MOVE {
        return Err(say::player_move_time(text, LONGEST_REMOTE_MOVE.as_secs() / 60));
    }
    // Records have the times of seats in milliseconds.
    Ok(Duration::from_millis(time.as_millis() as u64))
}

/// Whether this is the name of an environment variable.
fn is_variable(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (1..=100).contains(&name.len())
        && name.chars().all(is_part)
        && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Checks the entries of `bots` that name players asked over HTTP.
pub(super) fn check(file: &ContestFile) -> Result<(), FileError> {
    let refuse = |key: &str, reason| Err(FileError::key(key, reason));
    for given in &file.bots {
        let Ok(spec) = given.parse::<BotSpec>() else { continue };
        let BotSource::Http { target } = &spec.source else { continue };
        if !file.allow_remote {
            return refuse("allow_remote", say::remote_not_allowed());
        }
        if !file.players.contains_key(target) {
            let reason = say::unknown_player(certamen_game::escaped(target));
            return refuse("bots", super::say::bots(given, reason.value()));
        }
        if file.programs.memory.lives_on() {
            return refuse("programs.memory", say::remote_memory());
        }
    }
    for (name, player) in &file.players {
        let is_public = player.url.is_https() || file.remote.private_addresses;
        if !is_public {
            return refuse(&format!("players.{name}.url"), say::url_of_this_machine());
        }
    }
    Ok(())
}
