//! The maximum length of files and functions.

use super::{Findings, scan::code_only};
use crate::repository::SourceFile;

/// Above this a file is doubtful.
const LONG_FILE: usize = 600;
/// Above this a file is refused.
const LONGEST_FILE: usize = 1000;
/// Above this a function is doubtful.
pub(crate) const LONG_FUNCTION: usize = 60;
/// Above this a function is refused.
const LONGEST_FUNCTION: usize = 70;

/// Measures all Rust files of the crates.
pub(super) fn check(files: &[SourceFile], findings: &mut Findings) {
    for file in files {
        let Some(text) = file.text_of(".rs").filter(|_| is_ours(&file.path)) else { continue };
        let (path, lines) = (&file.path, text.lines().count());
        if lines > LONGEST_FILE {
            findings.wrong.push(format!("{path}: {lines} lines, at most {LONGEST_FILE}: split it"));
        } else if lines > LONG_FILE {
            findings.doubtful.push(format!("{path}: {lines} lines, better at most {LONG_FILE}"));
        }
        for (line, name, length) in functions(text) {
            if length > LONGEST_FUNCTION {
                findings.wrong.push(format!(
                    "{path}:{line}: function {name} has {length} lines, at most {LONGEST_FUNCTION}"
                ));
            } else if length > LONG_FUNCTION {
                findings.doubtful.push(format!(
                    "{path}:{line}: function {name} has {length} lines, better at most {LONG_FUNCTION}"
                ));
            }
        }
    }
}

/// Whether the rules hold for this file: bots are programs of their own.
fn is_ours(path: &str) -> bool {
    path.starts_with("crates/") || path.starts_with("tools/xtask/")
}

/// The line, the name and the number of lines of each function with a body.
pub(crate) fn functions(source: &str) -> Vec<(usize, String, usize)> {
    let code = code_only(source);
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let word_before = code[..at].chars().next_back();
        if word_before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let name: String = code[at + 3..].chars().take_while(|c| is_of_name(*c)).collect();
        let Some(length) = body(&code[at..]).filter(|_| !name.is_empty()) else { continue };
        let line = code[..at].matches('\n').count() + 1;
        found.push((line, name, code[at..at + length].matches('\n').count() + 1));
    }
    found
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// How far the body of the function at the start of `code` reaches; none if it has none.
fn body(code: &str) -> Option<usize> {
    let (mut round, mut curly) = (0, 0);
    for (at, character) in code.char_indices() {
        match character {
            '(' | '[' if curly == 0 => round += 1,
            ')' | ']' if curly == 0 => round -= 1,
            // A semicolon inside brackets belongs to an array's type.
            ';' if curly == 0 && round == 0 => return None,
            '{' => curly += 1,
            '}' => {
                curly -= 1;
                if curly == 0 && round == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::made_up;

    #[test]
    fn functions_are_found_with_their_bodies() {
        let source = "trait T { fn none(&self, a: [u8; 3]); }\nfn one() { \"}\" }\n\
            pub fn two<'a>(x: &'a [u8; 2])\nwhere\n    u8: Copy,\n{\n    if x { '}' } // }\n}\n\
            type F = fn (u8);\n";
        let one = (2, "one".to_owned(), 1);
        assert_eq!(functions(source), [one, (3, "two".to_owned(), 6)]);
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let long = format!("fn long() {{\n{}}}\n", "    step();\n".repeat(69));
        let fits = format!("fn fits() {{\n{}}}\n", "    step();\n".repeat(58));
        let better = format!("fn better() {{\n{}}}\n", "    step();\n".repeat(59));
        let (many, more) = ("// a line\n".repeat(601), "// a line\n".repeat(1_001));
        let files = made_up(&[
            ("crates/a/src/long.rs", &long),
            ("crates/a/src/fits.rs", &fits),
            ("crates/a/src/better.rs", &better),
            ("crates/a/src/many.rs", &many),
            ("tools/xtask/src/more.rs", &more),
            ("bots/a/b/b.rs", &more),
        ]);
        let mut findings = Findings::default();
        check(&files, &mut findings);
        assert_eq!(findings.wrong.len(), 2, "{findings:?}");
        assert!(findings.wrong[0].contains("long.rs:1: function long has 71 lines"));
        assert!(findings.wrong[1].contains("more.rs: 1001 lines"));
        assert_eq!(findings.doubtful.len(), 2, "{findings:?}");
        assert!(findings.doubtful[0].contains("better.rs:1: function better has 61 lines"));
    }
}
