//! Texts in the user's language: every table of words is complete, and output in one language has
//! no words of another.

use crate::site::{Site, mancala};
use std::collections::BTreeSet;

pub(crate) const LANGUAGES: [&str; 4] = ["en", "es", "fr", "it"];

/// Words that are equal in all languages: names, and words that are typed or recorded.
const SHARED: &str = "
    bot certamen builtin random first last regular bueno aleatorio silent depth uci fen moves
    footsteps intervalo coins mancala fin lines argv stdin gtp jsonl
    pass points squares size order rounds bad output board turn max slots plies
    Elo Nash alpha rank kalaha position root bots min stop rating
    table json csv markdown svg ladder round robin swiss knockout divisions
    beaten borda copeland references schulze score share total win wins
    gauntlet rating stop one minimax beta ascending descending gains
    check game worker alias
";

/// Words of error messages from serde, TOML and SQLite, quoted in all languages.
const QUOTED: &str = "
    unknown field variant missing invalid type value length string integer sequence array map
    expected one literal quoted values must database file not line column found nonzero trailing
    characters EOF while parsing object the root at with and key extra nothing
";

/// A command's output in each language; `code` is its exit code.
fn outputs(site: &Site, arguments: &[&str], code: i32) -> [String; 4] {
    LANGUAGES.map(|language| {
        let said = site.run(&[arguments, &["--lang", language]].concat());
        assert_eq!(said.code, code, "{arguments:?}: {said:?}");
        said.out + &said.err
    })
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
    // Actions of Coins are not words.
    let words = words.filter(|word| !word.chars().all(|c| c.is_ascii_uppercase()));
    words.map(str::to_lowercase).collect()
}

/// The text without names: quoted text, paths, keys and flags.
fn without_names(text: &str) -> String {
    let outside = |text: &str, quote| text.split(quote).step_by(2).collect::<Vec<_>>().join(" ");
    let lines = text
        .lines()
        .filter(|line| !line.contains(" | "))
        .map(|line| outside(&outside(line, '`'), '"'));
    let is_name = |word: &&str| {
        let word = word.trim_end_matches(['.', ':', ',', ';', ')']);
        word.starts_with(['-', '\'', '<', '[', '('])
            || word.contains(['/', '.', '_', '=', '#', '|'])
    };
    let plain = |line: String| {
        let words: Vec<&str> = line.split_whitespace().filter(|word| !is_name(word)).collect();
        words.join(" ")
    };
    lines.map(plain).collect::<Vec<_>>().join("\n")
}

/// Checks that texts in four languages differ, and that no word is left in English. Words that two
/// languages happen to share are accepted; a word in all four is reported, unless it is a name or
/// in `known`.
pub(crate) fn check_texts(said: &[String; 4], known: &str) {
    let [english, others @ ..] = said;
    for (other, language) in others.iter().zip(&LANGUAGES[1..]) {
        assert_ne!(other, english, "in {language}");
    }
    let known = &(&words(SHARED) | &names_of_games()) | &words(known);
    let common = words(english);
    let common = others.iter().fold(common, |common, other| &common & &words(other));
    let forgotten: Vec<&String> = common.difference(&known).collect();
    assert!(forgotten.is_empty(), "{forgotten:?} in\n{english}");
}

/// The names of the games and of their built-in players.
fn names_of_games() -> BTreeSet<String> {
    let names = certamen_games::ALL.iter().map(|game| {
        let info = game.info();
        format!("{} {} {}", info.slug, info.title, game.builtin_names().join(" "))
    });
    names.flat_map(|names| words(&names)).collect()
}

/// The same for error messages, which have names among the words.
pub(crate) fn check_messages(said: &[String; 4], known: &str) {
    let known = format!("{QUOTED} {known}");
    check_texts(&said.each_ref().map(|text| without_names(text)), &known);
}

/// Checks that a command's output is translated to four languages and not left in English.
fn check(site: &Site, arguments: &[&str], code: i32) {
    check_texts(&outputs(site, arguments, code), "");
}

fn site() -> Site {
    let site = Site::new();
    site.write("silent.py", "");
    site.write("c/contest.toml", mancala(2).replace("Reference players", "Bot"));
    site.succeed(&["run", "c", "--quiet"]);
    let bots = ["builtin:random", "silent.py"];
    site.succeed(&["play", "footsteps", bots[0], bots[1], "--record", "r.jsonl", "--quiet"]);
    site
}

#[test]
fn matches_are_described_in_every_language() {
    let site = site();
    check(&site, &["show", "r.jsonl"], 0);
    check(&site, &["show", "c#3"], 0);
    check(&site, &["verify", "r.jsonl"], 0);
    let play = |game| ["play", game, "builtin:random", "builtin:first", "--seed", "3"];
    for (game, option) in [
        ("footsteps", "points=9"),
        ("intervalo", "squares=6"),
        ("coins", "rounds=2"),
        ("mancala8", "max_slots=9"),
        ("go", "size=3"),
    ] {
        check(&site, &[&play(game)[..], &["--option", option]].concat(), 0);
    }
    let silent = ["play", "footsteps", "silent.py", "builtin:first"];
    check(&site, &[&silent[..], &["--games", "2", "--quiet"]].concat(), 0);
}

#[test]
fn contests_are_described_in_every_language() {
    let site = site();
    check(&site, &["standings", "c"], 0);
    check(&site, &["standings", "c", "--fair-play"], 0);
    check(&site, &["verify", "c"], 0);
    check(&site, &["standings", "c", "--format", "markdown"], 0);
    check(&site, &["matches", "c"], 0);
    check(&site, &["matrix", "c"], 0);
    check(&site, &["field", "c"], 0);
    check(&site, &["run", "c"], 0);
}

#[test]
fn progress_and_changes_are_described_in_every_language() {
    let said = LANGUAGES.map(|language| {
        let site = site();
        let newcomer = mancala(2).replace("Reference players", "Bot");
        let newcomer = newcomer.replace("bots = [", "bots = [\"builtin:aleatorio\", ");
        site.write("c/contest.toml", newcomer);
        let said = site.run(&["run", "c", "--lang", language]);
        assert_eq!(said.code, 0, "{said:?}");
        said.out + &said.err
    });
    check_texts(&said, "");
    assert!(said[0].contains("matches kept: 30"), "{}", said[0]);
}

#[test]
fn lists_and_starters_are_described_in_every_language() {
    let site = Site::new();
    check(&site, &["games"], 0);
    let outputs = LANGUAGES
        .map(|language| site.succeed(&["new-bot", "coins", "c", language, "--lang", language]));
    assert_eq!(
        BTreeSet::from(outputs.map(|said| said.split(' ').next().unwrap().to_owned())).len(),
        4
    );
    let tiers = LANGUAGES.map(|language| {
        site.run(&["play", "footsteps", "builtin:first", "builtin:last", "--lang", language]).out
    });
    assert_eq!(BTreeSet::from(tiers).len(), 4);
}

/// The subcommands, as a shell's completion lists them.
const COMMANDS: [&str; 37] = [
    "bus",
    "worker",
    "workers",
    "account",
    "backup",
    "archive",
    "serve",
    "new-contest",
    "keys",
    "export",
    "play",
    "run",
    "host",
    "standings",
    "matches",
    "matrix",
    "field",
    "show",
    "verify",
    "analyse",
    "check",
    "compare",
    "games",
    "languages",
    "doctor",
    "new-bot",
    "schema",
    "completions",
    "man",
    "brief",
    "challenge",
    "check-game",
    "new-game",
    "open",
    "players",
    "remote",
    "sit",
];

#[test]
fn help_is_given_in_every_language() {
    let site = Site::new();
    let english = site.succeed(&["--help"]);
    let known = format!("{HELP_NAMES} {}", COMMANDS.join(" "));
    for arguments in [&[][..]].into_iter().chain(COMMANDS.iter().map(std::slice::from_ref)) {
        for flag in ["--help", "-h"] {
            let arguments = [arguments, &[flag]].concat();
            check_messages(&outputs(&site, &arguments, 0), &known);
        }
    }
    let listed = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let listed: Vec<&str> =
        english.lines().filter(listed).filter_map(|it| it.split_whitespace().next()).collect();
    let known =
        |name: &&&str| !name.starts_with('-') && **name != "help" && !COMMANDS.contains(*name);
    assert_eq!(listed.iter().filter(known).count(), 0, "{listed:?}");
}

/// Words that are typed and appear in help texts without quotes.
const HELP_NAMES: &str = "http url nobody won drawn lost all receipt metrics moves states chain fair forecast publication question words forbidden local bash elvish fish powershell zsh help contest record sqlite jsonl pgn portable game notation verb verjugada vermarcador python rust java javascript toml schema options none match common lisp cpp ruby add admin close invite list member reset role setup strike drain rest wake coordinator viewer";

#[test]
fn what_machines_and_bots_can_do_is_described_in_every_language() {
    let site = site();
    let names = "Landlock pivot root seccomp pidfd proc tsc Linux ABI sockets";
    let said = outputs(&site, &["doctor"], 0);
    check_messages(&said.map(|text| without_figures(&text)), names);
    let said = outputs(&site, &["languages", "python", "c"], 0);
    check_messages(&said, "Python");
    check_texts(&outputs(&site, &["analyse", "footsteps"], 0), "");
    check_texts(&outputs(&site, &["analyse", "mancala8", "--bot", "builtin:regular"], 0), "");
    let said =
        outputs(&site, &["check", "silent.py", "--game", "footsteps", "--patience", "1s"], 3);
    check_messages(&said, "python fin empty exit mib protocol seed start tier output");
    let compare = ["compare", "builtin:first", "builtin:random", "--game", "mancala8"];
    let said = outputs(&site, &[&compare[..], &["--games", "4", "--quiet"]].concat(), 3);
    // The report uses the words of other comparison programs, for programs that parse it.
    check_messages(&said, "Games Wins Losses Draws DrawRatio nElo Ptnml");
}

/// Replaces times, which differ from run to run, and kernel names, which may differ, too.
fn without_figures(text: &str) -> String {
    text.lines().filter(|line| !line.contains("kernel  ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn json_speaks_no_language() {
    let site = site();
    for arguments in [
        &["standings", "c", "--format", "json"][..],
        &["matches", "c", "--format", "json"],
        &["run", "c", "--json", "--quiet"],
        &["show", "r.jsonl", "--json"],
        &["schema", "record"],
        &["completions", "fish"],
    ] {
        let [english, others @ ..] = outputs(&site, arguments, 0);
        assert!(others.iter().all(|other| *other == english), "{arguments:?}");
    }
}
