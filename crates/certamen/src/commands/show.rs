//! `certamen show`: every state of a recorded match, computed.

use crate::command_error::{CommandError, Context};
use crate::ending::Ending;
use certamen_console::{
    overwritten, record_file,
    shown::{self, StateForm},
    stepper::{self, Leaving},
    transcript,
};
use certamen_game::{Language, Seat};
use clap::Args;
use std::{fs, io::stdout, path::PathBuf};

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// A file, or a contest's folder, # and the number of a match
    pub(crate) record: String,
    /// Print states as JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the state after this turn; 0 is the start
    #[arg(long)]
    pub(crate) turn: Option<u64>,
    /// Print all states even where there is a terminal to step through them
    #[arg(long)]
    pub(crate) print: bool,
    /// Instead, write the match as one page that replays in a browser, without a server
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "turn", "stderr", "transcript"])]
    pub(crate) html: Option<PathBuf>,
    /// Instead, the last words of the bot on this seat on its standard error
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["json", "turn"])]
    pub(crate) stderr: Option<u8>,
    /// Tell a match of Mancala8 as the course's own program prints it
    #[arg(long, conflicts_with_all = ["json", "turn", "stderr"])]
    pub(crate) transcript: bool,
    #[command(flatten)]
    pub(crate) transcribing: transcript::Transcribing,
}

/// Shows the states of a record; stops at the first turn that cannot have been played.
pub(crate) fn show(arguments: &ShowArgs, language: Language) -> Result<Ending, CommandError> {
    let given = &arguments.record;
    let found = record_file::find(given)?;
    if let Some(file) = &arguments.html {
        let page = certamen_web::single(&found.record.to_bytes(), language);
        let page = page.context(given)?;
        overwritten::tell(file, language);
        fs::write(file, page).context(file)?;
        return Ok(Ending::Fine);
    }
    if let Some(seat) = arguments.stderr {
        shown::print_last_words(given, &found.record.table, Seat(seat), language)?;
        return Ok(Ending::Fine);
    }
    if arguments.transcript {
        transcript::tell(&mut stdout().lock(), &found, &arguments.transcribing, language)
            .context(given)?;
        return Ok(Ending::Fine);
    }
    let printed = arguments.print || arguments.json || arguments.turn.is_some();
    if !printed && stepper::is_possible() {
        return Ok(match shown::step(given, &found, language)? {
            Leaving::Quit => Ending::Fine,
            Leaving::Interrupted => Ending::Interrupted,
        });
    }
    let form = if arguments.json { StateForm::Lines } else { StateForm::Pictures };
    shown::print(given, &found, arguments.turn, form, language)?;
    Ok(Ending::Fine)
}
