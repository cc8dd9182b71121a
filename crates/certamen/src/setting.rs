//! What `play` and `run` share: the sandbox there is, and bots made ready.

use crate::{ending::usage, text};
use anyhow::bail;
use game::{DynGame, Language};
use sandbox::{Isolated, Sandbox, Tier, Unisolated, doctor};
use std::sync::Arc;
use worker::{Bot, Kind};

/// The game of this slug.
pub(crate) fn find_game(slug: &str) -> anyhow::Result<&'static dyn DynGame> {
    games::find(slug).ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|game| game.info().slug).collect();
        usage(format!("unknown game `{slug}`: use {}", known.join(", ")))
    })
}

/// The sandbox that was asked for, or the best there is here. Never weaker than `weakest`, which
/// `asked` names, if programs are run.
pub(crate) fn sandbox(
    bots: &[Bot],
    tier: Option<Tier>,
    weakest: Tier,
    asked: &str,
) -> anyhow::Result<Arc<dyn Sandbox>> {
    let runs_programs = bots.iter().any(|bot| matches!(bot.kind, Kind::Program(_)));
    if !runs_programs || tier == Some(Tier::D) {
        return Ok(Arc::new(Unisolated::new()));
    }
    let isolated = match tier {
        Some(tier) => Isolated::of_tier(tier),
        None => Isolated::open(),
    };
    match isolated {
        Ok(sandbox) if sandbox.tier() <= weakest => Ok(Arc::new(sandbox)),
        Ok(sandbox) => {
            let have = sandbox.tier();
            bail!("{asked} asks for tier {weakest} or better, here is tier {have}");
        }
        // Nobody asked for isolation: what is there is used, and said.
        Err(_) if tier.is_none() && weakest == Tier::D => Ok(Arc::new(Unisolated::new())),
        Err(lost) => bail!("{asked} asks for tier {weakest} or better; {lost}"),
    }
}

/// Likewise, and tried with canaries unless that was done since the machine started: what does not
/// hold is not used.
pub(crate) fn tested_sandbox(
    bots: &[Bot],
    weakest: Tier,
    asked: &str,
) -> anyhow::Result<Arc<dyn Sandbox>> {
    let sandbox = sandbox(bots, None, weakest, asked)?;
    if sandbox.tier() != Tier::D {
        doctor::self_test_cached(sandbox.as_ref())?;
    }
    Ok(sandbox)
}

/// Says that programs run without isolation, if they do.
pub(crate) fn banner(bots: &[Bot], tier: Tier, language: Language) {
    let runs_programs = bots.iter().any(|bot| matches!(bot.kind, Kind::Program(_)));
    if runs_programs && tier == Tier::D {
        eprintln!("{}", text::UNISOLATED.get(language));
    }
}

/// Gives `depth` to the house players that search, unless their names say otherwise.
pub(crate) fn set_depth(bots: &mut [Bot], depth: Option<u32>, game: &dyn DynGame) {
    let Some(depth) = depth else { return };
    for bot in bots {
        if let Kind::House { name, arguments } = &mut bot.kind {
            let mut deeper = arguments.clone();
            deeper.entry("depth".to_owned()).or_insert_with(|| depth.to_string());
            if game.house_player(name, &deeper).is_ok() {
                *arguments = deeper;
            }
        }
    }
}
