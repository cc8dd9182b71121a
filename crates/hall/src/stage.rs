//! A contest that is open, with what its bots need.

use crate::{
    Bench, Ended, Event, Gathered, HallError, Isolation, Listener, Playing, Sandboxes, Stop, Unfit,
    Unfitness, bots::bot_of, find_bots, hands::Hands, isolation::runs_programs, measured::Measure,
    starting::started,
};
use certamen_contest::{
    Contest, ContestFile, Folder, MoveTime, SetAside, Share, Terms, draw::Chance,
};
use certamen_game::Table;
use certamen_sandbox::{Sandbox, Tier, Unisolated};
use certamen_speech::Speak;
use certamen_store::Submission;
use certamen_worker::{Bot, Cast, Kind, Ready};
use std::{sync::Arc, time::Duration};

/// A contest that is open.
pub struct Stage {
    /// The contest.
    pub contest: Contest,
    /// Its bots, in order of entry.
    pub bots: Vec<Bot>,
    /// The same, ready to be seated.
    pub ready: Vec<Ready>,
    /// Those that were set aside.
    pub aside: Vec<SetAside>,
    /// Where they play.
    pub bench: Bench,
}

/// What becomes of a contest some of whose bots cannot take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfUnfit {
    /// They are set aside, and the others play.
    PlayOthers,
    /// It is not opened.
    Refuse,
}

/// Where the matches of a contest are played.
#[derive(Clone, Debug)]
pub enum Venue {
    /// Here: its bots are built and tried.
    Here,
    /// On other machines, which build and try: nothing of the bots' is run here.
    #[cfg(feature = "bus")]
    Elsewhere(crate::Farm),
}

impl Venue {
    /// The same, where nothing is waited for once `stop` is set.
    #[must_use]
    #[cfg_attr(not(feature = "bus"), expect(unused_variables, reason = "there is one venue only"))]
    pub fn until(self, stop: &Stop) -> Venue {
        match self {
            Venue::Here => Venue::Here,
            #[cfg(feature = "bus")]
            Venue::Elsewhere(farm) => Venue::Elsewhere(farm.until(stop)),
        }
    }

    /// The machines elsewhere, if it is there.
    #[cfg(feature = "bus")]
    pub fn farm(&self) -> Option<&crate::Farm> {
        match self {
            Venue::Here => None,
            Venue::Elsewhere(farm) => Some(farm),
        }
    }

    /// Whether bots are run on this machine.
    pub fn is_here(&self) -> bool {
        matches!(self, Venue::Here)
    }
}

/// What it takes to open a contest.
pub struct Opening<'a> {
    /// Its folder.
    pub folder: &'a Folder,
    /// Whose builds are used: its own, or those of the contest that it belongs to.
    pub builds: &'a Folder,
    /// Where sandboxes come from.
    pub sandboxes: &'a Sandboxes,
    /// What luck comes from, instead of the file's seed.
    pub seed: Option<u64>,
    /// How long whoever sets the time for a move was found to need, if that is known.
    pub needed: Option<Duration>,
    /// How many matches are played side by side.
    pub jobs: usize,
    /// Where matches are played.
    pub venue: Venue,
    /// What is done if bots cannot take part.
    pub if_unfit: IfUnfit,
    /// Whoever is told which those are.
    pub tell: Listener<'a>,
}

impl Opening<'_> {
    /// Opens the contest, whose file may have more entries than the one in the folder.
    pub fn open(&self, file: ContestFile) -> Result<Stage, HallError> {
        let Gathered { bots, mut unfit } = find_bots(self.folder, &file)?;
        let (sandbox, tier) = self.isolation(&file, &bots)?;
        let bench =
            Bench::of_contest((self.folder, self.builds), &file, Arc::clone(&sandbox), self.jobs);
        let bench = bench.at_venue(&self.venue);
        let (bots, ready): (Vec<Bot>, Vec<Ready>) = if self.venue.is_here() {
            self.fit(&file, &bench, bots, &mut unfit).into_iter().unzip()
        } else {
            (bots, Vec::new())
        };
        let aside: Vec<SetAside> = unfit.iter().map(Unfit::to_told).collect();
        self.tell_unfit(unfit)?;
        let entries: Vec<Submission> = bots.iter().map(entry).collect();
        let required = file.programs.deterministic.is_required();
        let must_be = |bot: &Bot| match bot.kind {
            Kind::House { .. } => bot.is_deterministic(),
            _ => required || bot.is_deterministic(),
        };
        let deterministic: Vec<bool> = bots.iter().map(must_be).collect();
        let scratch = bench.plan.scratch.clone();
        let (folder, sandbox) = (self.folder, &sandbox);
        let measuring = Measure { folder, sandbox, scratch, bots: bots.len() };
        let known = file.clone();
        let mut measure = |share: &Share| match self.needed {
            Some(needed) => Ok(needed),
            None => match &self.venue {
                Venue::Here => {
                    measuring.time_needed(&known, share).map_err(|error| error.message())
                }
                #[cfg(feature = "bus")]
                Venue::Elsewhere(farm) => {
                    let afar = crate::errand::Afar { farm, folder, file: &known, tier };
                    let found = afar.time_needed(share, bots.len(), "hall");
                    found.map_err(|error| error.message())
                }
            },
        };
        let terms = Terms {
            tier,
            elsewhere: !self.venue.is_here(),
            seed: self.seed,
            aside: &aside,
            deterministic: &deterministic,
            measure: &mut measure,
            chance: Chance::of_system().map_err(HallError::Luck)?,
        };
        let contest = Contest::open(self.folder, file, &entries, terms)?;
        Ok(Stage { contest, bots, ready, aside, bench })
    }

    /// Those of `bots` that can be built and start; the others are `unfit`.
    fn fit(
        &self,
        file: &ContestFile,
        bench: &Bench,
        bots: Vec<Bot>,
        unfit: &mut Vec<Unfit>,
    ) -> Vec<(Bot, Ready)> {
        let built = bench.workshop.build_all(bots);
        unfit.extend(
            built
                .failed
                .into_iter()
                .map(|(bot, error)| Unfit { bot: bot.name, why: Unfitness::Bot(Box::new(error)) }),
        );
        let tier = bench.plan.sandbox.tier().letter();
        let seats = file.format.table_size(built.ready.len()) as u8;
        let usual = file.game.info().move_time;
        let table = Table::new(file.game).options(file.options.clone()).unnamed(seats);
        let table = table.conditions(file.conditions(usual, tier));
        let (ready, ended) = started(bench, &self.folder.scratch(), &table, built.ready);
        unfit.extend(ended);
        ready
    }

    /// Says who cannot take part, all of them at once.
    fn tell_unfit(&self, unfit: Vec<Unfit>) -> Result<(), HallError> {
        if unfit.is_empty() {
            return Ok(());
        }
        (self.tell)(Event::SetAside(&unfit));
        match self.if_unfit {
            IfUnfit::PlayOthers => Ok(()),
            IfUnfit::Refuse => {
                Err(HallError::Unfit(unfit.into_iter().map(|unfit| unfit.bot).collect()))
            }
        }
    }

    /// The sandbox, and the tier that is promised for all matches.
    fn isolation(
        &self,
        file: &ContestFile,
        bots: &[Bot],
    ) -> Result<(Arc<dyn Sandbox>, &'static str), HallError> {
        if self.venue.is_here() {
            let sandbox = self.sandbox(file, bots)?;
            let tier = sandbox.tier().letter();
            return Ok((sandbox, tier));
        }
        let sandbox = Arc::new(Unisolated::new());
        let isolation = Isolation::of_contest(self.folder, file, self.sandboxes.clone())?;
        let weakest = isolation.weakest();
        let tier = if runs_programs(bots) { weakest } else { sandbox.tier() };
        Ok((sandbox, tier.letter()))
    }

    /// The sandbox of the bots and of the one whose time is the measure.
    fn sandbox(&self, file: &ContestFile, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HallError> {
        let mut programs = bots.to_vec();
        let other = measure(file).filter(|share| share.player(file.game).is_none());
        if let Some(share) = other {
            programs.push(bot_of(self.folder, share, file.game)?);
        }
        Isolation::of_contest(self.folder, file, self.sandboxes.clone())?.tested_sandbox(&programs)
    }
}

impl Stage {
    /// Whether its matches are played here, and not by machines elsewhere.
    pub fn is_here(&self) -> bool {
        #[cfg(feature = "bus")]
        let is_here = self.bench.farm.is_none();
        #[cfg(not(feature = "bus"))]
        let is_here = true;
        is_here
    }

    /// The tier of isolation.
    pub fn tier(&self) -> Tier {
        self.bench.plan.sandbox.tier()
    }

    /// Those who were set aside, and those whom matches that cannot be played have in common.
    pub fn named_aside(&self) -> impl Iterator<Item = &str> {
        self.aside.iter().map(|aside| aside.bot.as_str()).chain(self.contest.suspended())
    }

    /// Those who were seen to stay when their matches were over.
    pub fn staying(&self) -> Vec<&str> {
        let both = self.bots.iter().zip(&self.ready);
        both.filter(|(_, ready)| ready.is_known_to_stay()).map(|(bot, _)| &*bot.name).collect()
    }

    /// Who plays: threads here, unless machines elsewhere do.
    #[cfg_attr(not(feature = "bus"), expect(clippy::unnecessary_wraps))]
    fn hands(&self) -> Result<Hands, HallError> {
        #[cfg(feature = "bus")]
        if let Some(farm) = &self.bench.farm {
            return farm.hands(self);
        }
        let bots = self.contest.submissions().iter().copied().zip(self.ready.iter().cloned());
        let (plan, onlooker) = (self.bench.plan.clone(), self.bench.onlooker.clone());
        let cast = Cast { plan, bots: bots.collect(), onlooker };
        Ok(Hands::here(&self.bench, cast))
    }

    /// Plays until the contest is over, or `pause` or `stop` say that it is time to stop; how it
    /// ended, and how many matches were played.
    pub fn play(
        &mut self,
        stop: &Stop,
        tell: Listener<'_>,
        pause: &mut dyn FnMut(&Contest) -> Result<bool, HallError>,
    ) -> Result<(Ended, u64), HallError> {
        let hands = self.hands()?;
        let mut playing = Playing { contest: &mut self.contest, stop, tell, played: 0 };
        let ended = playing.go(hands, pause)?;
        Ok((ended, playing.played))
    }
}

/// Whose time sets the time for a move, if it is somebody's.
pub(crate) fn measure(file: &ContestFile) -> Option<&Share> {
    match &file.limits.move_time {
        Some(MoveTime::Share(share)) => Some(share),
        _ => None,
    }
}

fn entry(bot: &Bot) -> Submission {
    Submission {
        name: bot.name.clone(),
        digest: bot.digest.clone(),
        language: bot.language.clone(),
    }
}
