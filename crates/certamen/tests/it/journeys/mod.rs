//! Page visits in a real browser: scripts of `crates/web/journeys`, run by node. `cargo xtask test`
//! installs what they need; `--without browser` leaves them out.

use crate::{
    host, pages, people,
    served::Served,
    site::{Site, repository},
};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

const THREE: &str = r#"
name = "Three <i>friends"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
[format]
kind = "round-robin"
games_per_pair = 40
[ranking]
kind = "points"
"#;

/// Serves the contests of a site with these options; returns the address with a slash at the end.
fn serve(site: &Site, wishes: &[&str]) -> (Served, String) {
    let served = Served::start(site, &[&["serve", "contests"], wishes].concat());
    let address = format!("http://{}/", served.address);
    (served, address)
}

/// The folder into which `cargo xtask test` installs the packages.
fn packages() -> PathBuf {
    let folder = Path::new(&repository("target")).join("journeys/node_modules");
    assert!(folder.is_dir(), "{}: not there: run `cargo xtask test`", folder.display());
    folder
}

/// Runs the script of this name, starting at `address`.
fn travel(name: &str, arguments: &[&str]) -> String {
    let script = Path::new(&repository("crates/web/journeys")).join(name);
    let mut node = Command::new("node");
    node.arg(script).args(arguments).env("NODE_PATH", packages());
    let said = node.output().unwrap();
    let reported = String::from_utf8_lossy(&said.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{name}: {reported}{wrong}");
    reported
}

/// A site with a finished contest and its hosts' announcements.
fn three() -> Site {
    let site = Site::new();
    site.write("contests/three/contest.toml", THREE);
    site.write(
        "contests/three/notices/0001-welcome.md",
        "date: 2026-11-02\n# Welcome\n\nSee [the rules](/en/c/three/rules).\n",
    );
    site.write(
        "contests/three/faq/0001-time.md",
        "# How long?\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    );
    site.write("contests/three/rules.md", "# In short\n\n- Bid.\n- Win.\n");
    site.succeed(&["run", "contests/three", "--seed", "7"]);
    site
}

#[test]
fn a_match_is_stepped_through_in_every_way() {
    let site = three();
    let (_served, address) = serve(&site, &["--no-play"]);
    travel("replay.js", &[&address]);
}

#[test]
fn a_newcomer_is_three_clicks_away_from_what_is_looked_for_takes_long() {
    let site = three();
    site.write("contests/open/contest.toml", people::CONTEST);
    let course = people::course::closing_in(&people::course::course(), 3 * 86_400);
    site.write("contests/curso/contest.toml", course);
    site.write("contests/curso/pairs.csv", people::course::sample("pairs.csv"));
    let ana = site.succeed(&["account", "contests", "add", "ana"]);
    let ana = ana.trim().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned();
    site.write("files/wrong.c", "int main(void) { retrn 0; }\n");
    let (_served, address) = serve(&site, &[]);
    travel("newcomer.js", &[&address, &ana, &site.path().join("files").display().to_string()]);
}

#[test]
fn a_board_shows_one_match_after_another() {
    let site = three();
    let (_served, address) = serve(&site, &["--no-play"]);
    travel("tv.js", &[&address]);
}

#[test]
fn a_long_match_comes_in_pieces() {
    let site = Site::new();
    // Both bid one again and again, and no token gets nearer to a goal.
    let bots = "bots = [\"builtin:first\", \"other=builtin:first\"]\noptions = { points = 1500 }";
    let (head, rest) = THREE.split_once("bots = ").unwrap();
    let rest = rest.split_once('\n').unwrap().1.replace("= 40", "= 2");
    site.write("contests/long/contest.toml", format!("{head}{bots}\n{rest}"));
    site.succeed(&["run", "contests/long", "--seed", "7"]);
    let (_served, address) = serve(&site, &["--no-play"]);
    travel("long.js", &[&address]);
    site.succeed(&["archive", "contests", "--out", "out"]);
    travel("long.js", &[&format!("file://{}/", site.path().join("out").display())]);
}

#[test]
fn a_contest_ends_while_one_looks_takes_long() {
    let site = Site::new();
    let slow =
        "import time\nwhile True:\n    time.sleep(0.05)\n    print(1, flush=True)\n    input()\n";
    site.write("contests/long/slow.py", slow);
    let contest = THREE.replace("\"builtin:last\"", "\"slow.py\"").replace("= 40", "= 6");
    let sandbox = "[sandbox]\nminimum_tier = \"D\"\n";
    site.write("contests/long/contest.toml", format!("{contest}{sandbox}"));
    let (_served, address) = serve(&site, &["--tier", "D"]);
    travel("watch.js", &[&address]);
}

#[test]
fn a_match_of_gnu_go_moves_on_its_page_nightly() {
    let site = Site::new();
    let bot = repository("bots/go/gnugo");
    let contest = format!(
        "name = \"Go\"\ngame = \"go\"\nbots = [\"{bot}\", \"builtin:random\"]\n\
         [options]\nsize = 19\n[format]\nkind = \"round-robin\"\ngames_per_pair = 2\n\
         [ranking]\nkind = \"points\"\n[programs]\nmemory = \"none\"\n\
         [limits]\nmove_time = \"60s\"\nmemory = \"256 MiB\"\n[sandbox]\nminimum_tier = \"D\"\n"
    );
    site.write("contests/go/contest.toml", contest);
    let (_served, address) = serve(&site, &["--tier", "D"]);
    let pages = site.path().join("pages");
    std::fs::create_dir(&pages).unwrap();
    travel("live.js", &[&address, &pages.display().to_string()]);
    check_validity(&pages);
}

#[test]
fn pages_of_others_may_embed_tables_and_matches_and_nothing_else() {
    let site = three();
    let (_served, address) = serve(&site, &["--no-play"]);
    travel("embed.js", &[&address]);
}

#[test]
fn an_archive_is_opened_from_a_disk() {
    let site = three();
    site.succeed(&["archive", "contests", "--out", "out", "--languages", "en,es"]);
    site.succeed(&["show", "contests/three#1", "--html", "out/one.html"]);
    let address = format!("file://{}/", site.path().join("out").display());
    travel("archive.js", &[&address]);
}

/// Many bots with long names in one contest.
const MANY: &str = "\"a-long-name=builtin:random\", \"a-still-longer-name_of.someone=builtin:random\", \
    \"three=builtin:random\", \"four=builtin:random\", \"five=builtin:random\", \
    \"six=builtin:random\", \"seven=builtin:random\", \"eight=builtin:random\"";

/// Other games with other boards: the bots and their options.
const BOARDS: [(&str, &str, &str); 5] = [
    ("go", "\"builtin:random\", \"builtin:first\"", "options = { size = 9 }"),
    ("intervalo", "\"builtin:random\", \"builtin:first\"", ""),
    ("mancala8", "\"builtin:random\", \"builtin:first\"", ""),
    ("coins", MANY, "table"),
    ("minoria", "\"a=builtin:random\", \"b=builtin:random\", \"c=builtin:random\"", "table"),
];

/// Adds a contest of each other game to a site.
fn add_boards(site: &Site) {
    for (game, bots, more) in BOARDS {
        let (options, format) = match more {
            "table" => ("", "kind = \"one-table\"\ngames = 2"),
            options => (options, "kind = \"round-robin\"\ngames_per_pair = 2"),
        };
        let contest = format!(
            "name = \"{game}\"\ngame = \"{game}\"\nbots = [{bots}]\n{options}\n\
             [format]\n{format}\n[ranking]\nkind = \"total-score\"\n"
        );
        site.write(&format!("contests/{game}/contest.toml"), contest);
        site.succeed(&["run", &format!("contests/{game}"), "--seed", "7"]);
    }
}

/// Many bots all against all, and in a knockout.
fn add_larger(site: &Site) {
    let kinds =
        [("many", "kind = \"round-robin\"\ngames_per_pair = 20"), ("cup", "kind = \"knockout\"")];
    for (name, format) in kinds {
        let contest = format!(
            "name = \"{name}\"\ngame = \"footsteps\"\nbots = [{MANY}]\n[format]\n{format}\n\
             [ranking]\nkind = \"wins\"\n"
        );
        site.write(&format!("contests/{name}/contest.toml"), contest);
        site.succeed(&["run", &format!("contests/{name}"), "--seed", "7"]);
    }
}

/// Has all contests end in the same second: the home page orders those by name.
fn end_in_one_second(site: &Site) {
    for contest in std::fs::read_dir(site.path().join("contests")).unwrap() {
        let path = contest.unwrap().path().join(".certamen/store.sqlite");
        let store = rusqlite::Connection::open(path).unwrap();
        assert!(store.execute("UPDATE snapshot SET at = 1793000000", []).unwrap() > 0);
    }
}

#[test]
fn pages_look_as_on_their_reference_images_nightly() {
    let site = three();
    add_boards(&site);
    add_larger(&site);
    end_in_one_second(&site);
    let (_served, address) = serve(&site, &["--no-play"]);
    let references = repository("crates/web/journeys/pictures");
    travel("pictures.js", &[&address, &references, &repository("target/pictures")]);
}

/// Visits the pages that links lead to from `address`, those whose path after the language begins with
/// `within`, in each size and colour scheme, and checks that they are valid HTML.
fn look_at_all(address: &str, within: &str, out: &Path) -> u32 {
    std::fs::create_dir(out).unwrap();
    let reported = travel("pages.js", &[address, &out.display().to_string(), within]);
    eprintln!("{reported}");
    check_validity(out);
    reported.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn every_page_is_accessible_and_valid_nightly() {
    let site = three();
    add_boards(&site);
    let published = "contests/three/published/0001-2026-03-13T12-00+0100-provisional.json";
    site.write(published, pages::PUBLISHED);
    let contest = format!("{THREE}[site]\nseries = \"spring\"\nedition = 3\nprize = \"a mug\"\n");
    site.write("contests/three/contest.toml", contest);
    let (served, address) = serve(&site, &["--no-play"]);
    let count = look_at_all(&address, "", &site.path().join("pages"));
    assert!(count > 30, "{count} pages");
    drop(served);
    // The files of an archive are valid, too.
    site.succeed(&["archive", "contests", "--out", "out", "--languages", "en", "--matches", "3"]);
    check_validity(&site.path().join("out"));
}

#[test]
fn every_page_of_a_course_can_be_read_and_is_valid_takes_long() {
    let site = host::secrets::held();
    let served = Served::start(&site, &["serve", "c", "--no-play"]);
    let address = format!("http://{}/", served.address);
    let count = look_at_all(&address, "c/", &site.path().join("pages"));
    assert!(count > 10, "{count} pages");
}

#[test]
fn a_user_who_signs_in_finds_every_page_takes_long() {
    let site = Site::new();
    site.write("contests/open/contest.toml", people::CONTEST);
    site.write("contests/curso/contest.toml", people::course::course());
    site.write("contests/curso/pairs.csv", people::course::sample("pairs.csv"));
    let host = site.succeed(&["account", "contests", "add", "host", "--role", "admin"]);
    let ana = site.succeed(&["account", "contests", "add", "ana"]);
    let [ana, host] = [ana, host]
        .map(|link| link.trim().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned());
    site.write("files/uno.c", people::CONSTANT);
    let player = format!("files/{}", people::course::named("14021", "Ab"));
    site.write(&player, people::course::sample("submissions/14021150313Ab.cl"));
    let (_served, address) = serve(&site, &[]);
    let folder = site.path().join("files").display().to_string();
    let pages = site.path().join("pages");
    std::fs::create_dir(&pages).unwrap();
    travel("private.js", &[&address, &ana, &host, &folder, &pages.display().to_string()]);
    check_validity(&pages);
}

#[test]
fn people_play_each_other_and_built_in_players_nightly() {
    let site = Site::new();
    site.write("contests/open/contest.toml", people::CONTEST);
    let ana = site.succeed(&["account", "contests", "add", "ana"]);
    let ana = ana.trim().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned();
    let (_served, address) = serve(&site, &[]);
    let pages = site.path().join("pages");
    std::fs::create_dir(&pages).unwrap();
    travel("tables.js", &[&address, &ana, &pages.display().to_string()]);
    check_validity(&pages);
}

#[test]
fn people_play_by_rules_that_are_a_program_takes_long() {
    let rules = include_str!("../../../../external/tests/games/noughts.py");
    // The same without a board, whose actions are for checks only.
    let (before, rest) = rules.split_once("    def grid(").unwrap();
    let (_, after) = rest.split_once("\n\n\n").unwrap();
    let words = format!("{}\n\n\n{after}", before.trim_end()).replace(
        "    slug, seats, chance = \"noughts\",",
        "    show_legal = False\n    slug, seats, chance = \"words\",",
    );
    assert!(words.contains("\"words\""), "{words}");
    let site = Site::new();
    for (game, rules) in [("noughts", rules), ("words", &words)] {
        let contest = format!(
            "name = \"{game}\"\ngame = \"{game}\"\nbots = [\"builtin:first\", \"builtin:last\"]\n\
             [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n"
        );
        site.write(&format!("contests/{game}/contest.toml"), contest);
        site.write(&format!("contests/{game}/games/{game}.py"), rules);
    }
    let ana = site.succeed(&["account", "contests", "add", "ana"]);
    let ana = ana.trim().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned();
    let (_served, address) = serve(&site, &["--tier", "D"]);
    let pages = site.path().join("pages");
    std::fs::create_dir(&pages).unwrap();
    travel("rules.js", &[&address, &ana, &pages.display().to_string()]);
    check_validity(&pages);
}

#[test]
fn a_course_is_held_in_the_browser_alone_nightly() {
    let site = Site::new();
    site.write("contests/curso/contest.toml", people::course::course());
    site.write("contests/curso/pairs.csv", people::course::sample("pairs.csv"));
    let host = site.succeed(&["account", "contests", "add", "maestra", "--role", "admin"]);
    let host = host.trim().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned();
    // The sender of each submission, and the file of the sample course; `Redefine` breaks a rule.
    let sends = [
        ("14021", "Ab", "14021150313Ab.cl"),
        ("14022", "Ab", "14022150314Ab.cl"),
        ("14011", "In", "14012150314In.cl"),
        ("14012", "In", "14011150313In.cl"),
        ("14013", "In", "14011150313In.cl"),
    ];
    for (player, key, file) in sends {
        let content = people::course::sample(&format!("submissions/{file}"));
        site.write(&format!("files/{}", people::course::named(player, key)), content);
    }
    let (_served, address) = serve(&site, &["--tier", "D"]);
    let folder = site.path().join("files").display().to_string();
    let pages = site.path().join("pages");
    std::fs::create_dir(&pages).unwrap();
    travel("course.js", &[&address, &host, &folder, &pages.display().to_string()]);
    check_validity(&pages);
    let sheet = site.read("pages/marks.csv");
    let of = |pair: &str| sheet.lines().find(|line| line.starts_with(pair)).unwrap().to_owned();
    assert!(of("2314,01,").contains(",0"), "a banned author has no mark: {sheet}");
    assert!(of("2314,02,").contains("14021"), "{sheet}");
}

/// The other announcements: game, bots, options and format, and the text about entries.
const ANNOUNCED: [[&str; 4]; 4] = [
    ["footsteps", "", "kind = \"round-robin\"", "closes = \"never\"\nideas = true\nper_author = 1"],
    [
        "intervalo",
        "",
        "kind = \"round-robin\"",
        "closes_after = { entrants = 2, then = \"7 days\" }",
    ],
    ["coins", "", "kind = \"one-table\"\ngames = 2", "closes = \"never\"\nvisibility = \"open\""],
    ["go", "[options]\nsize = 5", "kind = \"round-robin\"", "closes = \"never\""],
];

#[test]
fn the_other_announcements_are_lived_through_nightly() {
    let site = Site::new();
    for [game, options, format, entries] in ANNOUNCED {
        let kept = "[sandbox]\nminimum_tier = \"D\"\n[entries]\n";
        let contest = format!(
            "name = \"{game}\"\ngame = \"{game}\"\nseed = 1\nbots = [\"builtin:random\", \"builtin:first\"]\n\
             {options}\n[format]\n{format}\n[ranking]\nkind = \"total-score\"\n{kept}{entries}\n"
        );
        site.write(&format!("contests/{game}/contest.toml"), contest);
    }
    let file = |path: &str| std::fs::read(repository(path)).unwrap();
    site.write("files/uno.c", people::CONSTANT);
    for name in ["centro", "centro2"] {
        site.write(&format!("files/{name}.c"), file("bots/samples/intervalo/centro.c"));
    }
    for name in ["voltea", "par"] {
        let path = format!("bots/samples/coins/{name}.cpp");
        site.write(&format!("files/{name}.cpp"), file(&path));
    }
    site.write("files/tactico.c", file("bots/go/tactico/tactico.c"));
    std::fs::create_dir(site.path().join("files/edit")).unwrap();
    let links = [("ana", &[][..]), ("bea", &[]), ("host", &["--role", "admin"])];
    let links = links.map(|(name, role)| {
        let link = site.succeed(&[&["account", "contests", "add", name], role].concat());
        link.trim().strip_prefix("http://127.0.0.1:8080").unwrap().to_owned()
    });
    let (_served, address) = serve(&site, &[]);
    let folder = site.path().join("files").display().to_string();
    let pages = site.path().join("pages");
    std::fs::create_dir(&pages).unwrap();
    let [ana, bea, host] = &links;
    travel("announcements.js", &[&address, ana, bea, host, &folder, &pages.display().to_string()]);
    check_validity(&pages);
}

/// Checks that the pages in a folder are valid HTML.
fn check_validity(pages: &Path) {
    let checker = packages().join("vnu-jar/build/dist/vnu.jar");
    let mut java = Command::new("java");
    java.arg("-jar").arg(checker).args(["--errors-only", "--skip-non-html"]).arg(pages);
    let said = java.output().unwrap();
    let wrong = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{wrong}");
}
