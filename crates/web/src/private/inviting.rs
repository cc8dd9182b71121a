//! Invitations created by admins and organizers, for anyone who has the link.

use super::{AccessDenied, admin::say as admin, asked::PrivateRequest};
use crate::http_error::HttpError;
use certamen_portal::{CurrentUser, Registration};

/// Whether invitations are enabled.
pub(super) fn invites(asked: &PrivateRequest<'_>) -> bool {
    asked.people.file.registration == Registration::Invitation
}

/// A link for creating an account, and for entering `contest` if that is not empty. The caller has
/// verified the user's password.
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
