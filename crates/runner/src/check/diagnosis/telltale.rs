//! The words in error messages that show what is wrong: of every language, and of the system.

use certamen_sandbox::{Languages, OutputMarkers};
use std::path::Path;

/// What the system says, whatever the language.
struct Common {
    errors: &'static [&'static str],
    memory: &'static [&'static str],
    network: &'static [&'static str],
    modules: &'static [&'static str],
    files: &'static [&'static str],
    foreign: &'static [&'static str],
    reads_all: &'static [&'static str],
}

const COMMON: Common = Common {
    errors: &["Segmentation fault", "Assertion", "Syntax error"],
    memory: &["Cannot allocate memory", "out of memory"],
    network: &[
        "Network is unreachable",
        "Temporary failure in name resolution",
        "Name or service not known",
        "getaddrinfo",
    ],
    modules: &["error while loading shared libraries"],
    files: &["No such file or directory", "Read-only file system", "Permission denied"],
    foreign: &["/usr/lib/", "/usr/local/lib/"],
    reads_all: &["/dev/stdin"],
};

/// A line that reports an error.
pub(crate) fn is_error(line: &str) -> bool {
    has(line, COMMON.errors, |language| &language.errors)
}

/// An error for want of memory.
pub(crate) fn is_memory(line: &str) -> bool {
    has(line, COMMON.memory, |language| &language.memory)
}

/// An error for want of a network.
pub(crate) fn is_network(line: &str) -> bool {
    has(line, COMMON.network, |language| &language.network)
}

/// An error for want of a library.
pub(crate) fn is_module(line: &str) -> bool {
    has(line, COMMON.modules, |language| &language.modules)
}

/// An error for want of a file, or of the permission to open it.
pub(crate) fn is_file(line: &str) -> bool {
    has(line, COMMON.files, |language| &language.files)
}

/// A frame that is of the language and not of the program.
pub(crate) fn is_foreign(line: &str) -> bool {
    has(line, COMMON.foreign, |language| &language.foreign)
}

/// A line with the number of a line of the program in it.
pub(crate) fn is_placed(line: &str) -> bool {
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    known(|language| &language.places).any(|ending| line.split(ending).skip(1).any(number))
}

/// Source that reads its input to the end at once.
pub(crate) fn reads_all(source: &str) -> bool {
    has(source, COMMON.reads_all, |language| &language.reads_all)
}

/// A line of source that reads the first argument.
pub(crate) fn reads_argument(line: &str) -> bool {
    has(line, &[], |language| &language.argument)
}

/// A line of source that closes the program's own output.
pub(crate) fn closes_output(line: &str) -> bool {
    has(line, &[], |language| &language.closes_output)
}

/// What sends a line at once in the language of this file.
pub(crate) fn flush_in(file: &str) -> Option<&'static str> {
    let (_, language) = Languages::built_in().of_file(Path::new(file)).ok()?;
    Some(&language.flush)
}

fn has(
    text: &str,
    common: &'static [&'static str],
    of: fn(&OutputMarkers) -> &Vec<String>,
) -> bool {
    common.iter().copied().chain(known(of)).any(|word| text.contains(word))
}

fn known(of: fn(&OutputMarkers) -> &Vec<String>) -> impl Iterator<Item = &'static str> {
    let languages = Languages::built_in().iter();
    languages.flat_map(move |(_, language)| of(&language.telltales)).map(String::as_str)
}
