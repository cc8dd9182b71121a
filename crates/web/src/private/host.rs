//! Decisions of a contest's organizers: approval of submissions, and disqualification.

use super::{
    AccessDenied,
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::{PrivateContext, TimeText},
    host_log::{LoggedRow, logged},
    host_nav::{host, ways},
    host_say as words, say as own,
    sources::{files, plain},
};
use crate::{
    contest::{ContestView, SnapshotState},
    frame::NavLink,
    http_error::HttpError,
    private::PrivateRoute,
    say,
};
use askama::Template;
use certamen_contest::entry::{
    DecidedSubmission, DelayWish, EntryDelay, SubmissionIndex, SubmissionState, WithdrawalReason,
};
use certamen_i18n::Localize;
use certamen_portal::{
    AuditAction, HostRequestKind, StepRow,
    check_job::{CheckStage, ContestActivity, StageResult},
};
use jiff::tz::TimeZone;
use std::fs;

/// The number of log lines; the log page has more.
const LOG: u32 = 10;
/// The maximum length of a reason, in characters.
pub(super) const REASON: usize = 500;

#[derive(Template)]
#[template(path = "host.html")]
struct HostPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    ways: Vec<NavLink>,
    waiting: Vec<HostRow>,
    delayed: Vec<DelayedRow>,
    entrants: Vec<HostRow>,
    /// The link to the players of a course, which are listed by team.
    pairs: String,
    log: Vec<LoggedRow>,
    log_page: String,
    /// Why the contest is stopped, if it is.
    trouble: String,
    wrong: String,
}

/// A submission.
struct HostRow {
    id: String,
    entrant: String,
    author: String,
    note: String,
    number: u32,
    received: TimeText,
    report: String,
    sources: Vec<(String, String)>,
    to: String,
}

/// A submission without a decision, because of an error on our side.
struct DelayedRow {
    id: String,
    entrant: String,
    author: String,
    why: String,
    again: String,
}

/// The page, or the result of a decision.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    host(asked, view)?;
    let Some(form) = &asked.form else { return shown(asked, view, String::new()) };
    let is_reason = (1..=REASON).contains(&form.text("reason").trim().chars().count());
    let reason = || form.text("reason").trim().to_owned();
    let id = || form.text("id").to_owned();
    let leave = |left| HostRequestKind::Leave { entrant: id(), left, reason: reason() };
    let order = |act| asked.people.order(view, act, asked.now);
    let decided = match form.text("do") {
        "approve" => order(HostRequestKind::Approve { id: id() })?,
        "reject" | "discard" | "disqualify" | "proscribe" if !is_reason => {
            let wrong = own::reason_missing(REASON).get(asked.language);
            return shown(asked, view, wrong);
        }
        "reject" => order(HostRequestKind::Reject { id: id(), reason: reason() })?,
        "again" => {
            order(HostRequestKind::Delayed { id: id(), wish: DelayWish::TryAgain })?;
            return Ok(asked.elsewhere(asked.room));
        }
        "discard" => {
            order(HostRequestKind::Delayed { id: id(), wish: DelayWish::Discard(reason()) })?
        }
        "disqualify" => order(leave(WithdrawalReason::Disqualified))?,
        "proscribe" => order(leave(WithdrawalReason::Proscribed))?,
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    };
    if decided {
        note(asked, view, (form.text("do"), &id(), &reason()))?;
    }
    Ok(asked.elsewhere(asked.room))
}

/// Logs a decision, and notifies the author.
fn note(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    (act, id, reason): (&str, &str, &str),
) -> Result<(), HttpError> {
    let portal = &asked.people.portal;
    let logged = if act == "approve" { AuditAction::Approved } else { AuditAction::Removed };
    let who = (asked.now, asked.member()?.id);
    portal.note(who, logged, view.slug.as_str(), &format!("{act} {id} {reason}"))?;
    let result = match act {
        "approve" => StageResult::Passed,
        "reject" => StageResult::Failed,
        _ => return Ok(()),
    };
    for (stage, result) in [(CheckStage::Held, result), (CheckStage::Live, StageResult::Passed)] {
        let (stage, result) = (stage.word().to_owned(), result.word().to_owned());
        portal.step(id, StepRow { stage, result, time: asked.now, facts: String::new() })?;
        if act == "reject" {
            break;
        }
    }
    Ok(())
}

fn shown(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    wrong: String,
) -> Result<PrivateReply, HttpError> {
    let (frame, snapshot) = (asked.frame(), view.revision());
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    let zone = rules.map_or(TimeZone::UTC, |rules| rules.zone.clone());
    let roster = SubmissionIndex::read(&view.folder)?;
    let held = roster.all().iter().filter(|filed| filed.home == SubmissionState::Held);
    let waiting = held.map(|filed| row(frame, filed, &zone, files(filed))).collect();
    let delayed = delayed(asked, view, &zone)?;
    let entrants = roster.taking_part();
    let entrants = entrants.into_iter().map(|filed| row(frame, filed, &zone, Vec::new()));
    let log = logged(asked, view, (LOG, &zone))?;
    let log_page = frame.way(&PrivateRoute::HostLog(view.slug.clone()));
    let status = if wrong.is_empty() { 200 } else { 422 };
    let heading = heading(frame, &snapshot.name);
    let pairs = PrivateRoute::Pairs(view.slug.clone());
    let pairs = if snapshot.is_course() { frame.way(&pairs) } else { String::new() };
    let (contest, entrants) = (frame.contest(&view.slug), entrants.collect());
    let (ways, trouble) = (ways(asked, view), trouble(asked, view));
    page(
        status,
        &HostPage {
            frame,
            heading,
            contest,
            ways,
            waiting,
            delayed,
            entrants,
            pairs,
            log,
            log_page,
            trouble,
            wrong,
        },
    )
}

/// Why a contest is stopped, in words. Not shown to readers of a course, since it may name a
/// player.
pub(super) fn trouble(asked: &PrivateRequest<'_>, view: &ContestView) -> String {
    let (snapshot, language) = (view.revision(), asked.language);
    match (view.doing(), &snapshot.found) {
        (ContestActivity::Failed { why, again }, _) => {
            words::stopped(why, again.as_secs().div_ceil(60)).get(language)
        }
        (ContestActivity::Incomplete { again }, _) => {
            words::incomplete(again.as_secs().div_ceil(60)).get(language)
        }
        (_, SnapshotState::Broken(why)) => why.get(language),
        _ => {
            let board = view.board();
            let why = board.trouble.as_ref().map(Localize::message);
            why.map(|why| view.without_paths(&why).get(language)).unwrap_or_default()
        }
    }
}

fn delayed(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    zone: &TimeZone,
) -> Result<Vec<DelayedRow>, HttpError> {
    let frame = asked.frame();
    let rows = EntryDelay::all(&view.folder).map_err(|_| HttpError::Ours)?;
    let rows = rows.into_iter().map(|(id, sent, delay)| DelayedRow {
        entrant: frame.name(sent.as_ref().map_or(&*id, |sent| &*sent.entrant)),
        author: frame.name(sent.as_ref().map_or("", |sent| &*sent.author)),
        why: delay.why.get(asked.language).to_owned(),
        again: frame.t(words::delayed_until(frame.time(delay.again, zone).text)),
        id,
    });
    Ok(rows.collect())
}

fn row(
    frame: PrivateContext<'_>,
    filed: &DecidedSubmission,
    zone: &TimeZone,
    sources: Vec<(String, String)>,
) -> HostRow {
    let sent = &filed.decided.sent;
    HostRow {
        id: sent.id.clone(),
        entrant: frame.name(&sent.entrant),
        author: frame.name(&sent.author),
        note: plain(sent.note.as_bytes()),
        number: filed.decided.number,
        received: frame.time(sent.received, zone),
        report: plain(&fs::read(filed.report()).unwrap_or_default()),
        sources,
        to: frame.way(&PrivateRoute::Submission(sent.id.clone())),
    }
}
