//! The account page: roles, settings, and links to one's bots.

use super::{
    admin,
    asked::{PrivateReply, PrivateRequest, page},
    frame::PrivateContext,
    say as own, tables, wish_say,
};
use crate::{
    frame::NavLink, http_error::HttpError, private::PrivateRoute, say, throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_i18n::Localize;
use certamen_portal::{AuditAction, OldTokens, PortalError, TokenRow, password};

#[derive(Template)]
#[template(path = "me.html")]
struct MePage<'a> {
    frame: PrivateContext<'a>,
    handle: String,
    mail: String,
    admin: Option<NavLink>,
    contests: Vec<ContestLinks>,
    courses: Vec<(String, String)>,
    tokens: Vec<TokenRow>,
    fresh: String,
    told: String,
    wrong: String,
}

/// A contest, and one's permissions there.
struct ContestLinks {
    name: String,
    to: String,
    submit: String,
    mine: String,
    host: String,
}

/// The page, or the result of a change.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let member = asked.member()?;
    let (portal, now) = (&asked.people.portal, asked.now);
    let Some(form) = &asked.form else { return shown(asked, AccountNotice::default()) };
    match form.text("do") {
        "password" => {
            asked.limited(Limited::SignIn, &member.handle)?;
            // Someone at an unattended browser must not take over the account.
            if portal.verify_password(&member.handle, form.text("old"))?.is_none() {
                let wrong = own::wrong_password().get(asked.language);
                return shown(asked, AccountNotice { wrong, ..AccountNotice::default() });
            }
            let tokens = match form.text("tokens") {
                "keep" => OldTokens::Keep,
                _ => OldTokens::Delete,
            };
            match portal.set_password(member.id, form.text("password"), tokens, now) {
                Ok(()) => {
                    let session = portal.sign_in(member.id, now)?;
                    let way = asked.frame().way(&PrivateRoute::Me);
                    Ok(PrivateReply::Elsewhere(way, Some(asked.transport.set(&session))))
                }
                Err(error @ PortalError::PasswordLength) => {
                    let wrong = error.message().get(asked.language);
                    shown(asked, AccountNotice { wrong, ..AccountNotice::default() })
                }
                Err(error) => Err(error.into()),
            }
        }
        "mail" => set_mail(asked, form),
        "everywhere" => {
            portal.sign_out_everywhere(member.id)?;
            let way = asked.frame().way(&PrivateRoute::SignIn);
            Ok(PrivateReply::Elsewhere(way, Some(asked.transport.forget())))
        }
        "token" => {
            asked.limited(Limited::SignIn, &member.handle)?;
            // A token outlives the session: an open browser alone is not enough to create one.
            if portal.verify_password(&member.handle, form.text("password"))?.is_none() {
                let wrong = own::wrong_password().get(asked.language);
                return shown(asked, AccountNotice { wrong, ..AccountNotice::default() });
            }
            let label: String = form.text("label").chars().take(40).collect();
            let fresh = portal.make_token(member.id, &label, now)?.told().to_owned();
            let told = own::token_once().get(asked.language);
            shown(asked, AccountNotice { fresh, told, ..AccountNotice::default() })
        }
        "end-token" => {
            portal.end_token(member.id, form.text("token"), now)?;
            Ok(asked.elsewhere(&PrivateRoute::Me))
        }
        _ => Err(HttpError::Barred(super::AccessDenied::Form)),
    }
}

/// Sets the e-mail address. Password-reset links go there, too: someone at an unattended browser
/// must not redirect them.
fn set_mail(asked: &PrivateRequest<'_>, form: &SentForm) -> Result<PrivateReply, HttpError> {
    let (member, portal) = (asked.member()?, &asked.people.portal);
    asked.limited(Limited::SignIn, &member.handle)?;
    let wrong = |wrong: String| shown(asked, AccountNotice { wrong, ..AccountNotice::default() });
    if portal.verify_password(&member.handle, form.text("password"))?.is_none() {
        return wrong(own::wrong_password().get(asked.language));
    }
    let mail = form.text("mail").trim();
    match portal.set_mail(member.id, Some(mail).filter(|mail| !mail.is_empty())) {
        Ok(()) => {
            portal.note((asked.now, member.id), AuditAction::MailSet, &member.handle, "")?;
            Ok(asked.elsewhere(&PrivateRoute::Me))
        }
        Err(error @ PortalError::Mail(_)) => wrong(error.message().get(asked.language)),
        Err(error) => Err(error.into()),
    }
}

/// Messages beside the account.
#[derive(Default)]
struct AccountNotice {
    fresh: String,
    told: String,
    wrong: String,
}

fn shown(asked: &PrivateRequest<'_>, said: AccountNotice) -> Result<PrivateReply, HttpError> {
    let (member, frame) = (asked.member()?, asked.frame());
    let ways = asked.site.exhibits().filter_map(|view| {
        let snapshot = view.revision();
        let slug = &view.slug;
        let takes = snapshot.takes_programs();
        let hosts = member.grants.is_host(slug.as_str());
        takes.then(|| ContestLinks {
            name: frame.name(&snapshot.name),
            to: frame.contest(slug),
            submit: frame.way(&PrivateRoute::Submit(slug.clone())),
            mine: frame.way(&PrivateRoute::Mine(slug.clone())),
            host: if hosts { frame.way(&PrivateRoute::Host(slug.clone())) } else { String::new() },
        })
    });
    let courses = asked.site.exhibits().filter(|view| view.revision().is_course());
    let courses = courses.map(|view| {
        let way = frame.way(&PrivateRoute::Course(view.slug.clone()));
        (frame.name(&view.revision().name), way)
    });
    let courses = courses.collect();
    let AccountNotice { fresh, told, wrong } = said;
    let (contests, tokens) = (ways.collect(), asked.people.portal.tokens(member.id)?);
    let status = if wrong.is_empty() { 200 } else { 422 };
    let (handle, admin) = (member.handle.clone(), admin::way(asked, member));
    let mail = asked.people.portal.mail(member.id)?.unwrap_or_default();
    page(
        status,
        &MePage { frame, handle, mail, admin, contests, courses, tokens, fresh, told, wrong },
    )
}
