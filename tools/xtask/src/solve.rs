//! `cargo xtask solve`: writes the tables that sample bots read.

use crate::{Ending, repository::root};
use anyhow::{Context, Result, anyhow};
use certamen_games::footsteps::{solve::Solution, table};
use std::{fs, time::Instant};

/// Whose table it is.
const TABLE: &str = "bots/footsteps/optimo/tabla.txt";

/// Solves the usual board of `FootSteps` and writes its table.
pub(crate) fn footsteps() -> Result<Ending> {
    let started = Instant::now();
    let solution = Solution::of(7, 50).map_err(|error| anyhow!("{error}"))?;
    let (took, gap) = (started.elapsed().as_secs_f64(), solution.gap());
    let path = root().join(TABLE);
    fs::write(&path, table::text(&solution)).with_context(|| path.display().to_string())?;
    eprintln!("7 squares, 50 points: solved in {took:.3} s, largest gap {gap:.1e}: {TABLE}");
    Ok(Ending::Fine)
}
