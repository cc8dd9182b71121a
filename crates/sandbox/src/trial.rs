//! Testing a language: its own small program is built and run, and must answer.
//!
//! A language whose interpreter exists but does not work in the sandbox counts as not installed.

use crate::{
    Access, Build, Cell, CompileError, Folder, Language, Limits, Places, Program, ProgramExit, Run,
    Sandbox, SandboxError, TestProgram, TimeBudget, ToolError, compile, fill_memory, say,
};
use certamen_i18n::{Localize, quoted};
use std::{
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// The time limit for an interpreter's answer.
const ANSWER_TIME: TimeBudget =
    TimeBudget { cpu: Duration::from_secs(30), wall: Duration::from_secs(60) };

/// Why a language does not work here.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum TrialError {
    /// It is not installed.
    #[localize(transparent)]
    Tool(ToolError),
    /// It does not build.
    #[localize(transparent)]
    Compile(CompileError),
    /// The sandbox failed.
    #[localize(transparent)]
    Sandbox(SandboxError),
    /// It does not answer.
    #[localize(say::test_answer(
        quoted(&format!("{end:?}")),
        quoted(&format!("{answer:?}")),
        quoted(errors)
    ))]
    Answer { end: ProgramExit, answer: String, errors: String },
    /// A file of the supervisor cannot be written.
    #[localize(say::with_path(path, error))]
    Io { path: PathBuf, error: io::Error },
}

from_errors!(TrialError: Tool(ToolError), Compile(CompileError), Sandbox(SandboxError));

/// A language's test program, built.
pub struct LanguageTest {
    /// How it is run, with the limits that bots have by default.
    pub program: Program,
}

impl LanguageTest {
    /// The program's input.
    pub const INPUT: &str = "twi\n";
    /// What is appended to its command.
    pub const ARGUMENT: &str = "ce";
    /// The expected answer.
    pub const ANSWER: &str = "twitwice";

    /// Builds the test program of `language` in `folder`, which is empty and stays for as long as
    /// the program is run.
    pub fn build(
        sandbox: &dyn Sandbox,
        language: &Language,
        folder: &Path,
    ) -> Result<LanguageTest, TrialError> {
        let TestProgram { file, text } = &language.test;
        let made = |name: &str| make(folder, name);
        let (directory, out, scratch) = (made("source")?, made("out")?, made("scratch")?);
        let source = directory.join(file);
        fs::write(&source, text).map_err(|error| TrialError::Io { path: source, error })?;
        let places = Places { directory, out, sources: vec![file.into()] };
        let run = language.run_command(&places)?;
        let command = language.build_command(&places)?;
        let build = Build {
            command: &command,
            source: &places.directory,
            out: &places.out,
            scratch: &scratch,
        };
        compile(sandbox, &build)?;
        let limits = Limits::default();
        let folder =
            |outside: &Path, inside, access| Folder { outside: outside.to_owned(), inside, access };
        let folders = [
            folder(&places.directory, "/bot", Access::Read),
            folder(&places.out, "/out", Access::Read),
        ];
        let environment = [
            ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("HOME".to_owned(), places.directory.display().to_string()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
        ];
        let mut program = Program {
            command: fill_memory(&run, limits.memory),
            directory: places.directory.clone(),
            environment: environment.into(),
            limits,
            folders: folders.into(),
        };
        if language.temporary {
            program.give_temporary(&scratch);
        }
        Ok(LanguageTest { program })
    }

    /// Runs it `times` times in one cell and returns how long each run took.
    pub fn run(&self, sandbox: &dyn Sandbox, times: usize) -> Result<Vec<Duration>, TrialError> {
        let mut cell = sandbox.create_cell(&self.program)?;
        (0..times).map(|_| Ok(LanguageTest::ask(&mut *cell)?.wall)).collect()
    }

    /// Runs it once in a new cell; it must answer.
    pub fn ask(cell: &mut dyn Cell) -> Result<Run, TrialError> {
        let run = cell.run(
            Some(LanguageTest::ARGUMENT),
            Some(LanguageTest::INPUT.as_bytes()),
            ANSWER_TIME,
        )?;
        let answer = String::from_utf8_lossy(&run.output);
        if run.end == ProgramExit::Exited(0) && answer.trim_end() == LanguageTest::ANSWER {
            return Ok(run);
        }
        let (answer, errors) = (answer.into_owned(), String::from_utf8_lossy(&run.errors));
        Err(TrialError::Answer { end: run.end, answer, errors: errors.into_owned() })
    }
}

impl Language {
    /// The first line that its version command prints.
    pub fn version(&self) -> Result<String, ToolError> {
        let command = self.version_command()?;
        let (tool, arguments) = command.split_first().expect("the built-in list is tested");
        let missing = |_| ToolError::Missing {
            tool: tool.display().to_string(),
            package: self.package.clone(),
        };
        let output = Command::new(tool)
            .args(arguments)
            .env_clear()
            .envs([("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8")])
            .output()
            .map_err(missing)?;
        // Some print it to standard output, some to standard error.
        let all = [output.stdout, output.stderr].concat();
        let lines = String::from_utf8_lossy(&all).into_owned();
        Ok(lines.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("").to_owned())
    }
}

/// Creates a folder that programs may read, and write to where they are not isolated.
fn make(folder: &Path, name: &str) -> Result<PathBuf, TrialError> {
    let path = folder.join(name);
    let mode = fs::Permissions::from_mode(0o755);
    fs::create_dir(&path)
        .and_then(|()| fs::set_permissions(&path, mode))
        .map_err(|error| TrialError::Io { path: path.clone(), error })?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Languages;

    #[test]
    fn every_language_has_a_program_of_its_own() {
        for (name, language) in Languages::built_in().iter() {
            let found = Languages::built_in().of_file(Path::new(&language.test.file));
            assert_eq!(found.unwrap().0, name);
            assert!(!language.test.text.is_empty(), "{name}");
        }
    }

    #[test]
    fn the_page_of_languages_has_its_rows_for_each() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/languages.md");
        let page = fs::read_to_string(page).unwrap();
        let rows: Vec<Vec<&str>> = page
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
            .collect();
        for (name, language) in Languages::built_in().iter() {
            let suffixes: Vec<String> =
                language.suffixes.iter().map(|suffix| format!("`.{suffix}`")).collect();
            let expected =
                [format!("`{name}`"), suffixes.join(" "), format!("`{}`", language.package)];
            let found = rows.iter().any(|row| {
                let [name, suffixes, _, _, package, _] = row[..] else { return false };
                [name, suffixes, package] == expected.each_ref().map(String::as_str)
            });
            assert!(found, "docs/languages.md has no row with {expected:?}");
            let flush = language.flush.replace('|', "\\|");
            let flush = format!("| `{name}` | `{flush}` |\n");
            assert!(page.contains(&flush), "docs/languages.md has no row {flush}");
        }
    }
}
