//! `certamen bus`: the message server between the coordinator and its workers.

mod check;
mod setup;

use crate::{command_error::CommandError, ending::ExitStatus};
use certamen_game::Language;
use clap::{Args, Subcommand};

#[derive(Args, Debug)]
#[command(disable_help_subcommand = true)]
pub(crate) struct BusArgs {
    #[command(subcommand)]
    act: BusAct,
}

#[derive(Subcommand, Debug)]
enum BusAct {
    Setup(setup::BusSetupArgs),
    Check(check::BusCheckArgs),
}

pub(crate) fn bus(arguments: &BusArgs, language: Language) -> Result<ExitStatus, CommandError> {
    match &arguments.act {
        BusAct::Setup(arguments) => setup::setup(arguments, language),
        BusAct::Check(arguments) => check::check(arguments, language),
    }
}
