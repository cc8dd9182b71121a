//! Sign-in and sign-out. Errors do not reveal whether a username exists.

use super::{
    asked::{PrivateReply, PrivateRequest, page},
    frame::PrivateContext,
    register, say as own,
};
use crate::{http_error::HttpError, private::PrivateRoute, say, session, throttle::Limited};
use askama::Template;
use certamen_i18n::Message;
use certamen_portal::Registration;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    frame: PrivateContext<'a>,
    handle: String,
    next: String,
    wrong: bool,
    /// How to get an account where registration is not open.
    barred: Option<Message>,
}

/// The page, or the result of the form.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let registration = asked.people.file.registration;
    let barred = (registration != Registration::Open).then(|| register::how(registration));
    let frame = asked.frame();
    let Some(form) = &asked.form else {
        let (handle, next) = (String::new(), asked.next.clone());
        return page(200, &SignInPage { frame, handle, next, wrong: false, barred });
    };
    let (handle, next) = (form.text("handle").trim().to_lowercase(), form.text("next"));
    asked.limited(Limited::SignIn, &handle)?;
    let next = session::own_page(next).map(ToOwned::to_owned);
    let portal = &asked.people.portal;
    let Some(account) = portal.verify_password(&handle, form.text("password"))? else {
        let next = next.unwrap_or_default();
        return page(403, &SignInPage { frame, handle, next, wrong: true, barred });
    };
    let secret = portal.sign_in(account, asked.now)?;
    let to = next.unwrap_or_else(|| frame.way(&PrivateRoute::Me));
    Ok(PrivateReply::Elsewhere(to, Some(asked.transport.set(&secret))))
}

/// Signed out: the session has ended already, and the cookie is deleted.
pub(super) fn left(asked: &PrivateRequest<'_>) -> PrivateReply {
    let way = asked.frame().way(&PrivateRoute::SignIn);
    let cookie = asked.form.is_some().then(|| asked.transport.forget());
    PrivateReply::Elsewhere(way, cookie)
}
