//! One whole random match of every registered game, every public value of it, as a snapshot.
//!
//! `INSTA_UPDATE=always cargo test -p certamen-games playthroughs` rewrites them, on purpose.

use crate::transcript::unheard;
use certamen_game::{
    Audience, DynGame, DynState, Language, Map, Seat, Turn, arbiter::Arbiter,
    conformance::check_match, replay::replay,
};
use std::fmt::{self, Write};

const SEED: u64 = 2007;

/// A random match need not end soon; this many turns say enough.
const TURNS: usize = 2_000;

/// How many lines the turns before the last may take: snapshots are to be read.
const LINES: usize = 140;

/// How many legal actions are listed.
const ACTIONS: usize = 6;

#[test]
fn a_random_match_of_every_game_shows_what_it_always_showed() {
    for game in certamen_games::ALL {
        let text = playthrough(*game).expect("a string takes all");
        assert!(text.lines().count() <= 400, "{}: too long to read", game.info().slug);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(format!("../../src/{}", game.info().slug));
        settings.set_prepend_module_to_snapshot(false);
        settings.bind(|| insta::assert_snapshot!("playthrough", text));
    }
}

fn playthrough(game: &dyn DynGame) -> Result<String, fmt::Error> {
    let info = game.info();
    let seats = *info.seats.end().min(info.seats.start().max(&3));
    let record = check_match(game, Map::new(), seats, SEED, TURNS);
    let record = record.unwrap_or_else(|error| panic!("{error}"));
    let mut scenes = Vec::new();
    let mut watch = |arbiter: &Arbiter| scenes.push(scene(arbiter));
    let end = replay(game, &record, &mut watch).unwrap_or_else(|error| panic!("{error}"));
    let scenes = scenes.into_iter().collect::<Result<Vec<String>, fmt::Error>>()?;
    let mut text = card(game)?;
    pictures(&mut text, &*start(game, &record.table.options, seats))?;
    push_scenes(&mut text, &scenes)?;
    pictures(&mut text, end.state())?;
    match end.outcome() {
        Some(outcome) => writeln!(text, "outcome {}", json(outcome))?,
        None => writeln!(text, "not over")?,
    }
    Ok(text)
}

fn start(game: &dyn DynGame, options: &Map, seats: u8) -> Box<dyn DynState> {
    let mut rng = certamen_game::Rng::of_turn(SEED, 0);
    game.new_initial_state(options, seats, &mut rng).expect("it was played just now")
}

fn card(game: &dyn DynGame) -> Result<String, fmt::Error> {
    let info = game.info();
    let mut text = format!("{} version {}\n", info.slug, info.version);
    let titles = Language::ALL.map(|language| info.title.get(language));
    writeln!(text, "title {titles:?}, seats {:?}, scoring {:?}", info.seats, info.scoring)?;
    let (protocol, end_message, time) = (info.protocol, info.end_message, info.move_time);
    writeln!(text, "protocol {protocol}, farewell {end_message:?}, move time {time:?}")?;
    writeln!(text, "options {}", game.default_options())?;
    writeln!(text, "built-in players {}", game.builtin_names().join(", "))?;
    Ok(text)
}

/// The picture in every language.
fn pictures(text: &mut String, state: &dyn DynState) -> fmt::Result {
    for language in Language::ALL {
        writeln!(text, "\npicture in {language}")?;
        text.push_str(&state.render(Audience::Spectators, language));
    }
    writeln!(text)
}

/// The first scenes, as many as can be read, and the last.
fn push_scenes(text: &mut String, scenes: &[String]) -> fmt::Result {
    let (last, others) = scenes.split_last().expect("there is a start");
    let mut lines = 0;
    let shown = others.iter().take_while(|scene| {
        lines += scene.lines().count();
        lines <= LINES
    });
    let shown: Vec<&String> = shown.collect();
    for scene in &shown {
        text.push_str(scene);
    }
    if shown.len() < others.len() {
        writeln!(text, "… {} turns later …\n", others.len() - shown.len())?;
    }
    text.push_str(last);
    Ok(())
}

/// A turn and what all viewers see after it.
fn scene(arbiter: &Arbiter) -> Result<String, fmt::Error> {
    let state = arbiter.state();
    let mut text = match arbiter.turns().last() {
        None => "start\n".to_owned(),
        Some(turn) => format!("turn {}: {}\n", turn.turn, played(turn)),
    };
    text.push_str(&state.render(Audience::Spectators, Language::En));
    writeln!(text, "json {}", state.json())?;
    for seat in (0..state.seats()).map(Seat) {
        show_seat(&mut text, arbiter, seat)?;
    }
    if let Some(action) = state.automatic() {
        writeln!(text, "automatic {action}")?;
    }
    writeln!(text)?;
    Ok(text)
}

fn played(turn: &Turn) -> String {
    let entry = |entry: &certamen_game::Move| {
        let by = if entry.automatic { "the rules for " } else { "" };
        format!("{by}{}: {}", entry.seat, entry.action.as_deref().unwrap_or("nothing"))
    };
    turn.moves.iter().map(entry).collect::<Vec<_>>().join(", ")
}

fn show_seat(text: &mut String, arbiter: &Arbiter, seat: Seat) -> fmt::Result {
    let state = arbiter.state();
    let observation = state.observation(seat);
    writeln!(text, "seat {seat} observes {}", in_line(&observation))?;
    let own = state.render(Audience::Seat(seat), Language::En);
    if own != state.render(Audience::Spectators, Language::En) {
        text.push_str(&own);
    }
    if !state.to_act().contains(seat) || state.automatic().is_some() {
        return Ok(());
    }
    match state.updates(seat, unheard(arbiter.turns(), seat)) {
        Some(updates) if updates == observation => {}
        Some(updates) => writeln!(text, "seat {seat} hears {}", in_line(&updates))?,
        None => writeln!(text, "seat {seat} hears nothing")?,
    }
    let mut actions = state.legal_actions(seat, ACTIONS + 1);
    if actions.len() > ACTIONS {
        actions.truncate(ACTIONS);
        actions.push("…".to_owned());
    }
    let fallback = state.fallback(seat, None);
    let otherwise = fallback.map(|action| format!(", else {action}")).unwrap_or_default();
    writeln!(text, "seat {seat} may play {}{otherwise}", actions.join(", "))
}

fn in_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" / ")
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
