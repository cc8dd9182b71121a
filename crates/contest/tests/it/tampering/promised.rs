//! The table of `docs/verifying-a-contest.md`: each of its rows is forged here, and an audit sees of it
//! what the table says.

use super::{Lines, about, drop_match, exported, forge, nth, place_of, relogged, replace_file};
use crate::{
    audits::{Always, with_fault},
    draws::{AFTER, drawn, played},
    site::{ROUND_ROBIN, Site, built_in, play, play_by},
};
use certamen_contest::{AuditReport, AuditVerdict, Auditor, LogHead, Receipt};
use certamen_game::Fault;
use certamen_store::{Attempt, record_hash};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};

/// What someone kept and hands to an audit.
type Kept = Box<dyn Fn(&mut Auditor)>;

/// An account that was forged, and what shows it.
struct Forgery {
    lines: Lines,
    kept: Option<Kept>,
}

/// A row of the table, and its forgery.
type Row = (&'static str, fn() -> Forgery);

const ROWS: &[Row] = &[
    ("change a move, an outcome, a count or a line of the table", || {
        changed(|lines| {
            forge(lines, 0, |record| record.turns[0].moves[0].action = Some("0".to_owned()));
        })
    }),
    ("leave a match out", || changed(|lines| drop_match(lines, 0))),
    ("play a match under a seed that it likes", || {
        changed(|lines| {
            nth(lines, "match", 0)["seed"] = json!(5);
            forge(lines, 0, |record| record.table.seed = 5);
        })
    }),
    ("leave out the log of attempts", || {
        changed(|lines| {
            lines.retain(|line| line.get("attempt").is_none());
            nth(lines, "end", 0).as_object_mut().unwrap().remove("head");
        })
    }),
    ("write answers of its own in the name of a built-in player", || {
        let site = Site::new(ROUND_ROBIN);
        play(&mut site.open_builtin(&["random", "first", "last"]).unwrap(), usize::MAX);
        of(&site)
    }),
    ("invent a fault of a built-in player", || {
        of(&with_fault(&["random", "first"], Some(Fault::Timeout)))
    }),
    ("enter a program as a built-in player", || of(&with_fault(&["random", "no_one"], None))),
    ("list bots as deterministic that answered differently", || {
        changed(|lines| about(lines)["deterministic"]["declared"] = json!([1, 2, 3]))
    }),
    ("take bots from that list whose matches were copied", || {
        let file = ROUND_ROBIN.replace("games_per_pair = 2", "games_per_pair = 8");
        let site = Site::new(&file);
        let mut contest = site.open_builtin(&["first", "last"]).unwrap();
        play_by(&mut contest, |arbiter, seat| {
            let bot = &arbiter.table().seats[seat.index()].bot;
            Ok(built_in(arbiter, seat, bot))
        });
        drop(contest);
        let mut lines = lines_of(&site);
        let copied = |line: &Value| line["attempt"]["kind"] == "copied";
        assert!(lines.iter().any(copied), "{lines:?}");
        about(&mut lines)["deterministic"]["declared"] = json!([]);
        lines.into()
    }),
    ("claim an isolation level that no run and no match had", || {
        changed(|lines| about(lines)["tier"] = json!("D"))
    }),
    ("claim another isolation level in the log than in the records", || {
        changed(|lines| {
            let what = nth(lines, "attempt", 0)["what"].as_str().unwrap().to_owned();
            nth(lines, "attempt", 0)["what"] = json!(what.replace("\"A\"", "\"D\""));
        })
    }),
    ("claim that a match ended before it began", || {
        changed(|lines| nth(lines, "attempt", 1)["ended"] = json!(0))
    }),
    ("state other policies, limits, bots or another title in its file", || {
        changed(|lines| {
            let policy = "[programs]\ndisqualify_on = [\"timeout\"]\n[format]";
            replace_file(lines, "[format]", policy);
        })
    }),
    ("play some matches under other limits", || {
        changed(|lines| forge(lines, 0, |record| record.table.conditions.memory = 1))
    }),
    ("begin a draw after entries have closed", || of(&late_draw())),
    ("rename a bot after the draw and play again", || {
        let (honest, renamed) =
            (drawn_contest(&["a", "b", "c"]), drawn_contest(&["z=a", "b", "c"]));
        of(&renamed).against(list_of(&honest))
    }),
    ("exchange an entrant after the draw", || {
        let (honest, other) = (drawn_contest(&["a", "b", "c"]), drawn_contest(&["a", "b", "d"]));
        of(&other).against(list_of(&honest))
    }),
    ("draw again with another secret", || {
        of(&drawn_contest(&["a", "b", "c"]))
            .against(Box::new(|auditor| auditor.expect_commitment("0".repeat(64))))
    }),
    ("play again until it likes the result, or leave an entrant out", || {
        let site = Site::new(ROUND_ROBIN);
        play(&mut site.open(&["a", "b"]).unwrap(), usize::MAX);
        of(&site).against(head_of(&exported()))
    }),
    ("leave out the last matches of a ladder without end", || {
        let format = "kind = \"round-robin\"\ngames_per_pair = 2";
        let site = Site::new(
            &ROUND_ROBIN.replace(format, "kind = \"ladder\"").replace("\"wins\"", "\"win-share\""),
        );
        let mut contest = site.open(&["a", "b", "c"]).unwrap();
        play(&mut contest, 8);
        let lines = lines_of(&site);
        play(&mut contest, 8);
        Forgery::from(lines).against(head_of(&lines_of(&site)))
    }),
    ("invent when matches began and ended", || {
        let mut lines = exported();
        let kept = head_of(&lines);
        for place in 1..5 {
            let attempt = nth(&mut lines, "attempt", place);
            (attempt["began"], attempt["ended"]) = (json!(7), json!(8));
        }
        relogged(&mut lines);
        Forgery::from(lines).against(kept)
    }),
    ("claim that a submission never came, came later or was another", || {
        let lines = exported();
        let head = Some(chain_of(&lines));
        let receipt = Receipt::of(("Three", head), ("a.cl", b"(1)"), jiff::Timestamp::UNIX_EPOCH);
        let kept: Kept = Box::new(move |auditor| auditor.expect_receipt(receipt.clone()));
        Forgery::from(lines).against(kept)
    }),
    ("write answers of its own in the name of a published deterministic program", || {
        let mut lines = lines_of(&programs(None));
        about(&mut lines)["deterministic"]["declared"] = json!([1, 2]);
        let kept: Kept = Box::new(|auditor| auditor.replay_programs(Box::new(Always("last"))));
        Forgery::from(lines).against(kept)
    }),
    (
        "write answers of its own in the name of a program that draws lots or is not published",
        || of(&programs(None)),
    ),
    ("invent a fault of time or memory of a program", || of(&programs(Some(Fault::Memory)))),
    ("run another program than the one whose digest it publishes", || {
        let site = Site::new(ROUND_ROBIN);
        play(&mut site.open(&["a=x", "b", "c"]).unwrap(), usize::MAX);
        of(&site)
    }),
    ("invent a receipt, or give one with an earlier time", || {
        let mut lines = exported();
        let at = place_of(&lines, "attempt", 0);
        let first: Attempt = serde_json::from_value(lines[at]["attempt"].clone()).unwrap();
        let receipt = json!({
            "digest": record_hash(b"(1)"), "received": "2015-03-13T12:00:00Z", "lines": 1,
            "head": first.hash(),
        });
        lines.insert(at, json!({ "receipt": receipt }));
        lines.into()
    }),
    ("claim an earlier time of the draw", || {
        let mut lines = lines_of(&late_draw());
        about(&mut lines)["draw"]["drawn"] = json!("2023-08-01T00:00:00Z");
        lines.into()
    }),
    ("add or leave out an entrant before entries close, where no beacon is named", || {
        of(&drawn_contest(&["a", "b", "d"]))
    }),
    ("choose the seed that stands in its file", || {
        let site = Site::new(&ROUND_ROBIN.replace("game =", "seed = 5\ngame ="));
        drop(site.run());
        of(&site)
    }),
    ("delete everything and start again before a head is published", || exported().into()),
    ("claim another language of a bot", || {
        changed(|lines| {
            for line in lines {
                for kind in ["submission", "standing"] {
                    if let Some(reported) = line.get_mut(kind) {
                        reported["language"] = json!("c");
                    }
                }
            }
        })
    }),
];

impl From<Lines> for Forgery {
    fn from(lines: Lines) -> Forgery {
        Forgery { lines, kept: None }
    }
}

impl Forgery {
    /// The same, where someone kept something.
    fn against(self, kept: Kept) -> Forgery {
        Forgery { kept: Some(kept), ..self }
    }

    fn audited(&self, keep: bool) -> AuditReport {
        let mut auditor = Auditor::default();
        if let Some(kept) = self.kept.as_ref().filter(|_| keep) {
            kept(&mut auditor);
        }
        for line in &self.lines {
            auditor.take(serde_json::from_value(line.clone()).unwrap()).unwrap();
        }
        auditor.finish().unwrap()
    }
}

/// A whole contest, changed, its log rewritten.
fn changed(change: fn(&mut Lines)) -> Forgery {
    let mut lines = exported();
    change(&mut lines);
    relogged(&mut lines);
    lines.into()
}

fn lines_of(site: &Site) -> Lines {
    site.account().iter().map(|entry| serde_json::to_value(entry).unwrap()).collect()
}

fn of(site: &Site) -> Forgery {
    lines_of(site).into()
}

fn drawn_contest(names: &[&str]) -> Site {
    let site = Site::new(&drawn(""));
    played(&site, names);
    site
}

/// A contest whose secret was drawn when entries had closed.
fn late_draw() -> Site {
    let site = Site::new(&drawn(""));
    play(&mut site.open_at(&["a", "b", "c"], AFTER).unwrap(), usize::MAX);
    site
}

/// A contest of two programs that answer like the built-in player `first`, one of which has this fault
/// in each first turn.
fn programs(fault: Option<Fault>) -> Site {
    let site = Site::new(&ROUND_ROBIN.replace(", \"c\"", ""));
    let mut contest = site.open(&["a", "b"]).unwrap();
    play_by(&mut contest, |arbiter, seat| {
        let bot = &arbiter.table().seats[seat.index()].bot;
        let fault = fault.filter(|_| bot == "a" && arbiter.turns().is_empty());
        fault.map_or_else(|| Ok(built_in(arbiter, seat, "first")), Err)
    });
    drop(contest);
    site
}

fn list_of(site: &Site) -> Kept {
    let list = fs::read_to_string(site.folder().entrants()).unwrap();
    Box::new(move |auditor| auditor.expect_entrants(&list))
}

fn chain_of(lines: &Lines) -> LogHead {
    let last = lines.iter().filter_map(|line| line.get("attempt")).next_back().unwrap();
    let last: Attempt = serde_json::from_value(last.clone()).unwrap();
    LogHead { chain: 1, contest: "Three".to_owned(), lines: last.line, head: last.hash() }
}

fn head_of(lines: &Lines) -> Kept {
    let log_head = chain_of(lines);
    Box::new(move |auditor| auditor.expect(log_head.clone()))
}

/// What the table says of a host, and how it is seen.
fn table() -> Vec<(String, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verifying-a-contest.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("\n## What is proved, and what is the host's word\n").unwrap();
    let lines = rest.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2).map(|line| {
        let mut cells = line.split('|').skip(1).map(|cell| cell.trim().to_owned());
        (cells.next().unwrap(), cells.next().unwrap())
    });
    rows.collect()
}

#[test]
fn the_table_of_the_page_says_what_is_seen() {
    let mut wrong = Vec::new();
    for (row, seen) in table() {
        let Some((_, forgery)) = ROWS.iter().find(|(name, _)| *name == row) else {
            wrong.push(format!("no forgery for the row: {row}"));
            continue;
        };
        let forgery = forgery();
        let at_once = forgery.audited(false);
        let (is_found, is_remarked) =
            (at_once.verdict == AuditVerdict::Broken, !at_once.remarks.is_empty());
        let is_seen = match seen.as_str() {
            "proved" => is_found,
            "remarked" => !is_found && is_remarked,
            "host's word" => !is_found && !is_remarked,
            option if option.starts_with("`--") => {
                !is_found && forgery.audited(true).verdict == AuditVerdict::Broken
            }
            _ => false,
        };
        if !is_seen {
            wrong.push(format!("{row}: {seen}, but {at_once:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let reported: BTreeSet<String> = table().into_iter().map(|(row, _)| row).collect();
    let untold = ROWS.iter().map(|(name, _)| *name).find(|name| !reported.contains(*name));
    assert_eq!((untold, reported.len()), (None, ROWS.len()));
}
