//! `certamen man`: the manual pages, made from the `--help` texts.

use crate::command_error::{CommandError, Context};
use crate::ending::ExitStatus;
use clap::{Args, Command};
use clap_mangen::Man as Page;
use std::path::PathBuf;
use std::{
    fs,
    io::{self, Write, stdout},
    path::Path,
};

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

/// Prints the main page of `command`, which includes its help, or writes all pages to a folder.
pub(crate) fn man(arguments: &ManArgs, command: &Command) -> Result<ExitStatus, CommandError> {
    match &arguments.folder {
        None => stdout().lock().write_all(&page(command)?)?,
        Some(folder) => write_all(command, folder)?,
    }
    Ok(ExitStatus::Fine)
}

/// Writes the page of a command and those of its subcommands, and prints their paths.
fn write_all(command: &Command, folder: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(folder).context(folder)?;
    let subcommands = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, page(command)?).context(&path)?;
    writeln!(stdout(), "{}", path.display())?;
    for inner in subcommands {
        write_all(inner, folder)?;
    }
    Ok(())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    Page::new(command.clone()).title(name).render(&mut page)?;
    Ok(page)
}
