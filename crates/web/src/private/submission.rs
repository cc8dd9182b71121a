//! Submissions: those of a user to a contest, one with its status and its report, and the source
//! code of a bot.

use super::{
    confirm::{Question, is_confirmed},
    host_say, matches,
    progress::{BotCard, cards},
    request::{PageResult, PrivateRequest, entry_zone, page, plain, relation},
};
use crate::{
    Slug,
    contest::ContestView,
    dates::ShownTime,
    finality::Finality,
    frame::{ContestHead, PageContext},
    http_error::{AccessDenied, HttpError, Resource},
    links::{self, Id},
    people::People,
    private_say as own, say,
    site::Site,
};
use askama::Template;
use certamen_contest::{
    ContestError, ContestFile, Folder,
    entry::{
        DecidedSubmission, DelayWish, EntryDelay, EntryWindow, Submission, SubmissionIndex,
        SubmissionState, SubmissionVerdict, WithdrawalReason, draft_name,
    },
    file::Visibility,
};
use certamen_game::DynGame;
use certamen_i18n::Message;
use certamen_portal::{
    AuditAction, CurrentUser, HostRequestKind, NewSubmission, StepRow, SubmissionRow,
    check_job::{CheckStage, StageResult},
    rights::{Permission, Relation, SourceVisibility, may},
};
use jiff::tz::TimeZone;
use std::{fs, sync::Arc};

/// How many seconds after the page of a submission that is checked its reader asks again.
const EVERY: u32 = 2;
/// The same for the page of all own bots otherwise: it reads the records of their latest matches.
const EVERY_OF_ALL: u32 = 30;

#[derive(Template)]
#[template(path = "mine.html")]
struct MinePage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    submit: String,
    /// The seconds after which the page is renewed, and the words that say so.
    every: Option<(u32, String)>,
    cards: Vec<BotCard>,
    rows: Vec<MineRow>,
    /// The latest matches of the user's bots.
    matches: Vec<(String, String)>,
}

struct MineRow {
    to: String,
    entrant: String,
    file: String,
    language: &'static str,
    received: ShownTime,
    word: String,
    note: String,
}

/// The user's submissions to a contest.
pub(super) fn mine(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let (member, frame) = (request.member()?, request.frame());
    let zone = entry_zone(view);
    let (mut rows, mut is_checked) = (Vec::new(), false);
    let snapshot = view.revision();
    for sent in request.people.portal.sent_by(member.id, view.slug.as_str())? {
        let (status, _) = SubmissionStatus::of(&view.folder, &sent.id)?;
        is_checked |= status.is_open();
        rows.push(MineRow {
            language: snapshot.game.and_then(|game| language_of(game, &sent.file)).unwrap_or("–"),
            to: frame.link(&links::submission(&sent.id)),
            entrant: frame.name(&sent.entrant),
            file: frame.name(&sent.file),
            received: frame.time(sent.received, &zone),
            word: frame.t(status.word()),
            note: plain(sent.note.as_bytes()),
        });
    }
    let is_over = snapshot.finality() == Finality::Final;
    let every = if is_checked { Some(EVERY) } else { (!is_over).then_some(EVERY_OF_ALL) };
    page(&MinePage {
        head: frame.head(&snapshot.name, &view.slug),
        submit: frame.contest_page(&view.slug, links::SUBMIT),
        every: every.map(|seconds| (seconds, frame.t(own::renewed_every(seconds)))),
        cards: cards(frame, view, matches::own_bots(request, view)?, request.now)?,
        rows,
        matches: matches::latest(request, view)?,
        frame,
    })
}

/// The programming language of a source file, found by its ending among the starters of the game.
fn language_of(game: &dyn DynGame, file: &str) -> Option<&'static str> {
    let ending = |name: &str| name.rsplit_once('.').map(|(_, ending)| ending.to_owned());
    let own = ending(file)?;
    let mut starters = game.starters().iter();
    starters.find(|starter| ending(starter.file).as_ref() == Some(&own)).map(|found| found.language)
}

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    entrant: String,
    file: String,
    digest: String,
    note: String,
    received: ShownTime,
    word: String,
    /// The seconds after which the page is renewed, while it is checked.
    every: Option<u32>,
    steps: Vec<StepLine>,
    reasons: Vec<String>,
    report: String,
    submit: String,
    trial: String,
    sources: String,
    withdraw: bool,
}

struct StepLine {
    word: String,
    result: String,
    class: &'static str,
    time: Option<ShownTime>,
}

/// A submission with its progress and report, or the result of a withdrawal.
pub(super) fn submission(request: &PrivateRequest<'_>, Id(id): Id) -> PageResult {
    let id = id.as_str();
    let (found, view, relation) =
        find_submission(request.site, request.people, request.member()?, id)?;
    let (status, index) = SubmissionStatus::of(&view.folder, id)?;
    let is_delayed =
        status == SubmissionStatus::Waiting && EntryDelay::of(&view.folder, id).is_some();
    let withdraw = (status == SubmissionStatus::Live || is_delayed)
        && may(relation, Permission::Withdraw, SourceVisibility::Closed);
    let (frame, portal, sent) = (request.frame(), &request.people.portal, &found.sent);
    if let Some(form) = &request.form {
        if form.text("do") != "withdraw" || !withdraw {
            return Err(HttpError::Barred(AccessDenied::Form));
        }
        return withdrawn(request, view, sent, is_delayed);
    }
    let (zone, filed) = (entry_zone(view), index.find(&sent.id));
    let reasons = filed.iter().flat_map(|filed| &filed.decided.reasons);
    let is_recorded = filed.is_some_and(|filed| filed.sample_match().is_file());
    let link_if = |shown: bool, path: String| if shown { frame.link(&path) } else { String::new() };
    page(&SubmissionPage {
        head: frame.head(&view.revision().name, &view.slug),
        entrant: frame.name(&sent.entrant),
        file: frame.name(&sent.file),
        digest: sent.digest.clone(),
        note: plain(sent.note.as_bytes()),
        received: frame.time(sent.received, &zone),
        word: frame.t(status.word()),
        every: status.is_open().then_some(EVERY),
        steps: lines(frame, &portal.steps(&sent.id)?, &zone),
        reasons: reasons.map(|texts| texts.get(request.language).to_owned()).collect(),
        report: filed.map(report).unwrap_or_default(),
        sources: link_if(
            status == SubmissionStatus::Live,
            links::sources(&view.slug, &sent.entrant),
        ),
        trial: link_if(is_recorded, links::trial(&sent.id)),
        submit: frame.contest_page(&view.slug, links::SUBMIT),
        withdraw,
        frame,
    })
}

/// The question whether to withdraw a submission, or the withdrawal of one, which may still wait to
/// be checked again.
fn withdrawn(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    sent: &NewSubmission,
    is_delayed: bool,
) -> PageResult {
    let frame = request.frame();
    if !request.form.as_ref().is_some_and(is_confirmed) {
        let name = frame.name(&sent.entrant);
        let follows = if is_delayed { host_say::is_not_checked } else { host_say::leaves_at_once };
        return Question {
            head: frame.head(&view.revision().name, &view.slug),
            title: host_say::withdraw_it(&name),
            follows: vec![follows(name), host_say::may_be_sent_again()],
            difference: String::new(),
            fields: &[("do", "withdraw")],
            reason: None,
            wrong: None,
        }
        .page(request);
    }
    let who = (request.now, request.member()?.id);
    request.people.portal.note(who, AuditAction::Withdrawn, view.slug.as_str(), &sent.entrant)?;
    let kind = if is_delayed {
        HostRequestKind::Delayed { id: sent.id.clone(), wish: DelayWish::Withdraw }
    } else {
        let (left, reason) = (WithdrawalReason::Withdrawn, String::new());
        HostRequestKind::Leave { entrant: sent.entrant.clone(), left, reason }
    };
    request.people.order(view, kind, request.now)?;
    Ok(request.reload())
}

/// The submission with this id, for users who may see it. The existence of others' submissions is
/// not revealed: they are not found.
pub(super) fn find_submission<'a>(
    site: &'a Site,
    people: &People,
    member: &CurrentUser,
    id: &str,
) -> Result<(SubmissionRow, &'a Arc<ContestView>, Relation), HttpError> {
    let unknown = || Resource::Page.unknown(id);
    let found = people.portal.submission(id)?.ok_or_else(unknown)?;
    let contest = &found.sent.contest;
    let relation = relation(member, contest, found.members.contains(&member.id));
    if !may(relation, Permission::SeeSubmission, SourceVisibility::Closed) {
        return Err(unknown());
    }
    let slug = Slug::read(contest).ok_or_else(unknown)?;
    Ok((found, site.contest_view(&slug)?, relation))
}

/// The report, in the author's language.
pub(super) fn report(filed: &DecidedSubmission) -> String {
    plain(&fs::read(filed.report()).unwrap_or_default())
}

/// Each stage with its latest result.
fn lines(frame: PageContext<'_>, steps: &[StepRow], zone: &TimeZone) -> Vec<StepLine> {
    let lines = CheckStage::ALL.into_iter().filter_map(|stage| {
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
        let word = frame.t(match stage {
            CheckStage::Received => own::stage_received(),
            CheckStage::Unpacked => own::stage_unpacked(),
            CheckStage::Checked => own::stage_checked(),
            CheckStage::Built => own::stage_built(),
            CheckStage::Validated => own::stage_validated(),
            CheckStage::Held => own::stage_held(),
            CheckStage::Live => own::stage_live(),
        });
        Some(StepLine { word, result: frame.t(result), class, time })
    });
    lines.collect()
}

/// The status of a submission, derived from files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SubmissionStatus {
    /// It waits to be processed.
    Waiting,
    /// It waits for an organizer.
    Held,
    /// It is in the contest.
    Live,
    /// A later version replaced it.
    Replaced,
    Discarded,
    /// Rejected, or disqualified by an organizer.
    Disqualified,
    Banned,
    Withdrawn,
    /// Its files are missing.
    Lost,
}

impl SubmissionStatus {
    /// The status of `id`.
    pub(super) fn of(
        folder: &Folder,
        id: &str,
    ) -> Result<(SubmissionStatus, SubmissionIndex), ContestError> {
        let index = SubmissionIndex::read(folder)?;
        if let Some(status) = SubmissionStatus::decided(&index, id) {
            return Ok((status, index));
        }
        let inbox = folder.submissions();
        if inbox.join(draft_name(id)).exists() {
            // It was received, and something failed after that.
            if let Err(error) = Submission::hand_over(&inbox, id) {
                eprintln!("{}: {error}", inbox.join(draft_name(id)).display());
            }
        }
        if Submission::is_in(&inbox, id) {
            return Ok((SubmissionStatus::Waiting, index));
        }
        // The decision may have been filed between the two lookups.
        let index = SubmissionIndex::read(folder)?;
        Ok((SubmissionStatus::decided(&index, id).unwrap_or(SubmissionStatus::Lost), index))
    }

    /// The status of `id`, if it was decided.
    pub(super) fn decided(index: &SubmissionIndex, id: &str) -> Option<SubmissionStatus> {
        let filed = index.find(id)?;
        Some(match (filed.home, &filed.decided.left) {
            (SubmissionState::Held, _) => SubmissionStatus::Held,
            (SubmissionState::Rejected, _) => match filed.decided.verdict {
                SubmissionVerdict::Discarded => SubmissionStatus::Discarded,
                SubmissionVerdict::Banned => SubmissionStatus::Banned,
                _ => SubmissionStatus::Disqualified,
            },
            (SubmissionState::Accepted, Some(departure)) => match departure.left {
                WithdrawalReason::Banned => SubmissionStatus::Banned,
                WithdrawalReason::Disqualified => SubmissionStatus::Disqualified,
                WithdrawalReason::Withdrawn => SubmissionStatus::Withdrawn,
            },
            (SubmissionState::Accepted, None) => {
                let entrants = index.entrants();
                let latest = entrants.iter().any(|latest| latest.decided.sent.id == id);
                if latest { SubmissionStatus::Live } else { SubmissionStatus::Replaced }
            }
        })
    }

    /// Whether the status may still change by itself.
    pub(super) fn is_open(self) -> bool {
        self == SubmissionStatus::Waiting
    }

    /// The name of the status in the API.
    pub(super) fn key(self) -> &'static str {
        match self {
            SubmissionStatus::Waiting => "waiting",
            SubmissionStatus::Held => "held",
            SubmissionStatus::Live => "live",
            SubmissionStatus::Replaced => "replaced",
            SubmissionStatus::Discarded => "discarded",
            SubmissionStatus::Disqualified => "disqualified",
            SubmissionStatus::Banned => "proscribed",
            SubmissionStatus::Withdrawn => "withdrawn",
            SubmissionStatus::Lost => "lost",
        }
    }

    pub(super) fn word(self) -> Message {
        match self {
            SubmissionStatus::Waiting => own::at_waiting(),
            SubmissionStatus::Held => own::at_held(),
            SubmissionStatus::Live => own::at_live(),
            SubmissionStatus::Replaced => own::at_replaced(),
            SubmissionStatus::Discarded => own::at_discarded(),
            SubmissionStatus::Disqualified => own::at_disqualified(),
            SubmissionStatus::Banned => own::at_banned(),
            SubmissionStatus::Withdrawn => own::at_withdrawn(),
            SubmissionStatus::Lost => own::at_lost(),
        }
    }
}

#[derive(Template)]
#[template(path = "sources.html")]
struct SourcesPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    entrant: String,
    author: String,
    note: String,
    files: Vec<(String, String)>,
}

/// The source code of a bot, for those who may see it: all users where the contest says so, or when
/// it is over.
pub(super) fn sources(request: &PrivateRequest<'_>, (slug, entrant): (Slug, String)) -> PageResult {
    let view = request.site.contest_view(&slug)?;
    let unknown = || Resource::Bot.unknown(&entrant);
    let index = SubmissionIndex::read(&view.folder)?;
    let entrants = index.entrants();
    let filed = entrants.into_iter().find(|filed| filed.decided.sent.entrant == entrant);
    let filed = filed.ok_or_else(unknown)?;
    let sent = &filed.decided.sent;
    let is_own = request.member.as_ref().is_some_and(|member| member.handle == sent.author);
    let visibility = source_visibility(request, view, &index)?;
    if !may(request.relation(view.slug.as_str(), is_own), Permission::SeeSources, visibility) {
        return Err(unknown());
    }
    let frame = request.frame();
    page(&SourcesPage {
        head: frame.head(&view.revision().name, &view.slug),
        entrant: frame.name(&sent.entrant),
        author: frame.name(&sent.author),
        note: sent.note.clone(),
        files: files(filed),
        frame,
    })
}

/// Whether the source code of a contest is public now.
fn source_visibility(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    index: &SubmissionIndex,
) -> Result<SourceVisibility, HttpError> {
    let Some(rules) = ContestFile::read(&view.folder)?.entries else {
        return Ok(SourceVisibility::Closed);
    };
    let is_played = view.revision().tabled().is_ok_and(|standings| standings.over);
    let window = EntryWindow::at(&rules, request.now, &index.entered());
    let is_over = is_played && matches!(window, EntryWindow::Closed(_));
    let is_open = rules.visibility == Visibility::Open || is_over;
    Ok(if is_open { SourceVisibility::Open } else { SourceVisibility::Closed })
}

/// The files of a bot, as text.
pub(super) fn files(filed: &DecidedSubmission) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![filed.path.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() => {
                    let name = path.strip_prefix(&filed.path).unwrap_or(&path);
                    let name = name.to_string_lossy().into_owned();
                    found.push((name, plain(&fs::read(&path).unwrap_or_default())));
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}
