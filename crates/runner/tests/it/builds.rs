//! The workshop: a bot is built once for each content, whole or not at all.

use certamen_runner::{Bot, BotError, BuildCache, BuiltBot};
use certamen_sandbox::{Cell, Program, Sandbox, SandboxError, Tier, Unisolated};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};
use tempfile::TempDir;

/// Counts what is built. Nothing here needs isolation: that is tested where it is made.
struct Counting(Unisolated, AtomicUsize);

impl Sandbox for Counting {
    fn tier(&self) -> Tier {
        self.0.tier()
    }

    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.create_cell(program)
    }
}

/// A bot's folder, a workshop, and how often it has built.
struct Site {
    folder: TempDir,
    sandbox: Arc<Counting>,
    cache: BuildCache,
}

impl Site {
    fn with(manifest: &str) -> Site {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("bot")).unwrap();
        let sandbox = Arc::new(Counting(Unisolated::new(), AtomicUsize::new(0)));
        let cache = BuildCache::new(folder.path().join("deep/builds"), sandbox.clone());
        let site = Site { folder, sandbox, cache };
        site.write("bot.toml", manifest);
        site
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join("bot").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn prepare(&self) -> Result<PathBuf, BotError> {
        let path = self.folder.path().join("bot");
        let bot = Bot::find(path.to_str().unwrap(), certamen_games::find("intervalo").unwrap())?;
        match self.cache.prepare(&bot)? {
            BuiltBot::Program(program) => Ok(program.out),
            BuiltBot::Builtin { .. }
            | BuiltBot::Evaluation(_)
            | BuiltBot::Http(_)
            | BuiltBot::Human(_)
            | BuiltBot::Remote(_) => {
                panic!("it is a program")
            }
        }
    }

    fn built(&self) -> usize {
        self.sandbox.1.load(Ordering::Relaxed)
    }

    fn builds(&self) -> PathBuf {
        self.folder.path().join("deep/builds")
    }

    fn drafts(&self) -> usize {
        let entries = fs::read_dir(self.builds()).unwrap().map(|entry| entry.unwrap().file_name());
        entries.filter(|name| name.to_string_lossy().starts_with("draft")).count()
    }
}

/// A manifest whose build is a script.
fn script(script: &str) -> String {
    format!(
        "name = \"x\"\nlanguage = \"c\"\nsource = [\"x.c\"]\nrun = [\"{{out}}/bot\"]\n\
         build = [\"sh\", \"-c\", '''{script}; chmod +x bot''']\n"
    )
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn equal_bots_are_built_once() {
    let site = Site::with(&script("echo made > bot"));
    site.write("x.c", "one");
    let out = site.prepare().unwrap();
    assert_eq!(fs::read(out.join("bot")).unwrap(), b"made\n");
    assert_eq!(site.prepare().unwrap(), out);
    assert_eq!(site.built(), 1);
    site.write("x.c", "two");
    let second = site.prepare().unwrap();
    assert_ne!(second, out);
    site.write("bot.toml", &script("echo other > bot"));
    assert_ne!(site.prepare().unwrap(), second);
    assert_eq!((site.built(), site.drafts()), (3, 0));
}

#[test]
fn build_output_is_readable_by_all_users() {
    let site = Site::with(&script(
        "umask 077; mkdir deep; echo made > deep/more; echo made > bot; echo words",
    ));
    site.write("a/b/x.h", "");
    site.write("x.c", "");
    let out = site.prepare().unwrap();
    let home = out.parent().unwrap();
    let expected = [
        ("", 0o755),
        ("source", 0o755),
        ("source/a", 0o755),
        ("source/a/b", 0o755),
        ("source/a/b/x.h", 0o644),
        ("out", 0o755),
        ("out/deep", 0o755),
        ("out/deep/more", 0o644),
        ("out/bot", 0o755),
    ];
    for (name, expected) in expected {
        assert_eq!(mode(&home.join(name)), expected, "{name}");
    }
    assert_eq!(fs::read(home.join("build.log")).unwrap(), b"words\n");
    assert!(!home.join("scratch").exists());
}

#[test]
fn a_failed_build_leaves_nothing_and_its_words_are_escaped() {
    let site = Site::with(&script(r#"echo made > bot; printf "no\\033[31m\\nred\\n"; exit 1"#));
    site.write("x.c", "");
    let error = site.prepare().unwrap_err().to_string();
    let lines: Vec<_> = error.lines().collect();
    assert_eq!(lines[0], "bot `x` cannot be built: the compiler exited with code 1:");
    assert!(lines[1].starts_with("no") && lines[1].ends_with("[31m"), "{error}");
    assert_eq!(lines[2..], ["red"]);
    assert!(!error.contains('\u{1b}'), "{error}");
    assert_eq!(fs::read_dir(site.builds()).unwrap().count(), 0);
}

#[test]
fn parallel_builds_of_the_same_bot_succeed() {
    let site = Site::with(&script("sleep 0.2; echo made > bot"));
    site.write("x.c", "");
    let outs: Vec<PathBuf> = thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| site.prepare().unwrap())).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(outs.iter().all(|out| *out == outs[0]), "{outs:?}");
    assert_eq!(fs::read(outs[0].join("bot")).unwrap(), b"made\n");
    assert_eq!(fs::read_dir(site.builds()).unwrap().count(), 1);
}

#[test]
fn leftovers_of_killed_builds_are_removed() {
    let site = Site::with(&script("echo made > bot"));
    site.write("x.c", "");
    let key = site.prepare().unwrap().parent().unwrap().file_name().unwrap().to_owned();
    let home = site.builds().join(&key);
    fs::remove_dir_all(&home).unwrap();
    // Numbers of processes end far below.
    let left = site.builds().join(format!("draft-999999999-0-{}", key.display()));
    let living = site.builds().join(format!("draft-1-0-{}", key.display()));
    for draft in [&left, &living] {
        fs::create_dir_all(draft.join("out")).unwrap();
        fs::write(draft.join("out/bot"), "half").unwrap();
    }
    assert_eq!(fs::read(site.prepare().unwrap().join("bot")).unwrap(), b"made\n");
    assert!(!left.exists() && living.exists());
}

#[test]
fn a_command_must_not_lead_out_of_its_folders() {
    for key in ["build", "run"] {
        let manifest = format!(
            "name = \"x\"\nlanguage = \"c\"\nsource = [\"x.c\"]\n{key} = [\"/etc/passwd\"]\n"
        );
        let site = Site::with(&manifest);
        site.write("x.c", "int main(void) { return 0; }");
        let error = site.prepare().unwrap_err().to_string();
        assert!(error.starts_with("bot `x`: /etc/passwd is not a program in /usr/bin"), "{error}");
    }
}
