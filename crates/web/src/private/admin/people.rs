//! Accounts and roles. Every action needs the admin's password again, since a browser may be
//! unattended.

use super::{say as words, ways};
use crate::{
    Slug,
    frame::NavLink,
    http_error::HttpError,
    private::{
        AccessDenied,
        asked::{PrivateReply, PrivateRequest, page},
        frame::PrivateContext,
        inviting::{invite, invites},
        letters::MailRecipient,
        say as own,
    },
    say,
    throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_i18n::{Localize, Message};
use certamen_portal::{Account, AccountState, AuditAction, CurrentUser, PortalError, Role};

#[derive(Template)]
#[template(path = "admin_people.html")]
struct PeoplePage<'a> {
    frame: PrivateContext<'a>,
    ways: Vec<NavLink>,
    /// The admin, who confirms with a password.
    me: String,
    /// Whether they may invite others.
    invites: bool,
    accounts: Vec<AccountRow>,
    contests: Vec<String>,
    told: String,
    link: String,
    wrong: String,
}

/// An account.
struct AccountRow {
    handle: String,
    open: bool,
    roles: String,
}

/// The result of an action: a link to be shown once, with a message, or nothing.
type AdminResult = Result<Option<(Message, String)>, Message>;

/// The page, or the result of an action.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    member: &CurrentUser,
) -> Result<PrivateReply, HttpError> {
    let Some(form) = &asked.form else { return shown(asked, Ok(None)) };
    asked.limited(Limited::SignIn, &member.handle)?;
    let handle = form.text("handle").trim();
    if asked.people.portal.verify_password(&member.handle, form.text("password"))?.is_none() {
        return shown(asked, Err(own::wrong_password()));
    }
    match decide(asked, member, (form, handle))? {
        Ok(None) => Ok(asked.elsewhere(asked.room)),
        told => shown(asked, told),
    }
}

fn decide(
    asked: &PrivateRequest<'_>,
    member: &CurrentUser,
    (form, handle): (&SentForm, &str),
) -> Result<AdminResult, HttpError> {
    let (portal, now) = (&asked.people.portal, asked.now);
    let act = form.text("do");
    if act == "invite" {
        return Ok(Ok(Some((words::invitation_once(), invite(asked, member, "")?))));
    }
    let found = match act {
        "add" => {
            portal.add_account(handle, asked.language, now).and_then(|_| portal.account(handle))
        }
        _ => portal.account(handle),
    };
    let account = match found {
        Ok(account) => account,
        Err(
            error @ (PortalError::Handle(_) | PortalError::Taken(_) | PortalError::UnknownUser(_)),
        ) => {
            return Ok(Err(error.message()));
        }
        Err(error) => return Err(error.into()),
    };
    if account.id == member.id && matches!(act, "role" | "close") {
        return Ok(Err(words::not_oneself()));
    }
    let note = |logged, detail: &str| portal.note((now, member.id), logged, handle, detail);
    match act {
        "add" | "link" => {
            let secret = portal.reset_link(account.id, now)?;
            note(if act == "add" { AuditAction::AccountMade } else { AuditAction::LinkMade }, "")?;
            let path = format!("/{}/one-time/{}", account.language, secret.told());
            let link = asked.people.file.address(&path);
            let reader = MailRecipient { id: account.id, handle, language: account.language };
            asked.people.write_link(&reader, ("", &link), now)?;
            Ok(Ok(Some((words::link_once(handle), link))))
        }
        "role" => match give(asked, &account, form)? {
            Ok(role) => {
                note(AuditAction::RoleGiven, &role)?;
                Ok(Ok(None))
            }
            Err(wrong) => Ok(Err(wrong)),
        },
        "close" => {
            portal.close_account(account.id, now)?;
            note(AuditAction::AccountClosed, "")?;
            Ok(Ok(None))
        }
        _ => Err(HttpError::Barred(AccessDenied::Form)),
    }
}

/// Grants the role in the form; returns its name.
fn give(
    asked: &PrivateRequest<'_>,
    account: &Account,
    form: &SentForm,
) -> Result<Result<String, Message>, HttpError> {
    let (portal, now, role) = (&asked.people.portal, asked.now, form.text("role"));
    let contest = form.text("contest");
    match role {
        "member" => portal.take_grants(account.id, now)?,
        "admin" => portal.grant(account.id, (Role::Admin, ""), now)?,
        "host" => {
            let known = Slug::read(contest).filter(|slug| asked.site.exhibit(slug).is_ok());
            let Some(slug) = known else {
                return Ok(Err(words::no_such_contest(certamen_game::keep_reply(contest))));
            };
            portal.grant(account.id, (Role::Host, slug.as_str()), now)?;
            return Ok(Ok(format!("{role}:{slug}")));
        }
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    }
    Ok(Ok(role.to_owned()))
}

fn shown(asked: &PrivateRequest<'_>, decided: AdminResult) -> Result<PrivateReply, HttpError> {
    let (frame, portal) = (asked.frame(), &asked.people.portal);
    let mut accounts = Vec::new();
    for account in portal.accounts()? {
        let grants = portal.grants(account.id)?;
        let mut roles: Vec<String> = grants
            .hosts
            .iter()
            .map(|contest| format!("{} · {contest}", frame.t(words::as_host())))
            .collect();
        roles.extend(grants.admin.then(|| frame.t(words::as_admin())));
        let open = account.state == AccountState::Open;
        accounts.push(AccountRow { handle: account.handle, open, roles: roles.join(", ") });
    }
    let status = if decided.is_ok() { 200 } else { 422 };
    let (told, link, wrong) = match decided {
        Ok(None) => Default::default(),
        Ok(Some((told, link))) => (frame.t(told), link, String::new()),
        Err(wrong) => (String::new(), String::new(), frame.t(wrong)),
    };
    let contests = asked.site.exhibits().map(|view| view.slug.to_string()).collect();
    let (ways, me, invites) = (ways(asked), asked.member()?.handle.clone(), invites(asked));
    page(status, &PeoplePage { frame, ways, me, invites, accounts, contests, told, link, wrong })
}
