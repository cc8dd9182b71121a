//! A host after an outage: what was missed is done at once, and only once, and the end of the
//! contest does not move.

use super::{HELD, file, held, published, replay};
use crate::site::Site;

/// Continues the contest from a time, for a minute.
fn again(site: &Site, clock: &str, until: &str) {
    let [clock, until] = [clock, until].map(|time| format!("{time}[Europe/Madrid]"));
    site.succeed(&["host", "c", "--replay", "--quiet", "--clock", &clock, "--until", &until]);
}

#[test]
fn what_was_missed_is_published_at_once_and_once() {
    let site = held(HELD);
    replay(&site, Some("2015-03-13T16:30[Europe/Madrid]"));
    assert_eq!(published(&site, ".json").len(), 2);
    again(&site, "2015-03-14T15:20", "2015-03-14T15:21");
    let names = published(&site, ".json");
    let expected =
        ["0003-2015-03-14T14-00+0100-provisional", "0004-2015-03-14T12-00+0100-championship"];
    assert_eq!(names[2..], expected);
    let reported = file(&site, &format!("published/{}.txt", names[3]));
    let late =
        "Championship, all play all: 2015-03-14 15:20 CET (planned for 2015-03-14 12:00 CET)";
    assert!(reported.contains(late), "{reported}");
    assert!(
        reported.contains("Next standings: 2015-03-14 16:00 CET (Provisional standings)"),
        "{reported}"
    );
    // From then on everything is on time again.
    again(&site, "2015-03-14T15:30", "2015-03-14T16:01");
    let last = published(&site, ".json").pop().unwrap();
    assert_eq!(last, "0005-2015-03-14T16-00+0100-provisional");
}

#[test]
fn after_the_end_only_the_final_table_is_made() {
    let site = held(HELD);
    replay(&site, Some("2015-03-13T14:30[Europe/Madrid]"));
    again(&site, "2015-03-16T09:00", "2015-03-16T09:01");
    let names = published(&site, ".json");
    assert_eq!(names[1..], ["0002-2015-03-15T12-00+0100-final"]);
    let reported = file(&site, "published/current.txt");
    let late =
        "Final standings, all play all: 2015-03-16 09:00 CET (planned for 2015-03-15 12:00 CET)";
    assert!(reported.contains(late), "{reported}");
    assert!(!reported.contains("Next standings"), "{reported}");
}
