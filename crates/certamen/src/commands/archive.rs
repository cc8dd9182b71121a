//! `certamen archive`: the public pages of contests as a folder of static files.

use crate::command_error::CommandError;
use crate::ending::ExitStatus;
use crate::flags::numbers::NumberError;
use crate::say::serving as say;
use certamen_game::Language;
use certamen_portal::SiteFile;
use certamen_web::{Contests, MatchesKept, Naming, SiteInfo, archive as write};
use clap::Args;
use std::{
    io::{Write, stdout},
    path::PathBuf,
};

#[derive(Args, Debug)]
pub(crate) struct ArchiveArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGES")]
    pub(crate) languages: Vec<Language>,
    #[arg(long, default_value = "5000", value_parser = kept, value_name = "MATCHES")]
    pub(crate) matches: MatchesKept,
    #[arg(long)]
    pub(crate) names: bool,
}

pub(crate) fn archive(
    arguments: &ArchiveArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    if !arguments.folder.is_dir() {
        return Err(CommandError::new(say::no_contests_folder(&arguments.folder)));
    }
    let contests = Contests::find(&arguments.folder)?;
    for path in &contests.misnamed {
        eprintln!("{}", say::misnamed(path).get(language));
    }
    let mut sign = SiteInfo::of(&SiteFile::read(&arguments.folder)?, language);
    // Without a list of languages, only the first is written.
    sign.languages.truncate(1);
    if !arguments.languages.is_empty() {
        sign.languages.clone_from(&arguments.languages);
    }
    let naming = if arguments.names { Naming::Names } else { Naming::Aliases };
    let files = write(&contests, &arguments.out, (sign, arguments.matches, naming))?;
    let said = say::archived(&arguments.out, files);
    writeln!(stdout(), "{}", said.get(language))?;
    Ok(ExitStatus::Fine)
}

fn kept(given: &str) -> Result<MatchesKept, NumberError> {
    match given {
        "all" => Ok(MatchesKept::All),
        "none" => Ok(MatchesKept::Nothing),
        number => number.parse().map(MatchesKept::UpTo).map_err(NumberError::Unreadable),
    }
}
