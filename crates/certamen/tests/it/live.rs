//! The information on the host's page (Live) about running contests.

use crate::{served::Served, site::Site};
use std::{
    thread,
    time::{Duration, Instant},
};

/// Bids one, slowly.
const SLOW: &str = "import time\nwhile True:\n    time.sleep(0.3)\n    print(1, flush=True)\n    \
    input()\n";

fn contest(bot: &str) -> String {
    format!(
        "name = \"{bot}\"\ngame = \"footsteps\"\nbots = [\"{bot}\", \"builtin:first\"]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 200\n[ranking]\nkind = \"points\"\n\
         [sandbox]\nminimum_tier = \"D\"\n"
    )
}

/// The last column of a contest's row; none if there is no such row.
fn cores(page: &str, slug: &str) -> Option<String> {
    let row = page.split(&format!("href=\"/en/c/{slug}\"")).nth(1)?.split("</tr>").next()?;
    let cell = row.rsplit("<td>").next()?;
    Some(cell.trim_end_matches("</td>").to_owned())
}

#[test]
fn the_live_page_says_on_which_core_a_contest_is_played() {
    let site = Site::new();
    site.write("all/slow/slow.py", SLOW);
    site.write("all/slow/contest.toml", contest("slow.py"));
    let server = Served::start(&site, &["serve", "all", "--jobs", "1", "--tier", "D"]);
    let begun = Instant::now();
    let reported = loop {
        let (status, _, page) = server.get("/en/hall");
        assert_eq!(status, 200, "{page}");
        let found = cores(&page, "slow").filter(|reported| reported != "–");
        if let Some(reported) = found {
            break reported;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{page}");
        thread::sleep(Duration::from_millis(200));
    };
    let core = reported.parse::<usize>();
    assert!(core.is_ok_and(|core| core < 1024), "one job, one core: {reported}");
    drop(server);
    let shown = Served::start(&site, &["serve", "all", "--no-play"]);
    let reported = cores(&shown.get("/en/hall").2, "slow");
    assert!(reported.is_none_or(|reported| reported == "–"), "no match is played here");
}
