//! The positions to analyse, from the command line or a file, each a JSON object.

use super::AnalyseArgs;
use crate::command_error::{CommandError, Context, usage};
use crate::console::say::refusal as of_record;
use crate::say::refusal;
use certamen_game::Map;
use certamen_i18n::{Argument, Message};
use std::path::Path;

/// Reads all positions before any is analysed; an error names its line.
pub(super) fn read<P>(
    arguments: &AnalyseArgs,
    position: impl Fn(&Map) -> Result<P, Message>,
) -> Result<Vec<P>, CommandError> {
    if let Some(path) = &arguments.positions {
        return from_file(path, position);
    }
    let wrong = |reason: &dyn Argument| usage(refusal::position(reason.value()));
    let map = match &arguments.position {
        Some(text) => object(text).map_err(|error| wrong(&error))?,
        None => Map::new(),
    };
    Ok(vec![position(&map).map_err(|error| wrong(&error))?])
}

fn from_file<P>(
    path: &Path,
    position: impl Fn(&Map) -> Result<P, Message>,
) -> Result<Vec<P>, CommandError> {
    let text = certamen_contest::read_text(path).context(path)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let positions = lines.map(|(number, line)| {
        let read = object(line).and_then(|map| position(&map));
        read.map_err(CommandError::new).context(of_record::line(number)).context(path)
    });
    let positions = positions.collect::<Result<Vec<P>, CommandError>>()?;
    if positions.is_empty() {
        return Err(CommandError::new(refusal::no_position())).context(path);
    }
    Ok(positions)
}

fn object(text: &str) -> Result<Map, Message> {
    serde_json::from_str(text).map_err(|error| {
        let error = certamen_game::escaped(&error.to_string());
        refusal::no_object(error)
    })
}
