//! What this machine has for the bots that it plays: sandbox, workshop, and those that are built.

use crate::command_error::CommandError;
use crate::say::farm as say;
use certamen_bus::{
    Labour,
    message::{Batch, BatchBot, Supplied, Writing},
};
use certamen_game::DynGame;
use certamen_hall::{
    Sandboxes,
    errand::{Premises, Task},
};
use certamen_sandbox::{Launcher, Lost, Sandbox, Tier, Unisolated, doctor};
use certamen_speech::{Message, Speak};
use certamen_work::SubmissionId;
use certamen_worker::{Bot, Bundle, Cast, Ready, Scratch, SeatingPlan, Workshop};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// What this machine has for bots.
pub(super) struct Home {
    sandbox: Arc<dyn Sandbox>,
    workshop: Workshop,
    bundles: PathBuf,
    scratch: PathBuf,
    /// What became of bundles that were seen before.
    seen: Mutex<BTreeMap<String, Result<Ready, Message>>>,
}

/// Why a batch cannot be played here.
pub(super) enum Unready {
    /// Nobody here knows the game, or its rules.
    Strange,
    /// A bot cannot be made ready on machines like this one.
    Unable {
        /// Which.
        bot: i64,
        /// Why.
        why: Message,
    },
    /// The bundle with this hash is not to be had at the moment.
    NotThere(String),
}

impl Home {
    /// The one that was asked for, or the best there is, tried before anything runs in it. What is
    /// played here others wrote: it runs without isolation only where its owner says so.
    pub(super) fn sandbox(
        launcher: &Launcher,
        tier: Option<Tier>,
    ) -> Result<Arc<dyn Sandbox>, CommandError> {
        let sandbox = match tier {
            Some(_) => Sandboxes::new(launcher, tier).any()?,
            None => certamen_sandbox::best(launcher).map_err(|lost| not_isolated(&lost))?,
        };
        if sandbox.tier() < Tier::D {
            doctor::self_test_cached(sandbox.as_ref())?;
        }
        Ok(sandbox)
    }

    /// What is built is kept below `cache`, in a folder for this `class`, whose compilers are the
    /// same.
    pub(super) fn new(sandbox: Arc<dyn Sandbox>, cache: &Path, class: &str, name: &str) -> Home {
        let workshop = Workshop::new(cache.join("builds").join(class), Arc::clone(&sandbox));
        let (bundles, scratch) = (cache.join("bundles"), cache.join("scratch").join(name));
        Home { sandbox, workshop, bundles, scratch, seen: Mutex::default() }
    }

    /// The tier of isolation.
    pub(super) fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    /// Who plays in this batch.
    pub(super) fn cast(&self, labour: &Labour, batch: &Batch) -> Result<Cast, Unready> {
        let game: &'static dyn DynGame =
            certamen_games::find(&batch.game).ok_or(Unready::Strange)?;
        if game.info().version != batch.rules {
            return Err(Unready::Strange);
        }
        let bots = batch.bots.iter();
        let bots = bots.map(|bot| Ok((SubmissionId(bot.id), self.ready(labour, bot)?)));
        let bots: BTreeMap<SubmissionId, Ready> = bots.collect::<Result<_, Unready>>()?;
        let sandbox: Arc<dyn Sandbox> = if runs_programs(batch) {
            Arc::clone(&self.sandbox)
        } else {
            Arc::new(Unisolated::new())
        };
        let scratch = match batch.writing {
            Writing::Nowhere => Scratch::None,
            Writing::Match => Scratch::Below(self.scratch.clone()),
            Writing::Kept => Scratch::Kept(self.scratch.clone()),
        };
        Ok(Cast { plan: SeatingPlan { game, sandbox, scratch }, bots, onlooker: None })
    }

    /// Where what is urgent is done in the slot at this `place`; none if nobody here knows the game, or
    /// its rules.
    pub(super) fn premises(&self, task: &Task, place: usize) -> Option<Premises> {
        let game = certamen_games::find(&task.game)?;
        (game.info().version == task.rules).then(|| Premises {
            game,
            sandbox: Arc::clone(&self.sandbox),
            workshop: self.workshop.clone(),
            scratch: self.scratch.join(format!("errand-{place}")),
        })
    }

    /// The program that somebody asks about.
    pub(super) fn bot(&self, labour: &Labour, bot: &BatchBot) -> Result<Bot, Unready> {
        let Supplied::Bundle { id, parts } = &bot.player else { return Err(Unready::Strange) };
        let bytes = labour.bundle(&self.bundles, id, *parts);
        let bytes = bytes.map_err(|_| Unready::NotThere(id.clone()))?;
        unpacked(&bytes, bot).ok_or(Unready::Strange)
    }

    fn ready(&self, labour: &Labour, bot: &BatchBot) -> Result<Ready, Unready> {
        let (id, parts) = match &bot.player {
            Supplied::House { name, arguments } => {
                return Ok(Ready::House { name: name.clone(), arguments: arguments.clone() });
            }
            Supplied::Bundle { id, parts } => (id, *parts),
        };
        // One is built at a time: a compiler takes all cores there are.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let found = if let Some(found) = seen.get(id) {
            found.clone()
        } else {
            let bytes = labour.bundle(&self.bundles, id, parts);
            let bytes = bytes.map_err(|_| Unready::NotThere(id.clone()))?;
            let built = self.build(&bytes, bot);
            seen.insert(id.clone(), built.clone());
            built
        };
        found.map_err(|why| Unready::Unable { bot: bot.id, why })
    }

    fn build(&self, bytes: &[u8], bot: &BatchBot) -> Result<Ready, Message> {
        let found = unpacked(bytes, bot).ok_or_else(say::strange_batch)?;
        self.workshop.prepare(&found).map_err(|error| error.message())
    }
}

/// That nothing isolates here, and why, tier by tier.
fn not_isolated(lost: &[Lost]) -> CommandError {
    let reasons = lost.iter().map(Speak::message).reduce(say::and);
    CommandError::new(say::not_isolated(reasons.unwrap_or_else(|| Message::verbatim(""))))
}

/// The bot in a bundle, if it is the one that is meant.
fn unpacked(bytes: &[u8], bot: &BatchBot) -> Option<Bot> {
    let bundle: Bundle = serde_json::from_slice(bytes).ok()?;
    bundle.bot(&bot.name, bot.digest.as_deref().unwrap_or_default())
}

/// Whether any bot of a batch is a program.
pub(super) fn runs_programs(batch: &Batch) -> bool {
    batch.bots.iter().any(|bot| matches!(bot.player, Supplied::Bundle { .. }))
}
