//! The API for programs: the same lines as the commands print, and the host's announcements.

use crate::{
    served::Served,
    site::{Site, mancala},
};
use serde_json::{Value, json};

const API: &str = "/api/v1/contests/c";

fn lines(text: &str) -> Value {
    text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect()
}

fn played() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", mancala(4));
    site.succeed(&["run", "c", "--quiet", "--seed", "7"]);
    site
}

#[test]
fn programs_get_the_lines_that_commands_print() {
    let site = played();
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    for (noun, command) in [
        ("standings", &["standings", "c"][..]),
        ("matrix", &["matrix", "c"]),
        ("fair-play", &["standings", "c", "--fair-play"]),
    ] {
        let printed = site.succeed(&[command, &["--format", "json"]].concat());
        assert_eq!(served.json(&format!("{API}/{noun}")), lines(&printed), "{noun}");
    }
    let printed = lines(&site.succeed(&["field", "c", "--format", "json"]));
    let keys = ["bot", "elo", "low", "high"];
    let cut =
        |line: &Value| keys.iter().map(|key| ((*key).to_owned(), line[key].clone())).collect();
    let strengths: Vec<Value> =
        printed.as_array().unwrap().iter().map(cut).map(Value::Object).collect();
    assert_eq!(served.json(&format!("{API}/field")), json!(strengths));
}

#[test]
fn cycles_of_bots_that_beat_each_other_are_listed() {
    let site = Site::new();
    // Each of them runs out of steps against the next one.
    for (name, bids) in
        [("a", "5, 3, 9, 4, 16, 13"), ("b", "3, 18, 9, 2, 3, 3, 1, 11"), ("c", "17, 14, 17, 2")]
    {
        let bids = format!("[{bids}] + [0] * 99");
        let own = format!("for bid in {bids}:\n    print(bid, flush=True)\n    input()\n");
        site.write(&format!("c/{name}.py"), own);
    }
    let contest = "name = \"Cycle\"\ngame = \"footsteps\"\nbots = [\"a.py\", \"b.py\", \"c.py\"]\n\
                   [format]\nkind = \"round-robin\"\ngames_per_pair = 8\n\
                   [ranking]\nkind = \"references-beaten\"\nreferences = [\"c\"]\n[sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", format!("seed = \"drawn\"\n{contest}"));
    site.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    let cycle = json!([{ "bots": ["a", "b", "c"], "percent": 99.0 }]);
    assert_eq!(served.json(&format!("{API}/circles")), cycle);
    let (_, _, page) = served.get("/es/c/c/field");
    let linked = |bot: &str| format!("<a href=\"/es/c/c/bots/{bot}\"><bdi>{bot}</bdi></a> → ");
    let reported = format!("99 %: {}{}{}<bdi>a</bdi>", linked("a"), linked("b"), linked("c"));
    assert!(page.contains(&reported), "{page}");
    let (_, _, page) = served.get("/es/c/c/matches/1");
    assert_eq!(page.matches("<tr><td><svg").count(), 2, "a mark a seat: {page}");
    let commitment = site.read("c/.certamen/commitment.txt");
    let (_, _, overview) = served.get("/es/c/c");
    assert!(overview.contains(&format!(">{}</code>", commitment.trim())), "{overview}");
    assert!(overview.contains("<dt>Memoria</dt><dd>256 MiB</dd>"), "{overview}");
    let (_, _, table) = served.get("/es/c/c/standings");
    assert_eq!(table.matches(" class=\" reference\">").count(), 1, "{table}");
    assert!(table.contains("<bdi>c</bdi></a> <span class=\"quiet\">referencia</span>"), "{table}");
}

#[test]
fn a_bot_is_shown_with_all_it_did() {
    let site = played();
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    let entrants = served.json(&format!("{API}/entrants"));
    let table = served.json(&format!("{API}/standings"));
    let names = |list: &Value| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|one| one["bot"].clone()).collect()
    };
    assert_eq!(names(&entrants), names(&table));
    let bot = served.json(&format!("{API}/bots/first"));
    let of_first = |list: &Value| -> Vec<Value> {
        list.as_array().unwrap().iter().filter(|one| one["bot"] == "first").cloned().collect()
    };
    assert_eq!(bot["entrant"], of_first(&entrants)[0]);
    assert_eq!(bot["standing"], of_first(&table)[0]);
    assert_eq!(bot["against"], json!(of_first(&served.json(&format!("{API}/matrix")))));
    assert_eq!(bot["faults"], json!({}));
    // The page of a match has the address of its record and the record's hash.
    let (_, _, page) = served.get("/en/c/c/matches/3");
    assert!(page.contains(&format!("<a href=\"{API}/matches/3/record\" download=\"c-3.jsonl\">")));
    let (_, _, record) = served.get(&format!("{API}/matches/3/record"));
    let digest = blake3::hash(record.as_bytes()).to_hex();
    assert!(page.contains(&format!("BLAKE3 <code class=\"digest\">{digest}</code>")), "{page}");
}

#[test]
fn what_hosts_wrote_is_described_in_each_language() {
    let site = played();
    site.write("c/notices/0001-more.md", "date: 2026-11-22\nlang: es\n# Un día <más>\n\nSí.\n");
    site.write("c/faq/0001-why.md", "# Why?\n\n<script>no</script>\n");
    site.write("c/rules.fr.md", "# Règles\n\nJouez.\n");
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    let notice = json!([{ "name": "0001-more", "language": "es", "date": "2026-11-22",
        "title": "Un día <más>", "text": "\nSí.\n" }]);
    assert_eq!(served.json(&format!("{API}/notices")), notice);
    let reported = served.json(&format!("{API}/faq"));
    assert_eq!(reported[0]["text"], "\n<script>no</script>\n");
    let (_, head, _) = served.get(&format!("{API}/faq"));
    assert!(head.contains("application/json") && head.contains("nosniff"), "{head}");
    let rules = served.json(&format!("{API}/rules"));
    assert_eq!(
        (&rules["game"], &rules["texts"][0]["language"]),
        (&json!("mancala8"), &json!("fr"))
    );
    assert_eq!(rules["file"], mancala(4));
    assert!(rules["options"].is_object(), "{rules}");
}

#[test]
fn championships_are_described_as_contests_are() {
    let site = played();
    site.write("c/championships/2026-11-22-final/contest.toml", mancala(2));
    site.succeed(&["run", "c/championships/2026-11-22-final", "--quiet", "--seed", "8"]);
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    let reported = served.json(&format!("{API}/championships"));
    assert_eq!(reported.as_array().unwrap().len(), 1);
    assert_eq!(reported[0]["slug"], "c/championships/1");
    let own = format!("{API}/championships/1");
    assert_eq!(served.json(&own), reported[0]);
    let printed = site.succeed(&["matrix", "c/championships/2026-11-22-final", "--format", "json"]);
    assert_eq!(served.json(&format!("{own}/matrix")), lines(&printed));
}

#[test]
fn what_programs_ask_for_in_vain_is_named() {
    let site = played();
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    for (path, due, named) in [
        ("bots/absent", 404, "absent"),
        ("bots/%00", 400, "%00"),
        ("bots/..%2f", 404, "../"),
        ("matrix?at=3", 400, "at"),
        ("field?anchor=first", 400, "anchor"),
        ("fair-play?x=1", 400, "x"),
        ("rules/es", 404, "rules"),
        ("championships/9", 404, "9"),
        ("championships/x/matrix", 404, "x"),
        ("championships/0", 404, "0"),
        ("strengths", 404, "strengths"),
    ] {
        let (status, head, body) = served.get(&format!("{API}/{path}"));
        assert_eq!(status, due, "{path}: {body}");
        assert!(head.contains("content-type: application/problem+json"), "{path}: {head}");
        assert!(body.contains(named), "{path}: {body}");
    }
}
