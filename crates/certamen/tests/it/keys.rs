//! Secret keys are drawn once and do not change.

use crate::site::Site;
use std::{fs, os::unix::fs::PermissionsExt};

const REGISTER: &str =
    "group,pair,names,key\n2314,1,\"Ana, Luis\",\n2314,2,Eva,AbCd123456\n2301,1,,\n";

fn register(site: &Site) -> String {
    fs::read_to_string(site.path().join("c/pairs.csv")).unwrap()
}

#[test]
fn missing_keys_are_drawn_and_old_ones_stay() {
    let site = Site::new();
    site.write("c/pairs.csv", REGISTER);
    let said = site.run(&["keys", "c", "--groups", "2314"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.ends_with(": 1 new keys; 2 of 3 teams have one\n"), "{said:?}");
    let first = said.out.trim_end();
    let (pair, key) = first.rsplit_once(',').unwrap();
    assert_eq!((pair, key.len()), ("2314,1", 10), "{first}");
    let after = register(&site);
    assert!(after.contains(&format!("2314,1,\"Ana, Luis\",{key}\n")), "{after}");
    assert!(after.contains("2314,2,Eva,AbCd123456\n2301,1,,\n"), "{after}");
    let mode = fs::metadata(site.path().join("c/pairs.csv")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let rest = site.succeed(&["keys", "c/pairs.csv"]);
    assert!(rest.starts_with("2301,1,") && rest.lines().count() == 1, "{rest}");
    let all = register(&site);
    assert!(all.contains(key), "{all}");
    assert_eq!(site.succeed(&["keys", "c"]), "");
    assert_eq!(register(&site), all);
}

#[test]
fn what_is_wrong_is_reported_and_nothing_is_written() {
    let site = Site::new();
    let refused = |code: i32, arguments: &[&str], message: &str| {
        let said = site.run(arguments);
        assert_eq!(said.code, code, "{said:?}");
        assert!(said.err.contains(message), "{said:?}");
    };
    refused(1, &["keys", "nowhere"], "roster missing");
    site.write("c/pairs.csv", REGISTER);
    refused(2, &["keys", "c", "--groups", "2315"], "no team of this group");
    site.write("c/pairs.csv", "group,pair\n2314,x\n");
    refused(1, &["keys", "c"], "line 2, column 2 (pair): `x` is not a number");
    assert_eq!(register(&site), "group,pair\n2314,x\n");
    site.write("c/pairs.csv", REGISTER);
    site.write("c/.pairs.csv.draft", "");
    refused(1, &["keys", "c"], "keys are already being generated");
    assert_eq!(register(&site), REGISTER);
}
