//! `certamen remote`: the token with which an entrant plays from another machine.

use crate::{Result, exit::ExitStatus, say::remote as say};
use certamen_contest::{ContestFile, Folder, RemoteTokens, file::remote_name};
use certamen_game::Language;
use certamen_i18n::{Context, UserError};
use certamen_portal::Secret;
use clap::Args;
use std::{
    io::{Write, stdout},
    path::PathBuf,
};

#[derive(Args, Debug)]
pub(crate) struct RemoteArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
    #[arg(long)]
    pub(crate) revoke: bool,
}

/// Prints a new token, which is not stored and cannot be printed again; an earlier one is revoked.
pub(crate) fn remote(arguments: &RemoteArgs, language: Language) -> Result<ExitStatus> {
    let RemoteArgs { folder, name, revoke } = arguments;
    let folder = Folder::new(folder);
    let file = ContestFile::read(&folder)?;
    if *revoke {
        return if RemoteTokens::revoke(&folder, name)? {
            eprintln!("{}", say::revoked(certamen_game::escaped(name)).get(language));
            Ok(ExitStatus::Fine)
        } else {
            Err(UserError::new(say::no_token(certamen_game::escaped(name))))
        };
    }
    let mut names = file.bots.iter().filter_map(|bot| remote_name(bot));
    if !names.any(|known| known == name) {
        let unknown = UserError::new(say::no_remote_entrant(certamen_game::escaped(name)));
        return Err(unknown).context(folder.contest_file());
    }
    let token = Secret::draw()?;
    RemoteTokens::add(&folder, name, token.reveal())?;
    writeln!(stdout(), "{}", token.reveal())?;
    eprintln!("{}", say::how_to_use().get(language));
    Ok(ExitStatus::Fine)
}
