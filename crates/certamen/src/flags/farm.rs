//! Whether matches are played by remote workers, and how they are reached.

use crate::{
    command_error::{CommandError, usage},
    flags::numbers,
    say::farm as say,
};
use certamen_host::ExecutionTarget;
use clap::Args;
use std::path::PathBuf;

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
        value_parser = numbers::within::<u8>(0..=100),
        default_value_t = 2,
        value_name = "PERCENT",
        requires = "server"
    )]
    pub(crate) audit: u8,
}

impl FarmArgs {
    /// Rejects options that have no meaning with remote workers.
    pub(crate) fn check(&self, jobs: Option<u16>) -> Result<(), CommandError> {
        if self.server.is_none() {
            return Ok(());
        }
        if cfg!(not(feature = "bus")) {
            return Err(usage(say::no_bus()));
        }
        if jobs.is_some() {
            return Err(usage(say::jobs_elsewhere()));
        }
        Ok(())
    }

    /// Where matches are played; an error if the server does not answer.
    #[cfg(feature = "bus")]
    pub(crate) fn venue(&self) -> Result<ExecutionTarget, CommandError> {
        use super::bus;
        use certamen_farm::{Transport, rights::BusRole};
        let Some(given) = &self.server else { return Ok(ExecutionTarget::Here) };
        let address = bus::address(given, bus::plain(self.plain))?;
        let transport = bus::connect(&address, self.key.as_deref(), Some(BusRole::Coordinator))?;
        // Another coordinator's data on the server is an error, before anything starts.
        transport.prepare()?;
        let audit = f64::from(self.audit) / 100.0;
        Ok(ExecutionTarget::Elsewhere(certamen_host::Farm::new(transport, bus::terms(), audit)))
    }

    /// Where matches are played.
    #[cfg(not(feature = "bus"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "there is one place only")]
    pub(crate) fn venue(&self) -> Result<ExecutionTarget, CommandError> {
        Ok(ExecutionTarget::Here)
    }
}
