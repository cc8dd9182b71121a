//! The live page: contests in progress, and the boards of long matches.

use super::{facts_say as words, state::Tag};
use crate::{contest::ContestView, frame::PageContext, page::ContestPart, replay::Replay, say};
use askama::Template;
use certamen_portal::check_job::ContestActivity;
use std::sync::PoisonError;

#[derive(Template)]
#[template(path = "hall.html")]
pub(super) struct LivePage<'a> {
    frame: PageContext<'a>,
    contests: Vec<LiveContest>,
    boards: Vec<LiveBoard>,
    /// The number of cores used here; empty if none.
    cores: String,
}

/// A contest in progress.
struct LiveContest {
    to: String,
    name: String,
    tag: Tag,
    progress: String,
    /// The numbers of the cores that play it now; empty if unknown.
    on: String,
}

/// A long match.
pub(super) struct LiveBoard {
    pub(super) to: String,
    pub(super) bots: String,
    pub(super) told: String,
    pub(super) board: String,
    pub(super) turns: String,
}

impl<'a> LivePage<'a> {
    pub(super) fn new(frame: PageContext<'a>) -> LivePage<'a> {
        let held = || {
            frame.site.exhibits().filter(|view| {
                matches!(
                    view.doing(),
                    ContestActivity::Playing(_)
                        | ContestActivity::Opening
                        | ContestActivity::Elsewhere
                )
            })
        };
        let contests = held().map(|view| {
            let snapshot = view.revision();
            let progress = snapshot.tabled().ok().map(|standings| {
                let (played, total) = (standings.progress.finished, standings.progress.total);
                frame.t(say::progress(frame.count(played), frame.count(total.max(played))))
            });
            let on = view.cores.read().unwrap_or_else(PoisonError::into_inner);
            let on: Vec<String> = on.iter().map(usize::to_string).collect();
            LiveContest {
                on: on.join(", "),
                to: frame.part(&view.slug, ContestPart::Overview),
                name: frame.name(&snapshot.name),
                tag: Tag::of(frame, view, &snapshot),
                progress: progress.unwrap_or_default(),
            }
        });
        let boards = held().flat_map(|view| boards(frame, view));
        let cores = frame.site.cores;
        let cores = (cores > 0).then(|| frame.t(words::cores_play(frame.count(cores as u64))));
        LivePage {
            cores: cores.unwrap_or_default(),
            contests: contests.collect(),
            boards: boards.collect(),
            frame,
        }
    }
}

/// The long matches in progress of a contest.
pub(super) fn boards(frame: PageContext<'_>, view: &ContestView) -> Vec<LiveBoard> {
    // In a course the opponents of a match are private.
    if view.matches().is_err() {
        return Vec::new();
    }
    let boards = view.running_matches.all().into_iter().filter_map(|(number, record)| {
        let replay = Replay::of_record((*record).clone(), frame.language, None).ok()?;
        let last = &replay.frame;
        let bots = replay.record.table.seats.iter().map(|seat| frame.name(&seat.bot));
        Some(LiveBoard {
            to: frame.part(&view.slug, ContestPart::Match(number, None)),
            bots: bots.collect::<Vec<_>>().join(" – "),
            told: last.picture.as_ref().map(|picture| picture.told.clone()).unwrap_or_default(),
            board: last.picture.as_ref().map(crate::charts::board).unwrap_or_default(),
            turns: frame.count(replay.last),
        })
    });
    boards.collect()
}
