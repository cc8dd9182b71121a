//! The entrants of a contest, for its organizers, who can create password-reset links for them.

use super::{
    AccessDenied,
    admin::say as admin,
    asked::{PrivateReply, PrivateRequest, heading, page},
    course::handed_in,
    frame::{PrivateContext, TimeText},
    host_nav::{host, ways},
    host_say as words,
    inviting::{invite, invites},
    letters::MailRecipient,
    notices, say as own,
};
use crate::{
    contest::ContestView,
    frame::NavLink,
    http_error::{HttpError, Resource},
    say,
    throttle::Limited,
};
use askama::Template;
use certamen_i18n::Message;
use certamen_portal::{AuditAction, ContestMember, CurrentUser, rights::may_renew};

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    ways: Vec<NavLink>,
    /// The user, who confirms with a password.
    me: String,
    /// Whether they may invite others.
    invites: bool,
    members: Vec<MemberRow>,
    /// E-mails to the members, the newest first.
    letters: Vec<LetterShown>,
    told: String,
    link: String,
    wrong: String,
}

/// An entrant.
struct MemberRow {
    handle: String,
    /// Their team, in a course.
    pair: String,
    told: String,
    /// Whether only an admin may create a link.
    is_barred: bool,
}

/// An e-mail to an entrant.
struct LetterShown {
    time: TimeText,
    to: String,
    subject: String,
    state: String,
    /// Empty where its text contains a secret link.
    text: String,
}

/// The maximum number of e-mails.
const LETTERS: u32 = 50;

/// The result of a request for a link: a message, and the link.
type Renewal = Result<(Message, String), Message>;

/// The page, or the result of a request for a link or an invitation.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let member = host(asked, view)?;
    let Some(form) = &asked.form else { return shown(asked, (view, member), None) };
    let act = form.text("do");
    if !matches!(act, "link" | "invite") {
        return Err(HttpError::Barred(AccessDenied::Form));
    }
    asked.limited(Limited::SignIn, &member.handle)?;
    // Someone at an unattended browser must not take over other accounts.
    if asked.people.portal.verify_password(&member.handle, form.text("password"))?.is_none() {
        return shown(asked, (view, member), Some(Err(own::wrong_password())));
    }
    let made = match act {
        "invite" => Ok((admin::invitation_once(), invite(asked, member, view.slug.as_str())?)),
        _ => renew(asked, (view, member), form.text("handle"))?,
    };
    shown(asked, (view, member), Some(made))
}

/// A new link for an entrant, unless they also belong to contests of other organizers.
fn renew(
    asked: &PrivateRequest<'_>,
    (view, host): (&ContestView, &CurrentUser),
    handle: &str,
) -> Result<Renewal, HttpError> {
    let (portal, slug) = (&asked.people.portal, view.slug.as_str());
    let members = portal.contest_members(slug)?;
    let found = members.into_iter().find(|member| member.handle == handle);
    let member = found.ok_or_else(|| Resource::Page.unknown(handle))?;
    if !may_renew(&host.grants, &member.grants, &member.contests) {
        return Ok(Err(words::not_only_yours()));
    }
    let secret = portal.reset_link(member.id, asked.now)?;
    portal.note((asked.now, host.id), AuditAction::LinkMade, slug, handle)?;
    let path = format!("/{}/one-time/{}", member.language, secret.told());
    let link = asked.people.file.address(&path);
    let reader = MailRecipient { id: member.id, handle: &member.handle, language: member.language };
    asked.people.write_link(&reader, (slug, &link), asked.now)?;
    Ok(Ok((admin::link_once(member.handle), link)))
}

fn shown(
    asked: &PrivateRequest<'_>,
    (view, host): (&ContestView, &CurrentUser),
    made: Option<Renewal>,
) -> Result<PrivateReply, HttpError> {
    let (frame, snapshot) = (asked.frame(), view.revision());
    let is_course = snapshot.is_course();
    let members = asked.people.portal.contest_members(view.slug.as_str())?;
    // Submissions of a course are in its folders, under the teams' numbers.
    let files = if is_course { handed_in(&view.folder)? } else { Vec::new() };
    let of_pair = |key: &str| {
        files.iter().filter(|file| file.name.player.pair.to_string() == key).count() as u64
    };
    let members = members.into_iter().map(|member| MemberRow {
        is_barred: !may_renew(&host.grants, &member.grants, &member.contests),
        told: told(frame, &member, u64::from(member.sent) + of_pair(&member.key)),
        pair: if is_course { frame.name(&member.key) } else { String::new() },
        handle: member.handle,
    });
    let (status, told, link, wrong) = match made {
        None => (200, String::new(), String::new(), String::new()),
        Some(Ok((told, link))) => (200, frame.t(told), link, String::new()),
        Some(Err(wrong)) => (422, String::new(), String::new(), frame.t(wrong)),
    };
    page(
        status,
        &MembersPage {
            heading: heading(frame, &snapshot.name),
            contest: frame.contest(&view.slug),
            ways: ways(asked, view),
            me: host.handle.clone(),
            invites: invites(asked),
            members: members.collect(),
            letters: letters(asked, view)?,
            told,
            link,
            wrong,
            frame,
        },
    )
}

fn letters(asked: &PrivateRequest<'_>, view: &ContestView) -> Result<Vec<LetterShown>, HttpError> {
    let (frame, zone) = (asked.frame(), notices::zone(view));
    let rows = asked.people.portal.letters(view.slug.as_str(), LETTERS)?;
    let rows = rows.into_iter().map(|row| LetterShown {
        time: frame.time(row.written, &zone),
        to: row.to,
        subject: frame.name(&row.subject),
        state: frame.t(if row.waits { words::letter_waits() } else { words::letter_gone() }),
        text: row.text,
    });
    Ok(rows.collect())
}

/// The number of submissions, and whether the author has a password.
fn told(frame: PrivateContext<'_>, member: &ContestMember, sent: u64) -> String {
    let sent = frame.t(words::sent_so_often(frame.count(sent)));
    if member.has_password {
        return sent;
    }
    format!("{sent} · {}", frame.t(words::no_password_yet()))
}
