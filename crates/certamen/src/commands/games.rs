//! `certamen games`: the available games.

use crate::command_error::CommandError;
use crate::console::Output;
use crate::ending::ExitStatus;
use crate::print::format::{Alignment, Column, TableFormat, print};
use crate::say::{machine, play};
use certamen_game::{DynGame, Language};
use certamen_i18n::Message;
use clap::Args;
use serde_json::json;
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn games(arguments: &GamesArgs, language: Language) -> Result<ExitStatus, CommandError> {
    if arguments.json {
        let mut out = stdout().lock();
        for game in certamen_games::ALL {
            writeln!(out, "{}", card(*game, language))?;
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
        machine::house_players(),
        machine::options(),
    ];
    let rows: Vec<Vec<String>> =
        certamen_games::ALL.iter().map(|game| row(*game, language)).collect();
    let mut out = Output::of_text();
    let layout = out.layout(TableFormat::Table);
    print(&mut out, layout, &columns.map(heading), &rows)?;
    Ok(ExitStatus::Fine)
}

fn row(game: &dyn DynGame, language: Language) -> Vec<String> {
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

fn card(game: &dyn DynGame, language: Language) -> serde_json::Value {
    let info = game.info();
    json!({
        "game": info.slug,
        "title": info.title.get(language),
        "seats": [info.seats.start(), info.seats.end()],
        "rules": info.version,
        "protocol": info.protocol.word(),
        "farewell": info.farewell,
        "move_ms": info.move_time.as_millis() as u64,
        "house": game.builtin_names(),
        "options": game.default_options(),
        "schema": certamen_games::options_schema(info.slug),
    })
}
