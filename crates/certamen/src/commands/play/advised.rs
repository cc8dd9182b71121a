//! The commands that say what is wrong with a bot, under the conditions under which it played.

use super::PlayArgs;
use certamen_console::{Advised, quoted};
use certamen_game::DynGame;
use certamen_worker::Bot;

/// The commands for `bots`, which play as the arguments say.
pub(super) fn advised(arguments: &PlayArgs, bots: &[Bot], game: &dyn DynGame) -> Advised {
    let conditions = conditions(arguments);
    let command = |(bot, given): (&Bot, &String)| {
        let mut words = vec!["check", given, "--game", game.info().slug];
        words.extend(conditions.iter().map(String::as_str));
        let words: Vec<String> = words.into_iter().map(quoted).collect();
        bot.needs_sandbox().then(|| format!("certamen {}", words.join(" ")))
    };
    Advised(bots.iter().zip(&arguments.bots).map(command).collect())
}

/// What the user asked for beside the usual conditions.
fn conditions(arguments: &PlayArgs) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    for option in &arguments.options {
        add("--option", option.clone());
    }
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
