//! Commands for the operator of a site: `account`, `archive` and `backup`.

use crate::{
    Result,
    exit::ExitStatus,
    flags::{self, NumberError},
    say::serving as say,
};
use certamen_game::Language;
use certamen_i18n::{UserError, usage};
use certamen_portal::{
    AccountState, BackupError, Portal, Registration, Role, SiteFile, backup as copy, check_handle,
    is_backup, verify_backup,
};
use certamen_web::{Contests, MatchesKept, Naming, People, SiteInfo, archive as write};
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
    #[arg(value_enum, value_parser = flags::named::<AccountAct>("account_act"), value_name = "ACT")]
    pub(crate) act: AccountAct,
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[arg(long, value_enum, value_parser = flags::named::<RoleName>("account_role"))]
    pub(crate) role: Option<RoleName>,
    #[arg(long, value_name = "CONTEST")]
    pub(crate) contest: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AccountAct {
    Add,
    Reset,
    Invite,
    Role,
    List,
    Close,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RoleName {
    Member,
    Host,
    Admin,
}

pub(crate) fn account(arguments: &AccountArgs, language: Language) -> Result<ExitStatus> {
    let file = SiteFile::read(&arguments.folder)?.as_served(&arguments.folder);
    if !arguments.folder.is_dir() {
        return Err(usage(say::no_folder(&arguments.folder)));
    }
    check_role(arguments)?;
    let name = || arguments.name.as_deref().ok_or_else(|| usage(say::which_account()));
    let portal = if arguments.act == AccountAct::Add {
        check_handle(name()?)?;
        Some(Portal::create(&arguments.folder)?)
    } else {
        Portal::open(&arguments.folder)?
    };
    let portal = portal.ok_or_else(|| usage(say::no_accounts(&arguments.folder)))?;
    let now = Timestamp::now();
    match arguments.act {
        AccountAct::List => return list_accounts(&portal),
        AccountAct::Invite => return invite(&portal, (&file, arguments), language, now),
        _ => {}
    }
    let name = name()?;
    if arguments.act == AccountAct::Add {
        portal.add_account(name, language, now)?;
    }
    let account = portal.account(name)?;
    match arguments.act {
        AccountAct::Add | AccountAct::Role => {
            let contest = arguments.contest.as_deref().unwrap_or_default();
            match arguments.role {
                Some(RoleName::Host) => portal.grant(account.id, (Role::Host, contest), now)?,
                Some(RoleName::Admin) => portal.grant(account.id, (Role::Admin, ""), now)?,
                Some(RoleName::Member) => portal.take_grants(account.id, now)?,
                None => {}
            }
        }
        AccountAct::Close => portal.close_account(account.id, now)?,
        AccountAct::Reset | AccountAct::List | AccountAct::Invite => {}
    }
    if matches!(arguments.act, AccountAct::Add | AccountAct::Reset) {
        let secret = portal.reset_link(account.id, now)?;
        let link = file.address(&format!("/{language}/one-time/{}", secret.reveal()));
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

fn invite(
    portal: &Portal,
    (file, arguments): (&SiteFile, &AccountArgs),
    language: Language,
    now: Timestamp,
) -> Result<ExitStatus> {
    if file.registration != Registration::Invitation {
        return Err(usage(say::no_invitations()));
    }
    let secret = portal.invite(None, arguments.contest.as_deref().unwrap_or_default(), now)?;
    writeln!(stdout(), "{}", file.address(&format!("/{language}/register/{}", secret.reveal())))?;
    warn_of_address(file, language);
    eprintln!("{}", say::invitation_once().get(language));
    Ok(ExitStatus::Fine)
}

/// Rejects an incomplete role before anything is written.
fn check_role(arguments: &AccountArgs) -> Result<()> {
    match (arguments.role, &arguments.contest) {
        (None, _) if arguments.act == AccountAct::Role => Err(usage(say::which_role())),
        (Some(RoleName::Host), None) => Err(usage(say::host_of_what())),
        _ => Ok(()),
    }
}

/// One line each: the name, whether the account is open, and its roles.
fn list_accounts(portal: &Portal) -> Result<ExitStatus> {
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

#[derive(Args, Debug)]
pub(crate) struct ArchiveArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGES")]
    pub(crate) languages: Vec<Language>,
    #[arg(long, default_value = "5000", value_parser = kept_matches, value_name = "MATCHES")]
    pub(crate) matches: MatchesKept,
    #[arg(long)]
    pub(crate) names: bool,
}

pub(crate) fn archive(arguments: &ArchiveArgs, language: Language) -> Result<ExitStatus> {
    if !arguments.folder.is_dir() {
        return Err(UserError::new(say::no_contests_folder(&arguments.folder)));
    }
    let contests = Contests::find(&arguments.folder)?;
    for path in &contests.misnamed {
        eprintln!("{}", say::misnamed(path).get(language));
    }
    let mut sign = SiteInfo::of(&SiteFile::read(&arguments.folder)?, language);
    // Without a list of languages, only the first is written.
    sign.languages.truncate(1);
    if !arguments.languages.is_empty() {
        sign.languages.clone_from(&arguments.languages);
    }
    let naming = if arguments.names { Naming::Names } else { Naming::Aliases };
    let files = write(&contests, &arguments.out, (sign, arguments.matches, naming))?;
    writeln!(stdout(), "{}", say::archived(&arguments.out, files).get(language))?;
    Ok(ExitStatus::Fine)
}

fn kept_matches(given: &str) -> Result<MatchesKept, NumberError> {
    match given {
        "all" => Ok(MatchesKept::All),
        "none" => Ok(MatchesKept::Nothing),
        number => number.parse().map(MatchesKept::UpTo).map_err(NumberError::Unreadable),
    }
}

#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = "FOLDER", required_unless_present = "verify")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, conflicts_with = "out")]
    pub(crate) verify: bool,
}

pub(crate) fn backup(arguments: &BackupArgs, language: Language) -> Result<ExitStatus> {
    let mut shown = stdout().lock();
    if !arguments.folder.is_dir() {
        return Err(UserError::new(say::no_folder(&arguments.folder)));
    }
    if let Some(out) = &arguments.out {
        let files = copy(&arguments.folder, out)?;
        writeln!(shown, "{}", say::backed_up(out, files).get(language))?;
        return Ok(ExitStatus::Fine);
    }
    if !is_backup(&arguments.folder) {
        return Err(UserError::new(say::no_backup(&arguments.folder)));
    }
    let faults = verify_backup(&arguments.folder)?;
    for fault in &faults {
        let message = match fault {
            BackupError::Missing(path) => say::backup_missing(path),
            BackupError::Changed(path) => say::backup_changed(path),
            BackupError::Unlisted(path) => say::backup_unlisted(path),
            BackupError::Damaged(path) => say::backup_damaged(path),
        };
        writeln!(shown, "{}", message.get(language))?;
    }
    if faults.is_empty() {
        writeln!(shown, "{}", say::backup_whole(&arguments.folder).get(language))?;
        return Ok(ExitStatus::Fine);
    }
    Ok(ExitStatus::NotPlain)
}
