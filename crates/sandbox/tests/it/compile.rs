//! Builds: what compilers say, that they end, and that nothing gets out but the products.

use crate::{
    alone::alone,
    isolated::{isolated, set_up},
    programs::Mark,
};
use certamen_sandbox::{
    Build, CompileError, Isolated, Languages, Launcher, Places, Refusal, Sandbox, Tier, TimeBudget,
    Unisolated, compile, compile_within,
};
use std::{
    ffi::OsString,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The folders of one build.
pub(crate) struct Site(TempDir);

impl Site {
    /// A site with these sources.
    pub(crate) fn with(sources: &[(&str, &str)]) -> Site {
        let site = Site(tempfile::tempdir().unwrap());
        for name in ["source", "out", "scratch"] {
            fs::create_dir(site.path(name)).unwrap();
            fs::set_permissions(site.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        for (name, text) in sources {
            fs::write(site.path("source").join(name), text).unwrap();
        }
        site
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn build(
        &self,
        sandbox: &dyn Sandbox,
        command: &[OsString],
    ) -> Result<Vec<u8>, CompileError> {
        let [source, out, scratch] = ["source", "out", "scratch"].map(|name| self.path(name));
        compile(sandbox, &Build { command, source: &source, out: &out, scratch: &scratch })
    }

    /// The same, within this time.
    fn build_within(
        &self,
        sandbox: &dyn Sandbox,
        command: &[OsString],
        budget: TimeBudget,
    ) -> Result<Vec<u8>, CompileError> {
        let [source, out, scratch] = ["source", "out", "scratch"].map(|name| self.path(name));
        let build = Build { command, source: &source, out: &out, scratch: &scratch };
        compile_within(sandbox, &build, budget)
    }

    /// Builds with the language's own command.
    pub(crate) fn build_language(
        &self,
        sandbox: &dyn Sandbox,
        language: &str,
        source: &str,
    ) -> Result<Vec<u8>, CompileError> {
        let places = Places {
            directory: self.path("source"),
            out: self.path("out"),
            sources: vec![source.into()],
        };
        let command = Languages::built_in().get(language).unwrap().build_command(&places).unwrap();
        self.build(sandbox, &command)
    }

    fn shell(&self, sandbox: &dyn Sandbox, script: &str) -> Result<Vec<u8>, CompileError> {
        self.build(sandbox, &shell(script))
    }

    fn products(&self) -> Vec<OsString> {
        let entries = fs::read_dir(self.path("out")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }
}

fn shell(script: &str) -> Vec<OsString> {
    ["/bin/sh", "-c", script].map(OsString::from).into()
}

/// Both ways of running programs: builds are the same in each.
fn both() -> [Box<dyn Sandbox>; 2] {
    [Box::new(Unisolated::new()), Box::new(isolated())]
}

/// How a build ended that came to nothing, and its words.
pub(crate) fn refused(built: Result<Vec<u8>, CompileError>) -> (Refusal, String) {
    match built.unwrap_err() {
        CompileError::Refused { why, words } => (why, words),
        other => panic!("{other}"),
    }
}

fn not_taken(built: Result<Vec<u8>, CompileError>) -> String {
    match built.unwrap_err() {
        CompileError::Products(reason) => reason.to_string(),
        other => panic!("{other}"),
    }
}

#[test]
fn nothing_to_do_is_done() {
    assert!(Site::with(&[]).build(&Unisolated::new(), &[]).unwrap().is_empty());
}

#[test]
fn a_build_leaves_its_products_and_its_words() {
    let _alone = alone();
    for sandbox in both() {
        let site = Site::with(&[]);
        let script = "echo one; echo two >&2; echo made > product; umask 077; mkdir -p a/b; \
                      echo deep > a/b/c; echo '#!/bin/sh' > run; chmod 700 run";
        assert_eq!(site.shell(&*sandbox, script).unwrap(), b"one\ntwo\n");
        assert_eq!(site.products(), ["a", "product", "run"]);
        let mode = |name: &str| fs::metadata(site.path("out").join(name)).unwrap().permissions();
        for (name, expected) in [("product", 0o644), ("run", 0o755), ("a", 0o755), ("a/b", 0o755)] {
            assert_eq!(mode(name).mode() & 0o7777, expected, "{name}");
        }
        assert_eq!(fs::read(site.path("out/a/b/c")).unwrap(), b"deep\n");
    }
}

#[test]
fn the_compilers_words_are_shown_in_their_order() {
    let _alone = alone();
    for sandbox in both() {
        let script = "echo one; echo two >&2; echo three; exit 3";
        let (why, words) = refused(Site::with(&[]).shell(&*sandbox, script));
        assert_eq!((why, &*words), (Refusal::Exited(3), "one\ntwo\nthree\n"));
    }
}

#[test]
fn the_last_of_many_words_are_kept() {
    let _alone = alone();
    let script = "yes | head -c 3000000; echo last; exit 1";
    let (_, words) = refused(Site::with(&[]).shell(&isolated(), script));
    assert!(words.ends_with("y\nlast\n") && words.len() == 16 << 10, "{} bytes", words.len());
}

#[test]
fn a_compiler_has_no_input_and_a_small_environment() {
    let _alone = alone();
    for sandbox in both() {
        let script = "read line || echo no input; env | cut -d= -f1 | sort; exit 1";
        let (_, words) = refused(Site::with(&[]).shell(&*sandbox, script));
        let names: Vec<_> = words.lines().collect();
        assert_eq!(names, ["no input", "HOME", "LANG", "PATH", "PWD", "TMPDIR"]);
    }
}

#[test]
fn what_a_build_leaves_running_ends_with_it() {
    let _alone = alone();
    for sandbox in both() {
        let mut program = crate::programs::nasty("sleeps");
        let mark = Mark::on(&mut program);
        let [path, words @ ..] = &*program.command else { unreachable!("it has a path") };
        let site = Site::with(&[]);
        // Where programs are isolated it is found in a folder that they see.
        fs::copy(path, site.path("source/nasty")).unwrap();
        let words = words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ");
        let script = format!("\"$0\" {words} & exit 0");
        let mut command = shell(&script);
        command.push(site.path("source/nasty").into());
        site.build(&*sandbox, &command).unwrap();
        mark.assert_gone();
    }
}

#[test]
fn a_missing_compiler_is_named() {
    let built = Site::with(&[]).build(&Unisolated::new(), &["/nowhere/cc".into()]);
    let error = built.unwrap_err().to_string();
    assert!(error.starts_with("cannot run the compiler /nowhere/cc: "), "{error}");
}

#[test]
fn good_bots_are_built_and_run() {
    let _alone = alone();
    let sandbox = isolated();
    let c = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }";
    let rust = "fn main() { println!(\"hello\"); }";
    for (language, file, text) in [("c", "bot.c", c), ("rust", "bot.rs", rust)] {
        let site = Site::with(&[(file, text)]);
        site.build_language(&sandbox, language, file).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(site.products(), ["bot"], "{language}");
        let output = Command::new(site.path("out/bot")).output().unwrap();
        assert_eq!(output.stdout, b"hello\n", "{language}");
    }
}

#[test]
fn our_own_umask_does_not_restrict_users() {
    let _alone = alone();
    let site = Site::with(&[("bot.c", "int main(void) { return 0; }")]);
    // Only the set-up has it: ours would be that of all tests.
    let program = site.path("set-up");
    let script = format!("#!/bin/sh\numask 077\nexec {} \"$@\"\n", set_up().display());
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let sandbox = Isolated::of_tier(&Launcher::with_program(program), isolated().tier()).unwrap();
    let built = site.build_language(&sandbox, "c", "bot.c");
    built.unwrap_or_else(|error| panic!("{error}"));
    let mode = fs::metadata(site.path("out/bot")).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o755);
}

#[test]
fn only_plain_files_come_out() {
    let _alone = alone();
    for (script, name) in [
        ("ln -s /etc/passwd link", "link"),
        ("ln -s . link", "link"),
        ("mkdir -p a; ln -s ../../../../etc a/link", "a/link"),
        ("mkfifo pipe", "pipe"),
    ] {
        let site = Site::with(&[]);
        let reason = not_taken(site.shell(&isolated(), script));
        assert!(reason.starts_with(name), "{script}: {reason}");
        assert_eq!(site.products(), [""; 0], "{script}");
    }
}

#[test]
fn products_are_bounded() {
    let _alone = alone();
    let sandbox = isolated();
    for (script, expected) in [
        ("head -c 80000000 /dev/zero > large", "more than 64 MiB"),
        ("truncate -s 200M sparse", "more than 64 MiB"),
        ("for i in $(seq 1100); do : > $i; done", "more than 1000 files"),
    ] {
        let reason = not_taken(Site::with(&[]).shell(&sandbox, script));
        assert!(reason.starts_with(expected), "{script}: {reason}");
    }
    // What does not even fit into the sandbox is the build's own trouble.
    for script in ["head -c 400000000 /dev/zero > x", "seq 100000 | xargs touch"] {
        let (why, _) = refused(Site::with(&[]).shell(&sandbox, script));
        assert!(matches!(why, Refusal::Exited(_) | Refusal::Signalled(_)), "{script}: {why}");
    }
}

#[test]
fn a_build_writes_nowhere_else() {
    let _alone = alone();
    let site = Site::with(&[("kept", "kept")]);
    let outside = site.path("outside");
    let script = format!(
        "exec 2>/dev/null; for place in /bot/new /bot/kept /usr/new /etc/new /new {0} {0}/../x \
         /out/../x /proc/sys/kernel/hostname; do echo evil > $place && echo $place; done; \
         mknod /out/device c 1 3 && echo device; chown 0 /out && echo chown; exit 0",
        outside.display()
    );
    let words = site.shell(&isolated(), &script).unwrap();
    assert_eq!(String::from_utf8_lossy(&words), "");
    assert_eq!(fs::read(site.path("source/kept")).unwrap(), b"kept");
    assert!(!outside.exists() && !Path::new("/x").exists() && !Path::new("/new").exists());
    assert_eq!(fs::read_dir(site.path("scratch")).unwrap().count(), 0);
}

#[test]
fn a_build_sees_no_network_and_no_processes() {
    let _alone = alone();
    let script = "ls /sys/class/net /proc/self/net/dev 2>/dev/null | grep -v lo; \
                  tail -n +3 /proc/self/net/dev | grep -v ' lo:'; \
                  ls -d /proc/[0-9]* | wc -l; ls /root /home /var/log /var/lib/dpkg 2>/dev/null; exit 1";
    let (_, words) = refused(Site::with(&[]).shell(&isolated(), script));
    let lines: Vec<_> = words.lines().filter(|line| *line != "/proc/self/net/dev").collect();
    // Its own shell, and those that count.
    let [processes] = lines[..] else { panic!("{words}") };
    assert!(processes.parse::<u32>().unwrap() <= 4, "{words}");
}

/// A source, its language, and the words that the compiler must or must not say.
const ATTACKS: &[(&str, &str, &str)] = &[
    ("c", "#include \"/etc/passwd\"\nint main(void) { return 0; }", "No such file"),
    ("c", "#include \"/var/log/dpkg.log\"\nint main(void) { return 0; }", "No such file"),
    ("c", "#include \"/dev/zero\"\nint main(void) { return 0; }", ""),
    ("c", "#include \"/dev/stdin\"\nint main(void) { x }", "undeclared"),
    ("c", "#include \"bot.c\"\n", "#include nested"),
    (
        "c",
        "__asm__(\".incbin \\\"/etc/shadow\\\"\");\nint main(void) { return 0; }",
        "file not found",
    ),
    ("rust", "fn main() { print!(\"{}\", include_str!(\"/etc/passwd\")); }", "couldn't read"),
    ("rust", "macro_rules! m { ($($x:tt)*) => { m!($($x)* $($x)* a) } } fn main() { m!(a); }", ""),
    ("rust", "const X: () = { loop {} }; fn main() { X }", "error"),
];

#[test]
fn attacks_on_the_compiler_come_to_nothing() {
    let _alone = alone();
    let sandbox = isolated();
    for (language, text, expected) in ATTACKS {
        let started = Instant::now();
        let file = format!("bot.{}", if *language == "c" { "c" } else { "rs" });
        let site = Site::with(&[(&file, text)]);
        let (why, words) = refused(site.build_language(&sandbox, language, &file));
        assert!(words.contains(expected), "{text}: {why}: {words}");
        assert!(!words.contains("root:"), "{text}: {words}");
        assert_eq!(site.products(), [""; 0], "{text}");
        assert!(started.elapsed() < Duration::from_secs(60), "{text}");
    }
}

#[test]
fn a_build_without_end_is_ended() {
    let _alone = alone();
    let budget = TimeBudget { cpu: Duration::from_secs(1), wall: Duration::from_secs(5) };
    for sandbox in both() {
        let site = Site::with(&[]);
        let endless = shell("echo begun; while :; do :; done");
        let (why, words) = refused(site.build_within(&*sandbox, &endless, budget));
        assert_eq!(why, Refusal::Timeout(budget));
        assert_eq!(words, "begun\n");
        assert!(why.to_string().contains("more than 1 s of CPU time"), "{why}");
        assert!(site.products().is_empty());
    }
}

#[test]
fn memory_and_words_are_bounded() {
    let _alone = alone();
    let sandbox = isolated();
    let (why, _) = refused(Site::with(&[]).shell(&sandbox, "yes"));
    assert_eq!(why, Refusal::Words);
    if sandbox.tier() == Tier::A {
        let script = "exec dd if=/dev/zero bs=3G count=1 of=/dev/null";
        assert_eq!(refused(Site::with(&[]).shell(&sandbox, script)).0, Refusal::Memory);
    }
    // Every process counts: a bomb of them goes nowhere, and nothing is left of it.
    let script = "bomb() { bomb | bomb & }; bomb; sleep 1; exit 1";
    let started = Instant::now();
    refused(Site::with(&[]).shell(&sandbox, script));
    assert!(started.elapsed() < Duration::from_secs(60));
}
