//! A submission: its progress, and its report.

use super::{
    Ownership,
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::{PrivateContext, TimeText},
    say as own,
    sources::plain,
    submission_status::SubmissionStatus,
    viewer,
};
use crate::{
    contest::ContestView,
    http_error::{HttpError, Resource},
    people::People,
    private::PrivateRoute,
    say,
    site::Site,
    slug::Slug,
};
use askama::Template;
use certamen_contest::entry::{
    DecidedSubmission, DelayWish, EntryDelay, SubmissionIndex, WithdrawalReason,
};
use certamen_i18n::Message;
use certamen_portal::{
    AuditAction, CurrentUser, HostRequestKind, StepRow, SubmissionRow,
    check_job::{CheckStage, StageResult},
    rights::{Permission, Relation, SourceVisibility, may},
};
use jiff::tz::TimeZone;
use std::{fs, sync::Arc};

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    entrant: String,
    file: String,
    digest: String,
    note: String,
    received: TimeText,
    word: String,
    open: bool,
    steps: Vec<StepLine>,
    reasons: Vec<String>,
    report: String,
    submit: String,
    trial: String,
    sources: String,
    withdraw: bool,
}

/// A stage of the checks.
struct StepLine {
    word: String,
    result: String,
    class: &'static str,
    time: Option<TimeText>,
}

/// The page, or the result of a withdrawal.
pub(super) fn answer(asked: &PrivateRequest<'_>, id: &str) -> Result<PrivateReply, HttpError> {
    let (found, view, as_whom) = seen(asked.site, asked.people, asked.member()?, id)?;
    let (place, roster) = SubmissionStatus::of(&view.folder, id)?;
    let is_delayed =
        place == SubmissionStatus::Waiting && EntryDelay::of(&view.folder, id).is_some();
    let may_leave = place == SubmissionStatus::Live || is_delayed;
    let withdraw = may_leave && may(as_whom, Permission::Withdraw, SourceVisibility::Closed);
    match &asked.form {
        Some(form) if form.text("do") == "withdraw" && withdraw => {
            leave(asked, view, &found, is_delayed)?;
            Ok(asked.elsewhere(asked.room))
        }
        Some(_) => Err(HttpError::Barred(super::AccessDenied::Form)),
        None => page(200, &shown(asked, view, (&found, place, &roster), withdraw)?),
    }
}

/// The submission with this id, for users who may see it. The existence of others' submissions is
/// not revealed: they are not found.
pub(super) fn seen<'a>(
    site: &'a Site,
    people: &People,
    member: &CurrentUser,
    id: &str,
) -> Result<(SubmissionRow, &'a Arc<ContestView>, Relation), HttpError> {
    let unknown = || Resource::Page.unknown(id);
    let found = people.portal.submission(id)?.ok_or_else(unknown)?;
    let contest = &found.sent.contest;
    let ownership = if found.members.contains(&member.id) { Ownership::Yes } else { Ownership::No };
    let as_whom = viewer(Some(member), contest, ownership);
    if !may(as_whom, Permission::SeeSubmission, SourceVisibility::Closed) {
        return Err(unknown());
    }
    let slug = Slug::read(contest).ok_or_else(unknown)?;
    let view = site.exhibit(&slug)?;
    Ok((found, view, as_whom))
}

fn leave(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    found: &SubmissionRow,
    is_delayed: bool,
) -> Result<(), HttpError> {
    let entrant = &found.sent.entrant;
    let who = (asked.now, asked.member()?.id);
    let portal = &asked.people.portal;
    portal.note(who, AuditAction::Withdrawn, view.slug.as_str(), entrant)?;
    let (entrant, left, reason) = (entrant.clone(), WithdrawalReason::Withdrawn, String::new());
    let act = if is_delayed {
        HostRequestKind::Delayed { id: found.sent.id.clone(), wish: DelayWish::Withdraw }
    } else {
        HostRequestKind::Leave { entrant, left, reason }
    };
    asked.people.order(view, act, asked.now)?;
    Ok(())
}

fn shown<'a>(
    asked: &PrivateRequest<'a>,
    view: &ContestView,
    (found, place, roster): (&SubmissionRow, SubmissionStatus, &SubmissionIndex),
    withdraw: bool,
) -> Result<SubmissionPage<'a>, HttpError> {
    let (frame, snapshot) = (asked.frame(), view.revision());
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    let zone = rules.map_or(TimeZone::UTC, |rules| rules.zone.clone());
    let sent = &found.sent;
    let filed = roster.find(&sent.id);
    let reasons = filed.map(|filed| filed.decided.reasons.iter());
    let reasons = reasons.into_iter().flatten().map(|texts| texts.get(asked.language).to_owned());
    let steps = asked.people.portal.steps(&sent.id)?;
    let taking_part = place == SubmissionStatus::Live;
    let is_recorded = filed.is_some_and(|filed| filed.sample_match().is_file());
    let trial = PrivateRoute::Trial(sent.id.clone(), None);
    let source = PrivateRoute::Sources(view.slug.clone(), sent.entrant.clone());
    Ok(SubmissionPage {
        heading: heading(frame, &snapshot.name),
        contest: frame.contest(&view.slug),
        entrant: frame.name(&sent.entrant),
        file: frame.name(&sent.file),
        digest: sent.digest.clone(),
        note: plain(sent.note.as_bytes()),
        received: frame.time(sent.received, &zone),
        word: frame.t(place.word()),
        open: place.is_open(),
        steps: lines(frame, &steps, &zone),
        reasons: reasons.collect(),
        report: filed.map(report).unwrap_or_default(),
        sources: if taking_part { frame.way(&source) } else { String::new() },
        trial: if is_recorded { frame.way(&trial) } else { String::new() },
        submit: frame.way(&PrivateRoute::Submit(view.slug.clone())),
        withdraw,
        frame,
    })
}

/// The report, in the author's language.
fn report(filed: &DecidedSubmission) -> String {
    plain(&fs::read(filed.report()).unwrap_or_default())
}

/// Each stage with its latest result.
fn lines(frame: PrivateContext<'_>, steps: &[StepRow], zone: &TimeZone) -> Vec<StepLine> {
    let told = CheckStage::ALL.into_iter().filter_map(|stage| {
        let last = steps.iter().rfind(|step| step.stage == stage.word())?;
        let results = [
            (StageResult::Running, own::result_running(), "running"),
            (StageResult::Passed, own::result_passed(), "passed"),
            (StageResult::Failed, own::result_failed(), "failed"),
            (StageResult::Delayed, own::result_delayed(), "delayed"),
        ];
        let (_, result, class) =
            results.into_iter().find(|(result, _, _)| result.word() == last.result)?;
        let time = Some(frame.time(last.time, zone));
        let (word, result) = (frame.t(stage_word(stage)), frame.t(result));
        Some(StepLine { word, result, class, time })
    });
    told.collect()
}

fn stage_word(stage: CheckStage) -> Message {
    match stage {
        CheckStage::Received => own::stage_received(),
        CheckStage::Unpacked => own::stage_unpacked(),
        CheckStage::Checked => own::stage_checked(),
        CheckStage::Built => own::stage_built(),
        CheckStage::Validated => own::stage_validated(),
        CheckStage::Held => own::stage_held(),
        CheckStage::Live => own::stage_live(),
    }
}
