//! What the source files show.

use crate::check::advice::{Advice, Fact};
use crate::check::diagnosis::Diagnosis;
use crate::check::diagnosis::errors::contains_any;
use certamen_sandbox::Languages;
use std::path::Path;

#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

impl Source {
    fn lines(&self) -> impl Iterator<Item = String> {
        self.content.split(|byte| *byte == b'\n').map(|line| String::from_utf8_lossy(line).into())
    }
}

/// Why a program that is a single file cannot be started, judging by its first line.
pub(crate) fn at_start(source: &Source) -> Option<Diagnosis> {
    let content = &source.content;
    let first = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first_line =
        |advice| Diagnosis::new(advice).with(Fact::File(String::from_utf8_lossy(first).into()));
    if content.starts_with(b"\xef\xbb\xbf#!") {
        return Some(first_line(Advice::ByteOrderMark));
    }
    if content.starts_with(b"\x7fELF") {
        return None;
    }
    let Some(command) = first.strip_prefix(b"#!") else {
        let is_text = str::from_utf8(content).is_ok() && !content.contains(&0);
        return is_text.then(|| first_line(Advice::MissingShebang));
    };
    if command.ends_with(b"\r") {
        return Some(first_line(Advice::WindowsShebang));
    }
    let command = String::from_utf8_lossy(command).into_owned();
    let mut words = command.split_whitespace();
    let interpreter = words.next().unwrap_or_default();
    let behind_env = interpreter.ends_with("/env").then(|| words.next()).flatten();
    let there = |path: &Path| path.is_file();
    let found = there(Path::new(interpreter))
        && behind_env.is_none_or(|name| {
            ["/usr/local/bin", "/usr/bin", "/bin"]
                .iter()
                .any(|place| there(&Path::new(place).join(name)))
        });
    (!found).then(|| first_line(Advice::MissingInterpreter))
}

pub(crate) fn is_python_two(sources: &[Source]) -> bool {
    let old = |line: String| {
        let line = line.trim_start();
        let printed = line.strip_prefix("print ").map(str::trim_start);
        printed.is_some_and(|rest| !rest.starts_with(['(', '=']))
            || line.trim_end() == "print"
            || ["raw_input(", "xrange(", "except Exception, ", ".has_key("]
                .iter()
                .any(|word| line.contains(word))
            || line.starts_with("exec \"")
    };
    sources
        .iter()
        .filter(|source| Path::new(&source.name).extension().is_some_and(|ending| ending == "py"))
        .any(|source| source.lines().any(old))
}

pub(crate) fn reads_all_input(sources: &[Source]) -> bool {
    sources.iter().any(|source| {
        let text = String::from_utf8_lossy(&source.content);
        contains_any(&text, &["/dev/stdin"], |language| &language.reads_all)
    })
}

pub(crate) fn not_utf8(sources: &[Source]) -> Option<&Source> {
    let plain =
        |source: &&Source| str::from_utf8(&source.content).is_ok_and(|text| !text.contains('\0'));
    sources.iter().find(|source| !plain(source))
}

pub(crate) fn is_about_bytes(words: &str) -> bool {
    const WORDS: &[&str] = &[
        "UTF-8",
        "utf-8",
        "unmappable",
        "null byte",
        "null character",
        "multibyte",
        "byte sequence",
    ];
    WORDS.iter().any(|word| words.contains(word))
}

/// The line of a Java program that declares its package or class.
pub(crate) fn class_line(sources: &[Source]) -> Option<String> {
    let java =
        |source: &&Source| Path::new(&source.name).extension().is_some_and(|it| it == "java");
    sources.iter().filter(java).find_map(|source| {
        let line = |word: &str| source.lines().find(|line| line.trim_start().starts_with(word));
        let class = || source.lines().find(|line| line.contains("class "));
        Some(format!("{}: {}", source.name, line("package ").or_else(class)?.trim()))
    })
}

pub(crate) fn argument_line(sources: &[Source]) -> Option<String> {
    sources.iter().find_map(|source| {
        let line = source.lines().find(|line| contains_any(line, &[], |it| &it.argument))?;
        Some(format!("{}: {}", source.name, line.trim()))
    })
}

/// Whether it closes its own output: in languages where the descriptor stays open, such as Python, only
/// the source shows that.
pub(crate) fn closes_output(sources: &[Source]) -> bool {
    let closes = |line: String| contains_any(&line, &[], |it| &it.closes_output);
    sources.iter().any(|source| source.lines().any(closes))
}

pub(crate) fn flush(sources: &[Source]) -> Option<Fact> {
    let name = Path::new(&sources.first()?.name);
    let (_, language) = Languages::built_in().of_file(name).ok()?;
    Some(Fact::Flush(&language.flush))
}

/// Whether it uses Lisp's `print`, which writes the end of the line first; the answer stays in the buffer
/// until it is flushed.
pub(crate) fn prints_line_end_first(sources: &[Source]) -> bool {
    let lisp = |source: &&Source| {
        let ending = Path::new(&source.name).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ["lisp", "lsp", "cl"].contains(&ending))
    };
    sources.iter().filter(lisp).any(|source| source.lines().any(|line| line.contains("(print ")))
}
