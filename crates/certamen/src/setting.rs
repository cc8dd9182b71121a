//! What `play` and `run` share: the sandbox there is, and bots made ready.

use crate::command_error::{CommandError, Context, usage};
use crate::say::{play, refusal};
use certamen_contest::Share;
use certamen_game::{DynGame, Language};
use certamen_sandbox::{Sandbox, Tier, Unisolated, doctor};
use certamen_worker::{Bot, Kind};
use std::sync::Arc;

/// The game of this slug.
pub(crate) fn find_game(slug: &str) -> Result<&'static dyn DynGame, CommandError> {
    certamen_games::find(slug).ok_or_else(|| {
        let known: Vec<&str> = certamen_games::ALL.iter().map(|game| game.info().slug).collect();
        usage(refusal::unknown_game(slug, known.join(", ")))
    })
}

/// The sandbox of `tier`, or the best there is here. Never weaker than `weakest`, which `asked`
/// names, if programs are run.
pub(crate) fn sandbox(
    bots: &[Bot],
    tier: Option<Tier>,
    weakest: Tier,
    asked: &str,
) -> Result<Arc<dyn Sandbox>, CommandError> {
    let runs_programs = bots.iter().any(|bot| matches!(bot.kind, Kind::Program(_)));
    if !runs_programs {
        return Ok(Arc::new(Unisolated::new()));
    }
    let wish = tier.map_or_else(|| asked.to_owned(), |tier| format!("--tier {tier}"));
    let found = match tier {
        Some(tier) => certamen_sandbox::of_tier(tier).context(&wish)?,
        None => match certamen_sandbox::best() {
            Ok(found) => found,
            // Nobody asks for isolation: what is there is used, and said.
            Err(_) if weakest == Tier::D => certamen_sandbox::of_tier(Tier::D)?,
            Err(lost) => {
                let reasons: Vec<String> = lost.iter().map(ToString::to_string).collect();
                let lost = reasons.join("; ");
                return Err(CommandError::new(refusal::no_tier(wish, weakest.to_string(), lost)));
            }
        },
    };
    if found.tier() > weakest {
        let (weakest, have) = (weakest.to_string(), found.tier().to_string());
        return Err(CommandError::new(refusal::weaker_tier(asked, weakest, have)));
    }
    Ok(found)
}

/// Likewise, and tried with canaries unless that was done since the machine started: what does not
/// hold is not used.
pub(crate) fn tested_sandbox(
    bots: &[Bot],
    tier: Option<Tier>,
    weakest: Tier,
    asked: &str,
) -> Result<Arc<dyn Sandbox>, CommandError> {
    let sandbox = sandbox(bots, tier, weakest, asked)?;
    if sandbox.tier() < Tier::D {
        doctor::self_test_cached(sandbox.as_ref())?;
    }
    Ok(sandbox)
}

/// The sandbox of `tier`, or the best there is here, for programs of our own.
pub(crate) fn any_sandbox(tier: Option<Tier>) -> Result<Arc<dyn Sandbox>, CommandError> {
    let tier = match tier {
        Some(tier) => tier,
        None => match certamen_sandbox::best() {
            Ok(found) => return Ok(found),
            Err(_) => Tier::D,
        },
    };
    certamen_sandbox::of_tier(tier).context(format!("--tier {tier}"))
}

/// Says that programs run without isolation, if they do.
pub(crate) fn banner(bots: &[Bot], tier: Tier, language: Language) {
    let runs_programs = bots.iter().any(|bot| matches!(bot.kind, Kind::Program(_)));
    if runs_programs && tier == Tier::D {
        eprintln!("{}", play::unisolated().get(language));
    }
}

/// Says what a share of a house player's time comes to here.
pub(crate) fn tell_move_time(share: &Share, move_ms: u64, language: Language) {
    eprintln!("{}: {move_ms} ms ({share})", play::move_time().get(language));
}

/// Gives `depth` to those that search, unless their names say otherwise.
pub(crate) fn set_depth(bots: &mut [Bot], depth: Option<u32>, game: &dyn DynGame) {
    let Some(depth) = depth else { return };
    for bot in bots {
        match &mut bot.kind {
            Kind::House { name, arguments } => {
                let mut deeper = arguments.clone();
                deeper.entry("depth".to_owned()).or_insert_with(|| depth.to_string());
                if game.house_player(name, &deeper).is_ok() {
                    *arguments = deeper;
                }
            }
            Kind::Program(program) => {
                if let Some(search) = &mut program.search {
                    search.depth.get_or_insert(depth);
                }
            }
            Kind::Human => {}
        }
    }
}
