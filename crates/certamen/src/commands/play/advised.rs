//! The `certamen check` commands that explain a bot's faults under the conditions under which it
//! played.

use super::PlayArgs;
use crate::console::{Advised, quoted};
use certamen_game::DynGame;
use certamen_runner::Bot;

/// One command for each of `bots`, with the conditions of these arguments.
pub(super) fn advised(arguments: &PlayArgs, bots: &[Bot], game: &dyn DynGame) -> Advised {
    let options = arguments.options.iter();
    let options = options.flat_map(|option| ["--option".to_owned(), option.clone()]);
    let conditions: Vec<String> = options.chain(conditions(arguments)).collect();
    let command = |(bot, given): (&Bot, &String)| {
        let mut words = vec!["check", given, "--game", game.info().slug];
        words.extend(conditions.iter().map(String::as_str));
        let words: Vec<String> = words.into_iter().map(quoted).collect();
        bot.needs_sandbox().then(|| format!("certamen {}", words.join(" ")))
    };
    Advised(bots.iter().zip(&arguments.bots).map(command).collect())
}

/// The command that continues a match after its people left; without `--from`, which carries the
/// options and the seed.
pub(super) fn goes_on(arguments: &PlayArgs) -> String {
    let mut words = vec!["play".to_owned(), arguments.game.clone()];
    words.extend(arguments.bots.iter().cloned());
    words.extend(conditions(arguments));
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("certamen {}", words.join(" "))
}

/// The conditions that differ from the defaults.
fn conditions(arguments: &PlayArgs) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    let of_match = &arguments.of_match;
    if let Some(time) = &of_match.move_time {
        add("--move-time", time.to_string());
    }
    if let Some(size) = of_match.memory {
        add("--memory", size.to_string());
    }
    if let Some(tier) = of_match.tier {
        add("--tier", tier.to_string());
    }
    if let Some(memory) = of_match.programs_memory {
        add("--programs-memory", memory.word().to_owned());
    }
    words
}
