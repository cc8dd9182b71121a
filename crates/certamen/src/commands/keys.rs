//! `certamen keys`: secret keys for the teams in a course's roster.

use crate::{Result, exit::ExitStatus, say::refusal};
use certamen_contest::{ContestFile, Folder};
use certamen_game::Language;
use certamen_i18n::{Context, UserError, usage};
use certamen_portal::course::TeamRoster;
use clap::Args;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read, Write, stdout},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct KeysArgs {
    #[arg(value_name = "CONTEST_DIR|FILE")]
    pub(crate) register: PathBuf,
    #[arg(long, value_delimiter = ',', value_name = "GROUP")]
    pub(crate) groups: Vec<u32>,
}

/// The name of a roster in a contest's folder.
const REGISTER: &str = "pairs.csv";
const RANDOM: &str = "/dev/urandom";

/// Generates the missing keys, writes them to the roster and prints them. Existing keys are not
/// changed.
pub(crate) fn keys(arguments: &KeysArgs, language: Language) -> Result<ExitStatus> {
    let path = register_of(&arguments.register)?;
    let bytes = fs::read(&path).context(&path)?;
    let mut roster = TeamRoster::read(&bytes).context(&path)?;
    for group in &arguments.groups {
        if !roster.pairs().iter().any(|team| team.group == *group) {
            return Err(usage(refusal::group(group, &path)));
        }
    }
    let mut random = BufReader::new(File::open(RANDOM).context(RANDOM)?);
    let mut read = Ok(());
    // After an error, all keys are discarded.
    let new = roster.draw_keys(&arguments.groups, || {
        let mut byte = [0];
        if read.is_ok() {
            read = random.read_exact(&mut byte);
        }
        byte[0]
    });
    read.context(RANDOM)?;
    if !new.is_empty() {
        replace(&path, &roster.to_csv())?;
    }
    // The new keys are printed as CSV, to be handed out.
    let mut out = stdout().lock();
    for team in roster.pairs().iter().filter(|team| new.contains(&team.id)) {
        let key = team.key.as_ref().map(certamen_portal::course::Key::secret).unwrap_or_default();
        writeln!(out, "{},{},{key}", team.group, team.id.pair)?;
    }
    let all = roster.pairs().len();
    let with = roster.pairs().iter().filter(|team| team.key.is_some()).count();
    eprintln!("{}", refusal::new_keys(&path, new.len(), with, all).get(language));
    Ok(ExitStatus::Fine)
}

/// The roster's path: the given file, or the one in a contest's folder. Links are followed, so that
/// the file is replaced and not the link.
fn register_of(given: &Path) -> Result<PathBuf> {
    let folder = Folder::new(given);
    let path = if folder.contest_file().is_file() {
        let course = ContestFile::read(&folder)?.course;
        let Some(course) = course else {
            return Err(UserError::new(refusal::no_course())).context(folder.contest_file());
        };
        given.join(course.register)
    } else if given.is_dir() {
        given.join(REGISTER)
    } else {
        given.to_owned()
    };
    fs::canonicalize(&path).context(refusal::write_register(&path))
}

/// Replaces the roster atomically; only its owner can read it. The draft file also serves as a
/// lock: without it, keys drawn by another process at the same time would be lost.
fn replace(path: &Path, text: &str) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.draft"));
    let mut options = OpenOptions::new();
    let file = options.write(true).create_new(true).mode(0o600).open(&draft);
    let mut file = match file {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(UserError::new(refusal::being_drawn())).context(&draft);
        }
        file => file.context(&draft)?,
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    let written = written.and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The roster is unchanged; a leftover draft is useless.
        let _ = fs::remove_file(&draft);
    }
    written.context(path)
}
