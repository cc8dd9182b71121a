//! `certamen verify`: replays records and says whether they are sound; of a whole contest also
//! whether its draw, its plan and its table are.

mod account;
mod words;

use crate::command_error::{CommandError, Context, bail};
use crate::{
    arguments::Verify,
    ending::{self, Ending},
    record_file, text,
};
use certamen_game::{Language, record::Seal, replay};
use std::io::{Write, stdout};

/// Verifies all that is given; fine if everything is complete and sound.
#[expect(clippy::unnecessary_wraps, reason = "all commands end alike")]
pub(crate) fn verify(arguments: &Verify, language: Language) -> Result<Ending, CommandError> {
    let mut ending = Ending::Fine;
    for given in &arguments.records {
        let ended = if account::is_account(given) {
            account::verify(given, language)
        } else {
            verify_record(given, language)
        };
        let ended = ended.unwrap_or_else(|error| {
            ending::tell(&error, language);
            Ending::Failed
        });
        if ending != Ending::Failed && ended != Ending::Fine {
            ending = ended;
        }
    }
    Ok(ending)
}

fn verify_record(given: &str, language: Language) -> Result<Ending, CommandError> {
    let turns = check(given)?;
    let [sound, words] = [text::SOUND, text::TURNS].map(|words| words.get(language));
    writeln!(stdout(), "{given}: {sound}, {turns} {words}")?;
    Ok(Ending::Fine)
}

fn check(given: &str) -> Result<usize, CommandError> {
    let found = record_file::find(given)?;
    let end = replay::replay(found.game, &found.record, &mut |_| {});
    let end = end.context(given)?;
    let turns = found.record.turns.len();
    let last = turns + 2;
    let Some(recorded) = &found.record.outcome else {
        bail!("{given}: line {last}: the outcome is missing: the match is unfinished");
    };
    let Some(computed) = end.outcome() else {
        bail!("{given}: line {last}: an outcome where the match is not over");
    };
    if let Some(first) = replay::compare(recorded, computed).first() {
        bail!("{given}: line {last}: {first}");
    }
    if found.seal != Seal::Sound {
        bail!("{given}: line {last}: the digest does not agree with the lines before it");
    }
    Ok(turns)
}
