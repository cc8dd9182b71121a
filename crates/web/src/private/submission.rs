//! What was sent, how far it came, and what its author is told of it.

use super::{
    Owns,
    asked::{RoomReply, RoomRequest, heading, page},
    frame::{RoomFrame, ToldTime},
    say as own,
    sources::plain,
    viewer,
    whereabouts::Whereabouts,
};
use crate::{
    contest::Exhibit,
    people::People,
    private::PrivateRoom,
    refusal::{Refusal, Thing},
    say,
    site::Site,
    slug::Slug,
};
use askama::Template;
use certamen_contest::entry::{DelayWish, EntryDelay, Filed, LeftAs, Roster};
use certamen_portal::{
    LoggedAct, OrderedAct, SignedIn, StepRow, SubmissionRow,
    errand::{EntryStage, StageResult},
    rights::{Deed, Sources, Viewer, may},
};
use certamen_speech::Message;
use jiff::tz::TimeZone;
use std::{fs, sync::Arc};

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage<'a> {
    frame: RoomFrame<'a>,
    heading: String,
    contest: String,
    entrant: String,
    file: String,
    digest: String,
    note: String,
    received: ToldTime,
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

/// A stage of the way in.
struct StepLine {
    word: String,
    result: String,
    class: &'static str,
    time: Option<ToldTime>,
}

/// The page, or what comes of taking a program back.
pub(super) fn answer(asked: &RoomRequest<'_>, id: &str) -> Result<RoomReply, Refusal> {
    let (found, exhibit, as_whom) = seen(asked.site, asked.people, asked.member()?, id)?;
    let (place, roster) = Whereabouts::of(&exhibit.folder, id)?;
    let is_delayed = place == Whereabouts::Waiting && EntryDelay::of(&exhibit.folder, id).is_some();
    let may_leave = place == Whereabouts::Live || is_delayed;
    let withdraw = may_leave && may(as_whom, Deed::Withdraw, Sources::Closed);
    match &asked.form {
        Some(form) if form.text("do") == "withdraw" && withdraw => {
            leave(asked, exhibit, &found, is_delayed)?;
            Ok(asked.elsewhere(asked.room))
        }
        Some(_) => Err(Refusal::Barred(super::Barred::Form)),
        None => page(200, &shown(asked, exhibit, (&found, place, &roster), withdraw)?),
    }
}

/// What was sent under this name, for somebody who may see it. Nobody learns what others sent:
/// another's is as if it were not there.
pub(super) fn seen<'a>(
    site: &'a Site,
    people: &People,
    member: &SignedIn,
    id: &str,
) -> Result<(SubmissionRow, &'a Arc<Exhibit>, Viewer), Refusal> {
    let unknown = || Thing::Page.unknown(id);
    let found = people.portal.submission(id)?.ok_or_else(unknown)?;
    let contest = &found.sent.contest;
    let owns = if found.members.contains(&member.id) { Owns::Yes } else { Owns::No };
    let as_whom = viewer(Some(member), contest, owns);
    if !may(as_whom, Deed::SeeSubmission, Sources::Closed) {
        return Err(unknown());
    }
    let slug = Slug::read(contest).ok_or_else(unknown)?;
    let exhibit = site.exhibit(&slug)?;
    Ok((found, exhibit, as_whom))
}

fn leave(
    asked: &RoomRequest<'_>,
    exhibit: &Exhibit,
    found: &SubmissionRow,
    is_delayed: bool,
) -> Result<(), Refusal> {
    let entrant = &found.sent.entrant;
    let who = (asked.now, asked.member()?.id);
    let portal = &asked.people.portal;
    portal.note(who, LoggedAct::Withdrawn, exhibit.slug.as_str(), entrant)?;
    let (entrant, left, reason) = (entrant.clone(), LeftAs::Withdrawn, String::new());
    let act = if is_delayed {
        OrderedAct::Delayed { id: found.sent.id.clone(), wish: DelayWish::Withdraw }
    } else {
        OrderedAct::Leave { entrant, left, reason }
    };
    asked.people.order(exhibit, act, asked.now)?;
    Ok(())
}

fn shown<'a>(
    asked: &RoomRequest<'a>,
    exhibit: &Exhibit,
    (found, place, roster): (&SubmissionRow, Whereabouts, &Roster),
    withdraw: bool,
) -> Result<SubmissionPage<'a>, Refusal> {
    let (frame, revision) = (asked.frame(), exhibit.revision());
    let rules = revision.file.as_ref().and_then(|file| file.entries.as_ref());
    let zone = rules.map_or(TimeZone::UTC, |rules| rules.zone.clone());
    let sent = &found.sent;
    let filed = roster.find(&sent.id);
    let reasons = filed.map(|filed| filed.decided.reasons.iter());
    let reasons = reasons.into_iter().flatten().map(|texts| texts.get(asked.language).to_owned());
    let steps = asked.people.portal.steps(&sent.id)?;
    let taking_part = place == Whereabouts::Live;
    let is_recorded = filed.is_some_and(|filed| filed.specimen().is_file());
    let trial = PrivateRoom::Trial(sent.id.clone(), None);
    let source = PrivateRoom::Sources(exhibit.slug.clone(), sent.entrant.clone());
    Ok(SubmissionPage {
        heading: heading(frame, &revision.name),
        contest: frame.contest(&exhibit.slug),
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
        submit: frame.way(&PrivateRoom::Submit(exhibit.slug.clone())),
        withdraw,
        frame,
    })
}

/// What its author is told; it is written in his language.
fn report(filed: &Filed) -> String {
    plain(&fs::read(filed.report()).unwrap_or_default())
}

/// Each stage with what came last of it.
fn lines(frame: RoomFrame<'_>, steps: &[StepRow], zone: &TimeZone) -> Vec<StepLine> {
    let told = EntryStage::ALL.into_iter().filter_map(|stage| {
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

fn stage_word(stage: EntryStage) -> Message {
    match stage {
        EntryStage::Received => own::stage_received(),
        EntryStage::Unpacked => own::stage_unpacked(),
        EntryStage::Checked => own::stage_checked(),
        EntryStage::Built => own::stage_built(),
        EntryStage::Validated => own::stage_validated(),
        EntryStage::Held => own::stage_held(),
        EntryStage::Live => own::stage_live(),
    }
}
