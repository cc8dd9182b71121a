//! `certamen new-bot` and `certamen new-contest`: folders with a starter bot, and with a contest of
//! built-in players. Existing files are never overwritten.

use crate::{
    Result, commands,
    console::quoted,
    exit::ExitStatus,
    say::{check, refusal},
};
use certamen_game::{Language, Protocol, Starter};
use certamen_games::starter;
use certamen_host::{
    draft::{Draft, Model, say},
    schema,
};
use certamen_i18n::{Context, labelled, usage};
use certamen_sandbox::{Launcher, Tier};
use clap::Args;
use std::{
    fs,
    io::{Write, stdout},
    path::{Component, Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct NewBotArgs {
    pub(crate) game: String,
    pub(crate) language: String,
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

/// Path of the schema beside `bot.toml`; hidden files are not part of a bot.
const BOT_SCHEMA: &str = ".bot.schema.json";

pub(crate) fn new_bot(arguments: &NewBotArgs, language: Language) -> Result<ExitStatus> {
    let game = commands::find_game(&arguments.game)?;
    let info = game.info();
    let wanted = arguments.language.to_lowercase();
    let starter = starter::find(game, &wanted).ok_or_else(|| {
        let known = starter::languages(game).join(", ");
        let given = certamen_game::escaped(&arguments.language);
        if known.is_empty() {
            return usage(refusal::no_starters(info.slug));
        }
        usage(refusal::no_starter(info.slug, given, known))
    })?;
    let usual = || PathBuf::from(format!("{}-{wanted}", info.slug));
    let folder = arguments.folder.clone().unwrap_or_else(usual);
    let made = NewFolder::make(&folder, Where::NewOrEmpty)?;
    let typed = quoted(&folder.display().to_string());
    let Starter { language: programmed, file, .. } = starter.starter;
    let usual = format!("{}-{programmed}", info.slug);
    let manifest =
        manifest(starter.starter, info.protocol, &bot_name(&folder).unwrap_or(usual), language);
    made.write(BOT_SCHEMA, schema::named("bot").expect("it is listed"))?;
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
        "#:schema ./{BOT_SCHEMA}\nname = \"{name}\"\nlanguage = \"{language}\"\nsource = [\"{file}\"]\n\
         protocol = \"{protocol}\"\ndeterministic = true\nlang = \"{author}\"\n"
    )
}

/// The folder's name, if it is valid as a bot's name.
fn bot_name(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let fits = (1..=40).contains(&name.chars().count()) && name.chars().all(plain);
    fits.then(|| name.to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct NewContestArgs {
    pub(crate) game: String,
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = "CONTEST")]
    pub(crate) from: Option<String>,
}

/// Path of the schema beside `contest.toml`.
const CONTEST_SCHEMA: &str = ".contest.schema.json";

pub(crate) fn new_contest(
    arguments: &NewContestArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let game = commands::find_game(&arguments.game)?;
    let folder = &arguments.folder;
    let model = arguments.from.as_deref().map(|from| Model::find(from, game)).transpose()?;
    let made = NewFolder::make(folder, Where::New)?;
    let typed = quoted(&folder.display().to_string());
    let name = contest_name(folder).unwrap_or_else(|| game.info().title.get(language));
    let schema = format!("./{CONTEST_SCHEMA}");
    let program = path_from(folder, &arguments.game)?;
    let named = program.as_deref().unwrap_or(game.info().slug);
    let draft = Draft { game, named, name: &name, folder: &typed, schema: &schema, language };
    made.write(CONTEST_SCHEMA, schema::named("contest").expect("it is listed"))?;
    let text = model.map_or_else(|| draft.text(), |model| draft.modelled_on(&model));
    made.write("contest.toml", &text)?;
    // The bot patterns skip it, because they exclude text files.
    made.write("bots/README.txt", &draft.notes())?;
    let mut out = stdout().lock();
    let written = check::written().get(language);
    writeln!(out, "{written} {typed}: contest.toml, bots/README.txt")?;
    let command = format!("certamen run {typed}");
    writeln!(out, "{}", labelled(say::hold_it(), command).get(language))?;
    // Its players are built in and play at once; programs that are added need a sandbox.
    let best = certamen_sandbox::best(launcher).map_or(Tier::D, |sandbox| sandbox.tier());
    commands::print_advice(best, language);
    Ok(ExitStatus::Fine)
}

/// The path of a game's program, from the folder; none if the game is named by its slug. The slug alone
/// might be that of a built-in game, whose rules are others.
fn path_from(folder: &Path, given: &str) -> Result<Option<String>> {
    if !certamen_games::is_path(given) {
        return Ok(None);
    }
    let folder = fs::canonicalize(folder).context(folder)?;
    let place = Path::new(given);
    let program = match (place.parent(), place.file_name()) {
        // The name may have a variant behind the file's.
        (Some(parent), Some(name)) if !parent.as_os_str().is_empty() => {
            fs::canonicalize(parent).context(parent)?.join(name)
        }
        _ => std::env::current_dir().context(place)?.join(place),
    };
    let shared = folder.components().zip(program.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(program.components().skip(shared)).collect();
    Ok(Some(path.display().to_string()))
}

/// The folder's name, if it is valid as a contest's name.
fn contest_name(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    let plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    name.chars().all(plain).then(|| name.to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// At a path that does not exist.
    New,
    /// Also in an existing empty folder.
    NewOrEmpty,
}

pub(crate) struct NewFolder<'a>(&'a Path);

impl NewFolder<'_> {
    /// Creates the folder and its parents.
    pub(crate) fn make(folder: &Path, place: Where) -> Result<NewFolder<'_>> {
        if folder.symlink_metadata().is_ok() {
            let empty = folder.is_dir() && fs::read_dir(folder).context(folder)?.next().is_none();
            match place {
                Where::New => return Err(usage(refusal::exists())).context(folder),
                Where::NewOrEmpty if empty => {}
                Where::NewOrEmpty => return Err(usage(refusal::not_empty())).context(folder),
            }
        }
        fs::create_dir_all(folder).context(folder)?;
        Ok(NewFolder(folder))
    }

    /// Writes a new file, and the folders in its path.
    pub(crate) fn write(&self, name: &str, content: &str) -> Result<()> {
        let path = self.0.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).context(folder)?;
        }
        let mut file = fs::File::create_new(&path).context(&path)?;
        file.write_all(content.as_bytes()).context(&path)
    }
}
