//! `certamen bus check`: what a server supports and what a key may do there, found by trying.

use crate::print::format::{Column, TableFormat, print};
use crate::{
    command_error::CommandError,
    ending::ExitStatus,
    flags::{bus, named},
    say::farm as say,
};
use certamen_farm::{
    Nats, ServerFeatures, StreamInfo,
    rights::{BusRole, RIGHTS, SubjectRight, SubjectUse},
};
use certamen_game::Language;
use clap::{Args, ValueEnum};
use std::{
    io::{Write, stdout},
    path::PathBuf,
};

#[derive(Args, Debug)]
pub(crate) struct BusCheckArgs {
    #[arg(value_name = "URL")]
    url: String,
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[arg(long)]
    plain: bool,
    #[arg(long, value_enum, value_parser = named::of::<RoleOfUser>("bus_check_role"))]
    role: Option<RoleOfUser>,
}

/// The role that a key should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RoleOfUser {
    Coordinator,
    Worker,
    Viewer,
}

/// The result of checking a key.
struct KeyCheck {
    /// The rights that it has.
    held: Vec<&'static SubjectRight>,
    /// The roles for which they suffice.
    roles: Vec<BusRole>,
    /// Rights beyond those of its roles.
    beyond: Vec<&'static SubjectRight>,
    /// The role that it almost has, with the missing rights.
    nearly: Option<(BusRole, Vec<&'static SubjectRight>)>,
}

/// With at most this number of missing rights, the user stems from an earlier `certamen bus setup`.
const FEW: usize = 4;

/// Tries all rights and prints the result. The exit status is a failure if the key does not have
/// the expected role.
pub(super) fn check(
    arguments: &BusCheckArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let address = bus::address(&arguments.url, bus::plain(arguments.plain))?;
    let server = bus::connect(&address, arguments.key.as_deref(), None)?;
    let card = server.server();
    let mut out = stdout().lock();
    let most = card.largest >> 10;
    writeln!(out, "{}", say::server(address.to_string(), &card.version, most).get(language))?;
    let tried = tried(&server)?;
    if tried.roles.contains(&BusRole::Coordinator) {
        for stream in server.kept()? {
            writeln!(out, "{}", told_stream(&stream).get(language))?;
        }
    }
    writeln!(out)?;
    print_rights(&mut out, &tried, language)?;
    writeln!(out, "\n{}", verdict(&card, &tried).get(language))?;
    let wanted = arguments.role.map(RoleOfUser::role);
    let fits = match wanted {
        Some(role) => tried.roles == [role] && tried.beyond.is_empty(),
        None => !tried.roles.is_empty() && tried.nearly.is_none(),
    };
    Ok(if fits { ExitStatus::Fine } else { ExitStatus::NotPlain })
}

impl RoleOfUser {
    fn role(self) -> BusRole {
        match self {
            RoleOfUser::Coordinator => BusRole::Coordinator,
            RoleOfUser::Worker => BusRole::Worker,
            RoleOfUser::Viewer => BusRole::Viewer,
        }
    }
}

fn tried(server: &Nats) -> Result<KeyCheck, CommandError> {
    let held = server.rights()?;
    let is_whole = |role: &BusRole| role.rights().all(|right| held.contains(&right));
    let mut roles: Vec<BusRole> = BusRole::ALL.into_iter().filter(is_whole).collect();
    // A coordinator may also list workers.
    if roles.contains(&BusRole::Coordinator) {
        roles.retain(|role| *role != BusRole::Viewer);
    }
    let is_beyond = |right: &&&SubjectRight| roles.iter().all(|role| !right.roles.contains(role));
    let beyond = held.iter().filter(is_beyond).copied().collect();
    let nearly = BusRole::ALL.into_iter().find_map(|role| nearly(&held, role));
    Ok(KeyCheck { held, roles, beyond, nearly })
}

/// The rights missing for `role`, if they are few.
fn nearly(
    held: &[&'static SubjectRight],
    role: BusRole,
) -> Option<(BusRole, Vec<&'static SubjectRight>)> {
    let lacks = |right: &&SubjectRight| held.iter().all(|own| own != right);
    let lacking: Vec<&SubjectRight> = role.rights().filter(lacks).collect();
    let is_most = 2 * lacking.len() < role.rights().count();
    let is_nearly = (1..=FEW).contains(&lacking.len()) && is_most;
    is_nearly.then_some((role, lacking))
}

fn told_stream(stream: &StreamInfo) -> certamen_i18n::Message {
    match stream.holds {
        Some((messages, bytes)) => say::stream(stream.name, messages, bytes.div_ceil(1 << 10)),
        None => say::stream_missing(stream.name),
    }
}

fn print_rights(
    out: &mut dyn Write,
    tried: &KeyCheck,
    language: Language,
) -> Result<(), CommandError> {
    let columns = [say::does(), say::subject(), say::whose(), say::may()]
        .map(|heading| Column::text(&heading, language));
    let row = |right: &&'static SubjectRight| {
        let does = match right.talk {
            SubjectUse::Says => say::says(),
            SubjectUse::Hears => say::hears(),
        };
        let roles: Vec<&str> = right.roles.iter().map(|role| role.word()).collect();
        let may = if tried.held.contains(right) { say::yes() } else { say::no() };
        let subject = right.subject.to_owned();
        vec![does.get(language), subject, roles.join(", "), may.get(language)]
    };
    let rows: Vec<Vec<String>> = RIGHTS.iter().collect::<Vec<_>>().iter().map(row).collect();
    Ok(print(out, TableFormat::Table, &columns, &rows)?)
}

/// A sentence that says which role the key has.
fn verdict(card: &ServerFeatures, tried: &KeyCheck) -> certamen_i18n::Message {
    if !card.knows_users {
        return say::open_server();
    }
    let subjects = |rights: &[&SubjectRight]| {
        let all: Vec<&str> = rights.iter().map(|right| right.subject).collect();
        all.join(", ")
    };
    if let Some((role, lacking)) = &tried.nearly {
        return say::key_lacks(role.word(), subjects(lacking));
    }
    let roles: Vec<&str> = tried.roles.iter().map(|role| role.word()).collect();
    match (roles.is_empty(), tried.beyond.is_empty()) {
        (true, _) => say::key_without_role(),
        (false, true) => say::key_of(roles.join(", ")),
        (false, false) => say::key_beyond(roles.join(", "), subjects(&tried.beyond)),
    }
}
