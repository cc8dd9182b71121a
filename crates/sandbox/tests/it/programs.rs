//! The programs of these tests, and looking for what is left of them.

use certamen_sandbox::{Access, Folder, Limits, Program};
use std::{
    ffi::{OsStr, OsString},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

/// One of the programs in nasty.c, with its arguments: `exits 3`.
pub(crate) fn nasty(words: &str) -> Program {
    let mut command = vec![built().into_os_string()];
    command.extend(words.split(' ').map(OsString::from));
    program(command)
}

/// A Python program.
pub(crate) fn python(script: &str) -> Program {
    program(["/usr/bin/python3", "-S", "-E", "-s", "-c", script].map(OsString::from).into())
}

/// Any command.
pub(crate) fn program(command: Vec<OsString>) -> Program {
    Program {
        command,
        directory: place(),
        environment: Vec::new(),
        limits: Limits::default(),
        folders: vec![Folder { outside: place(), inside: "/bot", access: Access::Read }],
    }
}

/// Where programs are compiled and run: where cargo has a place for that, or where root has made
/// one for an ordinary user.
pub(crate) fn place() -> PathBuf {
    std::env::var_os(PLACE).map_or_else(|| env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from)
}

/// The variable that names such a place.
pub(crate) const PLACE: &str = "CERTAMEN_TEST_PLACE";

/// How the names of compiled programs end.
pub(crate) const COMPILED: &str = "program";

fn built() -> PathBuf {
    compiled("nasty", include_str!("nasty.c"))
}

/// A program in C, compiled once for each of its versions.
pub(crate) fn compiled(name: &str, source: &str) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    source.hash(&mut hasher);
    let path = place().join(format!("{name}-{:x}.{COMPILED}", hasher.finish()));
    if !path.exists() {
        let draft = path.with_extension(std::process::id().to_string());
        let text = draft.with_extension("c");
        fs::write(&text, source).unwrap();
        let arguments = ["-O1", "-pthread", "-o"].map(OsStr::new);
        let files = [draft.as_os_str(), text.as_os_str()];
        let compiler = Command::new("/usr/bin/cc").args(arguments).args(files).status();
        assert!(compiler.unwrap().success(), "cc {name}");
        fs::rename(&draft, &path).unwrap();
        fs::remove_file(text).unwrap();
    }
    path
}

/// A mark on a program's command, which its descendants bear too.
pub(crate) struct Mark(String);

impl Mark {
    /// Marks `program` by one more argument.
    pub(crate) fn on(program: &mut Program) -> Mark {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("mark-{}-{number}", std::process::id());
        program.command.push(mark.clone().into());
        Mark(mark)
    }

    /// The mark itself.
    pub(crate) fn word(&self) -> &str {
        &self.0
    }

    /// Whether there are processes with this mark.
    pub(crate) fn lives(&self) -> bool {
        self.bearers() > 0
    }

    /// How many processes have this mark.
    pub(crate) fn bearers(&self) -> usize {
        let bears_it = |process: &&PathBuf| {
            // Ended ones that were not waited for have no command line any more.
            let command = fs::read(process.join("cmdline")).unwrap_or_default();
            command.split(|byte| *byte == 0).any(|word| word == self.0.as_bytes())
        };
        processes().iter().filter(bears_it).count()
    }

    /// Asserts that all are gone. A killed process takes a moment to go.
    pub(crate) fn assert_gone(&self) {
        let patience = Instant::now() + Duration::from_secs(5);
        while self.lives() {
            assert!(Instant::now() < patience, "processes of {} are left", self.0);
            std::thread::yield_now();
        }
    }
}

/// How many ended children of this process were not waited for.
pub(crate) fn zombies() -> usize {
    children().iter().filter(|child| child.state == "Z").count()
}

/// The spawners of our sandboxes.
pub(crate) fn spawners() -> Vec<i32> {
    let own = children().into_iter().filter(|child| child.name == "sandbox-setup");
    own.map(|child| child.number).collect()
}

/// A child of this process.
struct OwnChild {
    number: i32,
    name: String,
    state: String,
}

fn children() -> Vec<OwnChild> {
    let ours = std::process::id().to_string();
    let read = |process: &PathBuf| {
        let stat = fs::read_to_string(process.join("stat")).ok()?;
        // "pid (name) state parent": the name may contain anything.
        let (before, after) = stat.rsplit_once(") ")?;
        let (number, name) = before.split_once(" (")?;
        let mut fields = after.split(' ');
        let (state, parent) = (fields.next()?.to_owned(), fields.next()?);
        let (number, name) = (number.parse().ok()?, name.to_owned());
        (parent == ours).then_some(OwnChild { number, name, state })
    };
    processes().iter().filter_map(read).collect()
}

fn processes() -> Vec<PathBuf> {
    let entries = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap());
    let numbered =
        entries.filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok());
    numbered.map(|entry| entry.path()).collect()
}

/// How many descriptors we have open.
pub(crate) fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// The most memory we ever had, in KiB.
pub(crate) fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
