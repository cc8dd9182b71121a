"""A small host for rules programs, to test libraries and games without Certamen.

    reference_host.py [--matches N] [--seed N] [--seats N] [--variant V] [--option K=V]
                      [--repeat N] -- COMMAND …

plays matches with random legal actions and checks, byte for byte: all requests again in a new
process in reverse order; two matches interleaved in one process; `batch` against single requests;
a hostile reply at each turn; the shape of every response; leaks, where the game resamples. The last
line of its output is a digest of all actions and scores, equal for two implementations of the same
rules. Exit 1 at the first difference.
"""

import argparse
import hashlib
import json
import math
import os
import random
import subprocess
import sys

HOSTILE = ("", " ", "\x00\x1b[2J", "no such action", "1e999", "[" * 1000, "é\u202e", "x" * 65536)
ALLOWED = {
    "initialize": {"protocol", "manifest", "environment"},
    "start": {"position", "rejected"},
    "turn": {"actions", "position", "reasons"},
    "position": {"position"},
    "fallback": {"action"},
    "forfeit": {"outcome"},
    "sample": {"action"},
    "resample": {"state"},
    "batch": {"responses"},
}
POSITION = {"state", "to_act", "observations", "outcome", "news", "automatic", "legal", "scores",
            "display"}


class Finding(Exception):
    """What is wrong with the rules program."""


def fail(message):
    raise Finding(message)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Program:
    """A running rules program; `lines` are all requests and responses so far."""

    def __init__(self, command, environment=None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **(environment or {})})
        self.count, self.lines = 0, []

    def raw(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        response = self.process.stdout.readline().decode()
        if len(response) > (8 << 20 if '"batch"' in line else 1 << 20):
            fail(f"a response of {len(response) >> 10} KiB")
        if not response.endswith("\n"):
            fail(f"no response to {line[:300]}; exit {self.process.wait()}")
        return response[:-1]

    def ask(self, kind, **fields):
        """The response as an object; its fields are checked."""
        self.count += 1
        line = compact({"id": self.count, "type": kind, **fields})
        text = self.raw(line)
        self.lines.append((line, text))
        response = json.loads(text, parse_constant=lambda name: fail(f"{name} in {text[:300]}"))
        if response.pop("id", None) != self.count:
            fail(f"another id in {text[:300]}")
        if "error" in response:
            fail(f"{compact(response['error'])} in response to {line[:300]}")
        unknown = set(response) - ALLOWED[kind]
        if unknown:
            fail(f"unknown fields {sorted(unknown)} in {text[:300]}")
        return response

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def check_position(position, seats):
    unknown = set(position) - POSITION
    acting = position["to_act"]
    if unknown:
        fail(f"unknown fields {sorted(unknown)} in a position")
    if acting != sorted(set(acting)) or any(s not in range(seats) for s in acting):
        fail(f"to_act: {acting} of {seats} seats")
    state = len(compact(position["state"]).encode())
    if state > 256 << 10:
        fail(f"{state >> 10} KiB of state; the limit is 256 KiB")
    longest = max((len(line.encode()) for line in position["observations"]), default=0)
    if longest > 64 << 10:
        fail(f"{longest >> 10} KiB of observation; the limit is 64 KiB")
    actions = max((len(legal or ()) for legal in position.get("legal", ())), default=0)
    if actions > 10_000:
        fail(f"{actions} legal actions; the limit is 10,000")
    if len(position["observations"]) != len(acting):
        fail(f"{len(position['observations'])} observations for {len(acting)} seats")
    if not all(isinstance(line, str) for line in position["observations"]):
        fail(f"observations: {position['observations']}")
    if ("outcome" in position) == bool(acting):
        fail(f"to_act is {acting} and the outcome {position.get('outcome')}")
    if "outcome" in position:
        check_scores(position["outcome"]["scores"], seats)


def check_scores(scores, seats):
    numbers = all(isinstance(s, (int, float)) and not isinstance(s, bool) and math.isfinite(s)
                  for s in scores)
    if len(scores) != seats or not numbers:
        fail(f"scores: {scores} for {seats} seats")


class Match:
    """One match with random players; `step` makes one turn and returns whether it goes on."""

    def __init__(self, program, options, seats, seed):
        self.program, self.seats, self.seed = program, seats, seed
        self.players, self.turn, self.joints = random.Random(seed), 0, []
        response = program.ask("start", options=options, seats=seats, chance=self.key(),
                               include=["legal"])
        if "rejected" in response:
            fail(f"start rejects {options}: {response['rejected']}")
        self.position = response["position"]
        self.positions = [self.position]
        check_position(self.position, seats)

    def key(self, purpose="turn"):
        text = f"{self.seed} {self.turn} {purpose}"
        return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()

    def action(self, place, seat):
        legal = self.position["legal"][place]
        if legal is not None:
            return self.players.choice(legal)
        return self.program.ask("sample", state=self.position["state"], seat=seat,
                                chance=self.key(f"sample {seat}"))["action"]

    def step(self):
        if not self.position["to_act"]:
            return False
        self.turn += 1
        if self.turn > 10_000:
            fail("no outcome after 10,000 turns")
        state, acting = self.position["state"], self.position["to_act"]
        if "automatic" in self.position:
            actions, fields = [self.position["automatic"]], {"automatic": True}
        else:
            actions = [self.action(place, seat) for place, seat in enumerate(acting)]
            fields = {"replies": actions}
            self.hostile(state, actions)
        response = self.program.ask("turn", state=state, **fields, chance=self.key(),
                                    include=["legal"])
        if "position" not in response:
            fail(f"legal actions are rejected: {compact(response)}")
        if response["actions"] != actions:
            fail(f"not canonical: {actions} became {response['actions']}")
        self.joints.append(actions)
        self.position = response["position"]
        self.positions.append(self.position)
        check_position(self.position, self.seats)
        return True

    def hostile(self, state, actions):
        bad = HOSTILE[self.turn % len(HOSTILE)]
        place = self.turn % len(actions)
        replies = [*actions[:place], bad, *actions[place + 1:]]
        response = self.program.ask("turn", state=state, replies=replies, chance=self.key())
        if "reasons" in response:
            if response["actions"][place] is not None or not response["reasons"][place]:
                fail(f"reasons do not fit actions: {compact(response)}")
            if "position" in response:
                fail("a position beside reasons: something was played")
        response = self.program.ask("turn", state=state, chance=self.key(),
                                    replies=[None] * len(actions))
        if response != {"actions": [None] * len(actions), "reasons": [None] * len(actions)}:
            fail(f"null replies: {compact(response)}")

    def finish(self):
        while self.step():
            pass
        return self

    def ask_everything(self):
        """Requests that a match does not need, at three of its positions."""
        for position in self.positions[::max(1, len(self.positions) // 2)]:
            state = position["state"]
            for audience in [None, *range(self.seats)]:
                display = {"display": {"audience": audience, "language": "en"}}
                self.program.ask("position", state=state,
                                 include=["legal", "scores", "observations", display])
            for seats in ([], [0], list(range(self.seats))):
                outcome = self.program.ask("forfeit", state=state, seats=seats)["outcome"]
                check_scores(outcome["scores"], self.seats)
            for seat in position["to_act"]:
                self.program.ask("fallback", state=state, seat=seat, reply="zz")
                self.program.ask("sample", state=state, seat=seat, chance=self.key("player"))
            for seat in range(self.seats):
                self.check_resample(state, seat)

    def check_resample(self, state, seat):
        other = self.program.ask("resample", state=state, seat=seat,
                                 chance=self.key("resample"))["state"]
        if other is None:
            return
        display = {"display": {"audience": seat, "language": "en"}}
        views = []
        for each in (state, other):
            position = self.program.ask("position", state=each,
                                        include=["legal", "observations", display])["position"]
            acting = position["to_act"]
            views.append({
                "to_act": acting, "observation": position["observations"][seat],
                "legal": position["legal"][acting.index(seat)] if seat in acting else None,
                "news": position["news"][seat] if "news" in position else None,
                "display": position["display"]})
        for name, seen in views[0].items():
            if seen != views[1][name]:
                fail(f"leak: seat {seat} can distinguish two states that look alike to it: "
                     f"{name}: {compact(seen)} and {compact(views[1][name])}")


def in_reverse(command, program, most):
    """All requests, or `most` of them, again in a new process, in reverse order, with another hash
    seed and zone; returns how many."""
    other = Program(command, {"PYTHONHASHSEED": "77", "TZ": "Asia/Kathmandu"})
    lines = program.lines[1::max(1, len(program.lines) // most)]
    for line, response in [program.lines[0], *reversed(lines)]:
        again = other.raw(line)
        if again != response:
            fail(f"a new process answers differently\n  {line[:400]}\n  {response[:400]}\n"
                 f"  {again[:400]}")
    other.close()
    return len(lines) + 1


def in_batches(program, match, options):
    """The whole match as one `batch` must answer what single requests answered."""
    match.turn = 0
    start = {"type": "start", "options": options, "seats": match.seats, "chance": match.key(),
             "include": ["legal"]}
    requests = [start]
    for joint, before in zip(match.joints, match.positions):
        match.turn += 1
        fields = {"automatic": True} if "automatic" in before else {"replies": joint}
        requests.append({"type": "turn", **fields, "chance": match.key(), "include": ["legal"]})
    responses = program.ask("batch", requests=requests[:200])["responses"]
    positions = [response["position"] for response in responses]
    if [compact(p) for p in positions] != [compact(p) for p in match.positions[:200]]:
        fail("a batch answers differently from single requests")
    acting = match.positions[0]["to_act"]
    if acting and "automatic" not in match.positions[0]:
        bad = {"type": "turn", "replies": [None] * len(acting), "chance": match.key()}
        responses = program.ask("batch", requests=[start, bad, {"type": "position"}])["responses"]
        if len(responses) != 2 or "reasons" not in responses[1]:
            fail(f"a batch after a failed reply: {len(responses)} responses")


def check(command, arguments):
    program = Program(command)
    hello = program.ask("initialize", protocol={"min": 1, "max": 1}, variant=arguments.variant)
    manifest = hello["manifest"]
    least, most = manifest["game"]["seats"] if isinstance(
        manifest["game"].get("seats"), list) else [manifest["game"].get("seats", 2)] * 2
    tables = manifest.get("options", {}).items()
    options = {**{name: table["default"] for name, table in tables}, **dict(arguments.option)}
    digest, turns = hashlib.blake2b(digest_size=16), 0
    for place in range(arguments.matches):
        seats = arguments.seats or least + place % (min(most, least + 3) - least + 1)
        seed = arguments.seed + place
        match = Match(program, options, seats, seed).finish()
        match.ask_everything()
        record = [match.joints, match.position["outcome"]["scores"]]
        digest.update(compact([record[0], [float(score) for score in record[1]]]).encode())
        turns += match.turn
        if place % 10 == 0:
            in_batches(program, match, options)
            both = [Match(program, options, seats, seed + far) for far in (0, 1)]
            while any([one.step() for one in both]):
                pass
            if [both[0].joints, both[0].position["outcome"]["scores"]] != record:
                fail("an interleaved match differs from the same match alone")
    repeated = in_reverse(command, program, arguments.repeat)
    program.close()
    print(f"{manifest['game']['slug']}: {arguments.matches} matches, {turns} turns, "
          f"{len(program.lines)} requests, {repeated} of them equal in reverse order in a new process")
    print(digest.hexdigest())


def option(text):
    name, value = text.split("=", 1)
    return name, json.loads(value)


def main():
    split = sys.argv.index("--")
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--variant")
    parser.add_argument("--repeat", type=int, default=1_000_000)
    parser.add_argument("--option", type=option, action="append", default=[])
    arguments = parser.parse_args(sys.argv[1:split])
    try:
        check(sys.argv[split + 1:], arguments)
    except (Finding, OSError, ValueError, KeyError, TypeError, RecursionError) as finding:
        kind = "" if isinstance(finding, Finding) else f"{type(finding).__name__}: "
        print(f"finding: {kind}{finding}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
