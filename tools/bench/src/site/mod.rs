//! Pages of a site: the standings of a large contest requested by several readers at once, compared
//! with the same program answering three bytes; a contest played beside readers; live readers;
//! a replay; submissions; people who sign in and who play; an archive. Readers and site share the
//! machine.

mod archived;
mod beside;
mod entering;
mod listening;
mod playing;
mod readers;
mod served;
mod signing_in;
mod visitor;
mod wire;

use crate::{Bench, table::Figure, whole::command};
use anyhow::{Result, ensure};
use served::{Play, Served};
use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command};

/// How many bots the large table has.
const BOTS: usize = 200;
const TABLE: &str = "/en/c/large/standings";

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // The site has all cores, as it would.
    certamen_runner::pin_to_cores(&bench.cores);
    let folder = tempfile::tempdir()?;
    // Where root serves, an ordinary user reads what is in it.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    let (shown, played) = (folder.path().join("shown"), folder.path().join("played"));
    fs::create_dir(&shown)?;
    let large = format!("footsteps\"\nseed = 1\nbots = [{}]", bots());
    contest(&shown, "large", &large, bench.of(50, 2))?;
    let go = "go\"\nseed = 1\nbots = [\"builtin:random\", \"builtin:first\"]";
    contest(&shown, "board", go, bench.of(500, 50))?;
    contest(&shown, "told", TWO, 2)?;
    let site = Served::start(&shown, Play::Nothing)?;
    let mut figures = readers::figures(bench, &site)?;
    figures.extend(listening::figures(bench, &site, &shown.join("told"))?);
    figures.extend(wire::figures(bench, &site)?);
    drop(site);
    figures.extend(beside::figures(bench, &played)?);
    figures.extend(entering::figures(bench, &folder.path().join("entering"))?);
    figures.extend(signing_in::figures(bench, &folder.path().join("signing-in"))?);
    figures.extend(playing::figures(bench, &folder.path().join("playing"))?);
    figures.extend(archived::figures(bench, folder.path())?);
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// Two that play on the spot.
const TWO: &str = "footsteps\"\nseed = 1\nbots = [\"builtin:random\", \"builtin:first\"]";

fn bots() -> String {
    let names: Vec<String> = (0..BOTS).map(|at| format!("\"bot{at}=builtin:random\"")).collect();
    names.join(", ")
}

/// Plays a contest below `folder`: a round robin with this many legs.
fn contest(folder: &Path, name: &str, game_and_bots: &str, games: u32) -> Result<()> {
    let own = folder.join(name);
    fs::create_dir_all(&own)?;
    lay_out(&own, game_and_bots, games)?;
    play(&own)
}

/// Writes the file of a contest.
fn lay_out(own: &Path, game_and_bots: &str, games: u32) -> Result<()> {
    let text = format!(
        "name = \"Bench\"\ngame = \"{game_and_bots}\n[format]\nkind = \"round-robin\"\n\
         games_per_pair = {games}\n[ranking]\nkind = \"points\"\n"
    );
    Ok(fs::write(own.join("contest.toml"), text)?)
}

/// Plays what there is to play.
fn play(own: &Path) -> Result<()> {
    let run = Command::new(command()?).args(["run", "--quiet"]).arg(own).output()?;
    ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Ok(())
}
