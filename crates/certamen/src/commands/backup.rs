//! `certamen backup`: writes a copy from which a site can be restored, or verifies one.

use crate::command_error::CommandError;
use crate::ending::ExitStatus;
use crate::say::serving as say;
use certamen_game::Language;
use certamen_portal::{BackupError, backup as copy, is_backup, verify_backup};
use clap::Args;
use std::{
    io::{Write, stdout},
    path::PathBuf,
};

#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = "FOLDER", required_unless_present = "verify")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, conflicts_with = "out")]
    pub(crate) verify: bool,
}

/// Writes or verifies a backup.
pub(crate) fn backup(
    arguments: &BackupArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let mut shown = stdout().lock();
    if !arguments.folder.is_dir() {
        return Err(CommandError::new(say::no_folder(&arguments.folder)));
    }
    if let Some(out) = &arguments.out {
        let files = copy(&arguments.folder, out)?;
        writeln!(shown, "{}", say::backed_up(out, files).get(language))?;
        return Ok(ExitStatus::Fine);
    }
    if !is_backup(&arguments.folder) {
        return Err(CommandError::new(say::no_backup(&arguments.folder)));
    }
    let faults = verify_backup(&arguments.folder)?;
    for fault in &faults {
        let said = match fault {
            BackupError::Missing(path) => say::backup_missing(path),
            BackupError::Changed(path) => say::backup_changed(path),
            BackupError::Unlisted(path) => say::backup_unlisted(path),
            BackupError::Damaged(path) => say::backup_damaged(path),
        };
        writeln!(shown, "{}", said.get(language))?;
    }
    if faults.is_empty() {
        writeln!(shown, "{}", say::backup_whole(&arguments.folder).get(language))?;
        return Ok(ExitStatus::Fine);
    }
    Ok(ExitStatus::NotPlain)
}
