//! The source code of a bot, for those who may see it: everyone, where the contest says so or when
//! it is over.

use super::{
    Ownership,
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::PrivateContext,
    say as own, viewer,
};
use crate::{
    contest::ContestView,
    http_error::{HttpError, Resource},
    say,
};
use askama::Template;
use certamen_contest::{
    ContestFile,
    entry::{DecidedSubmission, EntryWindow, SubmissionIndex},
    file::Visibility,
};
use certamen_portal::rights::{Permission, SourceVisibility, may};
use std::fs;

#[derive(Template)]
#[template(path = "sources.html")]
struct SourcesPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    entrant: String,
    author: String,
    note: String,
    files: Vec<(String, String)>,
}

/// The page.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    entrant: &str,
) -> Result<PrivateReply, HttpError> {
    if asked.form.is_some() {
        return Err(HttpError::Method("POST".to_owned()));
    }
    let unknown = || Resource::Bot.unknown(entrant);
    let roster = SubmissionIndex::read(&view.folder)?;
    let entrants = roster.entrants();
    let filed = entrants.into_iter().find(|filed| filed.decided.sent.entrant == entrant);
    let filed = filed.ok_or_else(unknown)?;
    let sent = &filed.decided.sent;
    let is_own = asked.member.as_ref().is_some_and(|member| member.handle == sent.author);
    let ownership = if is_own { Ownership::Yes } else { Ownership::No };
    let as_whom = viewer(asked.member.as_ref(), view.slug.as_str(), ownership);
    if !may(as_whom, Permission::SeeSources, opened(asked, view, &roster)?) {
        return Err(unknown());
    }
    let (frame, snapshot) = (asked.frame(), view.revision());
    let files = files(filed);
    page(
        200,
        &SourcesPage {
            heading: heading(frame, &snapshot.name),
            contest: frame.contest(&view.slug),
            entrant: frame.name(&sent.entrant),
            author: frame.name(&sent.author),
            note: sent.note.clone(),
            files,
            frame,
        },
    )
}

/// Whether the source code of a contest is public now.
fn opened(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    roster: &SubmissionIndex,
) -> Result<SourceVisibility, HttpError> {
    let Some(rules) = ContestFile::read(&view.folder)?.entries else {
        return Ok(SourceVisibility::Closed);
    };
    let snapshot = view.revision();
    let played = snapshot.tabled().is_ok_and(|standings| standings.over);
    let closed =
        matches!(EntryWindow::at(&rules, asked.now, &roster.entered()), EntryWindow::Closed(_));
    let open = rules.visibility == Visibility::Open || (closed && played);
    Ok(if open { SourceVisibility::Open } else { SourceVisibility::Closed })
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

/// Text without control characters that would affect the page.
pub(super) fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.lines().map(certamen_game::legible).collect();
    lines.join("\n")
}
