//! The time for a move: a duration, or a share of what a player needs.

use crate::{
    quantity::{self, QuantityError},
    say,
};
use certamen_game::{
    DynGame, Player,
    builtin::BuiltinError,
    escaped,
    job::{BotSource, BotSpec},
};
use certamen_i18n::Message;
use std::{fmt, ops::RangeInclusive, path::Path, str::FromStr, time::Duration};

/// The possible shares, in per cent.
const PERCENT: RangeInclusive<u32> = 1..=1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveTime {
    Fixed(Duration),
    Share(RelativeMoveTime),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelativeMoveTime {
    percent: u32,
    of: BotSpec,
}

impl RelativeMoveTime {
    pub fn player(&self, game: &dyn DynGame) -> Option<Result<Box<dyn Player>, BuiltinError>> {
        let (name, arguments) = self.of.builtin()?;
        Some(game.builtin_player(name, &arguments))
    }

    /// In per cent.
    pub fn percent(&self) -> u32 {
        self.percent
    }

    /// The player, relative to the contest file.
    pub fn of(&self) -> &BotSpec {
        &self.of
    }

    /// The public form: the player's name without its path.
    pub fn label(&self) -> Message {
        let name = match &self.of.source {
            BotSource::Builtin { name } => name.clone(),
            _ => self
                .of
                .path()
                .and_then(Path::file_stem)
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
        };
        let depth = self.of.arguments.iter().find(|(key, _)| key == "depth");
        let text = match depth {
            Some((_, depth)) => say::share_at_depth(self.percent, escaped(&name), depth),
            None => say::share_of(self.percent, escaped(&name)),
        };
        match &self.of.source {
            BotSource::Evaluation { .. } => say::share_with_search(text),
            _ => text,
        }
    }

    /// The same share, with only the file name of the player.
    #[must_use]
    pub fn without_folder(mut self) -> RelativeMoveTime {
        if let BotSource::Evaluation { path } | BotSource::Path { path } = &mut self.of.source
            && let Some(name) = path.file_name()
        {
            *path = name.into();
        }
        self
    }

    #[must_use]
    pub fn within(self, folder: &Path) -> RelativeMoveTime {
        RelativeMoveTime { of: self.of.within(folder), ..self }
    }

    /// The share of the time that the player needs, rounded down to microseconds; `None` if it is
    /// zero.
    pub fn of_time(&self, needed: Duration) -> Option<Duration> {
        let share = needed.as_nanos() * u128::from(self.percent) / 100;
        let micros = u64::try_from(share / 1_000).unwrap_or(u64::MAX);
        (micros > 0).then_some(Duration::from_micros(micros))
    }

    /// The limit that follows from `needed`.
    pub fn limit(&self, needed: Duration) -> Result<Duration, Message> {
        self.of_time(needed).ok_or_else(|| say::share_too_short(self.to_string()))
    }
}

impl fmt::Display for RelativeMoveTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}% of {}", self.percent, self.of)
    }
}

impl fmt::Display for MoveTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTime::Fixed(time) => write!(f, "{} ms", time.as_millis()),
            MoveTime::Share(share) => share.fmt(f),
        }
    }
}

impl FromStr for MoveTime {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<MoveTime, QuantityError> {
        let Some((percent, rest)) = text.split_once('%') else {
            return quantity::time(text).map(MoveTime::Fixed);
        };
        let percent = percent.trim();
        let in_range = percent.parse().ok().filter(|percent| PERCENT.contains(percent));
        let percent = in_range.ok_or_else(|| QuantityError::Percent {
            text: text.to_owned(),
            percent: percent.to_owned(),
            possible: PERCENT,
        })?;
        let of = rest.trim().strip_prefix("of ").map(str::trim);
        let wrong = || QuantityError::NoPlayer(text.to_owned());
        let of = of.ok_or_else(wrong)?;
        let spec: BotSpec = of.parse().map_err(|_| wrong())?;
        let of = match &spec.source {
            BotSource::Builtin { .. } => spec,
            // A path must look like one; it has no name here.
            BotSource::Evaluation { .. } | BotSource::Path { .. } if of.contains(['/', '.']) => {
                if spec.name.is_some() {
                    BotSpec::of_path(of)
                } else {
                    spec
                }
            }
            _ => return Err(wrong()),
        };
        Ok(MoveTime::Share(RelativeMoveTime { percent, of }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    fn share(text: &str) -> RelativeMoveTime {
        match text.parse() {
            Ok(MoveTime::Share(share)) => share,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_share_is_never_rounded_up() {
        let half = share("50% of builtin:bueno:depth=4");
        assert_eq!(half.to_string(), "50% of builtin:bueno:depth=4");
        assert_eq!(share(" 50 %  of  builtin:bueno:depth=4 "), half);
        let of = |share: &RelativeMoveTime, nanos| share.of_time(Duration::from_nanos(nanos));
        assert_eq!(of(&half, 24_999_999), Some(Duration::from_micros(12_499)));
        assert_eq!(of(&half, 1_377_000), Some(Duration::from_micros(688)));
        assert_eq!(of(&half, 1_999), None, "that is no time");
        let tenfold = share("1000% of builtin:first");
        assert_eq!(of(&tenfold, 1_000_000_000), Some(Duration::from_secs(10)));
        assert_eq!("2s".parse(), Ok(MoveTime::Fixed(Duration::from_secs(2))));
    }

    #[test]
    fn the_public_text_of_a_share_has_no_path() {
        let bueno = share("50% of ../../reference/bueno.cl:depth=4");
        assert_eq!(
            bueno.label().get(Language::En),
            "50 % of bueno’s time at depth 4 including search; for players only evaluations count"
        );
        let spanish = bueno.label().get(Language::Es);
        assert!(spanish.starts_with("50 % del tiempo de bueno a profundidad 4, con"), "{spanish}");
        assert_eq!(bueno.without_folder().to_string(), "50% of bueno.cl:depth=4");
        let first = share("200% of builtin:first");
        assert_eq!(first.label().get(Language::It), "200 % del tempo di first");
        assert_eq!(first.clone().without_folder(), first);
    }

    #[test]
    fn invalid_times_are_refused() {
        let refused = |text: &str| text.parse::<MoveTime>().unwrap_err().to_string();
        for text in ["0% of builtin:first", "1001% of builtin:first", "-1% of builtin:first"] {
            assert!(refused(text).contains("use 1 to 1000"), "{text}");
        }
        for text in ["50% of bueno", "50%", "50% builtin:first", "1% of builtin:first:x"] {
            assert!(refused(text).contains("name a built-in player"), "{text}");
        }
        assert!(refused("soon").contains("`soon` is not a duration"));
    }
}
