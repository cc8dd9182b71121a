//! Puts a team's file where the host looks for it. Files of other teams or days, and existing ones,
//! are rejected by the rules of the course, and nothing of them is stored.

use super::{CourseContext, handed_in, words};
use crate::{
    http_error::HttpError,
    private::{asked::PrivateRequest, say as own},
};
use certamen_i18n::{Localize, Message};
use certamen_portal::course::{Course, FileName, RuleVerdict, Team, receive, reception};
use certamen_portal::{AuditAction, fresh_id};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

/// The confirmation in the words of the course, or why the file is rejected.
pub(super) fn hand_in(
    asked: &PrivateRequest<'_>,
    desk: &CourseContext<'_>,
    team: &Team,
    (given, content): (&str, &[u8]),
) -> Result<Result<Message, Message>, HttpError> {
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    if let Err(wrong) = admitted(asked, desk, team, (name, content))? {
        return Ok(Err(wrong));
    }
    let least = asked.people.file.min_free_space;
    if least.lacking(desk.view.folder.path()).is_some() {
        return Ok(Err(own::no_room()));
    }
    let put = put(&desk.view.folder.submissions(), name, content);
    match put {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Ok(Err(reception::stored_before()));
        }
        Err(error) if error.kind() == io::ErrorKind::StorageFull => return Ok(Err(own::no_room())),
        Err(_) => return Ok(Err(own::not_written())),
    }
    let who = (asked.now, asked.member()?.id);
    asked.people.portal.note(who, AuditAction::Sent, desk.view.slug.as_str(), name)?;
    Ok(Ok(reception::confirmed(name, &desk.course.rules.place)))
}

/// Whether the file may be submitted now. Errors inside it are reported after the decision.
fn admitted(
    asked: &PrivateRequest<'_>,
    desk: &CourseContext<'_>,
    team: &Team,
    (name, content): (&str, &[u8]),
) -> Result<Result<(), Message>, HttpError> {
    let schedule = &desk.schedule;
    if content.is_empty() {
        return Ok(Err(own::empty_file()));
    }
    if asked.now < schedule.starts.timestamp() {
        return Ok(Err(own::not_open_yet(schedule.starts.timestamp().to_string())));
    }
    if schedule.closes.as_ref().is_some_and(|closes| asked.now >= closes.timestamp()) {
        return Ok(Err(own::closed_now()));
    }
    let is_another_s = name.parse::<FileName>().is_ok_and(|name| name.player.pair != team.id);
    if is_another_s {
        return Ok(Err(words::not_your_pair()));
    }
    let stored: Vec<_> = handed_in::handed_in(&desk.view.folder)?
        .iter()
        .map(handed_in::CourseUpload::stored)
        .collect();
    let course = Course {
        register: &desk.roster,
        rules: &desk.course.rules,
        form: desk.course.form,
        stored: &stored,
        language: asked.language,
    };
    let today = asked.now.to_zoned(schedule.starts.time_zone().clone()).date();
    let decision = receive(&course, name, content, today);
    match (decision.verdict(), decision.findings.first()) {
        (RuleVerdict::Refused | RuleVerdict::Discarded, Some(finding)) => {
            Ok(Err(finding.message()))
        }
        _ => Ok(Ok(())),
    }
}

/// Writes a file atomically, unless there is one of this name.
fn put(inbox: &Path, name: &str, content: &[u8]) -> io::Result<()> {
    fs::create_dir_all(inbox)?;
    let id = fresh_id().map_err(|_| io::Error::from(io::ErrorKind::Other))?;
    let draft = inbox.join(format!(".{id}.part"));
    let written = || -> io::Result<()> {
        let mut file = File::create_new(&draft)?;
        file.write_all(content)?;
        file.sync_all()?;
        // Creating a hard link fails where a rename would overwrite an existing file.
        fs::hard_link(&draft, inbox.join(name))
    };
    let done = written();
    // A remaining temporary file is hidden, and was never confirmed.
    let _ = fs::remove_file(&draft);
    done?;
    File::open(inbox)?.sync_all()
}
