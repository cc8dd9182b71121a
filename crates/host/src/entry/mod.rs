//! Processes submissions to a contest, stage by stage: unpacked, checked, built, tried, and
//! accepted or rejected. Files are authoritative: each step can be done again, and a process that
//! is stopped anywhere continues from what is in the folder.

mod archive;
mod fair;
mod inbox;
mod processor;
mod queue;
mod trial;

pub use queue::{EntryQueue, EntryWork};

use crate::{HostError, RejectReason, RejectedBot};
use certamen_contest::{
    ContestError, ContestFile, Folder, LocalizedTexts,
    entry::{SubmissionIndex, SubmissionVerdict},
    file::EntryRules,
};
use certamen_game::{
    DynGame, escaped,
    job::{BotSpec, FileError},
    legible,
};
use certamen_i18n::{Localize, Message};
use certamen_runner::{Bot, BotError, BotKind};
use certamen_sandbox::Languages;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

mod say {
    certamen_i18n::texts!("locales/entry");
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum EntryFinding {
    /// It is an archive that cannot be read.
    NoArchive,
    /// It is empty.
    Empty,
    /// It has too many files.
    TooManyFiles { most: usize },
    /// It has more than `most` bytes.
    TooLarge { most: u64 },
    /// It is more than `most` times larger than the archive.
    Inflated { most: u64 },
    /// A link, a device, a pipe.
    #[localize(say::not_plain(escaped(name)))]
    NotPlain { name: String },
    /// A name that leads elsewhere, or is hidden.
    #[localize(say::bad_name(escaped(name)))]
    BadName { name: String },
    /// Folders are nested too deeply.
    #[localize(say::too_deep(escaped(name)))]
    TooDeep { name: String },
    /// Two names that some systems take for one.
    #[localize(say::same_name(escaped(name)))]
    SameName { name: String },
    /// Several files, and none that says what they are.
    NoManifest,
    /// More than the one file.
    SeveralFiles,
    #[localize(say::no_text(escaped(name)))]
    NoText { name: String },
    /// A language that the contest does not accept.
    #[localize(say::language(legible(language), known))]
    Language { language: String, known: String },
    #[localize(Message::verbatim(_0.en.clone()))]
    NoBot(LocalizedTexts),
    /// An author has more than `most` bots.
    TooManyOfAuthor { most: u32 },
}

impl EntryFinding {
    /// The error of files that are not a bot, without their path on this machine.
    fn of_bot(error: BotError) -> EntryFinding {
        let message = match error {
            BotError::Manifest { path, why } => {
                let path = path.file_name().map(PathBuf::from).unwrap_or_default();
                BotError::Manifest { path, why }.message()
            }
            BotError::Files { why, .. } => why.message(),
            BotError::Name { error, .. } => error.message(),
            BotError::Spec { error, .. } => error.message(),
            BotError::Evaluation { error, .. } => error.message(),
            other => other.message(),
        };
        EntryFinding::NoBot(LocalizedTexts::from(&message))
    }

    pub fn verdict(&self) -> SubmissionVerdict {
        match self {
            EntryFinding::SeveralFiles
            | EntryFinding::NoText { .. }
            | EntryFinding::Language { .. }
            | EntryFinding::NoBot(_)
            | EntryFinding::TooManyOfAuthor { .. } => SubmissionVerdict::Disqualified,
            _ => SubmissionVerdict::Discarded,
        }
    }

    pub fn texts(&self) -> LocalizedTexts {
        match self {
            EntryFinding::NoBot(texts) => texts.clone(),
            other => LocalizedTexts::from(&other.message()),
        }
    }
}

/// The file that says how to build several files.
const MANIFEST: &str = "bot.toml";

/// The rules that a bot breaks; built-in players break none.
pub(crate) fn broken(rules: &EntryRules, bot: &Bot) -> Vec<EntryFinding> {
    let mut found = Vec::new();
    if !bot.needs_sandbox() {
        return found;
    }
    let files = bot.files();
    let own = || files.iter().filter(|(path, _)| *path != Path::new(MANIFEST));
    let size: u64 = files.iter().map(|(_, content)| content.len() as u64).sum();
    if size > rules.max_source {
        found.push(EntryFinding::TooLarge { most: rules.max_source });
    }
    if rules.single_file && own().count() > 1 {
        found.push(EntryFinding::SeveralFiles);
    }
    if rules.source_only {
        let is_text =
            |content: &[u8]| std::str::from_utf8(content).is_ok_and(|text| !text.contains('\0'));
        if let Some((path, _)) = own().find(|(_, content)| !is_text(content)) {
            found.push(EntryFinding::NoText { name: path.to_string_lossy().into_owned() });
        }
    }
    if !rules.languages.is_empty() && !rules.languages.contains(&bot.language) {
        let (language, known) = (bot.language.clone(), rules.languages.join(", "));
        found.push(EntryFinding::Language { language, known });
    }
    found
}

/// Adds the accepted submissions to the bots that the file names, and excludes those that break a
/// rule: a configured limit applies to all bots.
pub(crate) fn add_entrants(
    folder: &Folder,
    file: &ContestFile,
    bots: &mut Vec<Bot>,
    rejected_bots: &mut Vec<RejectedBot>,
) -> Result<(), HostError> {
    let Some(rules) = &file.entries else { return Ok(()) };
    check_languages(folder, rules)?;
    for filed in SubmissionIndex::read(folder)?.taking_part() {
        let name = filed.decided.sent.entrant.clone();
        match sent_bot(&filed.path, &name, file.game) {
            Ok(mut bot) => {
                let author = &filed.decided.sent.author;
                if !author.is_empty() {
                    bot.about.author = Some(author.clone());
                }
                bots.push(bot);
            }
            Err(error) => {
                rejected_bots
                    .push(RejectedBot { bot: name, why: RejectReason::Bot(Box::new(error)) });
            }
        }
    }
    let mut of_author: BTreeMap<String, u32> = BTreeMap::new();
    for bot in std::mem::take(bots) {
        let mut found = broken(rules, &bot);
        if let (Some(author), BotKind::Program(_) | BotKind::Evaluation(_)) =
            (&bot.about.author, &bot.kind)
        {
            let count = of_author.entry(author.clone()).or_default();
            *count += 1;
            if *count > rules.per_author {
                found.push(EntryFinding::TooManyOfAuthor { most: rules.per_author });
            }
        }
        match found.into_iter().next() {
            None => bots.push(bot),
            Some(finding) => {
                rejected_bots.push(RejectedBot { bot: bot.name, why: RejectReason::Rule(finding) });
            }
        }
    }
    Ok(())
}

/// The bot named `name` with its files in `folder`.
fn sent_bot(folder: &Path, name: &str, game: &'static dyn DynGame) -> Result<Bot, BotError> {
    let io = |error| BotError::Io { path: folder.to_owned(), error };
    let path = if folder.join(MANIFEST).is_file() {
        folder.to_owned()
    } else {
        let first = fs::read_dir(folder).map_err(io)?.next();
        first.transpose().map_err(io)?.map_or_else(|| folder.to_owned(), |entry| entry.path())
    };
    let spec = BotSpec { name: Some(name.to_owned()), ..BotSpec::of_path(path) };
    Bot::of_unlinked(&spec, game)
}

/// Rejects languages that do not exist: no submission could ever be accepted.
fn check_languages(folder: &Folder, rules: &EntryRules) -> Result<(), HostError> {
    let known = Languages::built_in();
    let others = [certamen_runner::EVALUATION_LANGUAGE, "executable"];
    for language in rules.languages.iter().filter(|name| !others.contains(&name.as_str())) {
        if let Err(error) = known.get(language) {
            let reason = certamen_i18n::Localize::message(&error);
            let fault = FileError::key("entries.languages", reason);
            return Err(ContestError::bad_file(folder.contest_file(), fault).into());
        }
    }
    Ok(())
}
