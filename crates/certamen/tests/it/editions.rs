//! Contests that were played and finished with older versions of the formulas, as their hosts
//! exported them.

use crate::site::Site;
use flate2::read::GzDecoder;
use std::io::Read;

const FIRST: &[u8] = include_bytes!("data/first-edition.jsonl.gz");
const SECOND: &[u8] = include_bytes!("data/second-edition.jsonl.gz");

fn unpacked(export: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(export).read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_contest_that_an_older_edition_called_settled_ended_rightly() {
    let site = Site::new();
    for (export, log) in [(FIRST, "no log of attempts"), (SECOND, "lines 23, runs 1, void 0")] {
        site.write("export.jsonl", unpacked(export));
        let said = site.succeed(&["verify", "export.jsonl"]);
        assert!(said.contains("sound: draw, plan, records and standings agree"), "{said}");
        assert!(said.contains("22 matches replayed") && said.contains(log), "{said}");
    }
}

#[test]
fn by_the_newest_edition_it_would_have_ended_too_early() {
    let site = Site::new();
    let text = unpacked(SECOND);
    let newer = text.replacen("\"edition\":2", "\"edition\":3", 1);
    assert_ne!(newer, text);
    site.write("export.jsonl", newer);
    let said = site.run(&["verify", "export.jsonl"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("sound so far, not complete"), "{said:?}");
}
