//! Sign-in, registration, invitations, one-time links, and the account page. Errors of sign-in do
//! not reveal whether a username exists.

use super::{
    admin_say,
    request::{
        Notice, PageResult, PrivateReply, PrivateRequest, form_page, limited, page, page_with,
    },
    tables, wish_say,
};
use crate::{
    Slug,
    frame::{NavLink, PageContext},
    http_error::{AccessDenied, HttpError},
    links::{self, Id},
    people::People,
    private_say as own, say, session,
    throttle::{Limited, ThrottleKey},
    upload::SentForm,
};
use askama::Template;
use certamen_game::Language;
use certamen_i18n::{Localize, Message};
use certamen_portal::{
    AccountId, AuditAction, DailyEmail, OldTokens, PortalError, Registration, Secret, TokenRow,
    password, rights::Permission,
};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    frame: PageContext<'a>,
    handle: String,
    next: String,
    wrong: bool,
    /// How to get an account where registration is not open.
    barred: Option<Message>,
}

pub(super) fn sign_in(request: &PrivateRequest<'_>) -> PageResult {
    let registration = request.people.file.registration;
    let barred = (registration != Registration::Open).then(|| how_to_register(registration));
    let frame = request.frame();
    let Some(form) = &request.form else {
        let (handle, next) = (String::new(), request.next.clone());
        return page(&SignInPage { frame, handle, next, wrong: false, barred });
    };
    let handle = form.text("handle").trim().to_lowercase();
    request.limited(Limited::SignIn, &handle)?;
    let next = session::own_page(form.text("next")).map(ToOwned::to_owned);
    let password = form.text("password");
    let Some(account) = request.people.portal.verify_password(&handle, password)? else {
        let next = next.unwrap_or_default();
        return page_with(403, &SignInPage { frame, handle, next, wrong: true, barred });
    };
    start_session(request, account, next)
}

/// Ends the session, and deletes its cookie.
pub(super) fn sign_out(request: &PrivateRequest<'_>) -> PageResult {
    if let (Some(session), Some(_)) = (&request.session, &request.form) {
        request.people.portal.sign_out(session)?;
    }
    let cookie = request.form.is_some().then(|| request.transport.forget());
    Ok(PrivateReply::Redirect(request.frame().link(links::SIGN_IN), cookie))
}

/// Starts a session, and redirects to `next`, or to the account page.
pub(super) fn start_session(
    request: &PrivateRequest<'_>,
    account: AccountId,
    next: Option<String>,
) -> PageResult {
    let session = request.people.portal.sign_in(account, request.now)?;
    let to = next.unwrap_or_else(|| request.frame().link(links::ME));
    Ok(PrivateReply::Redirect(to, Some(request.transport.set(&session))))
}

#[derive(Template)]
#[template(path = "register.html")]
struct RegisterPage<'a> {
    frame: PageContext<'a>,
    /// The contest of the invitation, if any.
    invited: String,
    handle: String,
    next: String,
    wrong: String,
}

/// Creates an account where registration is open. All other accounts are created with an invitation,
/// or by the operator.
pub(super) fn register(request: &PrivateRequest<'_>) -> PageResult {
    let registration = request.people.file.registration;
    if registration != Registration::Open {
        return Err(HttpError::Barred(AccessDenied::NotSent(403, how_to_register(registration))));
    }
    let frame = request.frame();
    let empty = RegisterPage {
        frame,
        invited: String::new(),
        handle: String::new(),
        next: request.next.clone(),
        wrong: String::new(),
    };
    let Some(form) = &request.form else { return page(&empty) };
    let handle = form.text("handle").trim().to_lowercase();
    request.limited(Limited::Register, &handle)?;
    let next = session::own_page(form.text("next")).unwrap_or_default().to_owned();
    let portal = &request.people.portal;
    match portal.roster(&handle, form.text("password"), request.language, request.now) {
        Ok(account) => start_session(request, account, Some(next).filter(|next| !next.is_empty())),
        Err(error) => {
            let wrong = frame.t(form_error(error)?);
            page_with(422, &RegisterPage { handle, next, wrong, ..empty })
        }
    }
}

/// Creates an account with an invitation.
pub(super) fn invited(request: &PrivateRequest<'_>, Id(secret): Id) -> PageResult {
    let registration = request.people.file.registration;
    if registration == Registration::Closed {
        return Err(HttpError::Barred(AccessDenied::NotSent(403, how_to_register(registration))));
    }
    let (portal, frame) = (&request.people.portal, request.frame());
    if request.form.is_some() {
        // With the rate limit of one-time links, as a whole class shares one network.
        let link = ThrottleKey::Handle(secret.clone());
        limited(request.people, Limited::Register, &[link])?;
        limited(request.people, Limited::Claim, &[ThrottleKey::at(request.from)])?;
    }
    let secret = Secret::given(&secret);
    let contest = portal.invitation(&secret, request.now)?;
    let view = Slug::read(&contest).and_then(|slug| request.site.contest_view(&slug).ok());
    let empty = RegisterPage {
        frame,
        invited: frame.t(match view {
            Some(view) => own::invited_to(frame.name(&view.revision().name)),
            None => own::invited(),
        }),
        handle: String::new(),
        next: String::new(),
        wrong: String::new(),
    };
    let Some(form) = &request.form else { return page(&empty) };
    let handle = form.text("handle").trim().to_lowercase();
    let account = (&*handle, form.text("password"));
    match portal.accept_invitation(&secret, account, request.language, request.now) {
        Ok((account, contest)) => {
            let slug = Slug::read(&contest).filter(|slug| request.site.contest_view(slug).is_ok());
            start_session(request, account, slug.map(|slug| frame.contest(&slug)))
        }
        Err(error) => {
            let wrong = frame.t(form_error(error)?);
            page_with(422, &RegisterPage { handle, wrong, ..empty })
        }
    }
}

/// How to get an account where registration is not open.
fn how_to_register(registration: Registration) -> Message {
    match registration {
        Registration::Invitation => own::how_to_be_invited(),
        Registration::Closed | Registration::Open => own::how_to_get_an_account(),
    }
}

/// Errors of a new account that the user can correct in the form.
pub(super) fn form_error(error: PortalError) -> Result<Message, HttpError> {
    match error {
        PortalError::Handle(_) | PortalError::Taken(_) | PortalError::PasswordLength => {
            Ok(error.message())
        }
        error => Err(error.into()),
    }
}

/// Whether admins and organizers can invite others.
pub(super) fn invites(request: &PrivateRequest<'_>) -> bool {
    request.people.file.registration == Registration::Invitation
}

/// A link for creating an account, and for entering `contest` if that is not empty; for anyone who
/// has the link. The caller has verified the user's password.
pub(super) fn invite(request: &PrivateRequest<'_>, contest: &str) -> Result<String, HttpError> {
    if !invites(request) {
        return Err(HttpError::Barred(AccessDenied::NotSent(409, admin_say::no_invitations())));
    }
    let host = request.member()?.id;
    let secret = request.people.portal.invite(Some(host), contest, request.now)?;
    let path = format!("/{}{}", request.language, links::invited(secret.reveal()));
    Ok(request.people.file.address(&path))
}

/// The address of a one-time link for setting a password.
pub(super) fn one_time_link(people: &People, language: Language, secret: &Secret) -> String {
    people.file.address(&format!("/{language}{}", links::one_time(secret.reveal())))
}

#[derive(Template)]
#[template(path = "one_time.html")]
struct OneTimePage<'a> {
    frame: PageContext<'a>,
    handle: String,
    wrong: String,
}

/// Sets a password. Opening the page does not use up the link.
pub(super) fn one_time(request: &PrivateRequest<'_>, Id(secret): Id) -> PageResult {
    let (portal, frame) = (&request.people.portal, request.frame());
    let secret = Secret::given(&secret);
    let handle = portal.whose_link(&secret, request.now)?;
    let Some(form) = &request.form else {
        return page(&OneTimePage { frame, handle, wrong: String::new() });
    };
    match portal.redeem(&secret, form.text("password"), request.now) {
        Ok(account) => start_session(request, account, None),
        Err(error @ PortalError::PasswordLength) => {
            page_with(422, &OneTimePage { frame, handle, wrong: frame.t(error.message()) })
        }
        Err(error) => Err(error.into()),
    }
}

#[derive(Template)]
#[template(path = "me.html")]
struct MePage<'a> {
    frame: PageContext<'a>,
    handle: String,
    mail: String,
    has_daily: bool,
    admin: Option<NavLink>,
    contests: Vec<ContestLinks>,
    courses: Vec<(String, String)>,
    tokens: Vec<TokenRow>,
    notice: Notice,
}

struct ContestLinks {
    name: String,
    to: String,
    submit: String,
    mine: String,
    /// Empty for users who are not organizers.
    host: String,
}

/// The account page: roles, settings, and links to the user's bots.
pub(super) fn me(request: &PrivateRequest<'_>) -> PageResult {
    let (member, portal, now) = (request.member()?, &request.people.portal, request.now);
    let Some(form) = &request.form else { return account_page(request, Notice::default()) };
    let wrong = |wrong: &Message| account_page(request, Notice::wrong(wrong, request.language));
    match form.text("do") {
        // Someone at an unattended browser must not take over the account.
        "password" if !request.is_confirmed(form.text("old"))? => wrong(&own::wrong_password()),
        "password" => {
            let tokens = match form.text("tokens") {
                "keep" => OldTokens::Keep,
                _ => OldTokens::Delete,
            };
            match portal.set_password(member.id, form.text("password"), tokens, now) {
                Ok(()) => start_session(request, member.id, None),
                Err(error @ PortalError::PasswordLength) => wrong(&error.message()),
                Err(error) => Err(error.into()),
            }
        }
        "mail" => match set_mail(request, form)? {
            Ok(()) => Ok(request.redirect(links::ME)),
            Err(why) => wrong(&why),
        },
        "daily" => {
            let is_on = form.text("daily") == "on";
            let daily = if is_on { DailyEmail::On } else { DailyEmail::Off };
            portal.set_daily_email(member.id, daily)?;
            Ok(request.redirect(links::ME))
        }
        "everywhere" => {
            portal.sign_out_everywhere(member.id)?;
            let to = request.frame().link(links::SIGN_IN);
            Ok(PrivateReply::Redirect(to, Some(request.transport.forget())))
        }
        // A token outlives the session: an open browser alone is not enough to create one.
        "token" if !request.is_confirmed(form.text("password"))? => wrong(&own::wrong_password()),
        "token" => {
            let label: String = form.text("label").chars().take(40).collect();
            let secret = portal.make_token(member.id, &label, now)?.reveal().to_owned();
            let done = own::token_once().get(request.language);
            account_page(request, Notice { done, secret, ..Notice::default() })
        }
        "end-token" => {
            portal.end_token(member.id, form.text("token"), now)?;
            Ok(request.redirect(links::ME))
        }
        _ => Err(HttpError::Barred(AccessDenied::Form)),
    }
}

/// Sets the e-mail address. Password-reset links go there, too: someone at an unattended browser
/// must not redirect them.
fn set_mail(
    request: &PrivateRequest<'_>,
    form: &SentForm,
) -> Result<Result<(), Message>, HttpError> {
    if !request.is_confirmed(form.text("password"))? {
        return Ok(Err(own::wrong_password()));
    }
    let (member, portal) = (request.member()?, &request.people.portal);
    let mail = form.text("mail").trim();
    match portal.set_mail(member.id, Some(mail).filter(|mail| !mail.is_empty())) {
        Ok(()) => {
            portal.note((request.now, member.id), AuditAction::MailSet, &member.handle, "")?;
            Ok(Ok(()))
        }
        Err(error @ PortalError::Mail(_)) => Ok(Err(error.message())),
        Err(error) => Err(error.into()),
    }
}

fn account_page(request: &PrivateRequest<'_>, notice: Notice) -> PageResult {
    let (member, frame, portal) = (request.member()?, request.frame(), &request.people.portal);
    let (mut contests, mut courses) = (Vec::new(), Vec::new());
    for view in request.site.contest_views() {
        let (snapshot, slug) = (view.revision(), &view.slug);
        let is_host = member.grants.is_host(slug.as_str());
        let host = if is_host { frame.contest_page(slug, links::HOST) } else { String::new() };
        if snapshot.takes_programs() {
            contests.push(ContestLinks {
                name: frame.name(&snapshot.name),
                to: frame.contest(slug),
                submit: frame.contest_page(slug, links::SUBMIT),
                mine: frame.contest_page(slug, links::MINE),
                host,
            });
        }
        if snapshot.is_course() {
            courses.push((frame.name(&snapshot.name), frame.contest_page(slug, links::COURSE)));
        }
    }
    let shown = MePage {
        handle: member.handle.clone(),
        mail: portal.mail(member.id)?.unwrap_or_default(),
        has_daily: portal.daily_email(member.id)? == DailyEmail::On,
        admin: admin_link(request),
        contests,
        courses,
        tokens: portal.tokens(member.id)?,
        notice,
        frame,
    };
    form_page(&shown.notice.wrong, &shown)
}

/// The link to the administration of the site, for admins.
fn admin_link(request: &PrivateRequest<'_>) -> Option<NavLink> {
    let frame = request.frame();
    let to = frame.link(links::ADMIN_CONTESTS);
    let link = NavLink { to, word: frame.t(admin_say::admin()), here: false };
    request.may(Permission::Administer, "").then_some(link)
}
