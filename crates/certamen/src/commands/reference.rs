//! Commands that print what is built in: `games`, `schema`, `completions` and `man`.

use crate::{
    Result,
    commands::find_game,
    console::Output,
    exit::ExitStatus,
    print::format::{Alignment, Column, TableFormat, print},
    say::{machine, play, refusal},
};
use certamen_game::{DynGame, Language};
use certamen_host::schema::{named, names};
use certamen_i18n::{Context, Message, usage};
use clap::{Args, Command, builder::PossibleValuesParser};
use clap_mangen::Man as Page;
use serde_json::json;
use std::{
    fs,
    io::{self, Write, stdout},
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn games(arguments: &GamesArgs, language: Language) -> Result<ExitStatus> {
    if arguments.json {
        let mut out = stdout().lock();
        for game in known_games(language) {
            writeln!(out, "{}", game_json(game, language))?;
        }
        return Ok(ExitStatus::Fine);
    }
    let heading = |words: Message| Column(words.get(language), Alignment::Text);
    let columns = [
        machine::game(),
        machine::title(),
        machine::players(),
        machine::protocol(),
        play::move_time(),
        machine::builtin_players(),
        machine::options(),
    ];
    let rows: Vec<Vec<String>> =
        known_games(language).into_iter().map(|game| game_row(game, language)).collect();
    let mut out = Output::of_text();
    let layout = out.layout(TableFormat::Table);
    print(&mut out, layout, &columns.map(heading), &rows)?;
    Ok(ExitStatus::Fine)
}

/// The built-in games and those of the folders of games; one that cannot be used is reported.
fn known_games(language: Language) -> Vec<&'static dyn DynGame> {
    let (games, reasons) = super::rules::all(Path::new(""));
    for reason in reasons {
        eprintln!("{}", crate::exit::harmless(&reason.get(language)));
    }
    games
}

fn game_row(game: &dyn DynGame, language: Language) -> Vec<String> {
    let info = game.info();
    let (low, high) = (info.seats.start(), info.seats.end());
    let options = game.default_options();
    let options = options
        .as_object()
        .map(|options| options.keys().map(String::as_str).collect::<Vec<_>>().join(" "));
    vec![
        info.slug.to_owned(),
        info.title.get(language),
        if low == high { low.to_string() } else { format!("{low}-{high}") },
        info.protocol.to_string(),
        format!("{} s", info.move_time.as_secs_f64()),
        game.builtin_names().join(" "),
        options.unwrap_or_default(),
    ]
}

fn game_json(game: &dyn DynGame, language: Language) -> serde_json::Value {
    let info = game.info();
    let mut line = json!({
        "game": info.slug,
        "title": info.title.get(language),
        "seats": [info.seats.start(), info.seats.end()],
        "rules": info.version,
        "protocol": info.protocol.word(),
        "farewell": info.end_message,
        "move_ms": info.move_time.as_millis() as u64,
        "house": game.builtin_names(),
        "options": game.default_options(),
        "schema": certamen_games::options_schema(info.slug),
    });
    if let Some(digest) = game.rules_source().rules_digest {
        line["rules_digest"] = json!(digest);
    }
    line
}

#[derive(Args, Debug)]
pub(crate) struct BriefArgs {
    pub(crate) game: String,
}

/// Prints what a language model needs to know to play a game.
pub(crate) fn brief(arguments: &BriefArgs, language: Language) -> Result<ExitStatus> {
    let game = find_game(&arguments.game)?;
    write!(stdout().lock(), "{}", certamen_games::brief::brief(game, language))?;
    Ok(ExitStatus::Fine)
}

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(names().chain([OPTIONS])))]
    pub(crate) kind: String,
    #[arg(required_if_eq("kind", OPTIONS))]
    pub(crate) game: Option<String>,
}

/// The schema that depends on a game.
const OPTIONS: &str = "options";

pub(crate) fn schema(arguments: &SchemaArgs) -> Result<ExitStatus> {
    let mut out = stdout().lock();
    match (named(&arguments.kind), &arguments.game) {
        (Some(text), None) => write!(out, "{text}")?,
        (None, Some(game)) => {
            let slug = find_game(game)?.info().slug;
            writeln!(out, "{:#}", certamen_games::options_schema(slug))?;
        }
        (Some(_), Some(_)) => return Err(usage(refusal::game_without_options())),
        (None, None) => unreachable!("clap requires the game"),
    }
    Ok(ExitStatus::Fine)
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Prints the script for a shell; `command` includes its help.
pub(crate) fn completions(arguments: &CompletionsArgs, mut command: Command) -> Result<ExitStatus> {
    // Written in one go: the generator panics if the reader closes the pipe early.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "certamen", &mut script);
    stdout().lock().write_all(&script)?;
    Ok(ExitStatus::Fine)
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

/// Prints the main page of `command`, which includes its help, or writes all pages to a folder.
pub(crate) fn man(arguments: &ManArgs, command: &Command) -> Result<ExitStatus> {
    match &arguments.folder {
        None => stdout().lock().write_all(&manual_page(command)?)?,
        Some(folder) => write_pages(command, folder)?,
    }
    Ok(ExitStatus::Fine)
}

/// Writes the page of a command and those of its subcommands, and prints their paths.
fn write_pages(command: &Command, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).context(folder)?;
    let subcommands = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, manual_page(command)?).context(&path)?;
    writeln!(stdout(), "{}", path.display())?;
    for inner in subcommands {
        write_pages(inner, folder)?;
    }
    Ok(())
}

fn manual_page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    Page::new(command.clone()).title(name).render(&mut page)?;
    Ok(page)
}
