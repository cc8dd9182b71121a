"""Tests the library of one language: `libraries.py python|javascript|rust|c [--long]`.

The draws against `rng_vectors.json`; the dialogue of `docs/protocols/game.md`, byte for byte; errors
with file and line; hostile replies; Minoría, Pig and the others of `games/` through the reference
host, whose digests must be equal in all languages; with `--long`, 1,000 matches of each. Exit 1 if something is wrong, 77 if a program of
the language is not installed.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = ROOT / "crates/external/libraries"
TESTS = ROOT / "crates/external/tests"
PAGE = ROOT / "docs/protocols/game.md"
SUFFIX = {"python": "py", "javascript": "mjs", "rust": "rs", "c": "c"}
NEEDS = {"python": sys.executable, "javascript": "node", "rust": "rustc", "c": "cc"}
KEY = "0700000000000000" "0300000000000000" "0000000000000000" "72756c6573000000"
# The digests of the reference host: 20 matches each. Equal rules give equal digests, in whatever
# language and style.
GAMES = {
    "minoria/minoria": "e581eb6b70544aba7bcd42fc03986663",
    "minoria/minoria_class": "e581eb6b70544aba7bcd42fc03986663",
    "dice/dice": "63703052b7008fc2f152a85b6fc02630",
    "dice/dice_class": "63703052b7008fc2f152a85b6fc02630",
    "tricks/tricks": "a25761ab76e96ef94a964cc6184d1bb9",
    "tricks/tricks_generator": "a25761ab76e96ef94a964cc6184d1bb9",
}
TEMPLATE = "f0fa67288813b49727d4ca490f397c28"
# The digests of 1,000 matches.
LONG = {"minoria": "38708a7e1af457d6b5af1fc6d53aab93", "dice": "6c0e4e2e1dca874f54e9fc26a9eb4a09"}


def stage(language, source, folder):
    """The command of the program made of `source` in `folder`, beside the library."""
    for library in LIBRARIES.glob("certamen_game.*"):
        shutil.copy(library, folder)
    staged = Path(shutil.copy(source, folder))
    program = str(staged.with_suffix(".program"))
    if language == "python":
        return [sys.executable, str(staged)]
    if language == "javascript":
        return ["node", str(staged)]
    if language == "rust":
        build = ["rustc", "--edition=2024", "-A", "warnings", "-o", program, staged.name]
    else:
        build = ["cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-o", program,
                 staged.name]
    subprocess.run(build, check=True, cwd=folder)
    return [program]


def exchange(command, lines):
    """The response lines; what the program logs comes with a failure only."""
    sent = "".join(line + "\n" for line in lines)
    done = subprocess.run(command, input=sent.encode(), capture_output=True, timeout=60)
    received = done.stdout.decode().split("\n")[:-1]
    if len(received) != len(lines) or done.returncode != 0:
        sys.exit(f"{len(received)} responses to {len(lines)} requests: {done.stderr.decode()}")
    return received


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}:\n  found    {found}\n  expected {expected}")


def draws(language, folder):
    vectors = LIBRARIES / "rng_vectors.json"
    command = stage(language, TESTS / f"libraries/selftest.{SUFFIX[language]}", folder)
    keys = [vector["key"] for vector in json.loads(vectors.read_text())]
    if language in ("python", "javascript"):
        found = subprocess.run([*command, str(vectors)], capture_output=True, text=True)
        check("draws", (found.returncode, found.stdout), (0, f"{len(keys)} keys\n"))
    else:
        found = subprocess.run([*command, *keys], capture_output=True, text=True, check=True)
        check("draws", found.stdout, vectors.read_text())


def dialogue(language, folder):
    """The page shows the class style; in C the state has another form."""
    source = {"rust": "minoria.rs"}.get(language, f"minoria_class.{SUFFIX[language]}")
    command = stage(language, ROOT / "games/minoria" / source, folder)
    block = re.search(r"```text\n(> \{.*?)```", PAGE.read_text(), re.DOTALL).group(1)
    sent = [line[2:] for line in block.splitlines() if line.startswith("> ")]
    expected = [line[2:] for line in block.splitlines() if line.startswith("< ")]
    for line, found, wanted in zip(sent, exchange(command, sent), expected):
        check(line, found, wanted)
    check("lines of the dialogue", len(sent), len(expected))
    return len(sent)


def errors(language, folder):
    source = TESTS / f"libraries/fails.{SUFFIX[language]}"
    command = stage(language, source, folder)
    numbered = enumerate(source.read_text().splitlines(), 1)
    number = next(place for place, line in numbered if "this line is named" in line)
    start = {"type": "start", "options": {"stones": 7}, "seats": 2, "chance": KEY}
    turn = {"type": "turn", "replies": ["A"], "chance": KEY}
    hello = {"type": "initialize", "protocol": {"min": 2, "max": 3}, "variant": None}
    lines = [
        {"id": 1, "type": "batch", "requests": [start, turn, {"type": "position"}]},
        {"id": 2, "type": "no-such-request"},
        {"id": 3, **hello},
        {"id": 4, **turn},
        *({"id": 6 + place, **start, "options": {"stones": value}}
          for place, value in enumerate((-1, 10, "1", 1.5, True, None))),
        {"id": 12, **start, "options": {}},
        {"id": 5, "unknown": {"field": [1.5e3, "\u00e9\ud83d\ude00", None, True]}, **start},
    ]
    found = [json.loads(line) for line in exchange(command, [json.dumps(line) for line in lines])]
    check("ids", [response["id"] for response in found], [1, 2, 3, 4, *range(6, 13), 5])
    batch = found[0]["responses"]
    check("responses up to the failure", len(batch), 2)
    check("place", batch[1]["error"].get("at"), f"{source.name}:{number}")
    for response in found[1:4]:
        if not response["error"]["message"] or response["error"].get("at"):
            sys.exit(f"an error that is not the game's: {response}")
    for response in found[4:11]:
        check("an option out of range", response.get("rejected", {}).get("option"), "stones")
    # Far more than a pipe takes at once.
    large = {"id": 1, "type": "batch", "requests": [start] * 20_000}
    [response] = exchange(command, [json.dumps(large)])
    check("responses of a large batch", len(json.loads(response)["responses"]), 20_000)
    state = found[11]["position"]["state"]
    hostile = ["AB", "", " A\t", "a", "A\u0000", "x" * 60 + "\u001b", "é", "A\n"]
    lines = [{"id": place, "type": "turn", "state": state, "replies": [reply], "chance": KEY}
             for place, reply in enumerate(hostile)]
    found = [json.loads(line) for line in exchange(command, [json.dumps(line) for line in lines])]
    for reply, response in zip(hostile, found):
        # A legal reply reaches `apply`, which fails.
        check(repr(reply), "error" in response, reply.strip(" \t\n") == "A")
        if "error" not in response:
            check(repr(reply), response["actions"], [None])
    check("control characters", found[5]["reasons"], [f"`{'x' * 40}…` is not one of A, B"])
    check("a zero", found[4]["reasons"], ["`A\ufffd` is not one of A, B"])


def guides(folder):
    """The game with hidden information of each guide: first it leaks, and after the change it does
    not."""
    played = 0
    for page in ("inventing-a-game.md", "inventar-un-juego.md"):
        text = (ROOT / "docs/guides" / page).read_text()
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        [first] = [block for block in blocks if "class " in block]
        [changed] = [block for block in blocks if block.startswith("    def text")]
        method = re.compile(r"    def text\(.*?\n\n", re.DOTALL)
        second = method.sub(lambda _: changed + "\n", first)
        for source, sound in ((first, False), (second, True)):
            file = Path(folder, "from_guide.py")
            file.write_text(source)
            run = [sys.executable, str(TESTS / "reference_host.py"), "--", sys.executable, str(file)]
            found = subprocess.run(run, capture_output=True, text=True)
            leak = "leak: seat" in found.stderr and "display" in found.stderr
            check(f"{page}, {sound}: {found.stderr}", (found.returncode == 0, leak), (sound, not sound))
            played += 1
    return played


def sealed(folder):
    """Interleaved matches that share the global random source differ, unless `wrap.py` keeps its
    states apart."""
    shutil.copy(ROOT / "games/wrap/wrap.py", folder)
    command = stage("python", TESTS / "libraries/sealed.py", folder)
    for option, equal in (("true", True), ("false", False)):
        status, text = host(command, "--matches", "3", "--option", f"sealed={option}")
        check(f"sealed = {option}: {text}", status == 0, equal)


def wrapped(folder):
    """Environments of other packages by `wrap.py`: interleaved matches, and all requests again in
    reverse order. Packages that are not installed are named."""
    command = stage("python", ROOT / "games/wrap/wrap.py", folder)
    played = 0
    for variant in ("pettingzoo.leduc_holdem_v4", "textarena.KuhnPoker-v0", "kaggle.rps"):
        package = variant.split(".")[0].replace("kaggle", "kaggle_environments")
        if importlib.util.find_spec(package) is None:
            print(f"the Python package {package} is not installed", file=sys.stderr)
            continue
        status, text = host(command, "--matches", "1", "--variant", variant)
        check(f"{variant}: {text}", status, 0)
        played += 1
    return played


def template(language, folder):
    """What `certamen new-game` writes: the same game in all languages."""
    text = (ROOT / f"crates/external/templates/game.{SUFFIX[language]}").read_text()
    source = Path(folder, f"source/takeaway.{SUFFIX[language]}")
    source.parent.mkdir(exist_ok=True)
    source.write_text(text.replace("SLUG", "takeaway"))
    check("template", host(stage(language, source, folder)), (0, TEMPLATE))


def corpus(folder):
    """Every faulty game has an entry, and the sound ones and those that leak are what they should
    be; the rest needs Certamen itself."""
    faulty = TESTS / "faulty"
    text = (faulty / "expected.toml").read_text()
    entries = dict(re.findall(r'^\["(.*?)"\]\n((?:\w+ = .*\n)*)', text, re.MULTILINE))
    files = {str(path.relative_to(faulty)) for path in faulty.rglob("*.py")}
    check("entries", set(entries), files - {"timeout/timeout.py"} | {"timeout"})
    for name, entry in entries.items():
        if not entry and not name.startswith("raw/"):
            status, _ = host(stage("python", faulty / name, folder))
            check(name, status, 0)
        elif 'code = "leak"' in entry:
            command = stage("python", faulty / name, folder)
            run = [sys.executable, str(TESTS / "reference_host.py"), "--", *command]
            found = subprocess.run(run, capture_output=True, text=True)
            check(name, (found.returncode, "leak: seat" in found.stderr), (1, True))


def host(command, *arguments):
    """Exit status and digest of the reference host."""
    run = [sys.executable, str(TESTS / "reference_host.py"), *arguments, "--", *command]
    found = subprocess.run(run, capture_output=True, text=True)
    return found.returncode, found.stdout[-33:-1] or found.stderr


def matches(language, folder, long):
    played = 0
    for name, digest in GAMES.items():
        source = ROOT / "games" / f"{name}.{SUFFIX[language]}"
        if not source.exists():
            continue
        command = stage(language, source, folder)
        check(name, host(command), (0, digest))
        if long and name.split("/")[0] in LONG:
            check(name, host(command, "--matches", "1000"), (0, LONG[name.split("/")[0]]))
        played += 1
    return played


def main():
    language, *long = sys.argv[1:]
    if not shutil.which(NEEDS[language]):
        print(f"{NEEDS[language]} is not installed")
        sys.exit(77)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        draws(language, folder)
        errors(language, folder)
        lines = 0 if language == "c" else dialogue(language, folder)
        template(language, folder)
        played = matches(language, folder, bool(long))
        if language == "python":
            played += guides(folder)
            sealed(folder)
            played += wrapped(folder)
            corpus(folder)
    print(f"{language}: draws, errors, {lines} lines of the dialogue, {played} games")


if __name__ == "__main__":
    main()
