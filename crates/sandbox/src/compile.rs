//! Building a bot from its sources: a compiler is a program like others, run in the same sandbox.
//!
//! Its files are not used in place. When it and all its processes have ended, the same sandbox packs
//! the products, which are checked and written to new files.

use crate::{
    Access, Cell, Folder, Languages, Limits, Program, ProgramExit, Run, Sandbox, SandboxError,
    TimeBudget,
    products::{self, BadProducts},
    say,
};
use certamen_i18n::{Localize, Message, quoted};
use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::LazyLock,
    time::Duration,
};

/// The time of a compiler. Where CPU time is not counted, the first figure is wall time.
const BUILD_TIME: TimeBudget =
    TimeBudget { cpu: Duration::from_secs(120), wall: Duration::from_secs(300) };
/// The time of packing its products.
const PACK_TIME: TimeBudget =
    TimeBudget { cpu: Duration::from_secs(20), wall: Duration::from_secs(60) };
/// Its output is first the messages of the compiler, then the packed products.
const LIMITS: Limits = Limits {
    memory: 2 << 30,
    output: products::MAX_PACKED,
    processes: 256,
    scratch: 256 << 20,
    freeze: false,
    waits: false,
};
/// The size of the folder for temporary files, in bytes.
const TEMPORARY: u64 = 1 << 30;
/// How much of a compiler's output is stored, from its end, in bytes.
const MAX_WORDS: usize = 16 << 10;

/// The first line of the shell's input is the task: build, or pack the build output.
const SCRIPT: &str = r#"read -r word
case $word in
build) exec "$@" </dev/null 2>&1 ;;
*) exec tar --create --format=ustar --hard-dereference --sort=name --mtime=@0 . ;;
esac"#;

/// The name inside of a compiler's folder, if that is not with the machine's other programs.
const TOOLCHAIN: &str = "/toolchain";
/// The folders of the machine's programs, visible to all users.
const USUAL: [&str; 4] = ["/usr", "/bin", "/sbin", "/lib"];

/// The folders that compilers read besides those that every program sees.
static READ_BY_COMPILERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let known = Languages::built_in();
    known.iter().flat_map(|(_, language)| language.build_roots.clone()).collect()
});

/// What is to be built.
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// The compiler and its arguments; nothing is built if it is empty.
    pub command: &'a [OsString],
    /// The sources, read-only.
    pub source: &'a Path,
    /// The products: emptied first, and made of regular files that all users may read.
    pub out: &'a Path,
    /// A folder for temporary files of the compiler.
    pub scratch: &'a Path,
}

/// Why a build has no product.
#[derive(Debug)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum CompileError {
    /// The compiler failed.
    Refused {
        why: Refusal,
        /// Unescaped output of the compiler, possibly hostile.
        words: String,
    },
    /// The products are not acceptable.
    Products(BadProducts),
    /// The compiler cannot be run.
    Start { tool: String, error: io::Error },
    /// The sandbox failed.
    Sandbox(SandboxError),
    /// A file of the supervisor cannot be written.
    Io { path: PathBuf, error: io::Error },
}

/// How a compiler failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum Refusal {
    /// It exited with this code, which means an error.
    #[localize(say::refused_exit(*_0))]
    Exited(i32),
    /// By a signal.
    #[localize(say::refused_signal(*_0))]
    Signalled(i32),
    /// Out of this time.
    #[localize(say::refused_time(_0.cpu.as_secs(), _0.wall.as_secs()))]
    Timeout(TimeBudget),
    /// Out of memory.
    #[localize(say::refused_memory(LIMITS.memory >> 20))]
    Memory,
    /// With too much output.
    #[localize(say::refused_output(LIMITS.output >> 20))]
    Words,
    /// By a system call that only attackers use.
    #[localize(say::refused_security())]
    Security,
}

from_errors!(CompileError: Sandbox(SandboxError));

impl Localize for CompileError {
    fn message(&self) -> Message {
        match self {
            CompileError::Refused { why, words } if words.is_empty() => why.message(),
            CompileError::Refused { why, words } => say::refused_words(why, quoted(words)),
            CompileError::Products(why) => say::products(why),
            CompileError::Start { tool, error } => say::compiler(tool, error),
            CompileError::Sandbox(error) => error.message(),
            CompileError::Io { path, error } => say::with_path(path, error),
        }
    }
}

certamen_i18n::error!(CompileError);

/// Builds in a new sandbox, without input, network and any files of the machine but its languages.
/// Returns the end of the compiler's output.
pub fn compile(sandbox: &dyn Sandbox, build: &Build<'_>) -> Result<Vec<u8>, CompileError> {
    compile_within(sandbox, build, BUILD_TIME)
}

/// The same, within `budget`.
pub fn compile_within(
    sandbox: &dyn Sandbox,
    build: &Build<'_>,
    budget: TimeBudget,
) -> Result<Vec<u8>, CompileError> {
    let Some(tool) = build.command.first() else { return Ok(Vec::new()) };
    fs::metadata(tool)
        .map_err(|error| CompileError::Start { tool: tool.display().to_string(), error })?;
    let mut cell = sandbox.create_cell(&program(build))?;
    let built = cell.run(None, Some(b"build\n"), budget)?;
    let words = last_words(&built);
    if let Some(why) = refusal(built.end, budget) {
        let words = String::from_utf8_lossy(&words).into_owned();
        return Err(CompileError::Refused { why, words });
    }
    let packed = pack(&mut *cell)?;
    drop(cell);
    products::write(&packed, build.out)?;
    Ok(words)
}

fn program(build: &Build<'_>) -> Program {
    let shell = ["/bin/sh", "-c", SCRIPT, "build"].map(OsString::from);
    let folder =
        |outside: &Path, inside, access| Folder { outside: outside.to_owned(), inside, access };
    let mut folders = vec![
        folder(build.source, "/bot", Access::Read),
        folder(build.out, "/out", Access::Scratch(LIMITS.scratch)),
        folder(build.scratch, "/tmp", Access::Scratch(TEMPORARY)),
    ];
    let home = build.command.first().and_then(|tool| home(Path::new(tool), build));
    folders.extend(home.map(|home| folder(home, TOOLCHAIN, Access::Read)));
    let roots = READ_BY_COMPILERS.iter().filter(|root| Path::new(root).is_dir());
    folders.extend(roots.map(|root| folder(Path::new(root), root, Access::Read)));
    let scratch = build.scratch.display().to_string();
    let environment = [
        ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ("LANG", "C.UTF-8".to_owned()),
        ("HOME", scratch.clone()),
        ("TMPDIR", scratch),
    ];
    Program {
        command: shell.into_iter().chain(build.command.iter().cloned()).collect(),
        directory: build.out.to_owned(),
        environment: environment.map(|(key, value)| (key.to_owned(), value)).into(),
        limits: LIMITS,
        folders,
    }
}

/// The folder with the libraries of a compiler outside the usual folders: `…/bin/tool` finds them in
/// `…/lib`.
fn home<'a>(tool: &'a Path, build: &Build<'_>) -> Option<&'a Path> {
    let seen = USUAL.iter().any(|root| tool.starts_with(root))
        || [build.source, build.out].iter().any(|folder| tool.starts_with(folder));
    let folder = tool.parent().filter(|_| !seen)?;
    let home = folder.parent().filter(|_| folder.ends_with("bin")).unwrap_or(folder);
    home.parent().map(|_| home)
}

fn refusal(end: ProgramExit, budget: TimeBudget) -> Option<Refusal> {
    match end {
        ProgramExit::Exited(0) => None,
        ProgramExit::Exited(code) => Some(Refusal::Exited(code)),
        ProgramExit::Signalled(signal) => Some(Refusal::Signalled(signal)),
        ProgramExit::Timeout => Some(Refusal::Timeout(budget)),
        ProgramExit::Output => Some(Refusal::Words),
        ProgramExit::Memory => Some(Refusal::Memory),
        ProgramExit::Security => Some(Refusal::Security),
    }
}

/// The output of the compiler, or of the shell if the compiler could not be started.
fn last_words(run: &Run) -> Vec<u8> {
    let mut words = run.output[run.output.len().saturating_sub(MAX_WORDS)..].to_vec();
    words.extend_from_slice(&run.errors);
    words.drain(..words.len().saturating_sub(MAX_WORDS));
    words
}

fn pack(cell: &mut dyn Cell) -> Result<Vec<u8>, CompileError> {
    let packed = cell.run(None, Some(b"pack\n"), PACK_TIME)?;
    match packed.end {
        ProgramExit::Exited(0) => Ok(packed.output),
        ProgramExit::Output => Err(CompileError::Products(BadProducts::TooLarge)),
        _ => {
            let words = String::from_utf8_lossy(&packed.errors).into_owned();
            Err(CompileError::Products(BadProducts::Unpacked(words)))
        }
    }
}
