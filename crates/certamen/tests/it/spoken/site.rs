//! The folder in which all is said, and the ear.

use crate::site::Site;
use std::{fmt::Write, fs, path::Path, process::Command};

/// Runs the commands, one a line, and gives what they print, times blanked out.
pub(super) fn listen(language: &str, commands: &str) -> String {
    let site = Site::new();
    prepare(&site);
    let mut spoken = String::new();
    for line in commands.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.extend(["--lang", language]);
        let (code, said) = run(&site, &arguments);
        write!(spoken, "$ {line}\n{}= {code}\n\n", still(&site, &said)).unwrap();
    }
    spoken
}

fn run(site: &Site, arguments: &[&str]) -> (i32, String) {
    let program = std::env::var("CERTAMEN_BINARY");
    let program = program.unwrap_or_else(|_| env!("CARGO_BIN_EXE_certamen").to_owned());
    let plain = site.command(arguments);
    let mut command = Command::new(program);
    command.args(arguments).current_dir(site.path());
    for (name, value) in plain.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    let output = command.stdin(std::process::Stdio::null()).output().unwrap();
    let mut said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    if !errors.is_empty() {
        said.push_str("! ");
        said.push_str(&errors);
    }
    (output.status.code().unwrap_or(-1), said)
}

/// Without what differs from run to run: paths, times, digests, and the blanks around times.
fn still(site: &Site, said: &str) -> String {
    let said = said.replace(&site.path().display().to_string(), "SITE");
    let mut still = String::new();
    for line in said.lines() {
        let words: Vec<String> = line.split(' ').map(blanked).collect();
        let times = words.iter().any(|word| word.contains('_') && line.contains('.'))
            || (1..words.len()).any(|at| is_time(&words[at - 1], &words[at]));
        if times {
            let words: Vec<&str> =
                words.iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
            let kept = (0..words.len()).map(|at| match words.get(at + 1) {
                Some(unit) if is_time(words[at], unit) => "_",
                _ => words[at],
            });
            still.push_str(&kept.collect::<Vec<_>>().join(" "));
        } else {
            still.push_str(&words.join(" "));
        }
        still.push('\n');
    }
    still
}

fn is_time(number: &str, unit: &str) -> bool {
    let number = number.trim_start_matches(['(', '~', '<']);
    let unit = unit.trim_end_matches([',', ';', ')', ':', '.']);
    (number == "_" || number.parse::<f64>().is_ok()) && ["s", "ms", "µs", "min"].contains(&unit)
}

/// Digests, rates and other figures with a fraction; folders that are gone afterwards.
fn blanked(word: &str) -> String {
    if let Some((_, file)) =
        word.split_once("/builds/").and_then(|(_, it)| it.split_once("/source/"))
    {
        return format!("BUILD/{file}");
    }
    // Times and memory in tables of what was measured.
    let figure = word.trim_matches(['(', ')']);
    if figure.contains('.') && figure.parse::<f64>().is_ok() {
        return word.replace(figure, "_");
    }
    let is_hex = |part: &str| part.len() >= 16 && part.bytes().all(|it| it.is_ascii_hexdigit());
    if let Some(digest) = word.split(|it: char| !it.is_ascii_alphanumeric()).find(|it| is_hex(it)) {
        return word.replace(digest, "_");
    }
    match word.split_once("/s") {
        Some((rate, rest)) if rate.parse::<f64>().is_ok() => format!("_/s{rest}"),
        _ => word.to_owned(),
    }
}

fn prepare(site: &Site) {
    bots(site);
    contests(site);
    records(site);
    site.write("pairs.csv", "group,pair,key\n1,2\n");
}

fn bots(site: &Site) {
    site.write("empty/.keep", "");
    site.write("bad-toml/bot.toml", "name = 3\n");
    site.write(
        "bad-language/bot.toml",
        "name = \"x\"\nlanguage = \"klingon\"\nsource = [\"x.k\"]\n",
    );
    site.write("strange.xyz", "hello\n");
    site.write("broken.c", "int main() { return x; }\n");
    site.write("two.py", "print 1\n");
    site.write("syntax.py", "def f(:\n");
    site.write("dies.py", "raise SystemExit(3)\n");
    site.write(
        "illegal.py",
        "while True:\n    print('no', flush=True)\n    if input() == 'fin': break\n",
    );
    site.write(
        "good.py",
        "while True:\n    print(1, flush=True)\n    if input() == 'fin': break\n",
    );
}

const PLAIN: &str = "name = \"Plain\"\ngame = \"mancala8\"\nbots = [\"builtin:first\", \"builtin:last\", \"builtin:random\", \"builtin:regular\"]\n";

const FORMAT: &str = "[format]\nkind = \"round-robin\"\ngames_per_pair = 1\n";
const RANKING: &str = "[ranking]\nkind = \"points\"\n";

fn contests(site: &Site) {
    let plain = |rest: &str| format!("{PLAIN}{rest}{FORMAT}{RANKING}");
    let format = |rest: &str| format!("{PLAIN}[format]\n{rest}{RANKING}");
    let of = |bots: &str| format!("name = \"x\"\ngame = \"mancala8\"\nbots = [{bots}]\n");
    let two = "\"builtin:first\", \"builtin:last\"";
    let folders = [
        ("played", format("kind = \"round-robin\"\ngames_per_pair = 2\n")),
        ("unplayed", plain("")),
        ("strange-key", plain("colour = 1\n")),
        ("no-game", plain("").replace("game = \"mancala8\"\n", "")),
        ("unknown-game", plain("").replace("mancala8", "chess")),
        ("no-bots", of("") + FORMAT + RANKING),
        ("one-bot", of("\"builtin:first\"") + FORMAT + RANKING),
        ("same-names", plain("").replace("builtin:last", "builtin:first")),
        ("bad-option", plain("[options]\npits = 3\n")),
        ("bad-format", format("kind = \"circle\"\n")),
        ("bad-format-key", format("kind = \"round-robin\"\nrounds = 3\n")),
        ("bad-ranking", format!("{PLAIN}{FORMAT}[ranking]\nkind = \"beauty\"\n")),
        ("bad-policy", plain("[programs]\nmemory = \"life\"\n")),
        ("bad-limit", plain("[limits]\nmove_time = \"soon\"\n")),
        ("bad-memory", plain("[limits]\nmemory = \"1 KiB\"\n")),
        ("bad-share", plain("[limits]\nmove_time = \"0% of builtin:bueno\"\n")),
        ("bad-tier", plain("[sandbox]\nminimum_tier = \"Z\"\n")),
        ("bad-closes", plain("[entries]\ncloses = \"tomorrow\"\n")),
        ("bad-draw", plain("seed = \"lucky\"\n")),
        ("bad-stop", format("kind = \"ladder\"\nstop = \"when done\"\n")),
        ("bad-number", format("kind = \"round-robin\"\ngames_per_pair = 0\n")),
        ("not-toml", "name = \n".to_owned()),
        ("bad-glob", of("\"bots/*\"") + FORMAT + RANKING),
        ("person", plain("").replace("builtin:last", "human")),
        ("many-seats", format("kind = \"one-table\"\ngames = 2\n")),
        ("swiss-too-small", of(two) + "[format]\nkind = \"swiss\"\nrounds = 3\n" + RANKING),
        ("bad-timetable", plain("[timetable]\nstarts = \"never\"\n")),
        ("changed", plain("")),
        ("damaged", plain("")),
    ];
    for (folder, file) in folders {
        site.write(&format!("{folder}/contest.toml"), file);
    }
    site.succeed(&["run", "played", "--jobs", "1"]);
    site.succeed(&["run", "changed", "--jobs", "1"]);
    site.write("changed/contest.toml", plain("[options]\nboard = [[3],[3]]\n"));
    fs::create_dir_all(site.path().join("damaged/.certamen")).unwrap();
    let store = fs::read_dir(site.path().join("changed/.certamen")).unwrap();
    for entry in store.map(Result::unwrap).filter(|entry| is_store(&entry.path())) {
        let path = site.path().join("damaged/.certamen").join(entry.file_name());
        fs::write(path, "this is no database, however one looks at it").unwrap();
    }
}

fn is_store(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "sqlite")
}

fn records(site: &Site) {
    site.succeed(&[
        "play",
        "mancala8",
        "builtin:regular",
        "builtin:last",
        "--seed",
        "7",
        "--record",
        "record.jsonl",
        "--quiet",
    ]);
    let path = site.path().join("record.jsonl");
    let record = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = record.lines().collect();
    let change = |name: &str, from: &str, to: &str| {
        assert!(record.contains(from), "{from} in {record}");
        site.write(name, record.replacen(from, to, 1))
    };
    site.write("cut.jsonl", lines[..4].join("\n") + "\n");
    site.write("empty.jsonl", "");
    change("forged.jsonl", "\"seat\":1,\"action\":\"", "\"seat\":1,\"action\":\"X");
    change("newer.jsonl", "{\"certamen\":1", "{\"certamen\":2");
    change("othergame.jsonl", "\"game\":\"mancala8\"", "\"game\":\"chess\"");
    change("outcome.jsonl", "\"scores\":[", "\"scores\":[5,");
    change("digest.jsonl", "\"digest\":\"", "\"digest\":\"0");
    change("seats.jsonl", "\"seat\":0", "\"seat\":9");
}
