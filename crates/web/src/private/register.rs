//! Where somebody makes an account for himself, if the site lets everybody. Whoever holds the site
//! makes those of all others.

use super::{
    Barred,
    asked::{RoomReply, RoomRequest, page},
    frame::RoomFrame,
    say as own,
};
use crate::{private::PrivateRoom, refusal::Refusal, say, session, throttle::Limited};
use askama::Template;
use certamen_portal::{PortalError, Registration, password};
use certamen_speech::Speak;

#[derive(Template)]
#[template(path = "register.html")]
struct RegisterPage<'a> {
    frame: RoomFrame<'a>,
    handle: String,
    next: String,
    wrong: String,
}

/// The page, or what comes of a name and a password.
pub(super) fn answer(asked: &RoomRequest<'_>) -> Result<RoomReply, Refusal> {
    if asked.people.file.registration != Registration::Open {
        return Err(Refusal::Barred(Barred::NotSent(403, own::how_to_get_an_account())));
    }
    let frame = asked.frame();
    let Some(form) = &asked.form else {
        let (handle, next) = (String::new(), asked.next.clone());
        return page(200, &RegisterPage { frame, handle, next, wrong: String::new() });
    };
    let handle = form.text("handle").trim().to_lowercase();
    asked.limited(Limited::Register, &handle)?;
    let next = session::own_page(form.text("next")).map(ToOwned::to_owned);
    let portal = &asked.people.portal;
    match portal.register(&handle, form.text("password"), asked.language, asked.now) {
        Ok(account) => {
            let secret = portal.sign_in(account, asked.now)?;
            let to = next.unwrap_or_else(|| frame.way(&PrivateRoom::Me));
            Ok(RoomReply::Elsewhere(to, Some(asked.transport.set(&secret))))
        }
        Err(
            error @ (PortalError::Handle(_) | PortalError::Taken(_) | PortalError::PasswordLength),
        ) => {
            let (next, wrong) = (next.unwrap_or_default(), error.message().get(asked.language));
            page(422, &RegisterPage { frame, handle, next, wrong })
        }
        Err(error) => Err(error.into()),
    }
}
