//! Who plays: threads here, or machines elsewhere. Either way each match that is given comes back
//! once, as played or as void.

use crate::{Bench, HallError};
#[cfg(feature = "bus")]
use certamen_contest::ContestError;
use certamen_contest::{Contest, FailedOn};
use certamen_game::Void;
use certamen_speech::Message;
use certamen_work::{MatchNumber, Played, Work};
use certamen_worker::{Cast, Done, FirstTry, Foresight, Pool};
use std::{
    sync::{Arc, mpsc::RecvTimeoutError},
    time::{Duration, SystemTime},
};

#[cfg(feature = "bus")]
use certamen_bus::{Came, Dispatch};

/// So many matches are stored at a time.
const MOST: usize = 1000;

/// Who plays.
pub(crate) enum Hands {
    /// Threads of this process.
    Here(Box<Threads>),
    /// Machines elsewhere.
    #[cfg(feature = "bus")]
    Afar(Box<Dispatch>),
}

/// Threads that play, and what they need for it.
pub(crate) struct Threads {
    pool: Pool,
    cast: Arc<Cast>,
    foresight: Option<Foresight>,
    jobs: usize,
}

/// A match that came back.
pub(crate) struct CameBack {
    pub(crate) number: MatchNumber,
    /// When it began.
    pub(crate) began: SystemTime,
    /// What came of it, or why it must be played again.
    pub(crate) result: Result<Played, Void>,
    /// What was played before, if that does not count.
    pub(crate) first: Option<FirstTry>,
    /// The key of the machine that had it; nothing where there is only this one.
    machine: String,
    /// How many there are that could have been given it.
    of: usize,
}

impl CameBack {
    /// Where we failed to play it, if we did.
    pub(crate) fn on(&self) -> FailedOn<'_> {
        FailedOn { machine: &self.machine, of: self.of }
    }
}

impl From<Done> for CameBack {
    fn from(done: Done) -> CameBack {
        let Done { number, began, result, first } = done;
        CameBack { number, began, result, first, machine: String::new(), of: 1 }
    }
}

impl Hands {
    /// The threads of `bench`, who play what `cast` says.
    pub(crate) fn here(bench: &Bench, cast: Cast) -> Hands {
        let cast = Arc::new(cast);
        let foresight = Foresight::of(&cast, bench.jobs);
        let (pool, jobs) = (bench.pool(), bench.jobs);
        Hands::Here(Box::new(Threads { pool, cast, foresight, jobs }))
    }

    /// Between how many matches and how many are to be under way, so that nobody waits.
    pub(crate) fn wanted(&self) -> (usize, usize) {
        match self {
            // Two for each thread: nobody waits for the next match while the last one is stored.
            // Those that are thought ahead are thought of together.
            Hands::Here(threads) => {
                let fewest = 2 * threads.jobs;
                let ahead = threads.foresight.as_ref();
                (fewest, ahead.map_or(fewest, |_| fewest.max(Foresight::WAVE)))
            }
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => (dispatch.wanted(), dispatch.wanted()),
        }
    }

    /// Those whose answers are thought ahead, if any are.
    pub(crate) fn foresight(&mut self) -> Option<&mut Foresight> {
        match self {
            Hands::Here(threads) => threads.foresight.as_mut(),
            #[cfg(feature = "bus")]
            Hands::Afar(_) => None,
        }
    }

    /// Gives matches of `contest` out.
    #[cfg_attr(not(feature = "bus"), expect(unused_variables, clippy::unnecessary_wraps))]
    pub(crate) fn give(&mut self, contest: &mut Contest, wave: Vec<Work>) -> Result<(), HallError> {
        match self {
            Hands::Here(threads) => {
                for work in wave {
                    threads.pool.give(work, &threads.cast);
                }
                Ok(())
            }
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => {
                for work in wave {
                    dispatch.give(work);
                }
                let progress = contest.progress();
                let left = progress.total.saturating_sub(progress.finished);
                dispatch.send(left, &mut |what| Ok::<_, HallError>(contest.note_out(what)?))
            }
        }
    }

    /// Some of the matches that an earlier run gave out, and that have come back since; nothing if
    /// that was all.
    #[cfg_attr(not(feature = "bus"), expect(unused_variables, clippy::unnecessary_wraps))]
    pub(crate) fn earlier(
        &mut self,
        contest: &mut Contest,
    ) -> Result<Option<Vec<CameBack>>, HallError> {
        match self {
            Hands::Here(_) => Ok(None),
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => {
                let take_up = &mut |number| Ok::<_, HallError>(contest.take_up(number)?);
                let back = dispatch.earlier(take_up)?;
                Ok(back.map(|back| told(contest, back)).transpose()?)
            }
        }
    }

    /// How many matches were given and have not come back, before anything is given.
    pub(crate) fn under_way(&self) -> usize {
        match self {
            Hands::Here(_) => 0,
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => dispatch.under_way(),
        }
    }

    /// What came back within `patience`.
    #[cfg_attr(not(feature = "bus"), expect(unused_variables))]
    pub(crate) fn take(
        &mut self,
        contest: &mut Contest,
        patience: Duration,
    ) -> Result<Vec<CameBack>, HallError> {
        match self {
            Hands::Here(threads) => threads.take(patience),
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => {
                let back = dispatch.take(patience)?;
                remember(contest, dispatch.trust())?;
                Ok(told(contest, back)?)
            }
        }
    }

    /// What came back is stored.
    #[cfg_attr(not(feature = "bus"), expect(clippy::unnecessary_wraps))]
    pub(crate) fn stored(&mut self) -> Result<(), HallError> {
        match self {
            Hands::Here(_) => Ok(()),
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => Ok(dispatch.stored()?),
        }
    }

    /// The cores of this machine on which they play just now.
    pub(crate) fn cores(&self) -> Vec<usize> {
        match self {
            Hands::Here(threads) => threads.pool.cores(),
            #[cfg(feature = "bus")]
            Hands::Afar(_) => Vec::new(),
        }
    }

    /// What is worth telling, once.
    pub(crate) fn news(&mut self) -> Vec<Message> {
        match self {
            Hands::Here(_) => Vec::new(),
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => dispatch.news(),
        }
    }

    /// Whether it is worth waiting, now that all is played, for what is still to be compared.
    pub(crate) fn still_compare(&mut self) -> bool {
        match self {
            Hands::Here(_) => false,
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => dispatch.still_compares(),
        }
    }

    /// Nobody wants more: what was not begun is not played any more.
    pub(crate) fn end(&mut self) {
        match self {
            Hands::Here(_) => {}
            #[cfg(feature = "bus")]
            Hands::Afar(dispatch) => dispatch.end(),
        }
    }
}

impl Threads {
    fn take(&mut self, patience: Duration) -> Result<Vec<CameBack>, HallError> {
        let first = match self.pool.take(patience) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => return Err(HallError::NobodyPlays),
        };
        let more = std::iter::from_fn(|| self.pool.take_now()).take(MOST - 1);
        Ok(std::iter::once(first).chain(more).map(CameBack::from).collect())
    }
}

/// Stores what is to be remembered of machines.
#[cfg(feature = "bus")]
fn remember(contest: &mut Contest, trust: Vec<certamen_bus::Trust>) -> Result<(), ContestError> {
    for one in trust {
        match one {
            certamen_bus::Trust::Audited(what) => contest.note_audit(&what)?,
            certamen_bus::Trust::Suspended { machine, why } => {
                contest.suspend_machine(&machine, &why)?;
            }
        }
    }
    Ok(())
}

/// Matches that came back from elsewhere; those that came too late are only noted.
#[cfg(feature = "bus")]
fn told(
    contest: &mut Contest,
    back: Vec<certamen_bus::Back>,
) -> Result<Vec<CameBack>, ContestError> {
    let mut found = Vec::with_capacity(back.len());
    for certamen_bus::Back { number, came, machine, of } in back {
        let (began, result) = match came {
            Came::Played(played) => (played.began, Ok(*played)),
            Came::Void(void) => (None, Err(void)),
            Came::Late(record) => {
                contest.note_late(number, record.as_bytes())?;
                continue;
            }
        };
        let began = began.unwrap_or_else(SystemTime::now);
        found.push(CameBack { number, began, result, first: None, machine, of });
    }
    Ok(found)
}
