//! Bots that are refused, and the words that say why.

use certamen_runner::{Bot, BuildCache};
use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};
use tempfile::TempDir;

const GOOD: &str = "name = \"good\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\n";

/// A bot's folder with this manifest, `bot.py` and `bad.c`.
fn bot(manifest: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bot.toml"), manifest).unwrap();
    fs::write(folder.path().join("bot.py"), "print(1)").unwrap();
    fs::write(folder.path().join("bad.c"), "int main(void) { return nonsense; }\n").unwrap();
    folder
}

/// Why a bot cannot be seated.
fn refusal(given: &str) -> String {
    let builds = tempfile::tempdir().unwrap();
    let prepared = Bot::find(given, certamen_games::find("mancala8").unwrap()).and_then(|bot| {
        BuildCache::new(
            builds.path().to_owned(),
            std::sync::Arc::new(certamen_sandbox::Unisolated::new()),
        )
        .prepare(&bot)
    });
    let left: Vec<_> = fs::read_dir(builds.path()).unwrap().map(|entry| entry.unwrap()).collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().starts_with("draft")));
    match prepared {
        Ok(ready) => panic!("`{given}` is not refused: {ready:?}"),
        Err(error) => error.to_string(),
    }
}

/// Expects that the bot in `folder` is refused with all these words.
fn check(folder: &Path, words: &[&str]) {
    let message = refusal(folder.to_str().unwrap());
    for word in words {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
    let hidden = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    assert!(!message.contains(hidden), "{message:?}");
}

/// Expects that a bot with this manifest is refused, naming the file and all these words.
fn check_manifest(manifest: &str, words: &[&str]) {
    let folder = bot(manifest);
    let file = folder.path().join("bot.toml");
    check(folder.path(), &[&[file.to_str().unwrap()], words].concat());
}

fn with(line: &str) -> String {
    format!("{GOOD}{line}\n")
}

#[test]
fn the_good_one_is_not_refused() {
    let (folder, builds) = (bot(GOOD), tempfile::tempdir().unwrap());
    let found =
        Bot::find(folder.path().to_str().unwrap(), certamen_games::find("footsteps").unwrap());
    let found = found.unwrap();
    assert_eq!((&*found.name, &*found.language), ("good", "python"));
    BuildCache::new(
        builds.path().to_owned(),
        std::sync::Arc::new(certamen_sandbox::Unisolated::new()),
    )
    .prepare(&found)
    .unwrap();
}

#[test]
fn manifests_are_refused_by_file_key_and_value() {
    let source = |list: &str| format!("name = \"x\"\nlanguage = \"python\"\nsource = {list}\n");
    let named = |name: &str| GOOD.replace("\"good\"", name);
    let cases: &[(String, &[&str])] = &[
        (source("[\"no.py\"]"), &["`source`", "no.py", "no such file"]),
        (source("[\"../bot.py\"]"), &["`source`", "../bot.py", "inside it, without . and .."]),
        (source("[\"/etc/passwd\"]"), &["`source`", "/etc/passwd", "inside it, without . and .."]),
        (source("[\"bot.py\", \"./bad.c\"]"), &["`source`", "./bad.c", "inside it"]),
        (source("[\"bad.c/..\"]"), &["`source`", "bad.c/..", "inside it"]),
        (source("[\".\"]"), &["`source`", "inside it, without . and .."]),
        (source("[\".hidden.py\"]"), &["`source`", ".hidden.py", "hidden files"]),
        (source("[\"__pycache__/bot.py\"]"), &["`source`", "__pycache__/bot.py"]),
        (source("[\"\"]"), &["`source`", "no such file"]),
        (source("[\"a\\u0000b\\u001b[2J\"]"), &["`source`", "a\\u{0}b\\u{1b}[2J"]),
        (source("[]"), &["`source`", "at least one file"]),
        (source("\"bot.py\""), &["source = \"bot.py\"", "a list in brackets"]),
        (
            GOOD.replace("python", "cobol"),
            &["`language`", "`cobol`", "expected one of c, common-lisp, cpp"],
        ),
        (GOOD.replace("python", "\\u001b[2J"), &["`language`", "`\\u{1b}[2J`"]),
        (with("colour = 'red'"), &["colour", "unknown key", "`protocol`"]),
        (with("build = []"), &["`build`", "the command is empty"]),
        (with("run = []"), &["`run`", "the command is empty"]),
        (with("build = 'make'"), &["build = 'make'", "a list in brackets"]),
        (with("protocol = 'pigeon'"), &["protocol = 'pigeon'", "`pigeon`", "`lines`", "`argv`"]),
        (with("deterministic = 'yes'"), &["deterministic = 'yes'", "`true` or `false`"]),
        (named("\"\""), &["`name`", "1 to 40 characters"]),
        (named(&format!("\"{}\"", "x".repeat(41))), &["`name`", "xxxx", "1 to 40 characters"]),
        (named("\" good\""), &["`name`", "` good`", "starts or ends with a blank"]),
        (named("\"a\\u001b[2Jb\""), &["`name`", "`a\\u{1b}[2Jb`", "cannot be shown"]),
        (named("\"a\\nb\""), &["`name`", "`a\\nb`", "cannot be shown"]),
        (named("\"\\u202Eevil\""), &["`name`", "`\\u{202e}evil`", "cannot be shown"]),
        (named("7"), &["name = 7", "a text in quotes"]),
        ("language = \"c\"".to_owned(), &["key `name` is missing"]),
        ("name = \u{1b}[2J".to_owned(), &["line 1", "\\u{1b}[2J"]),
        (String::new(), &["is missing"]),
        (with("name = 'twice'"), &["name", "duplicate key"]),
        (with(&"#".repeat(64 << 10)), &["larger than 64 KiB"]),
        (
            with("run = [\"{directory}/../../etc/shadow\"]"),
            &["`run`", "inside it, without . and .."],
        ),
        (with("build = [\"cc\", \"-I{out}/..\"]"), &["`build`", "-I{out}/..", "inside it"]),
    ];
    for (manifest, words) in cases {
        check_manifest(manifest, words);
    }
}

/// The folder belongs to its author, who may put anything there that we can read and the author
/// cannot.
#[test]
fn a_manifest_must_not_be_a_link_or_too_large() {
    let folder = bot(GOOD);
    let manifest = folder.path().join("bot.toml");
    fs::remove_file(&manifest).unwrap();
    symlink("/etc/passwd", &manifest).unwrap();
    check(folder.path(), &["bot.toml is neither a file nor a folder"]);
    fs::remove_file(&manifest).unwrap();
    fs::File::create(&manifest).unwrap().set_len(3 << 30).unwrap();
    check(folder.path(), &["bot.toml", "larger than 64 MiB"]);
}

/// A bot that is itself a link is accepted only from a user who named it in full.
#[test]
fn a_link_found_by_a_pattern_is_refused() {
    let (folder, home) = (bot(GOOD), tempfile::tempdir().unwrap());
    let link = home.path().join("linked");
    symlink(folder.path(), &link).unwrap();
    let given = link.to_str().unwrap();
    let game = certamen_games::find("footsteps").unwrap();
    let spec = certamen_game::job::BotSpec::read(given, Path::exists).unwrap();
    let error = Bot::of_unlinked(&spec, game).unwrap_err().to_string();
    assert!(error.contains(given) && error.contains("link"), "{error}");
    assert_eq!(&*Bot::find(given, game).unwrap().name, "good");
}

/// A host sees all that is wrong at once, and goes on with the rest.
#[test]
fn a_failing_bot_does_not_stop_other_builds() {
    let game = certamen_games::find("footsteps").unwrap();
    let broken = "name = \"broken\"\nlanguage = \"c\"\nsource = [\"bad.c\"]";
    let missing =
        "name = \"missing\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\nrun = [\"{out}/x\"]";
    let folders = [broken, GOOD, missing].map(bot);
    let bots = folders.iter().map(|folder| Bot::find(folder.path().to_str().unwrap(), game));
    let builds = tempfile::tempdir().unwrap();
    let sandbox = std::sync::Arc::new(certamen_sandbox::Unisolated::new());
    let cache = BuildCache::new(builds.path().to_owned(), sandbox);
    let built_bots = cache.build_all(bots.map(Result::unwrap));
    let ready: Vec<_> = built_bots.ready.iter().map(|(bot, _)| &*bot.name).collect();
    let failed: Vec<_> = built_bots.failed.iter().map(|(bot, _)| &*bot.name).collect();
    assert_eq!((ready, failed), (vec!["good"], vec!["broken", "missing"]));
}

#[test]
fn a_compilers_complaint_is_shown() {
    let folder = bot("name = \"broken\"\nlanguage = \"c\"\nsource = [\"bad.c\"]");
    check(folder.path(), &["`broken` cannot be built", "bad.c:1:", "nonsense", "undeclared"]);
}

#[test]
fn the_own_build_commands_complaint_is_shown() {
    let folder = bot(&with("build = [\"/usr/bin/env\", \"ls\", \"/nowhere\"]"));
    check(folder.path(), &["`good` cannot be built", "/nowhere", "No such file"]);
    let folder = bot(&with("build = [\"/nowhere/makeit\"]"));
    check(folder.path(), &["`good`", "/nowhere/makeit is not a program in /usr/bin"]);
}

#[test]
fn an_interpreter_that_is_a_script_is_refused() {
    let shim = tempfile::tempdir().unwrap();
    let path = shim.path().join("python3");
    fs::write(&path, "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n").unwrap();
    let folder = bot(&with(&format!("run = [{path:?}, \"{{source}}\"]")));
    check(folder.path(), &["`good`", path.to_str().unwrap(), "is not a program in /usr/bin"]);
    let folder = bot(&with("run = [\"/nowhere/pythin\", \"{source}\"]"));
    check(folder.path(), &["`good`", "/nowhere/pythin is not a program in /usr/bin"]);
}

#[test]
fn programs_that_cannot_run_are_found_before_the_match() {
    let folder = bot(&with("run = [\"{out}/bot\"]"));
    check(folder.path(), &["`good`", "out/bot does not exist"]);
    let folder = bot(&with("run = [\"{directory}/bot.py\"]"));
    check(folder.path(), &["`good`", "bot.py is not executable", "chmod +x"]);
    let folder = bot(&GOOD.replace("python", "executable"));
    check(folder.path(), &["`good`", "bot.py is not executable"]);
    let folder =
        bot("name = \"x\"\nlanguage = \"c\"\nsource = [\"bad.c\"]\nbuild = [\"/bin/true\"]");
    check(folder.path(), &["`x`", "out/bot does not exist"]);
}

#[test]
fn folders_have_regular_files_and_not_too_many() {
    let folder = bot(GOOD);
    symlink("/etc/passwd", folder.path().join("link")).unwrap();
    check(folder.path(), &[folder.path().to_str().unwrap(), "link is neither"]);

    let folder = bot(GOOD);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        folder.path().join("fifo"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    check(folder.path(), &["fifo is neither"]);

    let folder = bot(GOOD);
    fs::File::create(folder.path().join("large")).unwrap().set_len((64 << 20) + 1).unwrap();
    check(folder.path(), &["large", "larger than 64 MiB"]);

    let folder = bot(GOOD);
    fs::create_dir(folder.path().join("many")).unwrap();
    for number in 0..2_000 {
        fs::write(folder.path().join(format!("many/{number}")), "").unwrap();
    }
    check(folder.path(), &["more than 2000 files"]);

    let folder = bot(GOOD);
    for number in 0..2_000 {
        fs::create_dir(folder.path().join(format!("{number}"))).unwrap();
    }
    check(folder.path(), &["more than 2000 files and folders"]);
}

#[test]
fn invalid_commands_and_requirements_are_reported_by_key() {
    let command = "name = \"good\"\ncommand = [\"/usr/bin/env\"]\n";
    let also = |line: &str| format!("{command}{line}\n");
    check_manifest("name = \"good\"\nsource = [\"bot.py\"]\n", &["`language`", "`command`"]);
    check_manifest("name = \"good\"\ncommand = []\n", &["`command`", "the command is empty"]);
    check_manifest(&also("run = [\"{source}\"]"), &["`command`", "remove `run`"]);
    check_manifest(&also("build = [\"make\"]"), &["`command`", "remove `build`"]);
    for path in ["/etc/passwd", "gnugo", "/usr/../etc/passwd"] {
        let line = format!("requires = {{ \"{path}\" = \"x\" }}");
        check_manifest(&also(&line), &["`requires`", path, "under /usr"]);
    }
    let folder = bot(&also("requires = { \"/usr/games/no-such-engine\" = \"engine\" }"));
    let words =
        "`good`: /usr/games/no-such-engine is not installed: install the Debian package engine";
    check(folder.path(), &[words]);
    let folder = bot("name = \"good\"\ncommand = [\"/etc/passwd\"]\n");
    check(folder.path(), &["`good`", "/etc/passwd is not a program in /usr/bin"]);
}

#[test]
fn a_name_of_no_bot_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    fs::write(folder.path().join("bot.xyz"), "").unwrap();
    for (given, words) in [
        ("/nowhere/bot", &["`/nowhere/bot`", "no such file or folder", "builtin:NAME"][..]),
        ("", &["no such file"]),
        (path, &[path, "no bot.toml"]),
        (&format!("{path}/bot.xyz"), &["bot.xyz", "`.xyz`", "expected one of .c, .lisp, "]),
        ("human", &["`human`", "`certamen play`"]),
        ("=builtin:first", &["`=builtin:first`", "1 to 40"]),
        ("a\u{1b}b=builtin:first", &["a\\u{1b}b", "cannot be shown"]),
        ("builtin:nobody", &["`builtin:nobody`", "unknown built-in player `nobody`", "random"]),
        ("builtin:", &["unknown built-in player ``"]),
        ("builtin:first:depth=3", &["`first`", "`depth`", "it takes none"]),
        ("builtin:first:deep", &["`deep` is not an argument", "key=value"]),
        ("builtin:bueno:depth=x", &["`bueno`", "`depth`", "x"]),
        ("builtin:bueno:depth=0", &["`bueno`", "`depth`", "0"]),
        ("builtin:bueno:speed=9", &["`bueno`", "`speed`", "depth"]),
    ] {
        let message = refusal(given);
        for word in words {
            assert!(message.contains(word), "`{word}` is not in: {message}");
        }
    }
}

#[test]
fn an_executable_file_is_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tool");
    fs::write(&path, "#!/bin/sh\necho 1\n").unwrap();
    let given = path.to_str().unwrap();
    assert!(refusal(given).contains("no language has the file extension"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let found = Bot::find(given, certamen_games::find("footsteps").unwrap()).unwrap();
    assert_eq!((&*found.name, &*found.language), ("tool", "executable"));
}
