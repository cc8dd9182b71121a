//! `certamen new-contest`: a contest folder with built-in players, to be edited.

use crate::command_error::CommandError;
use crate::console::quoted;
use crate::new_folder::{NewFolder, Where};
use crate::say::check;
use crate::{ending::ExitStatus, setting};
use certamen_game::Language;
use certamen_host::draft::{Draft, Model, say};
use certamen_host::schema;
use certamen_i18n::labelled;
use clap::Args;
use std::{
    io::{Write, stdout},
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct NewContestArgs {
    pub(crate) game: String,
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = "CONTEST")]
    pub(crate) from: Option<String>,
}

/// Path of the schema beside `contest.toml`.
const SCHEMA: &str = ".contest.schema.json";

/// Writes the folder; never overwrites a file.
pub(crate) fn new_contest(
    arguments: &NewContestArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let game = setting::find_game(&arguments.game)?;
    let folder = &arguments.folder;
    let model = arguments.from.as_deref().map(|from| Model::find(from, game)).transpose()?;
    let made = NewFolder::make(folder, Where::New)?;
    let typed = quoted(&folder.display().to_string());
    let name = title(folder).unwrap_or_else(|| game.info().title.get(language));
    let schema = format!("./{SCHEMA}");
    let draft = Draft { game, name: &name, folder: &typed, schema: &schema, language };
    made.write(SCHEMA, schema::named("contest").expect("it is listed"))?;
    let text = model.map_or_else(|| draft.text(), |model| draft.held_as(&model));
    made.write("contest.toml", &text)?;
    // The bot patterns skip it, because they exclude text files.
    made.write("bots/README.txt", &draft.notes())?;
    let mut out = stdout().lock();
    let written = check::written().get(language);
    writeln!(out, "{written} {typed}: contest.toml, bots/README.txt")?;
    let command = format!("certamen run {typed}");
    writeln!(out, "{}", labelled(say::hold_it(), command).get(language))?;
    Ok(ExitStatus::Fine)
}

/// The folder's name, if it is valid as a contest's name.
fn title(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    let plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    name.chars().all(plain).then(|| name.to_owned())
}
