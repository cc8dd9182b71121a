//! The permissions of each role on the server: a user for each role, known by a key. Servers are
//! configured by and checked against this table.

use serde_json::{Value, json};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BusRole {
    Coordinator,
    Worker,
    /// Sees which workers are available.
    Viewer,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SubjectUse {
    Says,
    Hears,
}

/// A permission to use a subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubjectRight {
    pub talk: SubjectUse,
    /// The subject; `*` and `>` are wildcards, and `{key}` stands for the key of the user.
    pub subject: &'static str,
    pub roles: &'static [BusRole],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BusUser {
    pub name: String,
    pub role: BusRole,
    pub key: String,
}

use BusRole::{Coordinator, Viewer, Worker};

/// All rights. Those that no role has are there to be tested: a user that has one was not set up by
/// us.
pub const RIGHTS: &[SubjectRight] = &[
    says("certamen.work.*.*.*", &[Coordinator]),
    says("certamen.part.b.*.*", &[Coordinator]),
    says("certamen.roll", &[Coordinator, Viewer]),
    says("certamen.order.*", &[Coordinator]),
    says("certamen.event.*", &[Coordinator]),
    says("certamen.result.*.{key}", &[Worker]),
    says("certamen.beat.{key}.*", &[Worker]),
    says("certamen.part.r.{key}.*.*", &[Worker]),
    says("$JS.API.STREAM.INFO.CERTAMEN_WORK", &[Coordinator]),
    says("$JS.API.STREAM.INFO.CERTAMEN_RESULT", &[Coordinator]),
    says("$JS.API.STREAM.INFO.CERTAMEN_PART", &[Coordinator]),
    says("$JS.API.STREAM.CREATE.CERTAMEN_WORK", &[Coordinator]),
    says("$JS.API.STREAM.CREATE.CERTAMEN_RESULT", &[Coordinator]),
    says("$JS.API.STREAM.CREATE.CERTAMEN_PART", &[Coordinator]),
    says("$JS.API.STREAM.PURGE.CERTAMEN_WORK", &[Coordinator]),
    says("$JS.API.STREAM.PURGE.CERTAMEN_PART", &[Coordinator]),
    says("$JS.API.CONSUMER.DURABLE.CREATE.CERTAMEN_WORK.*", &[Coordinator]),
    says("$JS.API.CONSUMER.DURABLE.CREATE.CERTAMEN_RESULT.*", &[Coordinator]),
    says("$JS.API.CONSUMER.INFO.CERTAMEN_WORK.*", &[Coordinator]),
    says("$JS.API.CONSUMER.INFO.CERTAMEN_RESULT.*", &[Coordinator]),
    says("$JS.API.CONSUMER.MSG.NEXT.CERTAMEN_RESULT.*", &[Coordinator]),
    says("$JS.ACK.CERTAMEN_RESULT.>", &[Coordinator]),
    says("$JS.API.CONSUMER.MSG.NEXT.CERTAMEN_WORK.*", &[Worker]),
    says("$JS.ACK.CERTAMEN_WORK.>", &[Worker]),
    says("$JS.API.DIRECT.GET.CERTAMEN_PART.certamen.part.b.*.*", &[Worker, Coordinator]),
    says("$JS.API.DIRECT.GET.CERTAMEN_PART.certamen.part.r.*.*.*", &[Coordinator]),
    hears("certamen.beat.*.*", &[Coordinator, Viewer]),
    hears("certamen.event.*", &[Coordinator, Viewer]),
    hears("certamen.roll", &[Worker, Coordinator]),
    hears("certamen.order.*", &[Worker]),
    // No one speaks in the name of another user.
    says("certamen.result.*.*", &[]),
    says("certamen.beat.*.*", &[]),
    says("certamen.part.r.*.*.*", &[]),
    // A user with this right may ask for everything stored there, one by one.
    says("$JS.API.DIRECT.GET.CERTAMEN_PART", &[]),
    says("$JS.API.STREAM.UPDATE.*", &[]),
    says("$JS.API.STREAM.DELETE.*", &[]),
    says("$JS.API.STREAM.MSG.GET.*", &[]),
    says("$JS.API.STREAM.MSG.DELETE.*", &[]),
    says("$JS.API.STREAM.NAMES", &[]),
    says("$JS.API.CONSUMER.CREATE.*", &[]),
    says("$JS.API.CONSUMER.DELETE.*.*", &[]),
    says("_INBOX.>", &[]),
    hears("certamen.>", &[]),
    hears("certamen.work.>", &[]),
    hears("certamen.result.>", &[]),
    hears("certamen.part.>", &[]),
    hears("_INBOX.>", &[]),
    hears("$JS.API.>", &[]),
    hears("$JS.ACK.>", &[]),
    hears(">", &[]),
];

const fn says(subject: &'static str, roles: &'static [BusRole]) -> SubjectRight {
    SubjectRight { talk: SubjectUse::Says, subject, roles }
}

const fn hears(subject: &'static str, roles: &'static [BusRole]) -> SubjectRight {
    SubjectRight { talk: SubjectUse::Hears, subject, roles }
}

impl BusRole {
    pub const ALL: [BusRole; 3] = [Coordinator, Worker, Viewer];

    /// The name of the only user of this role, or the prefix of the names of several.
    pub fn word(self) -> &'static str {
        match self {
            Coordinator => "coordinator",
            Worker => "worker",
            Viewer => "viewer",
        }
    }

    pub fn rights(self) -> impl Iterator<Item = &'static SubjectRight> {
        RIGHTS.iter().filter(move |right| right.roles.contains(&self))
    }
}

impl SubjectRight {
    /// An example of a subject that matches, for a user with this key.
    pub fn example(&self, key: &str) -> String {
        let subject = self.of(key);
        match self.talk {
            // A user that may hear some of it uses the same words.
            SubjectUse::Hears => subject,
            SubjectUse::Says => subject.replace('*', "check").replace('>', "check.check"),
        }
    }

    /// The subject for a user with this key.
    fn of(&self, key: &str) -> String {
        self.subject.replace("{key}", key)
    }
}

/// The prefix of the subjects on which only this user gets the answers to its requests.
pub(crate) fn inbox(key: &str) -> String {
    format!("_INBOX_{key}")
}

/// The server configuration of users: one a line, with its name as a comment.
pub fn users_config(users: &[BusUser]) -> String {
    let lines: Vec<String> = users.iter().map(config_line).collect();
    format!("users: [\n{}]\n", lines.concat())
}

pub fn read_users(text: &str) -> Option<Vec<BusUser>> {
    let lines = text.lines().filter(|line| line.trim_start().starts_with('{'));
    lines.map(read).collect()
}

fn config_line(user: &BusUser) -> String {
    let of = |talk: SubjectUse| {
        let own = user.role.rights().filter(move |right| right.talk == talk);
        own.map(|right| right.of(&user.key)).collect::<Vec<_>>()
    };
    let mut hears = of(SubjectUse::Hears);
    hears.push(format!("{}.>", inbox(&user.key)));
    let config = json!({
        "nkey": user.key,
        "permissions": {
            "publish": { "allow": of(SubjectUse::Says) },
            "subscribe": { "allow": hears },
        },
    });
    format!("  {config} # {} {}\n", user.role.word(), user.name)
}

fn read(line: &str) -> Option<BusUser> {
    let (config, user) = line.rsplit_once(" # ")?;
    let (role, name) = user.trim().split_once(' ')?;
    let role = BusRole::ALL.into_iter().find(|known| known.word() == role)?;
    let config: Value = serde_json::from_str(config).ok()?;
    Some(BusUser { name: name.to_owned(), role, key: config["nkey"].as_str()?.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn users_are_read_as_they_are_written() {
        let user = |name: &str, role, key: &str| BusUser {
            name: name.to_owned(),
            role,
            key: key.to_owned(),
        };
        let users = [user("coordinator", Coordinator, "UA"), user("lab", Worker, "UB")];
        let config = users_config(&users);
        assert_eq!(read_users(&config).unwrap(), users);
        assert!(config.contains("\"_INBOX_UB.>\""), "{config}");
        assert_eq!(read_users("users: [\n  {\"nkey\":\"UA\"}\n]"), None);
    }

    #[test]
    fn every_subject_used_has_a_role_that_may_publish_there() {
        let may = |role: BusRole, subject: &str| {
            let fits = |right: &&SubjectRight| {
                let own = right.of("UA");
                let mut parts = own.split('.');
                subject.split('.').all(|part| {
                    let own = parts.next();
                    own == Some("*") || own == Some(part)
                }) && parts.next().is_none()
            };
            role.rights().any(|right| right.talk == SubjectUse::Says && fits(&right))
        };
        for (role, subject) in [
            (Coordinator, layout::work("k", 1, "c")),
            (Coordinator, layout::bundle_part("b", 0)),
            (Worker, layout::result("c", "UA")),
            (Worker, layout::heartbeat("UA", "M")),
            (Worker, layout::result_part("UA", "h", "0")),
            (Coordinator, layout::asked_part(&layout::result_part("UA", "h", "0"))),
            (Coordinator, layout::order("UA")),
            (Coordinator, layout::event("c")),
            (Coordinator, layout::ROLL.to_owned()),
        ] {
            for other in BusRole::ALL {
                let shared = subject == layout::ROLL;
                assert!(may(other, &subject) == (other == role) || shared, "{other:?} {subject}");
            }
        }
        for subject in [layout::result("c", "UB"), layout::heartbeat("UB", "M")] {
            assert!(BusRole::ALL.iter().all(|role| !may(*role, &subject)), "{subject}");
        }
        for part in [layout::bundle_part("b", 0), layout::batch_part("h", "0")] {
            let asked = BusRole::ALL.map(|role| may(role, &layout::asked_part(&part)));
            assert_eq!(asked, [true, true, false], "{part}");
        }
    }
}
