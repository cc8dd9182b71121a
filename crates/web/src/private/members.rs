//! The entrants of a contest, for its organizers, who can create password-reset links for them.

use super::{
    account::{invite, invites, one_time_link},
    admin_say as admin,
    course::uploads,
    email::MailRecipient,
    host::host_head,
    host_say as words,
    request::{Notice, PageResult, PrivateRequest, contest_zone, form_page},
};
use crate::{
    contest::ContestView,
    dates::ShownTime,
    frame::{ContestHead, PageContext},
    http_error::{AccessDenied, HttpError, Resource},
    private_say as own, say,
};
use askama::Template;
use certamen_i18n::Message;
use certamen_portal::{AuditAction, CurrentUser, rights::may_renew};

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    /// The user, who confirms with a password.
    me: String,
    /// Whether they may invite others.
    invites: bool,
    members: Vec<MemberRow>,
    /// E-mails to the members, the newest first.
    emails: Vec<EmailView>,
    notice: Notice,
}

struct MemberRow {
    handle: String,
    /// Their team, in a course.
    pair: String,
    /// The number of submissions, and whether the member has a password.
    state: String,
    /// Whether only an admin may create a link.
    is_barred: bool,
}

struct EmailView {
    time: ShownTime,
    to: String,
    subject: String,
    state: String,
    /// Empty where its text contains a secret link.
    text: String,
}

/// The maximum number of e-mails.
const MAX_EMAILS: u32 = 50;

/// The page, or the result of a request for a link or an invitation.
pub(super) fn answer(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let host = request.member()?;
    let Some(form) = &request.form else { return members_page(request, view, Notice::default()) };
    let act = form.text("do");
    if !matches!(act, "link" | "invite") {
        return Err(HttpError::Barred(AccessDenied::Form));
    }
    // Someone at an unattended browser must not take over other accounts.
    let made = if !request.is_confirmed(form.text("password"))? {
        Err(own::wrong_password())
    } else if act == "invite" {
        Ok((admin::invitation_once(), invite(request, view.slug.as_str())?))
    } else {
        renew(request, view, host, form.text("handle"))?
    };
    let notice = match made {
        Ok((done, secret)) => {
            Notice { done: done.get(request.language), secret, wrong: String::new() }
        }
        Err(wrong) => Notice::wrong(&wrong, request.language),
    };
    members_page(request, view, notice)
}

/// A new link for an entrant with a message, unless they also belong to contests of other
/// organizers.
fn renew(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    host: &CurrentUser,
    handle: &str,
) -> Result<Result<(Message, String), Message>, HttpError> {
    let (portal, slug) = (&request.people.portal, view.slug.as_str());
    let members = portal.contest_members(slug)?;
    let found = members.into_iter().find(|member| member.handle == handle);
    let member = found.ok_or_else(|| Resource::Page.unknown(handle))?;
    if !may_renew(&host.grants, &member.grants, &member.contests) {
        return Ok(Err(words::not_only_yours()));
    }
    let secret = portal.reset_link(member.id, request.now)?;
    portal.note((request.now, host.id), AuditAction::LinkMade, slug, handle)?;
    let link = one_time_link(request.people, member.language, &secret);
    let recipient =
        MailRecipient { id: member.id, handle: &member.handle, language: member.language };
    request.people.write_link(&recipient, slug, &link, request.now)?;
    Ok(Ok((admin::link_once(member.handle), link)))
}

fn members_page(request: &PrivateRequest<'_>, view: &ContestView, notice: Notice) -> PageResult {
    let (frame, snapshot, host) = (request.frame(), view.revision(), request.member()?);
    let (portal, slug) = (&request.people.portal, view.slug.as_str());
    let is_course = snapshot.is_course();
    // Submissions of a course are in its folders, under the teams' numbers.
    let files = if is_course { uploads(&view.folder)? } else { Vec::new() };
    let members = portal.contest_members(slug)?.into_iter().map(|member| {
        let of_team = files.iter().filter(|file| file.name.player.pair.to_string() == member.key);
        let sent = u64::from(member.sent) + of_team.count() as u64;
        let mut state = frame.t(words::submission_count(frame.count(sent)));
        if !member.has_password {
            state = format!("{state} · {}", frame.t(words::no_password_yet()));
        }
        MemberRow {
            is_barred: !may_renew(&host.grants, &member.grants, &member.contests),
            state,
            pair: if is_course { frame.name(&member.key) } else { String::new() },
            handle: member.handle,
        }
    });
    let zone = contest_zone(view);
    let emails = portal.emails(slug, MAX_EMAILS)?.into_iter().map(|row| EmailView {
        time: frame.time(row.written, &zone),
        to: row.to,
        subject: frame.name(&row.subject),
        state: frame.t(if row.waits { words::letter_waits() } else { words::letter_gone() }),
        text: row.text,
    });
    let shown = MembersPage {
        head: host_head(request, view),
        me: host.handle.clone(),
        invites: invites(request),
        members: members.collect(),
        emails: emails.collect(),
        notice,
        frame,
    };
    form_page(&shown.notice.wrong, &shown)
}
