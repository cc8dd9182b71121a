//! The sandbox that does not isolate: the contract, and what is peculiar to it.

use crate::{
    alone::alone,
    contract::{Quick, contract, receive},
    programs::{nasty, python},
};
use certamen_sandbox::{Program, Sandbox, Tier, Unisolated};
use std::{fs, time::Duration};

contract! { Unisolated::new() }

#[test]
fn it_says_that_it_does_not_isolate() {
    assert_eq!(Unisolated::new().tier(), Tier::D);
}

#[test]
fn inherited_descriptors_are_not_passed_on() {
    let _alone = alone();
    // As a shell leaves them: open across whatever is started.
    let inherited = rustix::io::dup(std::io::stderr()).unwrap();
    let sandbox = Unisolated::new();
    let run = sandbox.run(&nasty("descriptors"), None, None, Duration::from_secs(30)).unwrap();
    assert_eq!(String::from_utf8_lossy(&run.output), "0\n1\n2\n");
    drop(inherited);
}

#[test]
fn an_orderly_end_is_waited_for() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let script = "print(input(), flush=True)\ninput()\nopen('bye', 'w').close()";
    let program = Program { directory: folder.path().to_owned(), ..python(script) };
    let mut process = Unisolated::new().start(&program).unwrap();
    process.send(b"1").unwrap();
    receive(&mut *process, &mut Vec::new(), Duration::from_secs(30)).unwrap();
    process.send(b"fin").unwrap();
    drop(process);
    assert!(fs::exists(folder.path().join("bye")).unwrap());
}
