//! The speed of matches with random moves, with the rules' types and without them.

use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Result, anyhow, ensure};
use certamen_game::{DynGame, Game, Map, Play, Rng, Seat, State};
use std::time::{Duration, Instant};

/// A match that goes on longer than this is broken off, and counts as one.
const LONGEST: u64 = 10_000;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let repetitions = bench.of(11, 3);
    let slice = Duration::from_millis(bench.of(200, 50));
    let mut figures = Vec::new();
    for game in certamen_games::ALL {
        let slug = game.info().slug;
        let typed = typed(slug);
        let mut without = Speeds::default();
        let mut with = Speeds::default();
        for _ in 0..repetitions {
            without.add(slice, |seed| erased_playout(*game, seed))?;
            if let Some(playout) = typed {
                with.add(slice, playout)?;
            }
        }
        if typed.is_some() {
            figures.extend(with.figures(&format!("{slug}, typed")));
        }
        figures.extend(without.figures(&format!("{slug}, actions as text")));
    }
    Ok(figures)
}

/// The playout of a game with its types, which a list of games without types cannot give.
fn typed(slug: &str) -> Option<fn(u64) -> Result<u64>> {
    Some(match slug {
        "footsteps" => |seed| playout(&certamen_games::footsteps::GAME, seed),
        "intervalo" => |seed| playout(&certamen_games::intervalo::GAME, seed),
        "coins" => |seed| playout(&certamen_games::coins::GAME, seed),
        "mancala8" => |seed| playout(&certamen_games::mancala8::GAME, seed),
        "go" => |seed| playout(&certamen_games::go::GAME, seed),
        _ => return None,
    })
}

#[derive(Default)]
struct Speeds {
    matches: Samples,
    turns: Samples,
}

impl Speeds {
    /// One more measurement: playouts for as long as `slice`, the same ones each time.
    fn add(&mut self, slice: Duration, playout: impl Fn(u64) -> Result<u64>) -> Result<()> {
        let started = Instant::now();
        let (mut matches, mut turns) = (0, 0);
        let passed = loop {
            turns += playout(matches)?;
            matches += 1;
            let passed = started.elapsed();
            if passed >= slice {
                break passed.as_secs_f64();
            }
        };
        self.matches.push(matches as f64 / passed);
        self.turns.push(turns as f64 / passed);
        Ok(())
    }

    fn figures(self, name: &str) -> [Figure; 2] {
        [Figure::new(name, "playouts/s", self.matches), Figure::new(name, "turns/s", self.turns)]
    }
}

/// Plays a match at random; how many turns it took.
fn playout<G: Game>(game: &G, seed: u64) -> Result<u64> {
    let seats = *game.info().seats.start();
    let mut state =
        game.new_initial_state(&G::Options::default(), seats, &mut Rng::of_turn(seed, 0))?;
    let mut choices = Rng::of_player(seed, Seat(0), 0);
    let mut joint = Vec::new();
    for turn in 1..=LONGEST {
        let seats = state.to_act();
        if seats.is_empty() {
            return Ok(turn - 1);
        }
        joint.clear();
        let automatic = state.automatic();
        for seat in seats.iter() {
            let action = automatic.clone().or_else(|| state.sample(seat, &mut choices));
            joint.push((seat, action.ok_or_else(|| anyhow!("nothing to sample"))?));
        }
        state.apply(&joint, &mut Rng::of_turn(seed, turn));
    }
    Ok(LONGEST)
}

fn erased_playout(game: &dyn DynGame, seed: u64) -> Result<u64> {
    let seats = *game.info().seats.start();
    let mut state = game.new_initial_state(&Map::new(), seats, &mut Rng::of_turn(seed, 0))?;
    let mut choices = Rng::of_player(seed, Seat(0), 0);
    for turn in 1..=LONGEST {
        let seats = state.to_act();
        if seats.is_empty() {
            ensure!(state.outcome().is_some(), "no seat acts and it is not over");
            return Ok(turn - 1);
        }
        let automatic = state.automatic();
        let actions = seats.iter().map(|seat| {
            let action = automatic.clone().or_else(|| state.sample(seat, &mut choices));
            action.ok_or_else(|| anyhow!("nothing to sample"))
        });
        let actions = actions.collect::<Result<Vec<_>>>()?;
        let joint: Vec<(Seat, &Play)> = seats.iter().zip(&actions).collect();
        state.apply(&joint, &mut Rng::of_turn(seed, turn))?;
    }
    Ok(LONGEST)
}
