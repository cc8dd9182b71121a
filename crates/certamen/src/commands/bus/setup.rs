//! `certamen bus setup`: a folder with all that a server needs, and a key for each of its users.

use crate::{
    command_error::{CommandError, Context, usage},
    ending::ExitStatus,
    say::farm as say,
};
use certamen_contest::quantity;
use certamen_farm::identity::WorkerKey;
use certamen_farm::{
    layout,
    rights::{BusRole, BusUser, read_users, told_users},
};
use certamen_game::Language;
use certamen_host::replace;
use clap::Args;
use std::{
    fs,
    io::{Write, stdout},
    net::SocketAddr,
    path::{Path, PathBuf},
};

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
pub(super) fn setup(
    arguments: &BusSetupArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let BusSetupArgs { folder, workers, .. } = arguments;
    check_names(workers)?;
    check_plain(arguments)?;
    let tls = match (&arguments.tls_cert, &arguments.tls_key) {
        (Some(certificate), Some(key)) => Some([whole(certificate)?, whole(key)?]),
        _ => None,
    };
    fs::create_dir_all(folder).context(folder)?;
    let mut out = stdout().lock();
    let users = users(folder, workers)?;
    for user in &users {
        writeln!(out, "{}", key_of(folder, &user.name).display())?;
    }
    let path = folder.join(USERS);
    replace(&path, told_users(&users).as_bytes())?;
    writeln!(out, "{}", path.display())?;
    let path = folder.join(CONFIGURATION);
    if path.exists() {
        eprintln!("{}", say::kept(&path).get(language));
    } else {
        let told = configuration(arguments, &whole(folder)?, tls.as_ref());
        replace(&path, told.as_bytes())?;
    }
    writeln!(out, "{}", path.display())?;
    let scheme = if tls.is_some() { "tls" } else { "nats" };
    let address = format!("{scheme}://{}", arguments.listen);
    eprintln!("{}", say::set_up(&path, &address, folder).get(language));
    Ok(ExitStatus::Fine)
}

/// Rejects names that are invalid, repeated or reserved.
fn check_names(workers: &[String]) -> Result<(), CommandError> {
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

/// Rejects unencrypted connections unless the user allowed them.
fn check_plain(arguments: &BusSetupArgs) -> Result<(), CommandError> {
    let is_open = !arguments.listen.ip().is_loopback();
    if is_open && arguments.tls_cert.is_none() && !arguments.plain {
        return Err(usage(say::plain_server(arguments.listen.ip().to_string())));
    }
    Ok(())
}

/// The existing users and the new ones, each with a key.
fn users(folder: &Path, workers: &[String]) -> Result<Vec<BusUser>, CommandError> {
    let path = folder.join(USERS);
    let mut users = Vec::new();
    if path.exists() {
        let text = fs::read_to_string(&path).context(&path)?;
        users = read_users(&text).ok_or_else(|| CommandError::new(say::not_users(&path)))?;
    }
    let own = [BusRole::Coordinator, BusRole::Viewer].map(|role| (role, role.word()));
    let workers = workers.iter().map(|name| (BusRole::Worker, name.as_str()));
    for (role, name) in own.into_iter().chain(workers) {
        if users.iter().all(|user| user.name != name) {
            let key = WorkerKey::keep(&key_of(folder, name))?.public();
            users.push(BusUser { name: name.to_owned(), role, key });
        }
    }
    Ok(users)
}

fn key_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.key"))
}

/// The absolute path, independent of where the server is started.
fn whole(path: &Path) -> Result<PathBuf, CommandError> {
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
