"""Plays the stores and records that the cases of `cargo xtask golden` look at, and packs them.

usage: freeze.py CERTAMEN (as root or not; needs git, tar, sbcl)
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

BINARY = str(Path(sys.argv[1]).resolve())
GOLDEN = Path(__file__).resolve().parent
ROOT = GOLDEN.parents[2]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def ask(address, body=None, **head):
    """The answer's head and body; a redirect is an answer."""
    head = {key.replace("_", "-"): value for key, value in head.items()}
    request = urllib.request.Request(address, body, {"sec-fetch-site": "same-origin", **head})
    try:
        answer = urllib.request.build_opener(NoRedirect).open(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.headers, answer.read().decode()


def main():
    folder = Path(tempfile.mkdtemp(prefix="certamen-freeze-"))
    folder.chmod(0o755)
    try:
        freeze(folder)
    finally:
        shutil.rmtree(folder)


def freeze(folder):
    environment = {**os.environ, "LC_ALL": "C", "XDG_CACHE_HOME": str(folder / "cache")}

    def certamen(line):
        print("certamen", line, file=sys.stderr)
        words = [BINARY, *line.split()]
        return subprocess.run(words, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout

    files = subprocess.run(["git", "ls-files", "-z", "contests", "bots"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    for name in filter(None, files.stdout.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(GOLDEN / "site", folder / "site")
    shutil.copytree(folder / "contests/footsteps", folder / "site/round-robin")
    shutil.copytree(folder / "contests/mancala8-course", folder / "site/course")
    (folder / "records").mkdir()
    certamen("run site/round-robin --quiet")
    certamen("host site/course --replay --quiet")
    certamen("export site/round-robin --out records/export.jsonl")
    for line in certamen("games --json").splitlines():
        game = json.loads(line)["game"]
        certamen(f"play {game} builtin:random builtin:first --seed 1 --quiet --record records/{game}.jsonl")

    faults(folder / "faults", certamen)

    # One account per role, and a program of the last one in the ladder.
    roles = {"admin": "--role admin", "host": "--role host --contest ladder", "member": ""}
    links = [certamen(f"account site add {name} {role}").strip() for name, role in roles.items()]
    certamen("new-bot mancala8 python starter")
    words = [BINARY, "serve", "site", "--listen", "127.0.0.1:0", "--jobs", "1"]
    server = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://[^/\s]+", server.stdout.readline()).group()
        for link in links:
            path = re.sub(r"^https?://[^/]+", "", link)
            head, body = ask(address + path, b"password=correct+horse")
            cookie = head["set-cookie"].split(";")[0]
        _, page = ask(address + "/en/me", b"do=token&label=golden&password=correct+horse", cookie=cookie)
        token = "Bearer " + re.search(r"<code>([^<]+)", page).group(1)
        program = (folder / "starter/bot.py").read_text()
        part = 'content-disposition: form-data; name="file"; filename="novice.py"'
        body = f"--golden\r\n{part}\r\n\r\n{program}\r\n--golden--\r\n".encode()
        form = "multipart/form-data; boundary=golden"
        submissions = address + "/api/v1/contests/ladder/submissions"
        _, sent = ask(submissions, body, authorization=token, content_type=form)
        told, deadline = address + json.loads(sent)["told"], time.monotonic() + 120
        while json.loads(state := ask(told, authorization=token)[1])["state"] != "live":
            if time.monotonic() > deadline:
                sys.exit(f"the program is not accepted: {state}")
            time.sleep(0.5)
    finally:
        server.terminate()
        server.wait()
    # The new program plays, and then the ladder is one under way.
    certamen("run site/ladder --quiet")
    ladder = folder / "site/ladder/contest.toml"
    ladder.write_text(ladder.read_text().replace("matches = 60", "matches = 2000"))
    archive = GOLDEN / "frozen.tar.gz"
    left_out = ["--exclude=builds", "--exclude=*-shm", "--exclude=*.sock"]
    subprocess.run(["tar", "-czf", archive, "--owner=0", "--group=0", *left_out, "-C", folder, "site", "records", "faults"], check=True)
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size} bytes", file=sys.stderr)


BOTS = {
    "strange.xyz": "hello\n",
    "dies.py": "raise SystemExit(3)\n",
    "illegal.py": "while True:\n    print('no', flush=True)\n    if input() == 'fin': break\n",
    "bad-toml/bot.toml": "name = 3\n",
    "bad-language/bot.toml": 'name = "x"\nlanguage = "klingon"\nsource = ["x.k"]\n',
    "empty/.keep": "",
    "pairs.csv": "group,pair,key\n1,2\n",
}
PLAIN = """name = "Plain"
game = "mancala8"
bots = ["builtin:first", "builtin:last", "builtin:random", "builtin:regular"]
[format]
kind = "round-robin"
games_per_pair = 1
[ranking]
kind = "points"
"""
# What is wrong with each contest: what is replaced in the plain one, and by what.
CONTESTS = {
    "unplayed": ("", ""),
    "strange-key": ("[format]", "colour = 1\n[format]"),
    "no-game": ('game = "mancala8"\n', ""),
    "unknown-game": ("mancala8", "chess"),
    "no-bots": ('"builtin:first", "builtin:last", "builtin:random", "builtin:regular"', ""),
    "one-bot": ('"builtin:first", "builtin:last", "builtin:random", ', ""),
    "same-names": ("builtin:last", "builtin:first"),
    "bad-option": ("[format]", "[options]\npits = 3\n[format]"),
    "bad-format": ("round-robin", "circle"),
    "bad-format-key": ("games_per_pair = 1", "rounds = 3"),
    "bad-ranking": ('"points"', '"beauty"'),
    "bad-policy": ("[format]", '[programs]\nmemory = "life"\n[format]'),
    "bad-limit": ("[format]", '[limits]\nmove_time = "soon"\n[format]'),
    "bad-memory": ("[format]", '[limits]\nmemory = "1 KiB"\n[format]'),
    "bad-share": ("[format]", '[limits]\nmove_time = "0% of builtin:bueno"\n[format]'),
    "bad-tier": ("[format]", '[sandbox]\nminimum_tier = "Z"\n[format]'),
    "bad-closes": ("[format]", '[entries]\ncloses = "tomorrow"\n[format]'),
    "bad-draw": ("[format]", 'seed = "lucky"\n[format]'),
    "bad-stop": ('"round-robin"\ngames_per_pair = 1', '"ladder"\nstop = "when done"'),
    "bad-number": ("games_per_pair = 1", "games_per_pair = 0"),
    "bad-glob": ('"builtin:first"', '"nothing/*"'),
    "bad-timetable": ("[format]", '[timetable]\nstarts = "never"\n[format]'),
    "person": ("builtin:last", "human"),
    "many-seats": ('"round-robin"\ngames_per_pair = 1', '"one-table"\ngames = 2'),
    "swiss-too-small": (
        ', "builtin:random", "builtin:regular"]\n[format]\nkind = "round-robin"\ngames_per_pair = 1',
        ']\n[format]\nkind = "swiss"\nrounds = 3',
    ),
    "not-toml": (PLAIN, "name = \n"),
}
# What is wrong with each record.
RECORDS = {
    "good": ("", ""),
    "forged": ('"seat":1,"action":"', '"seat":1,"action":"X'),
    "newer": ('{"certamen":1', '{"certamen":2'),
    "other-game": ('"game":"mancala8"', '"game":"chess"'),
    "outcome": ('"scores":[', '"scores":[5,'),
    "digest": ('"digest":"', '"digest":"0'),
    "seats": ('"seat":0', '"seat":9'),
}


def faults(folder, certamen):
    """Writes what people get wrong: bots, contests and records."""
    for name, text in BOTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name, (wrong, by) in CONTESTS.items():
        (folder / name).mkdir()
        (folder / name / "contest.toml").write_text(PLAIN.replace(wrong, by) if wrong else PLAIN)
    players = "builtin:regular builtin:last --seed 7 --quiet"
    certamen(f"play mancala8 {players} --record faults/good.jsonl")
    record = (folder / "good.jsonl").read_text()
    for name, (wrong, by) in RECORDS.items():
        (folder / f"{name}.jsonl").write_text(record.replace(wrong, by, 1))
    (folder / "cut.jsonl").write_text("".join(record.splitlines(keepends=True)[:4]))
    (folder / "empty.jsonl").write_text("")


if __name__ == "__main__":
    main()
