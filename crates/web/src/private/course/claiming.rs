//! Claiming a team: a user who knows its group, number and key becomes a member, with an existing
//! account or a new one.

use super::{CourseContext, words};
use crate::{
    http_error::HttpError,
    private::{
        PrivateRoute,
        asked::{PrivateReply, PrivateRequest},
    },
    throttle::Limited,
    upload::SentForm,
};
use certamen_i18n::{Localize, Message};
use certamen_portal::course::{TeamId, TeamRoster};
use certamen_portal::{PortalError, same_secret};

/// Makes the user a member of a team, or returns why not.
pub(super) fn claim(
    asked: &PrivateRequest<'_>,
    desk: &CourseContext<'_>,
    form: &SentForm,
) -> Result<Result<PrivateReply, Message>, HttpError> {
    let slug = &desk.view.slug;
    let given = ["group", "pair", "key"].map(|key| form.text(key).trim());
    // Guessing keys is rate-limited, from any network.
    asked.limited(Limited::Claim, &format!("{slug} {} {}", given[0], given[1]))?;
    let Some(pair) = claimed(&desk.roster, given) else { return Ok(Err(words::no_pair())) };
    let (portal, pair) = (&asked.people.portal, pair.to_string());
    let (claim, here) = ((slug.as_str(), &*pair), PrivateRoute::Course(slug.clone()));
    if let Some(member) = &asked.member {
        portal.claim(member.id, claim, asked.now)?;
        return Ok(Ok(asked.elsewhere(&here)));
    }
    let account = (form.text("handle").trim(), form.text("password"));
    match portal.register_member(account, asked.language, claim, asked.now) {
        Ok(account) => {
            let session = portal.sign_in(account, asked.now)?;
            let way = asked.frame().way(&here);
            Ok(Ok(PrivateReply::Elsewhere(way, Some(asked.transport.set(&session)))))
        }
        Err(
            error @ (PortalError::Taken(_) | PortalError::Handle(_) | PortalError::PasswordLength),
        ) => Ok(Err(error.message())),
        Err(error) => Err(error.into()),
    }
}

/// The team with this group, number and key; the time does not depend on how much matches.
fn claimed(roster: &TeamRoster, [group, number, key]: [&str; 3]) -> Option<TeamId> {
    let mut found = None;
    for team in roster.pairs() {
        let named = team.group.to_string() == group
            && number.parse::<u8>().is_ok_and(|number| number == team.id.pair);
        let kept = team.key.as_ref().map_or("", |key| key.secret());
        if same_secret(kept, key) & named & !kept.is_empty() {
            found = Some(team.id);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_claimed_with_its_own_key_only() {
        let register = b"group,pair,key\n2314,2,AbCd123456\n2314,3,XyZw987654\n2314,4,\n";
        let roster = TeamRoster::read(register).unwrap();
        let look = |given| claimed(&roster, given).map(|pair| pair.to_string());
        assert_eq!(look(["2314", "2", "AbCd123456"]).as_deref(), Some("1402"));
        assert_eq!(look(["2314", "02", "AbCd123456"]).as_deref(), Some("1402"));
        for wrong in [
            ["2314", "2", "XyZw987654"],
            ["2314", "2", "abcd123456"],
            ["14", "2", "AbCd123456"],
            ["2314", "4", ""],
            ["", "", ""],
        ] {
            assert_eq!(look(wrong), None, "{wrong:?}");
        }
    }
}
