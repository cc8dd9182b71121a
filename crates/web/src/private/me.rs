//! One's account: who one is here, what one may set, and the ways to one's programs.

use super::{
    admin,
    asked::{RoomReply, RoomRequest, page},
    frame::RoomFrame,
    say as own, tables, wish_say,
};
use crate::{
    frame::NavLink, private::PrivateRoom, refusal::Refusal, say, throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_portal::{LoggedAct, OldTokens, PortalError, TokenRow, password};
use certamen_speech::Speak;

#[derive(Template)]
#[template(path = "me.html")]
struct MePage<'a> {
    frame: RoomFrame<'a>,
    handle: String,
    mail: String,
    admin: Option<NavLink>,
    contests: Vec<ContestWays>,
    courses: Vec<(String, String)>,
    tokens: Vec<TokenRow>,
    fresh: String,
    told: String,
    wrong: String,
}

/// A contest, and what one may do there.
struct ContestWays {
    name: String,
    to: String,
    submit: String,
    mine: String,
    host: String,
}

/// The page, or what comes of what is set.
pub(super) fn answer(asked: &RoomRequest<'_>) -> Result<RoomReply, Refusal> {
    let member = asked.member()?;
    let (portal, now) = (&asked.people.portal, asked.now);
    let Some(form) = &asked.form else { return shown(asked, MeSaid::default()) };
    match form.text("do") {
        "password" => {
            asked.limited(Limited::SignIn, &member.handle)?;
            // Whoever sits down at an open browser is not to take the account with him.
            if portal.recognise(&member.handle, form.text("old"))?.is_none() {
                let wrong = own::wrong_password().get(asked.language);
                return shown(asked, MeSaid { wrong, ..MeSaid::default() });
            }
            let tokens = match form.text("tokens") {
                "keep" => OldTokens::Keep,
                _ => OldTokens::Delete,
            };
            match portal.set_password(member.id, form.text("password"), tokens, now) {
                Ok(()) => {
                    let session = portal.sign_in(member.id, now)?;
                    let way = asked.frame().way(&PrivateRoom::Me);
                    Ok(RoomReply::Elsewhere(way, Some(asked.transport.set(&session))))
                }
                Err(error @ PortalError::PasswordLength) => {
                    let wrong = error.message().get(asked.language);
                    shown(asked, MeSaid { wrong, ..MeSaid::default() })
                }
                Err(error) => Err(error.into()),
            }
        }
        "mail" => set_mail(asked, form),
        "everywhere" => {
            portal.sign_out_everywhere(member.id)?;
            let way = asked.frame().way(&PrivateRoom::SignIn);
            Ok(RoomReply::Elsewhere(way, Some(asked.transport.forget())))
        }
        "token" => {
            asked.limited(Limited::SignIn, &member.handle)?;
            // A token outlives the session: an open browser alone is not enough to make one.
            if portal.recognise(&member.handle, form.text("password"))?.is_none() {
                let wrong = own::wrong_password().get(asked.language);
                return shown(asked, MeSaid { wrong, ..MeSaid::default() });
            }
            let label: String = form.text("label").chars().take(40).collect();
            let fresh = portal.make_token(member.id, &label, now)?.told().to_owned();
            let told = own::token_once().get(asked.language);
            shown(asked, MeSaid { fresh, told, ..MeSaid::default() })
        }
        "end-token" => {
            portal.end_token(member.id, form.text("token"), now)?;
            Ok(asked.elsewhere(&PrivateRoom::Me))
        }
        _ => Err(Refusal::Barred(super::Barred::Form)),
    }
}

/// Sets where one is written to. Links for new passwords go there, too: whoever sits down at an open
/// browser is not to have them sent to himself.
fn set_mail(asked: &RoomRequest<'_>, form: &SentForm) -> Result<RoomReply, Refusal> {
    let (member, portal) = (asked.member()?, &asked.people.portal);
    asked.limited(Limited::SignIn, &member.handle)?;
    let wrong = |wrong: String| shown(asked, MeSaid { wrong, ..MeSaid::default() });
    if portal.recognise(&member.handle, form.text("password"))?.is_none() {
        return wrong(own::wrong_password().get(asked.language));
    }
    let mail = form.text("mail").trim();
    match portal.set_mail(member.id, Some(mail).filter(|mail| !mail.is_empty())) {
        Ok(()) => {
            portal.note((asked.now, member.id), LoggedAct::MailSet, &member.handle, "")?;
            Ok(asked.elsewhere(&PrivateRoom::Me))
        }
        Err(error @ PortalError::Mail(_)) => wrong(error.message().get(asked.language)),
        Err(error) => Err(error.into()),
    }
}

/// What is said beside the account.
#[derive(Default)]
struct MeSaid {
    fresh: String,
    told: String,
    wrong: String,
}

fn shown(asked: &RoomRequest<'_>, said: MeSaid) -> Result<RoomReply, Refusal> {
    let (member, frame) = (asked.member()?, asked.frame());
    let ways = asked.site.exhibits().filter_map(|exhibit| {
        let revision = exhibit.revision();
        let slug = &exhibit.slug;
        let takes = revision.takes_programs();
        let hosts = member.grants.is_host(slug.as_str());
        takes.then(|| ContestWays {
            name: frame.name(&revision.name),
            to: frame.contest(slug),
            submit: frame.way(&PrivateRoom::Submit(slug.clone())),
            mine: frame.way(&PrivateRoom::Mine(slug.clone())),
            host: if hosts { frame.way(&PrivateRoom::Host(slug.clone())) } else { String::new() },
        })
    });
    let courses = asked.site.exhibits().filter(|exhibit| exhibit.revision().is_course());
    let courses = courses.map(|exhibit| {
        let way = frame.way(&PrivateRoom::Course(exhibit.slug.clone()));
        (frame.name(&exhibit.revision().name), way)
    });
    let courses = courses.collect();
    let MeSaid { fresh, told, wrong } = said;
    let (contests, tokens) = (ways.collect(), asked.people.portal.tokens(member.id)?);
    let status = if wrong.is_empty() { 200 } else { 422 };
    let (handle, admin) = (member.handle.clone(), admin::way(asked, member));
    let mail = asked.people.portal.mail(member.id)?.unwrap_or_default();
    page(
        status,
        &MePage { frame, handle, mail, admin, contests, courses, tokens, fresh, told, wrong },
    )
}
