//! Invitations that admins and hosts make, for whoever gets the link from them.

use super::{AccessDenied, admin::say as admin, asked::PrivateRequest};
use crate::http_error::HttpError;
use certamen_portal::{CurrentUser, Registration};

/// Whether invitations are made here.
pub(super) fn invites(asked: &PrivateRequest<'_>) -> bool {
    asked.people.file.registration == Registration::Invitation
}

/// A link with which somebody makes an account, to take part in `contest` if that is not empty. He who
/// asks for it has shown who he is.
pub(super) fn invite(
    asked: &PrivateRequest<'_>,
    member: &CurrentUser,
    contest: &str,
) -> Result<String, HttpError> {
    if !invites(asked) {
        return Err(HttpError::Barred(AccessDenied::NotSent(409, admin::no_invitations())));
    }
    let secret = asked.people.portal.invite(Some(member.id), contest, asked.now)?;
    let path = format!("/{}/register/{}", asked.language, secret.told());
    Ok(asked.people.file.address(&path))
}
