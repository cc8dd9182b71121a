//! Landlock: files, connections and signals closed by the process itself, without any privilege.
//!
//! As much of it as the kernel supports: the only barrier where nothing better is allowed, a second
//! one elsewhere.

use crate::say;
use ::landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, PathFdError,
    RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    Scope,
};
use certamen_i18n::Localize;
use serde::{Deserialize, Serialize};
use std::{io, path::PathBuf};

/// The newest version that was tested.
const NEWEST: ABI = ABI::V7;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Status {
    pub(crate) files: Files,
    /// Both directions.
    pub(crate) tcp: bool,
    /// Signals to other processes, and their abstract sockets.
    pub(crate) outside: bool,
}

/// How far all files but those named are closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Files {
    /// Not at all.
    Open,
    /// They can still be truncated, within the rights of the user.
    Truncatable,
    /// For reading and writing.
    Closed,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(error)]
pub enum RestrictError {
    #[localize(say::landlock_path(path, io::Error::from_raw_os_error(*code)))]
    Path { path: PathBuf, code: i32 },
    /// The kernel supports Landlock and refuses.
    #[localize(say::landlock_rules(_0))]
    Rules(String),
}

impl From<RulesetError> for RestrictError {
    fn from(error: RulesetError) -> RestrictError {
        RestrictError::Rules(error.to_string())
    }
}

/// Closes to the calling thread, and to all that it starts, all files but those named and those
/// below them, forever. What it may read it may execute.
///
/// A kernel that knows none of it is no error, but a status.
pub(crate) fn restrict(
    read_only: &[PathBuf],
    read_write: &[PathBuf],
) -> Result<Status, RestrictError> {
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    for (paths, access) in
        [(read_only, AccessFs::from_read(NEWEST)), (read_write, AccessFs::from_all(NEWEST))]
    {
        for path in paths {
            rules = rules.add_rule(rule(path, access)?)?;
        }
    }
    Ok(status(&rules.restrict_self()?))
}

fn rule(path: &PathBuf, access: BitFlags<AccessFs>) -> Result<PathBeneath<PathFd>, RestrictError> {
    let opened = PathFd::new(path).map_err(|error| match error {
        PathFdError::OpenCall { source, .. } => {
            RestrictError::Path { path: path.clone(), code: source.raw_os_error().unwrap_or(0) }
        }
        other => RestrictError::Rules(other.to_string()),
    })?;
    // A file cannot be given what only directories have.
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    Ok(PathBeneath::new(opened, access))
}

fn status(restricted: &RestrictionStatus) -> Status {
    let abi = match restricted.landlock {
        LandlockStatus::Available { effective_abi, .. }
            if restricted.ruleset != RulesetStatus::NotEnforced =>
        {
            effective_abi
        }
        _ => ABI::Unsupported,
    };
    Status {
        files: match abi {
            ABI::Unsupported => Files::Open,
            ABI::V1 | ABI::V2 => Files::Truncatable,
            _ => Files::Closed,
        },
        tcp: abi >= ABI::V4,
        outside: abi >= ABI::V6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs,
        net::TcpListener,
        os::{
            linux::net::SocketAddrExt,
            unix::net::{SocketAddr, UnixListener},
        },
        process::Command,
        thread,
    };

    /// Runs a script under the restrictions: with it read-only, and one directory to write to.
    /// Whether it succeeded, and what is closed.
    fn shell(read_only: &[&str], read_write: &[&str], script: &str) -> (bool, Status) {
        let system = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache"];
        let existing = |path: &&PathBuf| path.exists();
        let paths = |list: &[&str]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
        let (system, devices) = (paths(&system), paths(&["/dev/null"]));
        let read_only: Vec<_> =
            system.iter().filter(existing).cloned().chain(paths(read_only)).collect();
        let read_write: Vec<_> = devices.into_iter().chain(paths(read_write)).collect();
        thread::scope(|scope| {
            let restricted = scope.spawn(|| {
                let status = restrict(&read_only, &read_write).unwrap();
                let output = Command::new("/bin/sh").args(["-c", script]).output().unwrap();
                (output.status.success(), status)
            });
            restricted.join().unwrap()
        })
    }

    /// The script works; under the restrictions it does exactly if `closed` says so.
    fn check(script: &str, closed: impl Fn(Status) -> bool) {
        let output = Command::new("/bin/sh").args(["-c", script]).output().unwrap();
        assert!(output.status.success(), "{script}: {output:?}");
        let (works, status) = shell(&[], &[], script);
        assert_eq!(works, !closed(status), "{script}: {status:?}");
    }

    #[test]
    fn files_not_named_are_closed() {
        let directory = tempfile::tempdir().unwrap();
        let outside = directory.path().join("outside");
        check("read line < /etc/passwd", |status| status.files != Files::Open);
        check(&format!("echo > {}", outside.display()), |status| status.files != Files::Open);
        check(&format!("ls {}", directory.path().display()), |status| status.files != Files::Open);
    }

    #[test]
    fn files_named_are_open_as_said() {
        let (read_only, read_write) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = read_only.path().join("file");
        fs::write(&file, "text\n").unwrap();
        let (file, read_only) = (file.to_str().unwrap(), read_only.path().to_str().unwrap());
        let read_write = read_write.path().to_str().unwrap();
        let run = |script: &str| shell(&[read_only], &[read_write], script);
        assert!(run(&format!("read line < {file} && test $line = text")).0);
        assert!(run(&format!("echo > {read_write}/a && rm {read_write}/a && echo > /dev/null")).0);
        for attempt in ["echo >> {}", "rm {}", "mv {} {}.old"] {
            let (works, status) = run(&attempt.replace("{}", file));
            assert_eq!(works, status.files == Files::Open, "{attempt}");
            fs::write(file, "text\n").unwrap();
        }
        let (works, status) =
            run(&format!("/usr/bin/python3 -c 'import os; os.truncate(\"{file}\", 0)'"));
        assert_eq!(works, status.files != Files::Closed);
    }

    #[test]
    fn connections_are_closed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let python = "/usr/bin/python3 -c 'import socket";
        check(&format!("{python}; socket.create_connection((\"127.0.0.1\", {port}))'"), |status| {
            status.tcp
        });
        check(&format!("{python}; socket.create_server((\"127.0.0.1\", 0))'"), |status| status.tcp);
        let name = format!("certamen-test-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name).unwrap();
        let _listener = UnixListener::bind_addr(&address).unwrap();
        check(
            &format!("{python}; socket.socket(socket.AF_UNIX).connect(\"\\0{name}\")'"),
            |status| status.outside,
        );
    }

    #[test]
    fn others_are_not_signalled() {
        check(&format!("kill -0 {}", std::process::id()), |status| status.outside);
        assert!(shell(&[], &[], "sleep 9 & kill $!").0);
    }

    #[test]
    fn a_path_that_is_not_there_is_an_error() {
        let missing = [PathBuf::from("/no/such/path")];
        let error = thread::spawn(move || restrict(&missing, &[])).join().unwrap().unwrap_err();
        assert!(error.to_string().contains("/no/such/path"), "{error}");
    }
}
