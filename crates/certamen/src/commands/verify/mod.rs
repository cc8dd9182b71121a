//! `certamen verify`: replays records and reports whether they are valid; for a whole contest, also
//! whether its draw, its schedule and its standings are.

mod account;
mod lines;

use crate::command_error::{CommandError, Context};
use crate::console::{record_file, say::refusal as of_record};
use crate::ending::{self, ExitStatus};
use crate::say::{audit, refusal, table};
use certamen_game::{Language, record::Seal, replay};
use certamen_i18n::{Localize, Message, labelled};
use certamen_sandbox::Launcher;
use clap::Args;
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    #[arg(required = true, value_name = "RECORD|CONTEST_DIR|EXPORT")]
    pub(crate) records: Vec<String>,
    #[command(flatten)]
    pub(crate) kept: account::SavedProofs,
    #[arg(long)]
    pub(crate) json: bool,
}

/// Verifies all given items; succeeds if all are complete and valid.
pub(crate) fn verify(
    arguments: &VerifyArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus, CommandError> {
    let mut status = ExitStatus::Fine;
    for given in &arguments.records {
        let ended = if account::is_account(given) {
            account::verify(given, arguments, language, launcher)
        } else {
            verify_record(given, arguments, language)
        };
        let ended = match ended {
            Ok(ended) => ended,
            Err(error) if arguments.json => {
                writeln!(stdout(), "{}", lines::of_failure(given, &error, language))?;
                ExitStatus::Failed
            }
            Err(error) => {
                ending::tell(&error, language);
                ExitStatus::Failed
            }
        };
        if status != ExitStatus::Failed && ended != ExitStatus::Fine {
            status = ended;
        }
    }
    Ok(status)
}

fn verify_record(
    given: &str,
    arguments: &VerifyArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let turns = check(given)?;
    if arguments.json {
        writeln!(stdout(), "{}", lines::of_record(given, turns))?;
        return Ok(ExitStatus::Fine);
    }
    let [sound, words] = [audit::record_sound(), table::turns()].map(|words| words.get(language));
    let told = labelled(given, format!("{sound}, {turns} {words}"));
    writeln!(stdout(), "{}", told.get(language))?;
    Ok(ExitStatus::Fine)
}

fn check(given: &str) -> Result<usize, CommandError> {
    let found = record_file::find(given)?;
    let end = replay::replay(found.game, &found.record, &mut |_| {});
    let end = end.context(given)?;
    let turns = found.record.turns.len();
    let wrong = |reason: Message| {
        Err(CommandError::new(reason)).context(of_record::line(turns + 2)).context(given)
    };
    let Some(recorded) = &found.record.outcome else {
        return wrong(refusal::outcome_missing());
    };
    let Some(computed) = end.outcome() else {
        return wrong(refusal::outcome_early());
    };
    if let Some(first) = replay::compare(recorded, computed).first() {
        return wrong(first.message());
    }
    if found.seal != Seal::Sound {
        return wrong(refusal::digest());
    }
    Ok(turns)
}
