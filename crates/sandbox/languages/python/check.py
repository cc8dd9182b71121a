"""Reads sources with the parser of this Python, without running them. What is wrong is said; code 72
if it is Python 2."""

import ast
import builtins
import os
import re
import sys
import traceback

PYTHON_TWO = 72
STRINGS = re.compile(
    r"#[^\n]*|'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\"|'(?:\\.|[^\\'\n])*'|\"(?:\\.|[^\\\"\n])*\"",
    re.S,
)
# What no Python 3 has, where a line is no part of a text.
MARKS = [
    (r"(?:^|[:;])\s*print\s*(?:>>|[\"'`\d]|(?!(?:if|else|and|or|in|is|not|for)\b)[A-Za-z_])",
     "print without parentheses", "write print(...)"),
    (r"\bexcept\s+[\w.()\s,]+,\s*\w+\s*:", "except X, e", "write except X as e"),
    (r"\braise\s+[\w.]+\s*,", "raise X, text", "write raise X(text)"),
    (r"\bexec\s+[\"'A-Za-z_]", "exec without parentheses", "write exec(...)"),
    (r"`", "backquotes", "write repr(...)"),
    (r"<>", "<>", "write !="),
    (r"(?<![\w.])\d+[lL]\b", "a long number with an L", "leave out the L"),
    (r"(?<![\w.])0[0-7]+\b", "an octal number without o", "write 0o17 for 017"),
    (r"(?<!\w)[uU][rR][\"']", 'ur"..."', 'write r"..."'),
    (r"\bdef\s+\w+\s*\([^()]*\([^()=]*\)\s*[,)]", "a parameter in parentheses",
     "take it apart in the body"),
]
NAMES = {
    "raw_input": "input", "xrange": "range", "unicode": "str", "basestring": "str",
    "unichr": "chr", "long": "int", "execfile": "exec(open(...).read())",
}
CATCHES = {"NameError", "Exception", "BaseException"}
ASKS = {"version_info", "version", "major", "PY2", "PY3", "hasattr", "hexversion"}


def blank(match):
    """A text without its inside, as many lines long; a comment is nothing."""
    text = match.group()
    return "" if text[0] == "#" else text[0] + "\n" * text.count("\n") + text[0]


def in_syntax(text, wrong):
    """The line and mark of Python 2 in a source that does not parse, those where it stops first."""
    lines = STRINGS.sub(blank, text).split("\n")
    found = []
    for number, line in enumerate(lines, 1):
        for mark, name, how in MARKS:
            if re.search(mark, line):
                found.append((number != wrong, number, name, how))
    return min(found)[1:] if found else None


def words(tree):
    return {getattr(node, "id", getattr(node, "attr", None)) for node in ast.walk(tree)}


def mentions(node, names, found):
    """All uses of `names` that are not tried first, or asked for by version."""
    if isinstance(node, ast.Try):
        caught = [handler.type for handler in node.handlers]
        if any(type is None or words(type) & CATCHES for type in caught):
            node = ast.Module(node.handlers + node.orelse + node.finalbody, [])
    elif isinstance(node, (ast.If, ast.IfExp)) and words(node.test) & ASKS:
        return
    if isinstance(node, ast.Name) and node.id in names and node.id != "print":
        found.append((node.lineno, node.id, "write " + names[node.id]))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.RShift):
        if isinstance(node.left, ast.Name) and node.left.id == "print" and "print" in names:
            found.append((node.lineno, "print >> file", "write " + names["print"]))
    for child in ast.iter_child_nodes(node):
        mentions(child, names, found)


def in_names(tree):
    """The first use of a name that only Python 2 has, unless the source gives it a meaning."""
    names = {name: how for name, how in NAMES.items() if not hasattr(builtins, name)}
    names["print"] = "print(..., file=...)"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.pop(node.id, None)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.pop(node.name, None)
        elif isinstance(node, ast.arg):
            names.pop(node.arg, None)
        elif isinstance(node, ast.alias):
            if node.name == "*":
                return None
            names.pop(node.asname or node.name, None)
    found = []
    try:
        mentions(tree, names, found)
    except RecursionError:
        return None
    return min(found) if found else None


def say(name, text, found):
    number, mark, how = found
    lines = text.split("\n")
    print(f"{name}, line {number}: this is Python 2 ({mark}), and bots are run by"
          f" Python {sys.version_info[0]}.{sys.version_info[1]}: {how}")
    if number <= len(lines):
        print("    " + lines[number - 1].strip()[:200])
    print("what else may need it: print(x), input() for raw_input(), range for xrange, except X as e,"
          " // to divide whole numbers; the program 2to3 does most of it")
    return PYTHON_TWO


def check(path):
    name = os.path.basename(path)
    with open(path, "rb") as file:
        source = file.read()
    text = source.decode("utf-8", "replace").replace("\r\n", "\n")
    try:
        tree = ast.parse(source, name)
        compile(tree, name, "exec")
        found = in_names(tree)
    except SyntaxError as error:
        found = in_syntax(text, error.lineno)
        if not found:
            traceback.print_exception(type(error), error, None)
            return 1
    except ValueError as error:
        print(f"{name}: {error}")
        return 1
    if not found and re.match(r"#!.*\bpython2(\.\d+)?\b", text):
        found = 1, "its first line", "write #!/usr/bin/python3 once it is Python 3"
    return say(name, text, found) if found else 0


if __name__ == "__main__":
    sources = sys.argv[1:2] + [path for path in sys.argv[2:] if path.endswith(".py")]
    sys.exit(max([check(path) for path in sources], default=0))
