"""Seeded Python environments as games: `wrap:pettingzoo.connect_four_v3`,
`wrap:textarena.TicTacToe-v0`, `wrap:kaggle.connectx`.

The environment is run by history, in generator style: the first key gives its seed, and its state is
what was played. An observation is one line of JSON. Environments that draw from the global random
sources find their own there: those are put in place around each step and taken back after it, so
that interleaved matches do not share them.
"""

import importlib
import json
import os
import pkgutil
import random
from importlib.metadata import PackageNotFoundError, version

from certamen_game import Ask, Game, Generated, run

# What the packages print must not mix with responses, nor may they look for a screen.
os.environ.update(PYGAME_HIDE_SUPPORT_PROMPT="1", SDL_VIDEODRIVER="dummy")

MOST_TURNS = 10_000


class Refused(Exception):
    """Why an environment cannot be played here."""


class Sealed:
    """The states of `random` and NumPy that belong to one environment: `with sealed:` swaps them
    in. NumPy's only if it is installed."""

    def __init__(self, seed):
        self.numpy = numpy_random()
        outer = self._take()
        random.seed(seed)
        if self.numpy:
            self.numpy.seed(seed)
        self.own = self._take()
        self._put(outer)

    def _take(self):
        return random.getstate(), self.numpy and self.numpy.get_state()

    def _put(self, states):
        random.setstate(states[0])
        if self.numpy:
            self.numpy.set_state(states[1])

    def __enter__(self):
        self.outer = self._take()
        self._put(self.own)

    def __exit__(self, *_):
        self.own = self._take()
        self._put(self.outer)


def numpy_random():
    try:
        return importlib.import_module("numpy").random
    except ImportError:
        return None


def line(**view):
    return json.dumps(view, separators=(",", ":"), default=plain)


def plain(value):
    """Arrays and other numbers of NumPy as JSON; booleans as 0 and 1, which are shorter."""
    if hasattr(value, "tolist"):
        return (value + 0 if value.dtype == bool else value).tolist()
    return str(value)


def new_seed(rng):
    return rng.below(1 << 31)


# ---- PettingZoo ----

HIDING = ("gin_rummy", "hanabi", "leduc_holdem", "texas_holdem")


def pettingzoo(name):
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    agents = len(module.env().possible_agents)

    def rules(seats, options, rng):
        seed = new_seed(rng)
        sealed = Sealed(seed)
        with sealed:
            env = module.env()
            env.reset(seed=seed)
        names = list(env.possible_agents)
        totals = [0.0] * len(names)
        while env.agents:
            agent, action = env.agent_selection, None
            seat = names.index(agent)
            with sealed:
                seen, _, over, cut, info = env.last()
            if not over and not cut:
                numbers = legal_numbers(env, agent, seen, info)
                board = seen["observation"] if isinstance(seen, dict) else seen
                view = line(player=seat, observation=board, legal=numbers)
                legal = [str(number) for number in numbers]
                action = int((yield Ask({seat: view}, legal, scores=list(totals)))[seat])
            with sealed:
                env.step(action)
            for other, reward in env.rewards.items():
                totals[names.index(other)] += float(reward)
        return totals

    return rules, {"seats": agents if agents > 1 else (1, 1), "chance": "start",
                   "hidden": name.startswith(HIDING), "environment": versions("pettingzoo")}


def legal_numbers(env, agent, seen, info):
    mask = seen.get("action_mask") if isinstance(seen, dict) else None
    mask = info.get("action_mask") if mask is None else mask
    if mask is None:
        return list(range(int(env.action_space(agent).n)))
    return [place for place, allowed in enumerate(mask) if allowed]


# ---- TextArena ----

def textarena(name):
    import textarena as package
    players = next((n for n in (2, 1, 3, 4, 5, 6, 8) if starts(package, name, n)), None)
    if players is None:
        raise Refused("it does not start offline with 1 to 8 players")

    def rules(seats, options, rng):
        seed = new_seed(rng)
        sealed = Sealed(seed)
        with sealed:
            env = package.make(name)
            env.reset(num_players=seats, seed=seed)
        done, turns = False, 0
        while not done and turns < MOST_TURNS:
            with sealed:
                seat, seen = env.get_observation()
            view = line(player=seat, observation=seen)
            actions = yield Ask({seat: view}, one_line, sample=guess)
            turns += 1
            with sealed:
                done, _ = env.step(action=actions[seat])
        with sealed:
            rewards, _ = env.close()
        return [float(rewards.get(seat) or 0) for seat in range(seats)]

    # Who reads what is up to each game, so nothing is shown to others.
    return rules, {"seats": players if players > 1 else (1, 1), "chance": "start", "hidden": True,
                   "environment": versions("textarena")}


def starts(package, name, players):
    with Sealed(1):
        try:
            env = package.make(name)
            env.reset(num_players=players, seed=1)
            env.get_observation()
        except (Exception, SystemExit):  # what a foreign constructor raises is its own affair
            return False
    return True


def one_line(seat, text):
    text = text.strip()
    if not text or not text.isprintable():
        raise ValueError("an action is one line of text")
    return text[:1000]


def guess(seat, rng):
    """An action in the form of most of these games; few are legal."""
    return f"[{rng.below(9)}]"


# ---- Kaggle ----

def kaggle(name):
    from kaggle_environments import make
    model = make(name)
    counts = sorted(count for count in model.specification.agents if count <= 64)
    shared = [key for key, table in model.specification.observation.items()
              if isinstance(table, dict) and table.get("shared")]
    schema = model.specification.action

    def rules(seats, options, rng):
        seed = new_seed(rng)
        sealed = Sealed(seed)
        with sealed:
            env = make(name, configuration={"seed": seed, "randomSeed": seed})
            env.reset(seats)
        while not env.done:
            acting = [s for s, state in enumerate(env.state) if state.status == "ACTIVE"]
            views = {s: line(player=s, observation=observation(env, s, shared)) for s in acting}
            standing = [float(state.reward or 0) for state in env.state]
            actions = yield Ask(views, lambda _, text: read_action(schema, text), scores=standing,
                                sample=lambda _, rng: json.dumps(draw(schema, rng)))
            default = schema.get("default")
            joint = [json.loads(actions[s]) if s in actions else default for s in range(seats)]
            with sealed:
                env.step(joint)
        return [float(state.reward or 0) for state in env.state]

    seats = (counts[0], counts[-1]) if counts[0] != counts[-1] or counts[0] == 1 else counts[0]
    return rules, {"seats": seats, "chance": "start", "hidden": True,
                   "environment": versions("kaggle-environments")}


def observation(env, seat, shared):
    """What this agent would get: its own, and what is stored with the first only."""
    first = env.state[0].observation
    return {**{key: first[key] for key in shared if key in first}, **env.state[seat].observation}


def read_action(schema, text):
    import jsonschema
    try:
        value = json.loads(text)
        jsonschema.validate(value, {key: schema[key] for key in schema if key != "default"})
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (ValueError, RecursionError, jsonschema.ValidationError) as error:
        raise ValueError(f"not an action: {str(error).splitlines()[0][:200]}") from None


def draw(schema, rng):
    """A random action of the simplest kinds, else the default."""
    if schema.get("enum"):
        return rng.choice(schema["enum"])
    if schema.get("type") == "integer" and "minimum" in schema and "maximum" in schema:
        return schema["minimum"] + rng.below(schema["maximum"] - schema["minimum"] + 1)
    return schema.get("default")


# ---- all ----

FAMILIES = {"pettingzoo": pettingzoo, "textarena": textarena, "kaggle": kaggle}


def versions(package):
    found = {}
    for name in (package, "numpy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def names():
    """Variants of the installed packages: all of PettingZoo classic; of Kaggle those that do not wrap
    OpenSpiel, which has an adapter of its own; of TextArena each game in its usual form."""
    found = []
    try:
        import pettingzoo.classic as classic
        modules = [module.name for module in pkgutil.iter_modules(classic.__path__)]
        found += [f"pettingzoo.{name}" for name in modules if name.rsplit("_v", 1)[-1].isdigit()]
    except ImportError:
        pass
    try:
        from kaggle_environments import environments
        found += [f"kaggle.{name}" for name in sorted(environments)
                  if not name.startswith("open_spiel_")]
    except ImportError:
        pass
    try:
        from textarena.envs.registration import ENV_REGISTRY
        found += [f"textarena.{name}" for name in sorted(ENV_REGISTRY)
                  if name.endswith("-v0")]
    except ImportError:
        pass
    return found


class Wrap(Game):
    """Has variants only."""

    slug = "wrap"

    def variant(self, name):
        family, _, environment = name.partition(".")
        if family not in FAMILIES or not environment:
            raise Refused(f"a variant is FAMILY.NAME, with one of {', '.join(FAMILIES)}")
        rules, manifest = FAMILIES[family](environment)
        manifest.update(slug="wrap", title=f"{family}: {environment}", scoring="points")
        return Generated(rules, manifest)


if __name__ == "__main__":
    run(Wrap())
