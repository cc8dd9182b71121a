//! Arguments that several commands share, and parsing of numbers.

use crate::{
    Result,
    print::format::TableFormat,
    say::{command_line as say, farm, help},
};
use certamen_contest::MoveTime;
use certamen_game::ProgramsMemory;
use certamen_host::ExecutionTarget;
use certamen_i18n::{Localize, Message, usage};
use clap::{
    Arg, Args, Command, Error, ValueEnum,
    builder::{EnumValueParser, PossibleValue, TypedValueParser},
};
use std::{
    ffi::OsStr,
    marker::PhantomData,
    num::{IntErrorKind, ParseFloatError, ParseIntError},
    ops::{Bound, RangeBounds},
    path::PathBuf,
};

#[derive(Args, Debug)]
pub(crate) struct ListingArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_enum, value_parser = named::<TableFormat>("format"), default_value_t = TableFormat::Table)]
    pub(crate) format: TableFormat,
}

/// The conditions of matches, and the search depth of built-in players.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<MoveTime>,
    #[arg(long, value_parser = certamen_contest::quantity::size, value_name = "SIZE")]
    pub(crate) memory: Option<u64>,
    #[arg(long, value_enum)]
    pub(crate) programs_memory: Option<ProgramsKeep>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long)]
    pub(crate) depth: Option<u32>,
}

/// What programs may write: nothing, or files that are kept until their match is over. The values
/// have no help texts of their own, which keeps the help short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProgramsKeep {
    None,
    Match,
}

impl ProgramsKeep {
    pub(crate) fn word(self) -> &'static str {
        ProgramsMemory::from(self).word()
    }
}

impl From<ProgramsKeep> for ProgramsMemory {
    fn from(keep: ProgramsKeep) -> ProgramsMemory {
        match keep {
            ProgramsKeep::None => ProgramsMemory::None,
            ProgramsKeep::Match => ProgramsMemory::Match,
        }
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct FarmArgs {
    #[arg(long = "bus", value_name = "URL")]
    pub(crate) server: Option<String>,
    #[arg(long, value_name = "FILE", requires = "server")]
    pub(crate) key: Option<PathBuf>,
    #[arg(long, requires = "server")]
    pub(crate) plain: bool,
    #[arg(
        long,
        value_parser = within::<u8>(0..=100),
        default_value_t = 2,
        value_name = "PERCENT",
        requires = "server"
    )]
    pub(crate) audit: u8,
}

impl FarmArgs {
    /// Rejects options that have no meaning with remote workers.
    pub(crate) fn check(&self, jobs: Option<u16>) -> Result<()> {
        if self.server.is_none() {
            return Ok(());
        }
        if cfg!(not(feature = "bus")) {
            return Err(usage(farm::no_bus()));
        }
        if jobs.is_some() {
            return Err(usage(farm::jobs_elsewhere()));
        }
        Ok(())
    }

    /// Where matches are played; an error if the server does not answer.
    #[cfg(feature = "bus")]
    pub(crate) fn target(&self) -> Result<ExecutionTarget> {
        use crate::commands::bus;
        use certamen_farm::{Transport, rights::BusRole};
        let Some(given) = &self.server else { return Ok(ExecutionTarget::Here) };
        let address = bus::address(given, bus::plain(self.plain))?;
        let transport = bus::connect(&address, self.key.as_deref(), Some(BusRole::Coordinator))?;
        // Another coordinator's data on the server is an error, before anything starts.
        transport.prepare()?;
        let audit = f64::from(self.audit) / 100.0;
        Ok(ExecutionTarget::Elsewhere(certamen_host::Farm::new(transport, bus::terms(), audit)))
    }

    #[cfg(not(feature = "bus"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "there is one place only")]
    pub(crate) fn target(&self) -> Result<ExecutionTarget> {
        Ok(ExecutionTarget::Here)
    }
}

#[derive(Clone)]
pub(crate) struct NamedValues<E> {
    argument: &'static str,
    values: PhantomData<E>,
}

/// The values of `E`, described as those of `argument`.
pub(crate) fn named<E>(argument: &'static str) -> NamedValues<E> {
    NamedValues { argument, values: PhantomData }
}

impl<E: ValueEnum + Clone + Send + Sync + 'static> TypedValueParser for NamedValues<E> {
    type Value = E;

    fn parse_ref(&self, command: &Command, of: Option<&Arg>, value: &OsStr) -> Result<E, Error> {
        EnumValueParser::<E>::new().parse_ref(command, of, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = E::value_variants().iter().filter_map(E::to_possible_value);
        Some(Box::new(values.map(|value| {
            let text = help::of(&[self.argument, value.get_name()]);
            match text {
                Some(text) => value.help(text.to_string()),
                None => value,
            }
        })))
    }
}

#[derive(Clone, Debug, Localize)]
#[localize(error)]
pub(crate) enum NumberError {
    #[localize(unreadable(_0))]
    Unreadable(ParseIntError),
    Outside {
        value: String,
        range: String,
    },
}

pub(crate) fn unreadable(error: &ParseIntError) -> Message {
    match error.kind() {
        IntErrorKind::Empty => say::no_number(),
        IntErrorKind::PosOverflow => say::too_large(),
        IntErrorKind::NegOverflow => say::too_small(),
        _ => say::not_a_number(),
    }
}

pub(crate) fn no_share(_: &ParseFloatError) -> Message {
    say::not_a_share()
}

/// Parses a seed; seeds are limited to integers that are exact in JSON.
pub(crate) fn seed(text: &str) -> Result<u64, NumberError> {
    let seed: u64 = text.parse().map_err(NumberError::Unreadable)?;
    checked(seed, 0..1 << 53)
}

pub(crate) fn within<T: TryFrom<i64>>(
    range: impl RangeBounds<i64> + Clone,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone {
    move |text| {
        let number: i64 = text.parse().map_err(NumberError::Unreadable)?;
        let number = checked(number, range.clone())?;
        let outside = || outside(&number, &range);
        T::try_from(number).map_err(|_| outside())
    }
}

fn checked<N: PartialOrd + ToString>(
    number: N,
    range: impl RangeBounds<N>,
) -> Result<N, NumberError> {
    if range.contains(&number) { Ok(number) } else { Err(outside(&number, &range)) }
}

fn outside<N: ToString>(number: &N, range: &impl RangeBounds<N>) -> NumberError {
    let low = match range.start_bound() {
        Bound::Included(low) | Bound::Excluded(low) => low.to_string(),
        Bound::Unbounded => String::new(),
    };
    let high = match range.end_bound() {
        Bound::Included(high) => format!("={}", high.to_string()),
        Bound::Excluded(high) => high.to_string(),
        Bound::Unbounded => String::new(),
    };
    NumberError::Outside { value: number.to_string(), range: format!("{low}..{high}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_get_the_range() {
        let jobs = within::<u16>(1..=1024);
        assert_eq!(jobs("16").unwrap(), 16);
        assert_eq!(jobs("0").unwrap_err().to_string(), "0 is not in 1..=1024");
        assert_eq!(jobs("x").unwrap_err().to_string(), "invalid digit found in string");
        assert_eq!(
            seed("9007199254740992").unwrap_err().to_string(),
            "9007199254740992 is not in 0..9007199254740992"
        );
        assert_eq!(seed("").unwrap_err().to_string(), "cannot parse integer from empty string");
    }
}
