//! Addresses of private pages.

use crate::{
    Slug,
    address::{decoded, encoded},
};

/// A private page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PrivateRoom {
    /// Where one signs in.
    SignIn,
    /// Where one signs out.
    SignOut,
    /// Where whoever holds this link sets his password.
    OneTime(String),
    /// One's account.
    Me,
    /// Where one sends a program to a contest.
    Submit(Slug),
    /// What one sent to a contest.
    Mine(Slug),
    /// What was sent under this name, and what became of it.
    Submission(String),
    /// The sources of a program that takes part.
    Sources(Slug, String),
    /// What a host of a contest decides.
    Host(Slug),
}

impl PrivateRoom {
    /// The private page at `path`, which is without its language; none if it is no such page.
    pub(crate) fn read(path: &str) -> Option<PrivateRoom> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        Some(match segments[..] {
            ["sign-in"] => PrivateRoom::SignIn,
            ["sign-out"] => PrivateRoom::SignOut,
            ["one-time", secret] if is_id(secret) => PrivateRoom::OneTime(secret.to_owned()),
            ["me"] => PrivateRoom::Me,
            ["submissions", id] if is_id(id) => PrivateRoom::Submission(id.to_owned()),
            ["c", slug, "submit"] => PrivateRoom::Submit(Slug::read(slug)?),
            ["c", slug, "mine"] => PrivateRoom::Mine(Slug::read(slug)?),
            ["c", slug, "sources", entrant] => {
                PrivateRoom::Sources(Slug::read(slug)?, decoded(entrant).ok()?)
            }
            ["c", slug, "host"] => PrivateRoom::Host(Slug::read(slug)?),
            _ => return None,
        })
    }

    /// Its address, without the language; begins with a slash.
    pub(crate) fn path(&self) -> String {
        match self {
            PrivateRoom::SignIn => "/sign-in".to_owned(),
            PrivateRoom::SignOut => "/sign-out".to_owned(),
            PrivateRoom::OneTime(secret) => format!("/one-time/{secret}"),
            PrivateRoom::Me => "/me".to_owned(),
            PrivateRoom::Submit(slug) => format!("/c/{slug}/submit"),
            PrivateRoom::Mine(slug) => format!("/c/{slug}/mine"),
            PrivateRoom::Submission(id) => format!("/submissions/{id}"),
            PrivateRoom::Sources(slug, entrant) => {
                format!("/c/{slug}/sources/{}", encoded(entrant))
            }
            PrivateRoom::Host(slug) => format!("/c/{slug}/host"),
        }
    }
}

/// Whether a name in an address may be one of ours: it leads nowhere else.
fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=64).contains(&text.len()) && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_room_is_found_at_its_own_address() {
        let slug = || Slug::read("go-9x9").unwrap();
        for room in [
            PrivateRoom::SignIn,
            PrivateRoom::SignOut,
            PrivateRoom::OneTime("abc2".to_owned()),
            PrivateRoom::Me,
            PrivateRoom::Submit(slug()),
            PrivateRoom::Mine(slug()),
            PrivateRoom::Submission("abc7".to_owned()),
            PrivateRoom::Sources(slug(), "../ñ/<x>".to_owned()),
            PrivateRoom::Host(slug()),
        ] {
            assert_eq!(PrivateRoom::read(&room.path()), Some(room));
        }
        for path in
            ["/", "/c/go", "/submissions/..%2f", "/submissions/ABC", "/c/Go/submit", "/me/x"]
        {
            assert_eq!(PrivateRoom::read(path), None, "{path}");
        }
    }
}
