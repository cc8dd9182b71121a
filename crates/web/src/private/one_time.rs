//! The page of a one-time link, where a user sets a password. Opening it does not use up the link.

use super::{
    asked::{PrivateReply, PrivateRequest, page},
    frame::PrivateContext,
    say as own,
};
use crate::{http_error::HttpError, private::PrivateRoute, say};
use askama::Template;
use certamen_i18n::Localize;
use certamen_portal::{PortalError, Secret, password};

#[derive(Template)]
#[template(path = "one_time.html")]
struct OneTimePage<'a> {
    frame: PrivateContext<'a>,
    handle: String,
    wrong: String,
}

/// The page, or the result of setting a password.
pub(super) fn answer(asked: &PrivateRequest<'_>, secret: &str) -> Result<PrivateReply, HttpError> {
    let (portal, frame) = (&asked.people.portal, asked.frame());
    let secret = Secret::given(secret);
    let handle = portal.whose_link(&secret, asked.now)?;
    let Some(form) = &asked.form else {
        return page(200, &OneTimePage { frame, handle, wrong: String::new() });
    };
    match portal.redeem(&secret, form.text("password"), asked.now) {
        Ok(account) => {
            let session = portal.sign_in(account, asked.now)?;
            Ok(PrivateReply::Elsewhere(
                frame.way(&PrivateRoute::Me),
                Some(asked.transport.set(&session)),
            ))
        }
        Err(error @ PortalError::PasswordLength) => {
            let wrong = error.message().get(asked.language);
            page(422, &OneTimePage { frame, handle, wrong })
        }
        Err(error) => Err(error.into()),
    }
}
