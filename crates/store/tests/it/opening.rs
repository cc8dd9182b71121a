//! The errors when there is nothing to open, or it may not be opened.

use crate::site::Site;
use certamen_i18n::{Language, Localize};
use certamen_store::{Store, StoreError};
use std::{
    fs::{self, Permissions},
    io::{self, Write},
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::Path,
    process::Command,
};

/// The number of a user who may do nothing.
const NOBODY: u32 = 65_534;

#[test]
fn without_a_store_nothing_has_been_played() {
    let site = Site::new();
    let error = Store::read(&site.path()).unwrap_err();
    assert!(matches!(&error, StoreError::Missing { path } if *path == site.path()), "{error}");
    assert!(error.to_string().ends_with(": nothing has been played yet"), "{error}");
    // A folder of that name is no store either, nor is one that nothing was written to.
    fs::create_dir(site.path()).unwrap();
    assert!(matches!(Store::read(&site.path()), Err(StoreError::Missing { .. })));
    fs::remove_dir(site.path()).unwrap();
    fs::write(site.path(), "").unwrap();
    assert!(matches!(Store::read(&site.path()), Err(StoreError::Missing { .. })));
}

#[test]
fn folders_above_are_made() {
    let site = Site::new();
    let path = site.path().with_file_name("a").join("b").join("store.sqlite");
    Store::create(&path).unwrap();
    assert!(path.is_file());
}

#[test]
fn a_file_in_the_place_of_a_folder_is_reported_as_it_is() {
    let site = Site::new();
    let file = site.path();
    fs::write(&file, "").unwrap();
    let below = file.join("store.sqlite");
    let made = Store::create(&below).unwrap_err();
    assert!(matches!(&made, StoreError::Unreachable { path, .. } if *path == file), "{made}");
    let read = Store::read(&below).unwrap_err();
    assert!(matches!(&read, StoreError::Unreachable { path, .. } if *path == below), "{read}");
    for error in [made, read] {
        let said = error.to_string();
        assert!(!said.contains("nothing has been played"), "{said}");
        assert_ne!(error.message().get(Language::Es), said);
    }
}

/// Opens and makes a store below a folder that is closed to others, as a user who is one of them.
#[test]
fn permission_denied_is_not_nothing_has_been_played() {
    const CLOSED: &str = "CERTAMEN_STORE_CLOSED";
    if let Some(closed) = std::env::var_os(CLOSED) {
        let path = Path::new(&closed).join("deeper").join("store.sqlite");
        let denied = |found: Result<Store, StoreError>| match found {
            Err(StoreError::Unreachable { error, .. }) => error.kind(),
            other => panic!("{other:?}"),
        };
        assert_eq!(denied(Store::read(&path)), io::ErrorKind::PermissionDenied);
        assert_eq!(denied(Store::create(&path)), io::ErrorKind::PermissionDenied);
        return writeln!(io::stdout(), "denied twice").unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    let modes = |inner| {
        for (path, mode) in [(folder.path(), 0o755), (&closed, inner)] {
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        }
    };
    modes(0o000);
    // Root is denied nothing, so the test runs itself as another user.
    let mut again = Command::new(std::env::current_exe().unwrap());
    let test = "opening::permission_denied_is_not_nothing_has_been_played";
    again.args(["--exact", test, "--nocapture"]).env(CLOSED, &closed).current_dir("/");
    if fs::read_dir(&closed).is_ok() {
        again.uid(NOBODY).gid(NOBODY);
    }
    let output = again.output().unwrap();
    modes(0o700);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("denied twice"), "{output:?}");
}

#[test]
fn reading_changes_no_byte_and_writing_goes_on_beside_it() {
    let site = Site::new();
    let (mut store, _) = site.begun(3);
    let reader = Store::read(&site.path()).unwrap();
    assert_eq!(reader.match_count().unwrap(), 3);
    store.set_meta(&[("name", "new".to_owned())]).unwrap();
    assert_eq!(reader.meta("name").unwrap().as_deref(), Some("new"));
    drop((store, reader));
    let before = fs::read(site.path()).unwrap();
    drop(Store::read(&site.path()).unwrap());
    assert_eq!(fs::read(site.path()).unwrap(), before);
}

#[test]
fn a_store_that_is_read_cannot_be_written() {
    let site = Site::new();
    drop(site.store());
    let mut store = Store::read(&site.path()).unwrap();
    assert!(store.set_meta(&[("name", "x".to_owned())]).is_err());
    assert!(store.note_run(std::time::SystemTime::UNIX_EPOCH, "x").is_err());
}
