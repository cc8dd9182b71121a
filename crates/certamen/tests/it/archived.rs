//! `certamen archive` and `show --html`: pages that need no server.

use crate::site::Site;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const CONTEST: &str = r#"
name = "Three <i>friends"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
[format]
kind = "round-robin"
games_per_pair = 4
[ranking]
kind = "points"
"#;

fn played() -> Site {
    let site = Site::new();
    site.write("three/contest.toml", CONTEST);
    site.succeed(&["run", "three", "--seed", "7"]);
    site
}

/// All files below a folder, by their paths relative to it.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(below).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// The targets of a page's links.
fn links(page: &str) -> Vec<String> {
    let attributes = [" href=\"", " src=\""];
    let found = attributes.iter().flat_map(|attribute| page.split(attribute).skip(1));
    found.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn every_link_of_an_archive_leads_to_a_file_of_it() {
    let site = played();
    let said = site.succeed(&["archive", "three", "--out", "out", "--languages", "en,es"]);
    let files = files(&site.path().join("out"));
    assert_eq!(said, format!("out: {} files; open index.html\n", files.len()));
    let mut followed = 0;
    let is_page = |name: &str| Path::new(name).extension().is_some_and(|kind| kind == "html");
    for (name, content) in files.iter().filter(|(name, _)| is_page(name)) {
        let page = std::str::from_utf8(content).unwrap();
        assert!(!page.contains("<i>friends"), "{name} has markup of others");
        for link in links(page) {
            let to = link.split('#').next().unwrap();
            assert!(!to.starts_with('/') && !to.contains("://"), "{name}: {link}");
            let mut place = PathBuf::from(name);
            place.pop();
            for step in to.split('/').filter(|step| !to.is_empty() && !step.is_empty()) {
                if step == ".." { assert!(place.pop(), "{name}: {link}") } else { place.push(step) }
            }
            if !to.is_empty() {
                assert!(files.contains_key(&place.display().to_string()), "{name}: {link}");
                followed += 1;
            }
        }
    }
    assert!(followed > 1000, "{followed}");
    for page in ["es/c/three/matrix.html", "en/c/three/matches/1.html", "c/three/records.jsonl.zst"]
    {
        assert!(files.contains_key(page), "{page}");
    }
    let table = site.succeed(&["matrix", "three", "--format", "json"]);
    let reported: Vec<serde_json::Value> =
        serde_json::from_slice(&files["api/v1/contests/three/matrix.json"]).unwrap();
    assert_eq!(reported.len(), table.lines().count());
    for noun in ["standings", "entrants", "rules", "bots/first", "matches"] {
        assert!(files.contains_key(&format!("api/v1/contests/three/{noun}.json")), "{noun}");
    }
    let frames = String::from_utf8(files["es/c/three/matches/1.frames.js"].clone()).unwrap();
    assert!(frames.contains("certamenFrames[0]=[{"), "{frames}");
}

#[test]
fn an_archive_is_the_same_each_time_and_lists_what_it_holds() {
    let site = played();
    for out in ["one", "other"] {
        site.succeed(&["archive", "three", "--out", out]);
    }
    let one = files(&site.path().join("one"));
    assert_eq!(one, files(&site.path().join("other")));
    let list: serde_json::Value = serde_json::from_slice(&one["manifest.json"]).unwrap();
    let listed = list["files"].as_object().unwrap();
    assert_eq!(listed.len() + 1, one.len());
    for (name, reported) in listed {
        let digest = blake3::hash(&one[name]).to_hex().to_string();
        assert_eq!(reported["blake3"], digest, "{name}");
    }
}

#[test]
fn of_many_matches_the_first_of_each_order_is_kept() {
    let site = played();
    site.succeed(&["archive", "three", "--out", "few", "--matches", "3"]);
    site.succeed(&["archive", "three", "--out", "none", "--matches", "none"]);
    let kept = |out: &str| {
        let files = files(&site.path().join(out));
        files.keys().filter(|name| name.ends_with(".frames.js")).count()
    };
    // Three pairs, both orders.
    assert_eq!((kept("few"), kept("none")), (6, 0));
}

/// Makes an illegal bid in about every other match.
const MOODY: &str = "import os\nbid = 999 * (int(os.environ['CERTAMEN_SEED']) % 2) or 1\n\
    while True:\n    print(bid, flush=True)\n    input()\n";
const MOODS: &str = "name = \"Moods\"\ngame = \"footsteps\"\n\
    bots = [\"moody.py\", \"builtin:first\"]\noptions = { points = 5 }\n\
    [format]\nkind = \"round-robin\"\ngames_per_pair = 12\n[ranking]\nkind = \"points\"\n\
    [sandbox]\nminimum_tier = \"D\"\n";

#[test]
fn of_many_matches_those_with_faults_are_kept_too() {
    let site = Site::new();
    site.write("moods/moody.py", MOODY);
    site.write("moods/contest.toml", MOODS);
    site.succeed(&["run", "moods", "--quiet", "--seed", "7", "--tier", "D"]);
    let (mut orders, mut due, mut first) = (BTreeSet::new(), BTreeSet::new(), 0);
    let matches = site.succeed(&["matches", "moods", "--format", "json"]);
    let lines = matches.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut lines: Vec<serde_json::Value> = lines.collect();
    lines.sort_by_key(|line| line["match"].as_u64());
    for line in &lines {
        let is_first = orders.insert(line["seats"].to_string());
        first += usize::from(is_first);
        if is_first || line["faults"] != 0 {
            due.insert(line["match"].to_string());
        }
    }
    assert!(first == 2 && (3..12).contains(&due.len()), "{due:?}");
    site.succeed(&["archive", "moods", "--out", "out", "--matches", "11"]);
    let files = files(&site.path().join("out"));
    let kept =
        files.keys().filter_map(|name| name.split_once("/matches/")?.1.strip_suffix(".frames.js"));
    assert_eq!(kept.map(str::to_owned).collect::<BTreeSet<_>>(), due);
    // A limit of 12 includes all matches.
    site.succeed(&["archive", "moods", "--out", "all", "--matches", "12"]);
    let all = self::files(&site.path().join("all"));
    assert_eq!(all.keys().filter(|name| name.ends_with(".frames.js")).count(), 12);
}

#[test]
fn a_folder_that_holds_something_is_not_touched() {
    let site = played();
    site.write("out/mine.txt", "mine");
    let said = site.run(&["archive", "three", "--out", "out"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("out already exists"), "{said:?}");
    assert_eq!(files(&site.path().join("out")).len(), 1);
}

#[test]
fn a_match_is_one_page_below_100_kilobytes_that_asks_for_nothing() {
    let site = played();
    site.succeed(&["show", "three#1", "--html", "match.html"]);
    let page = fs::read_to_string(site.path().join("match.html")).unwrap();
    assert!(page.len() < 100_000, "{} bytes", page.len());
    assert!(page.contains("certamenFrames[0]=[") && page.contains("<svg class=\"board\""));
    assert!(links(&page).iter().all(|link| link.starts_with("#t=")), "{:?}", links(&page));
}
