//! A match between a program and a built-in player, held by another program than `certamen`:
//! `cargo run -p certamen-runner --example embed`.

use certamen_game::{Audience, Language, Table, builtin::Arguments};
use certamen_runner::referee::{MatchEvent, play, player::ProgramPlayer};
use certamen_sandbox::Tier;
use std::{
    error::Error,
    io::{Write, stdout},
    ops::ControlFlow,
};

/// Bids three points as long as it lives.
const SCRIPT: &str = "while True:\n print(3, flush=True)\n if input() == 'fin': break";

fn main() -> Result<(), Box<dyn Error>> {
    // Before anything else: sandboxes are built by runs of this very program.
    let launcher = certamen_sandbox::init();
    let game = certamen_games::find("footsteps").ok_or("there is no such game")?;
    // Tier D watches the clock and isolates nothing; A, B and C do where the machine lets them.
    let program = ProgramPlayer::new(&launcher, Tier::D, std::env::temp_dir())?.command([
        "/usr/bin/python3",
        "-c",
        SCRIPT,
    ]);
    let mut players = [program.seated(game), game.builtin_player("random", &Arguments::new())?];
    let mut watch = |event: &MatchEvent<'_>| {
        if let MatchEvent::Turn(_, arbiter) = event {
            let picture = arbiter.state().render(Audience::Spectators, Language::En);
            if stdout().write_all(picture.as_bytes()).is_err() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    };
    let record = play(game, Table::new(game).seed(7), &[], &mut players, &mut watch)?;
    stdout().write_all(&record.to_bytes())?;
    Ok(())
}
