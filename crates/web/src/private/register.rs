//! The page where a user creates an account: where registration is open, or with an invitation. All
//! other accounts are created by the operator.

use super::{
    AccessDenied,
    asked::{PrivateReply, PrivateRequest, limited, page},
    frame::PrivateContext,
    say as own,
};
use crate::{
    Slug,
    http_error::HttpError,
    private::PrivateRoute,
    say, session,
    throttle::{Limited, ThrottleKey},
};
use askama::Template;
use certamen_i18n::{Localize, Message};
use certamen_portal::{AccountId, PortalError, Registration, Secret, password};
use std::time::Instant;

#[derive(Template)]
#[template(path = "register.html")]
struct RegisterPage<'a> {
    frame: PrivateContext<'a>,
    /// The contest of the invitation, if any.
    invited: String,
    handle: String,
    next: String,
    wrong: String,
}

/// The page with open registration, or the result of the form.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let registration = asked.people.file.registration;
    if registration != Registration::Open {
        return Err(not_here(registration));
    }
    let frame = asked.frame();
    let Some(form) = &asked.form else { return shown(frame, String::new(), &asked.next, None) };
    let handle = form.text("handle").trim().to_lowercase();
    asked.limited(Limited::Register, &handle)?;
    let next = session::own_page(form.text("next")).unwrap_or_default();
    let portal = &asked.people.portal;
    match portal.roster(&handle, form.text("password"), asked.language, asked.now) {
        Ok(account) => entered(asked, account, (!next.is_empty()).then(|| next.to_owned())),
        Err(error) => shown(frame, String::new(), next, Some((handle, mended(error)?))),
    }
}

/// The page of an invitation, or the result of the form.
pub(super) fn invited(asked: &PrivateRequest<'_>, secret: &str) -> Result<PrivateReply, HttpError> {
    let registration = asked.people.file.registration;
    if registration == Registration::Closed {
        return Err(not_here(registration));
    }
    let (portal, frame) = (&asked.people.portal, asked.frame());
    if asked.form.is_some() {
        // With the rate limit of one-time links, as a whole class shares one network.
        let link = ThrottleKey::Handle(secret.to_owned());
        limited(asked.people, Limited::Register, [link], Instant::now())?;
        limited(asked.people, Limited::Claim, [ThrottleKey::at(asked.from)], Instant::now())?;
    }
    let secret = Secret::given(secret);
    let contest = portal.invitation(&secret, asked.now)?;
    let told = told(asked, &contest);
    let Some(form) = &asked.form else { return shown(frame, told, "", None) };
    let handle = form.text("handle").trim().to_lowercase();
    let given = (&*handle, form.text("password"));
    match portal.accept_invitation(&secret, given, asked.language, asked.now) {
        Ok((account, contest)) => {
            let slug = Slug::read(&contest).filter(|slug| asked.site.exhibit(slug).is_ok());
            entered(asked, account, slug.map(|slug| frame.contest(&slug)))
        }
        Err(error) => shown(frame, told, "", Some((handle, mended(error)?))),
    }
}

/// The contest of an invitation.
fn told(asked: &PrivateRequest<'_>, contest: &str) -> String {
    let frame = asked.frame();
    let view = Slug::read(contest).and_then(|slug| asked.site.exhibit(&slug).ok());
    frame.t(match view {
        Some(view) => own::invited_to(frame.name(&view.revision().name)),
        None => own::invited(),
    })
}

/// Why this address is not available.
fn not_here(registration: Registration) -> HttpError {
    HttpError::Barred(AccessDenied::NotSent(403, how(registration)))
}

/// How to get an account where registration is not open.
pub(super) fn how(registration: Registration) -> Message {
    match registration {
        Registration::Invitation => own::how_to_be_invited(),
        Registration::Closed | Registration::Open => own::how_to_get_an_account(),
    }
}

/// Errors that the user can correct in the form.
fn mended(error: PortalError) -> Result<Message, HttpError> {
    match error {
        PortalError::Handle(_) | PortalError::Taken(_) | PortalError::PasswordLength => {
            Ok(error.message())
        }
        error => Err(error.into()),
    }
}

/// Signed in, and redirected.
fn entered(
    asked: &PrivateRequest<'_>,
    account: AccountId,
    next: Option<String>,
) -> Result<PrivateReply, HttpError> {
    let secret = asked.people.portal.sign_in(account, asked.now)?;
    let to = next.unwrap_or_else(|| asked.frame().way(&PrivateRoute::Me));
    Ok(PrivateReply::Elsewhere(to, Some(asked.transport.set(&secret))))
}

fn shown(
    frame: PrivateContext<'_>,
    invited: String,
    next: &str,
    wrong: Option<(String, Message)>,
) -> Result<PrivateReply, HttpError> {
    let (status, next) = (if wrong.is_none() { 200 } else { 422 }, next.to_owned());
    let (handle, wrong) =
        wrong.map_or_else(Default::default, |(handle, why)| (handle, frame.t(why)));
    page(status, &RegisterPage { frame, invited, handle, next, wrong })
}
