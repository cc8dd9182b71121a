//! Every language: its test program is built and run in each tier that there is here.

use crate::{alone::alone, confined::confined, isolated::isolated};
use sandbox::{Languages, Sandbox, Trial, TrialError, Unisolated};
use std::{fs, os::unix::fs::PermissionsExt};

/// The languages that the tests cannot do without, unless `CERTAMEN_WITHOUT` says so.
const PROVIDED: [&str; 11] =
    ["c", "cpp", "d", "java", "ruby", "python", "lua", "r", "javascript", "perl", "rust"];

/// Builds and runs the program of each language; says which are not there.
fn check(sandbox: &dyn Sandbox) {
    let without = std::env::var("CERTAMEN_WITHOUT").unwrap_or_default();
    let mut wrong = Vec::new();
    for (name, language) in Languages::built_in().iter() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let tried = Trial::build(sandbox, name, language, folder.path())
            .and_then(|trial| trial.run(sandbox, 2));
        let provided = PROVIDED.contains(&name) && !without.split(',').any(|it| it == name);
        match tried {
            Ok(took) => eprintln!("{name}: {took:?}"),
            Err(TrialError::Tool(error)) if !provided => eprintln!("{name}: skipped: {error}"),
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_run_isolated() {
    let _alone = alone();
    check(&isolated());
}

#[test]
fn all_run_confined() {
    let _alone = alone();
    check(&confined());
}

#[test]
fn all_run_where_nothing_isolates() {
    let _alone = alone();
    check(&Unisolated::new());
}
