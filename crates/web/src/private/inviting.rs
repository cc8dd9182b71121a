//! Invitations that admins and hosts make, for whoever gets the link from them.

use super::{Barred, admin::say as admin, asked::RoomRequest};
use crate::refusal::Refusal;
use certamen_portal::{Registration, SignedIn};

/// Whether invitations are made here.
pub(super) fn invites(asked: &RoomRequest<'_>) -> bool {
    asked.people.file.registration == Registration::Invitation
}

/// A link with which somebody makes an account, to take part in `contest` if that is not empty. He who
/// asks for it has shown who he is.
pub(super) fn invite(
    asked: &RoomRequest<'_>,
    member: &SignedIn,
    contest: &str,
) -> Result<String, Refusal> {
    if !invites(asked) {
        return Err(Refusal::Barred(Barred::NotSent(409, admin::no_invitations())));
    }
    let secret = asked.people.portal.invite(Some(member.id), contest, asked.now)?;
    let path = format!("/{}/register/{}", asked.language, secret.told());
    Ok(asked.people.file.address(&path))
}
