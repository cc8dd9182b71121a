//! `certamen bus`: the message server between the coordinator and its workers: setting one up,
//! checking a key, and connecting.

use crate::{
    Result,
    exit::ExitStatus,
    flags,
    print::format::{Column, TableFormat, print},
    say::farm as say,
};
use certamen_contest::quantity;
use certamen_farm::{
    Address, AllowPlaintext, BusError, Nats, ServerFeatures, Terms,
    identity::PrivateKey,
    layout,
    rights::{BusRole, BusUser, RIGHTS, SubjectRight, SubjectUse, read_users, users_config},
};
use certamen_game::Language;
use certamen_host::replace;
use certamen_i18n::{Context, Localize, UserError, usage};
use clap::{Args, Subcommand, ValueEnum};
use std::{
    env, fs,
    io::{Write, stdout},
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

#[derive(Args, Debug)]
#[command(disable_help_subcommand = true)]
pub(crate) struct BusArgs {
    #[command(subcommand)]
    act: BusAct,
}

#[derive(Subcommand, Debug)]
enum BusAct {
    Setup(BusSetupArgs),
    Check(BusCheckArgs),
}

pub(crate) fn bus(arguments: &BusArgs, language: Language) -> Result<ExitStatus> {
    match &arguments.act {
        BusAct::Setup(arguments) => setup(arguments, language),
        BusAct::Check(arguments) => check(arguments, language),
    }
}

/// Divides all time limits of the message server; tests set it, so that leases expire soon.
const HASTE: &str = "CERTAMEN_BUS_HASTE";

/// By how many percent a worker may be slower than usual; 0 disables the check. Tests set it,
/// because they share their processors with others.
const DRIFT: &str = "CERTAMEN_BUS_DRIFT";

pub(crate) fn terms() -> Terms {
    let number = |name: &str| env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    let usual = Terms::usual();
    Terms { drift: number(DRIFT).unwrap_or(usual.drift), ..usual }
        .hurried(number(HASTE).unwrap_or(1))
}

/// The given address; an error if the connection would be unencrypted and that is not allowed.
pub(crate) fn address(given: &str, plain: AllowPlaintext) -> Result<Address> {
    let address: Result<Address, _> = given.parse();
    address.and_then(|address| address.allowing(plain)).map_err(|error| usage(error.message()))
}

/// Connects as the user with this key, who must have the rights of this role.
pub(crate) fn connect(
    address: &Address,
    key: Option<&Path>,
    role: Option<BusRole>,
) -> Result<Arc<Nats>> {
    let own = key.map(PrivateKey::read).transpose()?;
    if own.is_none() && address.is_encrypted() {
        return Err(usage(say::key_missing()));
    }
    let server = Nats::connect(address, own.as_ref(), terms()).map_err(connection_error)?;
    if let Some(role) = role {
        server.check_role(role).map_err(connection_error)?;
    }
    Ok(Arc::new(server))
}

/// Retrying does not help against a wrong key, so that is a usage error.
fn connection_error(error: BusError) -> UserError {
    if error.is_of_key() { usage(error.message()) } else { error.into() }
}

pub(crate) fn plain(is_allowed: bool) -> AllowPlaintext {
    if is_allowed { AllowPlaintext::Allowed } else { AllowPlaintext::Loopback }
}

#[derive(Args, Debug)]
pub(crate) struct BusSetupArgs {
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    workers: Vec<String>,
    #[arg(long, default_value = "127.0.0.1:4222", value_name = "ADDRESS")]
    listen: SocketAddr,
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    #[arg(long)]
    plain: bool,
    #[arg(long, value_parser = quantity::size, default_value = "13 GiB", value_name = "SIZE")]
    disk: u64,
}

/// The configuration; the operator may edit it, so it is never rewritten.
const CONFIGURATION: &str = "nats.conf";
/// The users; rewritten by each setup.
const USERS: &str = "users.conf";

/// Writes the missing files and leaves the others unchanged.
pub(super) fn setup(arguments: &BusSetupArgs, language: Language) -> Result<ExitStatus> {
    let BusSetupArgs { folder, workers, .. } = arguments;
    check_names(workers)?;
    let is_open = !arguments.listen.ip().is_loopback();
    if is_open && arguments.tls_cert.is_none() && !arguments.plain {
        return Err(usage(say::plain_server(arguments.listen.ip().to_string())));
    }
    let tls = match (&arguments.tls_cert, &arguments.tls_key) {
        (Some(certificate), Some(key)) => Some([absolute(certificate)?, absolute(key)?]),
        _ => None,
    };
    fs::create_dir_all(folder).context(folder)?;
    let mut out = stdout().lock();
    let users = merged_users(folder, workers)?;
    for user in &users {
        writeln!(out, "{}", key_of(folder, &user.name).display())?;
    }
    let path = folder.join(USERS);
    replace(&path, users_config(&users).as_bytes())?;
    writeln!(out, "{}", path.display())?;
    let path = folder.join(CONFIGURATION);
    if path.exists() {
        eprintln!("{}", say::kept(&path).get(language));
    } else {
        let text = configuration(arguments, &absolute(folder)?, tls.as_ref());
        replace(&path, text.as_bytes())?;
    }
    writeln!(out, "{}", path.display())?;
    let scheme = if tls.is_some() { "tls" } else { "nats" };
    let address = format!("{scheme}://{}", arguments.listen);
    eprintln!("{}", say::set_up(&path, &address, folder).get(language));
    Ok(ExitStatus::Fine)
}

/// Rejects names that are invalid, repeated or reserved.
fn check_names(workers: &[String]) -> Result<()> {
    for (at, name) in workers.iter().enumerate() {
        if !layout::is_name(name) {
            return Err(usage(say::no_name(name)));
        }
        let is_ours = [BusRole::Coordinator, BusRole::Viewer].iter().any(|own| own.word() == name);
        if is_ours || workers[..at].contains(name) {
            return Err(usage(say::user_twice(name)));
        }
    }
    Ok(())
}

/// The existing users and the new ones, each with a key.
fn merged_users(folder: &Path, workers: &[String]) -> Result<Vec<BusUser>> {
    let path = folder.join(USERS);
    let mut users = Vec::new();
    if path.exists() {
        let text = fs::read_to_string(&path).context(&path)?;
        users = read_users(&text).ok_or_else(|| UserError::new(say::not_users(&path)))?;
    }
    let own = [BusRole::Coordinator, BusRole::Viewer].map(|role| (role, role.word()));
    let workers = workers.iter().map(|name| (BusRole::Worker, name.as_str()));
    for (role, name) in own.into_iter().chain(workers) {
        if users.iter().all(|user| user.name != name) {
            let key = PrivateKey::keep(&key_of(folder, name))?.public();
            users.push(BusUser { name: name.to_owned(), role, key });
        }
    }
    Ok(users)
}

fn key_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.key"))
}

/// The absolute path, independent of where the server is started.
fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).context(path)
}

fn configuration(arguments: &BusSetupArgs, folder: &Path, tls: Option<&[PathBuf; 2]>) -> String {
    let quoted = |path: &Path| serde_json::Value::from(path.display().to_string());
    let (address, disk) = (arguments.listen, arguments.disk);
    let tls = tls.map_or_else(String::new, |[certificate, key]| {
        let (certificate, key) = (quoted(certificate), quoted(key));
        format!("tls {{\n  cert_file: {certificate}\n  key_file: {key}\n}}\n")
    });
    format!(
        "# Written by `certamen bus setup`; it is yours to change. Users stand in {USERS}.\n\
         host: {:?}\nport: {}\nmax_payload: {}\n\
         jetstream {{\n  store_dir: {}\n  max_file_store: {disk}\n}}\n\
         authorization {{\n  include {USERS:?}\n}}\n{tls}",
        address.ip().to_string(),
        address.port(),
        layout::LARGEST,
        quoted(folder),
    )
}

#[derive(Args, Debug)]
pub(crate) struct BusCheckArgs {
    #[arg(value_name = "URL")]
    url: String,
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[arg(long)]
    plain: bool,
    #[arg(long, value_enum, value_parser = flags::named::<RoleOfUser>("bus_check_role"))]
    role: Option<RoleOfUser>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RoleOfUser {
    Coordinator,
    Worker,
    Viewer,
}

struct KeyCheck {
    rights: Vec<&'static SubjectRight>,
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
pub(super) fn check(arguments: &BusCheckArgs, language: Language) -> Result<ExitStatus> {
    let address = address(&arguments.url, plain(arguments.plain))?;
    let server = connect(&address, arguments.key.as_deref(), None)?;
    let card = server.server();
    let mut out = stdout().lock();
    let most = card.largest >> 10;
    writeln!(out, "{}", say::server(address.to_string(), &card.version, most).get(language))?;
    let tried = check_key(&server)?;
    if tried.roles.contains(&BusRole::Coordinator) {
        for stream in server.kept()? {
            let line = match stream.holds {
                Some((messages, bytes)) => {
                    say::stream(stream.name, messages, bytes.div_ceil(1 << 10))
                }
                None => say::stream_missing(stream.name),
            };
            writeln!(out, "{}", line.get(language))?;
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

fn check_key(server: &Nats) -> Result<KeyCheck> {
    let rights = server.rights()?;
    let is_whole = |role: &BusRole| role.rights().all(|right| rights.contains(&right));
    let mut roles: Vec<BusRole> = BusRole::ALL.into_iter().filter(is_whole).collect();
    // A coordinator may also list workers.
    if roles.contains(&BusRole::Coordinator) {
        roles.retain(|role| *role != BusRole::Viewer);
    }
    let is_beyond = |right: &&&SubjectRight| roles.iter().all(|role| !right.roles.contains(role));
    let beyond = rights.iter().filter(is_beyond).copied().collect();
    let nearly = BusRole::ALL.into_iter().find_map(|role| nearly(&rights, role));
    Ok(KeyCheck { rights, roles, beyond, nearly })
}

/// The rights missing for `role`, if they are few.
fn nearly(
    rights: &[&'static SubjectRight],
    role: BusRole,
) -> Option<(BusRole, Vec<&'static SubjectRight>)> {
    let lacks = |right: &&SubjectRight| rights.iter().all(|own| own != right);
    let lacking: Vec<&SubjectRight> = role.rights().filter(lacks).collect();
    let is_most = 2 * lacking.len() < role.rights().count();
    let is_nearly = (1..=FEW).contains(&lacking.len()) && is_most;
    is_nearly.then_some((role, lacking))
}

fn print_rights(out: &mut dyn Write, tried: &KeyCheck, language: Language) -> Result<()> {
    let columns = [say::does(), say::subject(), say::whose(), say::may()]
        .map(|heading| Column::text(&heading, language));
    let row = |right: &&'static SubjectRight| {
        let does = match right.talk {
            SubjectUse::Says => say::says(),
            SubjectUse::Hears => say::hears(),
        };
        let roles: Vec<&str> = right.roles.iter().map(|role| role.word()).collect();
        let may = if tried.rights.contains(right) { say::yes() } else { say::no() };
        let subject = right.subject.to_owned();
        vec![does.get(language), subject, roles.join(", "), may.get(language)]
    };
    let rows: Vec<Vec<String>> = RIGHTS.iter().collect::<Vec<_>>().iter().map(row).collect();
    Ok(print(out, TableFormat::Table, &columns, &rows)?)
}

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
