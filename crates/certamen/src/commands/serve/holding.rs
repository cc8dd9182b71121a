//! Contests that are held side by side: each by a thread, on cores that all of them share.

use super::{ServeArgs, held::Held, people, voice::HallVoice};
use crate::say::serving as say;
use certamen_bulletin::publication::draw;
use certamen_contest::{Folder, LeastRoom};
use certamen_game::Language;
use certamen_hall::{Publication, Runner, Sandboxes, Stop, Venue, jobs};
use certamen_portal::{HallNews, errand::Doing};
use certamen_sandbox::Launcher;
use certamen_web::{Contests, Slug};
use certamen_worker::{Floor, LongMatch, Onlooker};
use std::{
    sync::Arc,
    thread::{Scope, ScopedJoinHandle},
};

/// What holding contests needs.
#[derive(Clone, Copy)]
pub(super) struct Holding<'a> {
    /// Where matches are played.
    pub(super) venue: &'a Venue,
    pub(super) contests: &'a Contests,
    /// The same, with those that come while they are held.
    pub(super) held: &'a Held,
    /// Where all of them are played.
    pub(super) floor: &'a Arc<Floor>,
    pub(super) arguments: &'a ServeArgs,
    pub(super) launcher: &'a Launcher,
    pub(super) language: Language,
    pub(super) stop: &'a Stop,
    /// How much room the disk is to keep.
    pub(super) least_room: LeastRoom,
}

impl<'a> Holding<'a> {
    /// Holds all contests on threads of `scope` until it is to stop, and tells `voice`; takes in what
    /// is sent to them if anybody may send something.
    pub(super) fn hold<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        voice: &HallVoice,
        takes_in: bool,
    ) -> Vec<ScopedJoinHandle<'scope, ()>>
    where
        'a: 'scope,
    {
        let found = self.contests.found.iter();
        let mut threads: Vec<_> =
            found.map(|(slug, folder)| self.hold_one(scope, voice, (slug, folder))).collect();
        #[cfg(feature = "bus")]
        if let Some(farm) = self.venue.farm() {
            let voice = voice.clone();
            threads.push(scope.spawn(move || {
                farm.watch(&|told| voice.tell(HallNews::Farm(told)));
            }));
        }
        if takes_in {
            let (sandboxes, voice) = (self.sandboxes(), voice.clone());
            let (held, stop, venue) = (self.held, self.stop, self.venue);
            threads.push(scope.spawn(move || {
                people::take_in(held, (&sandboxes, venue), stop, &|told| {
                    voice.tell(HallNews::Entry(told));
                });
            }));
        }
        threads
    }

    /// Holds one contest on a thread of `scope`.
    pub(super) fn hold_one<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        voice: &HallVoice,
        (slug, folder): (&Slug, &Folder),
    ) -> ScopedJoinHandle<'scope, ()>
    where
        'a: 'scope,
    {
        let (slug, voice, folder) = (slug.clone(), voice.clone(), folder.clone());
        let held = ContestHolding { holding: self, slug, voice };
        scope.spawn(move || held.run(&folder))
    }

    /// On how many cores is played here; none if nothing is.
    pub(super) fn played_on(&self) -> usize {
        if self.arguments.no_play { 0 } else { cores(self.arguments) }
    }

    pub(super) fn sandboxes(&self) -> Sandboxes {
        Sandboxes::new(self.launcher, self.arguments.tier)
    }
}

/// As many as were asked for, else all cores but the first, which answers readers.
pub(super) fn cores(arguments: &ServeArgs) -> usize {
    arguments.jobs.map_or_else(|| jobs(None).saturating_sub(1).max(1), usize::from)
}

/// One of the contests.
struct ContestHolding<'a> {
    holding: Holding<'a>,
    slug: Slug,
    voice: HallVoice,
}

impl ContestHolding<'_> {
    fn run(&self, folder: &Folder) {
        let tell = |doing| {
            if let Some(line) = self.worth_telling(&doing) {
                eprintln!("{line}");
            }
            self.voice.tell(HallNews::Doing(self.slug.to_string(), doing));
        };
        let on = |cores: &[usize]| {
            self.voice.tell(HallNews::Cores(self.slug.to_string(), cores.to_vec()));
        };
        let language = self.holding.language;
        let drawn = |publication: &Publication| draw(publication, language);
        let runner = Runner {
            folder: folder.clone(),
            floor: Arc::clone(self.holding.floor),
            venue: self.holding.venue.clone(),
            sandboxes: self.holding.sandboxes(),
            language,
            least_room: self.holding.least_room,
            stop: self.holding.stop,
            tell: &tell,
            on: &on,
            onlooker: self.onlooker(),
            draw: &drawn,
        };
        runner.run();
    }

    /// Shows matches that take long while they are played.
    fn onlooker(&self) -> Onlooker {
        let (voice, slug) = (self.voice.clone(), self.slug.to_string());
        Arc::new(move |event| {
            let (number, record) = match event {
                LongMatch::Goes(number, record) => (number.0, Some(record.to_bytes())),
                LongMatch::Ends(number) => (number.0, None),
            };
            voice.tell(HallNews::Match { slug: slug.clone(), number, record });
        })
    }

    /// What hosts are told on their terminal.
    fn worth_telling(&self, doing: &Doing) -> Option<String> {
        let slug = self.slug.as_str();
        let said = match doing {
            Doing::Finished => say::finished(slug),
            Doing::Incomplete { again } => say::incomplete(slug, again.as_secs()),
            Doing::NeverHeld => say::never_held(slug),
            Doing::Elsewhere => say::elsewhere(slug),
            Doing::Failed { why, again } => say::failed(slug, why.clone(), again.as_secs()),
            Doing::Nothing | Doing::Opening | Doing::Playing(_) => return None,
        };
        Some(said.get(self.holding.language))
    }
}
