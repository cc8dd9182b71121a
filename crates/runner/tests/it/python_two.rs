//! Sources for a Python that is no more are told from those that only have a mistake.

use certamen_runner::{Bot, BotError, BuildCache, BuiltBot};
use std::fs;

/// Prepares a bot of this one source.
fn prepare(source: &[u8]) -> Result<BuiltBot, BotError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.py");
    fs::write(&path, source).unwrap();
    let bot = Bot::find(path.to_str().unwrap(), certamen_games::find("mancala8").unwrap()).unwrap();
    let sandbox = std::sync::Arc::new(certamen_sandbox::Unisolated::new());
    BuildCache::new(folder.path().join("builds"), sandbox).prepare(&bot)
}

#[test]
fn python_two_is_reported_with_its_line_and_the_fix() {
    for (source, line, mark, how) in [
        ("print \"1\"", 1, "print without parentheses", "print(...)"),
        ("x = 1\nif x: print x", 2, "print without parentheses", "print(...)"),
        ("import sys\nprint >>sys.stderr, 1", 2, "print >> file", "file=..."),
        ("\nx = raw_input()\nprint(x)", 2, "raw_input", "write input"),
        ("for i in xrange(9):\n  print(i)", 1, "xrange", "write range"),
        ("x = unicode('x')", 1, "unicode", "write str"),
        ("try:\n  pass\nexcept ValueError, e:\n  pass", 3, "except X, e", "except X as e"),
        ("try:\n  pass\nexcept (OSError, IOError), e:\n  pass", 3, "except X, e", "as e"),
        ("raise ValueError, 'x'", 1, "raise X, text", "raise X(text)"),
        ("if 1 <> 2: pass", 1, "<>", "!="),
        ("x = 0777", 1, "octal", "0o17"),
        ("x = 10L", 1, "with an L", "leave out"),
        ("exec 'x = 1'", 1, "exec without parentheses", "exec(...)"),
        ("x = `1`", 1, "backquotes", "repr(...)"),
        ("#!/usr/bin/python2\nprint(1)", 1, "its first line", "#!/usr/bin/python3"),
        ("#!/usr/bin/env python2.7\r\nprint 1\r\n", 2, "print without", "print(...)"),
    ] {
        let error = prepare(source.as_bytes()).unwrap_err();
        assert!(matches!(error, BotError::PythonTwo { .. }), "{source}: {error}");
        let message = error.to_string();
        let start = format!("bot `bot`: bot.py, line {line}: this is Python 2 (");
        assert!(message.starts_with(&start), "{source}: {message}");
        assert!(message.contains(mark) && message.contains(how), "{source}: {message}");
    }
}

#[test]
fn valid_python_three_is_accepted() {
    for source in [
        "print('print \"x\", raw_input')  # print \"x\"",
        "'''\nprint \"x\"\nexcept X, e:\n'''\nprint(1)",
        "try:\n  input = raw_input\nexcept NameError:\n  pass\nprint(input())",
        "try:\n  xrange\nexcept NameError:\n  xrange = range\nfor i in xrange(9): pass",
        "import sys\nif sys.version_info[0] < 3:\n  input = raw_input\nprint(input())",
        "def raw_input():\n  return 1\nprint(raw_input())",
        "from moves import xrange\nfor i in xrange(9): pass",
        "from moves import *\nfor i in xrange(9): pass",
        "class A:\n  long = 1\nprint(A.long)",
        "def move(long):\n  return long",
        "print = 8\nprint >> 1",
        "#!/usr/bin/env python\nprint(1)",
        "\u{feff}print('ñ')",
    ] {
        let prepared = prepare(source.as_bytes());
        prepared.unwrap_or_else(|error| panic!("{source}: {error}"));
    }
}

#[test]
fn errors_in_python_three_are_quoted() {
    for (source, words) in [
        (&b"x = (1\nprint('print x')"[..], "was never closed"),
        (b"def f(:\n  print ('x')", "line 1"),
        (b"x = ''' print 'a' ", "unterminated"),
        (b"print = print if 1 else 2\nx =", "line 2"),
        (b"\0", "null bytes"),
        (b"\xff", "utf-8"),
        (b"if 1:\n\tx = 1\n        y = 2", "inconsistent use of tabs"),
    ] {
        let error = prepare(source).unwrap_err();
        assert!(matches!(error, BotError::Compile { .. }), "{error}");
        let message = error.to_string();
        assert!(message.starts_with("bot `bot` cannot be built: "), "{message}");
        assert!(message.contains(words) && !message.contains("Python 2"), "{message}");
    }
}

/// Both programs of the documentation, which shows how one becomes the other.
#[test]
fn the_documented_example_is_accepted_after_its_changes() {
    let text = include_str!("../../../../docs/languages.md");
    let (_, text) = text.split_once("## From Python 2 to Python 3").unwrap();
    let programs: Vec<&str> =
        text.split("```python\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let message = prepare(programs[0].as_bytes()).unwrap_err().to_string();
    for said in ["bot.py, line 4: this is Python 2 (<>), and bots are run by", "write !="] {
        assert!(message.contains(said) && text.contains(said), "{message}");
    }
    prepare(programs[1].as_bytes()).unwrap();
}
