//! `certamen new-bot`: writes a starter bot to a folder of its own.

use crate::command_error::{CommandError, usage};
use crate::console::quoted;
use crate::new_folder::{NewFolder, Where};
use crate::say::{check, refusal};
use crate::{ending::ExitStatus, setting};
use certamen_game::{Language, Protocol, Starter};
use certamen_games::starter;
use certamen_host::schema;
use certamen_i18n::labelled;
use clap::Args;
use std::{
    io::{Write, stdout},
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct NewBotArgs {
    pub(crate) game: String,
    pub(crate) language: String,
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

/// Path of the schema beside `bot.toml`; hidden files are not part of a bot.
const SCHEMA: &str = ".bot.schema.json";

/// Writes the requested starter; never overwrites a file.
pub(crate) fn new_bot(
    arguments: &NewBotArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let game = setting::find_game(&arguments.game)?;
    let info = game.info();
    let wanted = arguments.language.to_lowercase();
    let starter = starter::find(game, &wanted).ok_or_else(|| {
        let known = starter::languages(game).join(", ");
        let given = certamen_game::escaped(&arguments.language);
        usage(refusal::no_starter(info.slug, given, known))
    })?;
    let usual = || PathBuf::from(format!("{}-{wanted}", info.slug));
    let folder = arguments.folder.clone().unwrap_or_else(usual);
    let made = NewFolder::make(&folder, Where::NewOrEmpty)?;
    let typed = quoted(&folder.display().to_string());
    let Starter { language: programmed, file, .. } = starter.starter;
    let usual = format!("{}-{programmed}", info.slug);
    let manifest =
        manifest(starter.starter, info.protocol, &called(&folder).unwrap_or(usual), language);
    made.write(SCHEMA, schema::named("bot").expect("it is listed"))?;
    made.write("bot.toml", &manifest)?;
    made.write(file, &starter.source(&typed, language))?;
    let mut out = stdout().lock();
    writeln!(out, "{} {typed}: bot.toml, {file}", check::written().get(language))?;
    let command = format!("certamen check {typed} --game {}", info.slug);
    writeln!(out, "{}", labelled(check::try_it(), command).get(language))?;
    Ok(ExitStatus::Fine)
}

fn manifest(starter: &Starter, protocol: Protocol, name: &str, author: Language) -> String {
    let Starter { language, file, .. } = starter;
    format!(
        "#:schema ./{SCHEMA}\nname = \"{name}\"\nlanguage = \"{language}\"\nsource = [\"{file}\"]\n\
         protocol = \"{protocol}\"\ndeterministic = true\nlang = \"{author}\"\n"
    )
}

/// The folder's name, if it is valid as a bot's name.
fn called(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let fits = (1..=40).contains(&name.chars().count()) && name.chars().all(plain);
    fits.then(|| name.to_owned())
}
