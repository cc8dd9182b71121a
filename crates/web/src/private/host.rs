//! The organizers' pages of a contest: approval of submissions and disqualification, the log, and
//! the navigation between these pages.

use super::{
    confirm::{Question, is_confirmed},
    host_say as words,
    request::{PageResult, PrivateRequest, contest_zone, entry_zone, fits, form_page, page, plain},
    submission::{files, report},
};
use crate::{
    activity_log::ActivityEvent,
    contest::{ContestView, SnapshotState},
    dates::ShownTime,
    frame::{ContestHead, NavLink, PageContext},
    http_error::{AccessDenied, HttpError},
    links, private_say as own, say,
    upload::SentForm,
};
use askama::Template;
use certamen_contest::{
    entry::{
        DecidedSubmission, DelayWish, EntryDelay, SubmissionIndex, SubmissionState,
        WithdrawalReason,
    },
    file::Ideas,
};
use certamen_i18n::{Localize, Message};
use certamen_portal::{
    AuditAction, AuditLine, HostRequestKind, StepRow,
    check_job::{CheckStage, ContestActivity, StageResult},
};
use jiff::tz::TimeZone;

/// The number of log lines on the first page.
const RECENT_LINES: u32 = 10;
/// The maximum number of lines on the log page.
const LOG_LINES: u32 = 200;
/// The maximum length of a reason, in characters.
pub(super) const REASON: usize = 500;

#[derive(Template)]
#[template(path = "host.html")]
struct HostPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
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

struct HostRow {
    id: String,
    entrant: String,
    author: String,
    note: String,
    number: u32,
    received: ShownTime,
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
pub(super) fn answer(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let Some(form) = &request.form else { return host_page(request, view, String::new()) };
    let (act, reason) = (form.text("do"), form.text("reason").trim());
    let id = || form.text("id").to_owned();
    let leave = |left| HostRequestKind::Leave { entrant: id(), left, reason: reason.to_owned() };
    let delayed = |wish| HostRequestKind::Delayed { id: id(), wish };
    if matches!(act, "disqualify" | "proscribe") {
        let is_decided = is_confirmed(form) && fits(reason, REASON);
        if !is_decided {
            return removal(request, view, form);
        }
    }
    let kind = match act {
        "approve" => HostRequestKind::Approve { id: id() },
        "reject" | "discard" if !fits(reason, REASON) => {
            return host_page(request, view, own::reason_missing(REASON).get(request.language));
        }
        "reject" => HostRequestKind::Reject { id: id(), reason: reason.to_owned() },
        "again" => delayed(DelayWish::TryAgain),
        "discard" => delayed(DelayWish::Discard(reason.to_owned())),
        "disqualify" => leave(WithdrawalReason::Disqualified),
        "proscribe" => leave(WithdrawalReason::Banned),
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    };
    let is_done = request.people.order(view, kind, request.now)?;
    if is_done && act != "again" {
        note_decision(request, view, act, &id(), reason)?;
    }
    Ok(request.reload())
}

/// What follows from removing an entrant, to be confirmed with a reason.
fn removal(request: &PrivateRequest<'_>, view: &ContestView, form: &SentForm) -> PageResult {
    let (act, entrant) = (form.text("do"), form.text("id"));
    let index = SubmissionIndex::read(&view.folder)?;
    let found = index.taking_part().into_iter().find(|it| it.decided.sent.entrant == entrant);
    // It left meanwhile, or never was: the page shows who takes part.
    if found.is_none() {
        return Ok(request.reload());
    }
    let name = request.frame().name(entrant);
    let (title, then) = match act {
        "proscribe" => (words::ban_it(&name), words::ban_is_final()),
        _ => (words::disqualify_it(&name), words::may_come_back()),
    };
    let reason = form.text("reason").trim();
    let wrong = is_confirmed(form) || reason.chars().count() > REASON;
    Question {
        head: host_head(request, view),
        title,
        follows: vec![words::leaves_at_once(name), words::reason_is_public(), then],
        difference: String::new(),
        fields: &[("do", act), ("id", entrant)],
        reason: Some(reason),
        wrong: wrong.then(|| own::reason_missing(REASON)),
    }
    .page(request)
}

/// Logs a decision, and records it as a stage of the submission, which its author sees.
fn note_decision(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    act: &str,
    id: &str,
    reason: &str,
) -> Result<(), HttpError> {
    let portal = &request.people.portal;
    let logged = if act == "approve" { AuditAction::Approved } else { AuditAction::Removed };
    let who = (request.now, request.member()?.id);
    portal.note(who, logged, view.slug.as_str(), &format!("{act} {id} {reason}"))?;
    let stages: &[(CheckStage, StageResult)] = match act {
        "approve" => {
            &[(CheckStage::Held, StageResult::Passed), (CheckStage::Live, StageResult::Passed)]
        }
        "reject" => &[(CheckStage::Held, StageResult::Failed)],
        _ => &[],
    };
    for (stage, result) in stages {
        let (stage, result) = (stage.word().to_owned(), result.word().to_owned());
        portal.step(id, StepRow { stage, result, time: request.now, facts: String::new() })?;
    }
    Ok(())
}

fn host_page(request: &PrivateRequest<'_>, view: &ContestView, wrong: String) -> PageResult {
    let (frame, snapshot, zone) = (request.frame(), view.revision(), entry_zone(view));
    let index = SubmissionIndex::read(&view.folder)?;
    let waiting = index.all().iter().filter(|filed| filed.home == SubmissionState::Held);
    let damaged = index
        .damaged()
        .iter()
        .map(|damaged| view.without_paths(&damaged.error.message()).get(request.language));
    let troubles = [trouble(request, view)].into_iter().chain(damaged);
    let troubles: Vec<String> = troubles.filter(|why| !why.is_empty()).collect();
    let shown = HostPage {
        head: host_head(request, view),
        waiting: waiting.map(|filed| row(frame, filed, &zone, files(filed))).collect(),
        delayed: delayed(request, view, &zone)?,
        entrants: index
            .taking_part()
            .into_iter()
            .map(|filed| row(frame, filed, &zone, Vec::new()))
            .collect(),
        pairs: if snapshot.is_course() {
            frame.contest_page(&view.slug, links::HOST_TEAMS)
        } else {
            String::new()
        },
        log: log_rows(request, view, RECENT_LINES, &zone)?,
        log_page: frame.contest_page(&view.slug, links::HOST_LOG),
        trouble: troubles.join(" "),
        wrong,
        frame,
    };
    form_page(&shown.wrong, &shown)
}

/// Why a contest is stopped, in words. Not shown to readers of a course, since it may name a
/// player.
pub(super) fn trouble(request: &PrivateRequest<'_>, view: &ContestView) -> String {
    let (snapshot, language) = (view.revision(), request.language);
    match (view.doing(), &snapshot.found) {
        (ContestActivity::Failed { why, again }, _) => {
            words::stopped(why, again.as_secs().div_ceil(60)).get(language)
        }
        (ContestActivity::Incomplete { again }, _) => {
            words::incomplete(again.as_secs().div_ceil(60)).get(language)
        }
        (_, SnapshotState::Broken(why)) => why.get(language),
        _ => view.unread_file().map(|why| why.get(language)).unwrap_or_default(),
    }
}

fn delayed(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    zone: &TimeZone,
) -> Result<Vec<DelayedRow>, HttpError> {
    let frame = request.frame();
    let rows = EntryDelay::all(&view.folder).map_err(|_| HttpError::Ours)?;
    let rows = rows.into_iter().map(|(id, sent, delay)| DelayedRow {
        entrant: frame.name(sent.as_ref().map_or(&*id, |sent| &*sent.entrant)),
        author: frame.name(sent.as_ref().map_or("", |sent| &*sent.author)),
        why: delay.why.get(request.language).to_owned(),
        again: frame.t(words::delayed_until(frame.time(delay.again, zone).words)),
        id,
    });
    Ok(rows.collect())
}

fn row(
    frame: PageContext<'_>,
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
        report: report(filed),
        sources,
        to: frame.link(&links::submission(&sent.id)),
    }
}

#[derive(Template)]
#[template(path = "host_log.html")]
struct HostLogPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    lines: Vec<LoggedRow>,
    /// The host's activity, the newest first.
    activity: Vec<(ShownTime, String)>,
}

struct LoggedRow {
    time: ShownTime,
    /// What was done, as a sentence.
    text: String,
    /// The lines that changed, if it was a file.
    lines: String,
}

/// The log of a contest, for its organizers: user actions from the audit log, and the host's
/// activity since the site started.
pub(super) fn log(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let (frame, zone, events) = (request.frame(), contest_zone(view), view.doings.past());
    let activity = events.iter().rev();
    let activity =
        activity.map(|event| (frame.time(event.time, &zone), activity_text(frame, event, &zone)));
    page(&HostLogPage {
        head: host_head(request, view),
        lines: log_rows(request, view, LOG_LINES, &zone)?,
        activity: activity.collect(),
        frame,
    })
}

/// The last lines of the log of a contest, the newest first.
fn log_rows(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    most: u32,
    zone: &TimeZone,
) -> Result<Vec<LoggedRow>, HttpError> {
    let frame = request.frame();
    let lines = request.people.portal.log(Some(view.slug.as_str()), most)?;
    let index = SubmissionIndex::read(&view.folder)?;
    let rows = lines.into_iter().map(|line| LoggedRow {
        time: frame.time(line.time, zone),
        text: sentence(frame, &line, &index),
        lines: if line.act == AuditAction::FileChanged.word() {
            plain(line.detail.as_bytes())
        } else {
            String::new()
        },
    });
    Ok(rows.collect())
}

/// A line of the log in words.
fn sentence(frame: PageContext<'_>, line: &AuditLine, index: &SubmissionIndex) -> String {
    let who =
        line.who.as_deref().map_or_else(|| frame.t(words::the_server()), |who| frame.name(who));
    let detail = frame.name(&line.detail);
    let is = |act: AuditAction| line.act == act.word();
    // Decisions are logged as the act, the id of a submission or a name, and the reason.
    let mut parts = line.detail.splitn(3, ' ');
    let [act, id, reason] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let entrant = index.find(id).map_or(id, |filed| filed.decided.sent.entrant.as_str());
    let (entrant, reason) = (frame.name(entrant), frame.name(reason));
    let known = [
        (AuditAction::Sent, words::log_sent as fn(String, String) -> Message),
        (AuditAction::Withdrawn, words::log_withdrawn),
        (AuditAction::Answered, words::log_answered),
        (AuditAction::WrittenDown, words::log_written_down),
        (AuditAction::Announced, words::log_announced),
        (AuditAction::LinkMade, words::log_link_made),
        (AuditAction::RoleGiven, words::log_role_given),
        (AuditAction::Founded, words::log_founded),
    ];
    let plain = [
        (AuditAction::Claimed, words::log_claimed as fn(String) -> Message),
        (AuditAction::Asked, words::log_asked),
        (AuditAction::Proposed, words::log_proposed),
        (AuditAction::FileChanged, words::log_file_changed),
        (AuditAction::TableOpened, words::log_table_opened),
        (AuditAction::Invited, words::log_invited),
        (AuditAction::InvitationUsed, words::log_invitation_used),
    ];
    if is(AuditAction::Founded) && detail.is_empty() {
        return frame.t(words::log_created(who));
    }
    if let Some((_, word)) = known.into_iter().find(|(act, _)| is(*act)) {
        return frame.t(word(who, detail));
    }
    if let Some((_, word)) = plain.into_iter().find(|(act, _)| is(*act)) {
        return frame.t(word(who));
    }
    let is_decision = is(AuditAction::Approved) || is(AuditAction::Removed);
    frame.t(match act {
        "approve" if is_decision => words::log_approved(who, entrant),
        "reject" if is_decision => words::log_rejected(who, entrant, reason),
        "discard" if is_decision => words::log_discarded(who, entrant, reason),
        "disqualify" if is_decision => words::log_disqualified(who, entrant, reason),
        "proscribe" if is_decision => words::log_banned(who, entrant, reason),
        _ => words::log_other(who, &line.act, detail),
    })
}

/// The activity in words; for a failure also why, and the next try.
pub(super) fn activity_text(
    frame: PageContext<'_>,
    event: &ActivityEvent,
    zone: &TimeZone,
) -> String {
    frame.t(match &event.doing {
        ContestActivity::Nothing => say::state_resting(),
        ContestActivity::Opening => say::state_opening(),
        ContestActivity::Playing(_) => say::state_playing(),
        ContestActivity::Finished => words::all_played(),
        ContestActivity::Incomplete { again } => words::incomplete(again.as_secs().div_ceil(60)),
        ContestActivity::NeverHosted => words::never_held(),
        ContestActivity::Elsewhere => say::state_elsewhere(),
        ContestActivity::Failed { why, .. } => {
            let again = event.again().map(|again| frame.time(again, zone).words);
            words::failed_until(why, again.unwrap_or_default())
        }
    })
}

/// The head of a page for organizers, with the links to the others.
pub(super) fn host_head(request: &PrivateRequest<'_>, view: &ContestView) -> ContestHead {
    let (frame, snapshot) = (request.frame(), view.revision());
    let mut pages = vec![
        (links::HOST, own::taking_part()),
        (links::HOST_SUBMISSIONS, words::all_submissions()),
        (links::HOST_NOTICES, words::notices()),
        (links::HOST_QUESTIONS, words::questions()),
        (links::HOST_FILE, words::contest_file()),
        (links::HOST_MEMBERS, words::people()),
        (links::HOST_LOG, own::log()),
    ];
    if snapshot.is_course() {
        pages.insert(1, (links::HOST_TEAMS, words::pairs_tab()));
    }
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    if rules.is_some_and(|rules| rules.ideas == Ideas::Taken) {
        pages.push((links::HOST_IDEAS, words::ideas()));
    }
    let links = pages.into_iter().map(|(page, word)| {
        let path = links::contest_page(&view.slug, page);
        NavLink { to: frame.link(&path), word: frame.t(word), here: path == request.here }
    });
    let nav = links.collect();
    ContestHead { nav, ..frame.head(&snapshot.name, &view.slug) }
}
