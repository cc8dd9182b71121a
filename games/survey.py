"""Tries adapted games with the reference host and writes which of them pass:

    survey.py openspiel|wrap [VARIANT …]

Run it with a Python that has the adapted packages; without variants, all that these packages have.
The page `games/ADAPTER/README.md` is its result: between its markers, nothing is written by hand.
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

GAMES = Path(__file__).resolve().parent
HOST = GAMES.parent / "crates/external/tests/reference_host.py"
LIBRARIES = GAMES.parent / "crates/external/libraries"
SECONDS = 60  # of processor time, for each of the two processes
REPEATED = 60  # requests in a new process: each may run a whole match again
MATCHES = 3
BEGIN, END = "<!-- survey -->\n", "<!-- end of survey -->\n"


def openspiel_names():
    import pyspiel
    games = [game for game in pyspiel.registered_games()]
    return sorted(game.short_name for game in games)


def attempt(adapter, variant):
    """(whether it passed, the figures or the reason)."""
    program = [sys.executable, str(GAMES / adapter / f"{adapter}.py")]
    host = [sys.executable, str(HOST), "--matches", str(MATCHES), "--repeat", str(REPEATED),
            "--variant", variant, "--", *program]
    environment = {**os.environ, "PYTHONPATH": str(LIBRARIES), "PYTHONDONTWRITEBYTECODE": "1"}
    slow = f"{MATCHES} matches with all checks take more than {SECONDS} s"
    try:
        done = subprocess.run(host, env=environment, capture_output=True, timeout=10 * SECONDS,
                              preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return False, slow
    if -signal.SIGXCPU in (done.returncode, program_exit(done.stderr)):
        return False, slow
    if done.returncode == 0:
        return True, re.search(r"(\d+) turns", done.stdout.decode()).group(1)
    lines = [line for line in done.stderr.decode(errors="replace").splitlines()
             if line.startswith("finding: ")]
    return False, reason(lines[-1].removeprefix("finding: ") if lines else "no response")


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))


def program_exit(stderr):
    found = re.search(rb"finding: no response to .*; exit (-?\d+)", stderr)
    return int(found.group(1)) if found else None


def reason(finding):
    """The finding in one short line without what differs between runs."""
    finding = re.split(r" in response to |\n", finding)[0]
    error = re.fullmatch(r'\{"message":"(?P<text>.*?)"(,"at":.*)?\}', finding)
    if error:
        finding = json.loads(f'"{error["text"]}"')
    finding = finding.removeprefix("Refused: ").replace("|", "\\|").replace("\n", " ")
    return finding if len(finding) <= 160 else finding[:160] + "…"


def main():
    adapter, *variants = sys.argv[1:]
    if adapter == "openspiel":
        variants = variants or openspiel_names()
    else:
        sys.path[:0] = [str(GAMES / "wrap"), str(LIBRARIES)]
        import wrap
        variants = variants or wrap.names()
    results = []
    for variant in variants:
        results.append((variant, *attempt(adapter, variant)))
        print(json.dumps(results[-1]), flush=True)
    write_page(adapter, results)


def write_page(adapter, results):
    passed = [(name, text) for name, good, text in results if good]
    refused = [(name, text) for name, good, text in results if not good]
    rows = [f"{len(passed)} of {len(results)} games pass.\n\n| Game | Turns in {MATCHES} matches |\n"
            "|---|---|\n", *(f"| `{name}` | {text} |\n" for name, text in passed)]
    if refused:
        rows += ["\nRefused:\n\n| Game | Reason |\n|---|---|\n",
                 *(f"| `{name}` | {text} |\n" for name, text in refused)]
    page = GAMES / adapter / "README.md"
    before, rest = page.read_text().split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(before + BEGIN + "\n" + "".join(rows) + "\n" + END + after)


if __name__ == "__main__":
    main()
