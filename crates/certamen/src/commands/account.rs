//! `certamen account`: accounts of a site and their roles.

use crate::command_error::{CommandError, usage};
use crate::ending::ExitStatus;
use crate::flags::named;
use crate::say::serving as say;
use certamen_game::Language;
use certamen_portal::{Account, AccountState, Portal, Registration, Role, SiteFile, check_handle};
use certamen_web::People;
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use std::{
    io::{Write, stdout},
    path::PathBuf,
    sync::Arc,
};

#[derive(Args, Debug)]
pub(crate) struct AccountArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(value_enum, value_parser = named::of::<AccountAct>("account_act"), value_name = "ACT")]
    pub(crate) act: AccountAct,
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[arg(long, value_enum, value_parser = named::of::<RoleName>("account_role"))]
    pub(crate) role: Option<RoleName>,
    #[arg(long, value_name = "CONTEST")]
    pub(crate) contest: Option<String>,
}

/// The actions on an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AccountAct {
    Add,
    Reset,
    Invite,
    Role,
    List,
    Close,
}

/// The roles of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RoleName {
    Member,
    Host,
    Admin,
}

pub(crate) fn account(
    arguments: &AccountArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let file = SiteFile::read(&arguments.folder)?.as_served(&arguments.folder);
    if !arguments.folder.is_dir() {
        return Err(usage(say::no_folder(&arguments.folder)));
    }
    check_role(arguments)?;
    let portal = if arguments.act == AccountAct::Add {
        check_handle(named(arguments)?)?;
        Some(Portal::create(&arguments.folder)?)
    } else {
        Portal::open(&arguments.folder)?
    };
    let portal = portal.ok_or_else(|| usage(say::no_accounts(&arguments.folder)))?;
    let now = Timestamp::now();
    match arguments.act {
        AccountAct::List => return list(&portal),
        AccountAct::Invite => return invite(&portal, (&file, arguments), language, now),
        _ => {}
    }
    let name = named(arguments)?;
    if arguments.act == AccountAct::Add {
        portal.add_account(name, language, now)?;
    }
    let account = portal.account(name)?;
    match arguments.act {
        AccountAct::Add | AccountAct::Role => give(&portal, &account, arguments, now)?,
        AccountAct::Close => portal.close_account(account.id, now)?,
        AccountAct::Reset | AccountAct::List | AccountAct::Invite => {}
    }
    if matches!(arguments.act, AccountAct::Add | AccountAct::Reset) {
        let secret = portal.reset_link(account.id, now)?;
        let link = file.address(&format!("/{language}/one-time/{}", secret.told()));
        writeln!(stdout(), "{link}")?;
        warn_of_address(&file, language);
        eprintln!("{}", say::link_once(name).get(language));
        if People::new(Arc::new(portal), file).send_link(&account, &link, now)? {
            eprintln!("{}", say::link_is_written(name).get(language));
        }
    }
    Ok(ExitStatus::Fine)
}

/// Warns about links of a site that was never served: its address is still unknown.
fn warn_of_address(file: &SiteFile, language: Language) {
    if !file.is_reached() {
        eprintln!("{}", say::link_after_serve().get(language));
    }
}

/// Prints a link with which a person creates an account.
fn invite(
    portal: &Portal,
    (file, arguments): (&SiteFile, &AccountArgs),
    language: Language,
    now: Timestamp,
) -> Result<ExitStatus, CommandError> {
    if file.registration != Registration::Invitation {
        return Err(usage(say::no_invitations()));
    }
    let secret = portal.invite(None, arguments.contest.as_deref().unwrap_or_default(), now)?;
    writeln!(stdout(), "{}", file.address(&format!("/{language}/register/{}", secret.told())))?;
    warn_of_address(file, language);
    eprintln!("{}", say::invitation_once().get(language));
    Ok(ExitStatus::Fine)
}

fn named(arguments: &AccountArgs) -> Result<&str, CommandError> {
    arguments.name.as_deref().ok_or_else(|| usage(say::which_account()))
}

/// Rejects an incomplete role before anything is written.
fn check_role(arguments: &AccountArgs) -> Result<(), CommandError> {
    match (arguments.role, &arguments.contest) {
        (None, _) if arguments.act == AccountAct::Role => Err(usage(say::which_role())),
        (Some(RoleName::Host), None) => Err(usage(say::host_of_what())),
        _ => Ok(()),
    }
}

/// Grants the requested role.
fn give(
    portal: &Portal,
    account: &Account,
    arguments: &AccountArgs,
    now: Timestamp,
) -> Result<(), CommandError> {
    let contest = arguments.contest.as_deref().unwrap_or_default();
    match arguments.role {
        Some(RoleName::Host) => portal.grant(account.id, (Role::Host, contest), now)?,
        Some(RoleName::Admin) => portal.grant(account.id, (Role::Admin, ""), now)?,
        Some(RoleName::Member) => portal.take_grants(account.id, now)?,
        None => {}
    }
    Ok(())
}

/// One line each: the name, whether the account is open, and its roles.
fn list(portal: &Portal) -> Result<ExitStatus, CommandError> {
    let mut out = stdout().lock();
    for account in portal.accounts()? {
        let grants = portal.grants(account.id)?;
        let state = if account.state == AccountState::Open { "open" } else { "closed" };
        let mut roles: Vec<String> =
            grants.hosts.iter().map(|contest| format!("host:{contest}")).collect();
        if grants.admin {
            roles.push("admin".to_owned());
        }
        writeln!(out, "{}\t{state}\t{}", account.handle, roles.join(","))?;
    }
    Ok(ExitStatus::Fine)
}
