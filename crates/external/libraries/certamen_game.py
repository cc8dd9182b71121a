"""Rules programs for Certamen in Python 3.9 or later, without dependencies: library `python-1`.

A game is a class derived from `Game`, or a generator function that yields `Ask`. `run` answers the
requests of the host, JSON Lines on standard input and output. What `print` writes goes to standard
error, so that it cannot mix with responses.
"""

import hashlib
import json
import os
import struct
import sys
from collections import OrderedDict

__all__ = ["Ask", "End", "Game", "Generated", "Rejected", "Rng", "run"]

PROTOCOL = 1
LIVE_GENERATORS = 64
RESAMPLE_ATTEMPTS = 100
BLANKS = " \t\r\n"

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class Rejected(Exception):
    """Raised by `start`: these options do not go together. `option` is the name of one."""

    def __init__(self, option, message):
        super().__init__(message)
        self.option, self.message = option, message


class Misuse(Exception):
    """A method of the game returned what it must not; `at` is its `file:line`."""

    def __init__(self, message, code=None, line=None):
        super().__init__(message)
        self.at = code and f"{_relative(code.co_filename)}:{line or code.co_firstlineno}"


class Rng:
    """ChaCha8 with a 64-bit block counter from 0 and nonce 0, equal in all of Certamen.

    `key` is 64 hexadecimal digits. The same key gives the same draws everywhere.
    """

    def __init__(self, key):
        self._reset(key)

    def _reset(self, key):
        self._key, self._block, self._words = key, 0, []

    @property
    def drawn(self):
        """Whether something was drawn from this key."""
        return self._block > 0

    def next_u64(self):
        """A whole number from 0 to 2^64 - 1."""
        if not self._words:
            if self._key is None:
                raise RuntimeError("rng may be used between two yields only")
            block = _chacha8(struct.unpack("<8I", bytes.fromhex(self._key)), self._block)
            self._words = [block[i] | block[i + 1] << 32 for i in range(14, -2, -2)]
            self._block += 1
        return self._words.pop()

    def below(self, bound):
        """A whole number from 0 to `bound` - 1, each equally likely; `bound` is 1 to 2^64 - 1."""
        if not 0 < bound < 1 << 64:
            raise ValueError(f"below({bound}): the bound must be 1 to 2^64 - 1")
        # Lemire, "Fast random integer generation in an interval" (2019): unbiased by rejection.
        threshold = ((1 << 64) - bound) % bound
        while True:
            wide = self.next_u64() * bound
            if wide & 0xFFFFFFFFFFFFFFFF >= threshold:
                return wide >> 64

    def choice(self, items):
        """One of `items`, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items):
        """Puts the list `items` in an order drawn uniformly."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items, k):
        """`k` of `items` from different places, in the order drawn."""
        items = list(items)
        if k > len(items):
            raise ValueError(f"sample of {k} from {len(items)} items")
        for i in range(k):
            j = i + self.below(len(items) - i)
            items[i], items[j] = items[j], items[i]
        return items[:k]


_QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
             (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def _chacha8(key, block):
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key,
             block & 0xFFFFFFFF, block >> 32, 0, 0]
    x = start[:]
    for _ in range(4):
        for a, b, c, d in _QUARTERS:
            p, q, r, s = x[a], x[b], x[c], x[d]
            p = p + q & 0xFFFFFFFF
            s ^= p
            s = (s << 16 | s >> 16) & 0xFFFFFFFF
            r = r + s & 0xFFFFFFFF
            q ^= r
            q = (q << 12 | q >> 20) & 0xFFFFFFFF
            p = p + q & 0xFFFFFFFF
            s ^= p
            s = (s << 8 | s >> 24) & 0xFFFFFFFF
            r = r + s & 0xFFFFFFFF
            q ^= r
            x[a], x[b], x[c], x[d] = p, (q << 7 | q >> 25) & 0xFFFFFFFF, r, s
    return [a + b & 0xFFFFFFFF for a, b in zip(x, start)]


class Game:
    """The rules of a game. `state` is any JSON value; seats count from 0.

    Required: `start`, `to_act`, `apply`, `observe`, `scores`, and `legal` or `parse`. What stays
    `None` below is left out or has the default that its comment names.
    """

    slug = None
    title = None
    version = None
    seats = 2  # or (min, max)
    scoring = "win-loss"  # or "points"
    options = {}  # name: (min, max, default), a default, [default, other, …] or a table of game.toml
    hidden = False  # whether there is more to hide than simultaneous actions
    chance = None  # "none", "start" or "turns": where `rng` is used
    show_legal = True  # whether players may see the legal actions
    hard_starts = ()  # options of difficult starts
    environment = {}  # versions of libraries that affect the rules
    language = "en"  # of the texts asked for at the moment

    def start(self, options, seats, rng):
        """The first state; `options` is complete. Raises `Rejected` for a bad combination."""
        raise NotImplementedError(f"{type(self).__name__} has no method start")

    def to_act(self, state):
        """The seats to act, ascending; none when the match is over."""
        raise NotImplementedError(f"{type(self).__name__} has no method to_act")

    def apply(self, state, actions, rng):
        """The next state; `actions` maps each seat of `to_act` to its legal action."""
        raise NotImplementedError(f"{type(self).__name__} has no method apply")

    def observe(self, state, seat):
        """All that a memoryless player on `seat` may know, as its program reads it."""
        raise NotImplementedError(f"{type(self).__name__} has no method observe")

    def scores(self, state):
        """One number per seat: the result at the end, the standing before."""
        raise NotImplementedError(f"{type(self).__name__} has no method scores")

    legal = None  # (state, seat): list of actions, a string of letters, or None
    parse = None  # (state, seat, text): the action, or ValueError with the reason; looks in `legal`
    sample = None  # (state, seat, rng): an action; uniform from `legal`
    automatic = None  # (state): the forced action of the only acting seat, or None
    fallback = None  # (state, seat, reply): the action after a failure; forfeit
    forfeit = None  # (state, seats): scores; see the guide
    detail = None  # (state): a dict of facts for the outcome
    news = None  # (state, seat): what a running player learns from this turn; the observation
    text = None  # (state, audience): what people see; a seat, or None for spectators
    grid = None  # (state, audience): {"rows": […], …}
    picture = None  # (state, audience): a picture as JSON
    caption = None  # (state, audience): one line
    resample = None  # (state, seat, rng): another state that `seat` cannot distinguish, or None
    variant = None  # (name): the game of this variant


class Ask:
    """What a generator yields: `observations` maps the seats to act to what they read.

    `legal` is a list or a string of letters, a dict of these by seat, or a function `(seat, text)`
    that returns the action or raises `ValueError` with the reason. `news`, `text`, `grid`,
    `picture`, `caption` are values or functions of a seat (`None` for spectators); `fallback` is an
    action or a function `(seat, reply)`; `watching` maps other seats to what they observe.
    """

    __slots__ = ("observations", "legal", "news", "grid", "text", "picture", "caption", "scores",
                 "fallback", "automatic", "watching", "sample", "detail")

    def __init__(self, observations, legal, *, news=None, grid=None, text=None, picture=None,
                 caption=None, scores=None, fallback=None, automatic=None, watching=None,
                 sample=None, detail=None):
        self.observations, self.legal, self.news, self.grid = observations, legal, news, grid
        self.text, self.picture, self.caption, self.scores = text, picture, caption, scores
        self.fallback, self.automatic, self.watching = fallback, automatic, watching or {}
        self.sample, self.detail = sample, detail


class End(Ask):
    """What a generator may return instead of scores: the result with what people see at the end."""

    __slots__ = ()

    def __init__(self, scores, detail=None, *, observations=None, **shown):
        super().__init__({}, (), scores=scores, detail=detail, watching=observations, **shown)


class _Live:
    """A generator that waits at its last `yield`."""

    __slots__ = ("generator", "rng", "ask", "acting")

    def __init__(self, generator, rng):
        self.generator, self.rng, self.ask, self.acting = generator, rng, None, ()

    def advance(self, actions, key):
        """Goes on to the next `yield` or the end; returns the key if something was drawn."""
        self.rng._reset(key)
        code = self.generator.gi_code
        try:
            self.ask = self.generator.send(actions)
        except StopIteration as end:
            self.ask = _end_of(end.value, code)
        else:
            if not isinstance(self.ask, Ask):
                line = self.generator.gi_frame.f_lineno
                raise Misuse(f"yielded {_brief(self.ask)}, not Ask(…)", code, line)
        self.acting = sorted(self.ask.observations)
        drawn = key if self.rng.drawn else None
        self.rng._reset(None)
        return drawn


def _end_of(value, code):
    if isinstance(value, End):
        return value
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], (list, tuple)):
        return End(*value)
    if not isinstance(value, (list, tuple)):
        raise Misuse(f"returned {_brief(value)}, not a list of scores", code)
    return End(value)


class Generated(Game):
    """A generator function as a game: its state is what happened since the start."""

    def __init__(self, function, manifest):
        self.function = function
        for name, value in manifest.items():
            if not hasattr(Game, name):
                raise TypeError(f"run() has no parameter {name}")
            setattr(self, name, value)
        self.cache = OrderedDict()
        self.last = (None, None)
        if self.hidden and self.resample is None:
            self.resample = self._resample

    # The chain of hashes names a history in constant time, however long the match is.
    @staticmethod
    def _next(state, actions, drawn):
        link = f"{state['hash']} {drawn} {actions}".encode("utf-8", "surrogatepass")
        link = hashlib.blake2b(link, digest_size=12)
        return {"seats": state["seats"], "options": state["options"],
                "turns": state["turns"] + [actions] if actions is not None else [],
                "chance": state["chance"] + [drawn], "hash": link.hexdigest()}

    def _begin(self, options, seats, key):
        rng = Rng(key)
        live = _Live(self.function(seats, dict(options), rng), rng)
        if not hasattr(live.generator, "send"):
            raise Misuse(f"{self.function.__name__} is no generator: it has no yield",
                         self.function.__code__)
        empty = {"seats": seats, "options": options, "turns": [], "chance": []}
        empty["hash"] = _encode([seats, options])
        return live, self._next(empty, None, live.advance(None, key))

    def _live(self, state):
        last, live = self.last
        if last is state:
            return live
        live = self.cache.get(state["hash"])
        if live is None:
            live = self._run_again(state)
        else:
            self.cache.move_to_end(state["hash"])
        self._remember(state, live)
        return live

    def _run_again(self, state):
        keys = state["chance"]
        live, _ = self._begin(state["options"], state["seats"], keys[0])
        for actions, key in zip(state["turns"], keys[1:]):
            live.advance(dict(zip(live.acting, actions)), key)
        return live

    def _remember(self, state, live):
        self.cache[state["hash"]] = live
        self.last = (state, live)
        if len(self.cache) > LIVE_GENERATORS:
            self.cache.popitem(last=False)

    def start(self, options, seats, rng):
        live, state = self._begin(options, seats, rng._key)
        self._remember(state, live)
        return state

    def apply(self, state, actions, rng):
        live = self._live(state)
        # It leaves the place of this state whatever happens: a generator cannot go back.
        del self.cache[state["hash"]]
        self.last = (None, None)
        listed = list(actions.values())
        following = self._next(state, listed, live.advance(actions, rng._key))
        self._remember(following, live)
        return following

    def to_act(self, state):
        return self._live(state).acting

    def observe(self, state, seat):
        ask = self._live(state).ask
        return ask.observations[seat] if seat in ask.observations else ask.watching.get(seat, "")

    def legal(self, state, seat):
        legal = self._live(state).ask.legal
        if callable(legal):
            return None
        return legal[seat] if isinstance(legal, dict) else legal

    def parse(self, state, seat, text):
        legal = self._live(state).ask.legal
        return legal(seat, text) if callable(legal) else _look_up(self.legal(state, seat), text)

    def sample(self, state, seat, rng):
        draw = self._live(state).ask.sample
        if draw is not None:
            return draw(seat, rng)
        legal = self.legal(state, seat)
        return rng.choice(legal) if legal else None

    def automatic(self, state):
        return self._live(state).ask.automatic

    def fallback(self, state, seat, reply):
        fallback = self._live(state).ask.fallback
        if isinstance(fallback, dict):
            return fallback.get(seat)
        return fallback(seat, reply) if callable(fallback) else fallback

    def scores(self, state):
        scores = self._live(state).ask.scores
        return [0] * state["seats"] if scores is None else scores

    def detail(self, state):
        return self._live(state).ask.detail

    def news(self, state, seat):
        news = self._live(state).ask.news
        if news is None:
            return None
        if isinstance(news, dict):
            return news.get(seat)
        news = news(seat) if callable(news) else news
        acting = seat in self._live(state).ask.observations
        return self.observe(state, seat) if news is None and acting else news

    def _shown(self, state, name, audience):
        shown = getattr(self._live(state).ask, name)
        return shown(audience) if callable(shown) else shown

    def text(self, state, audience):
        shown = self._shown(state, "text", audience)
        return _all_observations(self, state, audience) if shown is None else shown

    def grid(self, state, audience):
        return self._shown(state, "grid", audience)

    def picture(self, state, audience):
        return self._shown(state, "picture", audience)

    def caption(self, state, audience):
        return self._shown(state, "caption", audience)

    def _resample(self, state, seat, rng):
        """Other draws and other actions of the others, until `seat` sees the same all along.

        As it compares observations, it can show leaks by legal actions and displays only.
        """
        truth = list(self._history(state, seat, lambda _, key: key, lambda _, ask, actions: actions))

        def key_for(_, key):
            fresh = "".join(f"{rng.next_u64():016x}" for _ in range(4))
            return key if key is not None and rng.below(2) else fresh

        def action_for(ask, other, action):
            if callable(ask.legal):
                try:
                    return ask.legal(other, action)
                except ValueError:
                    return None
            legal = ask.legal[other] if isinstance(ask.legal, dict) else ask.legal
            keep = action in legal and (other == seat or rng.below(2))
            return action if keep else None if other == seat else rng.choice(legal)

        def actions_for(_, ask, actions):
            return [action_for(ask, other, action)
                    for other, action in zip(sorted(ask.observations), actions)]

        for _ in range(RESAMPLE_ATTEMPTS):
            equal, other = 0, None
            for seen, other in self._history(state, seat, key_for, actions_for):
                if seen != truth[equal][0]:
                    break
                equal += 1
            if equal == len(truth) and other["hash"] != state["hash"]:
                return other
        return None

    def _history(self, state, seat, key_for, actions_for):
        """What `seat` sees at each turn of a match like this one, and the state there."""
        live, now = self._begin(state["options"], state["seats"], key_for(0, state["chance"][0]))
        for turn in range(len(state["turns"]) + 1):
            ask = live.ask
            news = ask.news(seat) if callable(ask.news) else ask.news
            news = news.get(seat) if isinstance(news, dict) else news
            views = {**ask.watching, **ask.observations}
            yield (sorted(ask.observations), views.get(seat), news), now
            if turn < len(state["turns"]):
                if not ask.observations:
                    return
                actions = actions_for(turn, ask, state["turns"][turn])
                if None in actions:
                    return
                joint = dict(zip(sorted(ask.observations), actions))
                drawn = live.advance(joint, key_for(turn + 1, state["chance"][turn + 1]))
                now = self._next(now, actions, drawn)


def _clip(text):
    """At most 40 characters of a player's reply, without control characters."""
    short = text[:40] + ("…" if len(text) > 40 else "")
    return "".join("\ufffd" if ord(c) < 32 or 127 <= ord(c) < 160 else c for c in short)


def _brief(value):
    text = repr(value)
    return text if len(text) <= 80 else text[:80] + "…"


def _look_up(legal, text):
    """The action of `legal` that `text` is, blanks around it aside."""
    text = text.strip(BLANKS)
    # `in` of a string would also find several letters, and nothing.
    if text in legal and (len(text) == 1 or not isinstance(legal, str)):
        return text
    listed = ", ".join(map(str, legal[:20])) if isinstance(legal, (str, list, tuple)) else "…"
    more = ", …" if len(legal) > 20 else ""
    raise ValueError(f"`{_clip(text)}` is not one of {listed}{more}")


def _all_observations(game, state, audience):
    if game.hidden:
        return None if audience is None else game.observe(state, audience)
    lines = [game.observe(state, seat) for seat in range(_seats(game, state))]
    return "\n".join(lines if len(set(lines)) > 1 else lines[:1])


def _seats(game, state):
    return game.seats if isinstance(game.seats, int) else len(game.scores(state))


def _code(game, name):
    return getattr(getattr(game, name), "__code__", None)


def _legal(game, state, seat):
    """The legal actions as a list, or None where they are not enumerable."""
    legal = game.legal and game.legal(state, seat)
    if legal is None:
        return None
    legal = list(legal)
    for action in legal:
        if not isinstance(action, str):
            raise Misuse(f"legal returned {_brief(action)}, not a string", _code(game, "legal"))
    return legal


def _read(game, state, seat, reply):
    """(action, None) or (None, reason)."""
    if game.parse is None or isinstance(game, Generated) and not callable(
            game._live(state).ask.legal):
        if game.legal is None:
            raise Misuse(f"{type(game).__name__} has neither legal nor parse")
        legal = game.legal(state, seat)
        try:
            return _look_up(legal, reply), None
        except ValueError as reason:
            _legal(game, state, seat)
            return None, str(reason)
    try:
        action = game.parse(state, seat, reply)
    except ValueError as reason:
        return None, reason.args[0] if reason.args and isinstance(reason.args[0], (str, dict)) \
            else str(reason)
    if not isinstance(action, str):
        raise Misuse(f"parse returned {_brief(action)}, not a string", _code(game, "parse"))
    return action, None


def _outcome(game, state, scores):
    outcome = {"scores": list(scores)}
    detail = game.detail and game.detail(state)
    if detail:
        outcome["detail"] = detail
    return outcome


def _display(game, state, request):
    game.language = request.get("language", "en")
    audience, display = request.get("audience"), {}
    for name in ("text", "grid", "picture", "caption"):
        method = getattr(game, name)
        value = method(state, audience) if method else None
        if value is None and name == "text":
            value = _all_observations(game, state, audience)
        if value is not None:
            display[name] = value
    return display


def _position(game, state, include):
    acting = list(game.to_act(state))
    position = {"state": state, "to_act": acting}
    shown = range(_seats(game, state)) if "observations" in include else acting
    position["observations"] = [game.observe(state, seat) for seat in shown]
    if not acting:
        position["outcome"] = _outcome(game, state, game.scores(state))
    if game.news and not (isinstance(game, Generated) and game._live(state).ask.news is None):
        news = [game.news(state, seat) for seat in range(_seats(game, state))]
        if any(line is not None for line in news):
            position["news"] = news
    if game.automatic and len(acting) == 1:
        action = game.automatic(state)
        if action is not None:
            position["automatic"] = action
    for extra in include:
        if extra == "legal":
            position["legal"] = [_legal(game, state, seat) for seat in acting]
        elif extra == "scores":
            position["scores"] = list(game.scores(state))
        elif isinstance(extra, dict) and "display" in extra:
            position["display"] = _display(game, state, extra["display"])
    return position


def _option(spec):
    if isinstance(spec, dict):
        return spec
    if isinstance(spec, tuple):
        low, high, default = spec
        whole = all(isinstance(bound, int) for bound in spec)
        return {"type": "integer" if whole else "number", "min": low, "max": high,
                "default": default}
    if isinstance(spec, list):
        return {"type": "enum", "values": spec, "default": spec[0]}
    kinds = ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"))
    kind = next(name for type_, name in kinds if isinstance(spec, type_))
    return {"type": kind, "default": spec}


def _check_options(game, options):
    """Refuses what is outside of the game's own ranges."""
    for name, table in ((name, _option(spec)) for name, spec in game.options.items()):
        value, kind = options.get(name), table["type"]
        types = {"integer": int, "number": (int, float), "boolean": bool}.get(kind, str)
        fits = isinstance(value, types) and (kind == "boolean" or not isinstance(value, bool))
        if fits and kind in ("integer", "number"):
            fits = table.get("min", value) <= value <= table.get("max", value)
        if not fits or value not in table.get("values", [value]):
            raise Rejected(name, f"{name} = {_brief(value)} is outside of the option's range")


def _manifest(game):
    seats = list(game.seats) if isinstance(game.seats, tuple) else game.seats
    table = {"slug": game.slug, "title": game.title, "version": game.version, "seats": seats,
             "scoring": game.scoring, "hidden": game.hidden or None, "chance": game.chance,
             "legal": None if game.show_legal else "internal"}
    for name in ("player_protocol", "move_time", "farewell", "replays"):
        table[name] = getattr(game, name, None)
    manifest = {"game": {key: value for key, value in table.items() if value is not None}}
    if game.options:
        manifest["options"] = {name: _option(spec) for name, spec in game.options.items()}
    if game.hard_starts:
        manifest["hard_start"] = list(game.hard_starts)
    return manifest


class _Program:
    """Answers requests. It keeps nothing between them that could change a response."""

    def __init__(self, game):
        self.game = game

    def initialize(self, request):
        versions = request["protocol"]
        if not versions["min"] <= PROTOCOL <= versions["max"]:
            raise Misuse(f"protocol {versions['min']} to {versions['max']} was asked for; "
                         f"this library has {PROTOCOL}")
        if request.get("variant") is not None:
            if self.game.variant is None:
                raise Misuse(f"there is no variant {_brief(request['variant'])}")
            self.game = self.game.variant(request["variant"])
        return {"protocol": PROTOCOL, "manifest": _manifest(self.game),
                "environment": dict(self.game.environment)}

    def start(self, request):
        try:
            _check_options(self.game, request["options"])
            state = self.game.start(request["options"], request["seats"], Rng(request["chance"]))
        except Rejected as rejected:
            return {"rejected": {"option": rejected.option, "message": rejected.message}}
        if state is None:
            raise Misuse("start returned None, not a state", _code(self.game, "start"))
        return {"position": _position(self.game, state, request.get("include", ()))}

    def turn(self, request):
        game, state, reasons = self.game, request["state"], None
        acting = list(game.to_act(state))
        if request.get("automatic"):
            actions = [game.automatic(state)]
        else:
            replies = request["replies"]
            if len(replies) != len(acting):
                raise Misuse(f"{len(replies)} replies for {len(acting)} seats")
            actions = []
            for place, reply in enumerate(replies):
                action, reason = (None, None) if reply is None else _read(
                    game, state, acting[place], reply)
                actions.append(action)
                if action is None:
                    reasons = reasons or [None] * len(replies)
                    reasons[place] = reason
        if reasons:
            return {"actions": actions, "reasons": reasons}
        state = game.apply(state, dict(zip(acting, actions)), Rng(request["chance"]))
        if state is None:
            raise Misuse("apply returned None, not the next state", _code(game, "apply"))
        return {"actions": actions,
                "position": _position(game, state, request.get("include", ()))}

    def position(self, request):
        return {"position": _position(self.game, request["state"], request.get("include", ()))}

    def fallback(self, request):
        fallback = self.game.fallback
        return {"action": fallback and fallback(
            request["state"], request["seat"], request.get("reply"))}

    def forfeit(self, request):
        game, state, seats = self.game, request["state"], request["seats"]
        if game.forfeit is not None:
            return {"outcome": _outcome(game, state, game.forfeit(state, seats))}
        scores = list(game.scores(state))
        if game.scoring == "points":
            others = [score for seat, score in enumerate(scores) if seat not in seats]
            below = min(others) - 1 if others else 0
            scores = [min(score, below) if seat in seats else score
                      for seat, score in enumerate(scores)]
        else:
            scores = [0 if seat in seats else 1 if seats else 0.5 for seat in range(len(scores))]
        return {"outcome": _outcome(game, state, scores)}

    def sample(self, request):
        game, state, seat, rng = self.game, request["state"], request["seat"], Rng(request["chance"])
        if game.sample is not None:
            return {"action": game.sample(state, seat, rng)}
        legal = _legal(game, state, seat)
        return {"action": rng.choice(legal) if legal else None}

    def resample(self, request):
        resample = self.game.resample
        return {"state": resample and resample(
            request["state"], request["seat"], Rng(request["chance"]))}

    def batch(self, request):
        responses, state = [], None
        for inner in request["requests"]:
            if "state" not in inner:
                inner["state"] = state
            text = self.answer(inner)
            responses.append(text)
            # As in single requests, the state is what was written, not the author's object.
            position = json.loads(text).get("position")
            if position is None and inner.get("type") in ("start", "turn", "position") \
                    or text.startswith('{"error"'):
                break
            state = position["state"] if position else state
        return responses

    def answer(self, request):
        """The response as JSON text; exceptions become `error` with the author's file and line."""
        head = {"id": request["id"]} if "id" in request else {}
        try:
            kind = request.get("type")
            if kind not in _TYPES:
                raise Misuse(f"there is no request type {_brief(kind)}")
            response = getattr(self, kind)(request)
            if kind == "batch":
                return f'{{"id":{_encode(request.get("id"))},"responses":[{",".join(response)}]}}'
            head.update(response)
            text = _encode(head)
            text.encode()
            return text
        except Exception as error:
            head = {"id": request["id"]} if "id" in request else {}
            return _encode({**head, "error": _error(error)})


_TYPES = frozenset(("initialize", "start", "turn", "position", "fallback", "forfeit", "sample",
                    "resample", "batch"))
_LIBRARY = _chacha8.__code__.co_filename


def _relative(file):
    folder = os.path.dirname(os.path.abspath(sys.argv[0] or "."))
    return os.path.relpath(os.path.abspath(file), folder)


def _error(error):
    message = str(error) if isinstance(error, Misuse) else f"{type(error).__name__}: {error}"
    message = message.encode("utf-8", "replace")[:1000].decode("utf-8", "ignore")
    at, trace = getattr(error, "at", None), error.__traceback__
    while trace and not isinstance(error, Misuse):
        file = trace.tb_frame.f_code.co_filename
        # The last line of the author's: below it are only calls of other people's libraries.
        if file != _LIBRARY and not _relative(file).startswith((os.pardir, "<")):
            at = f"{_relative(file)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return {"message": message, "at": at} if at else {"message": message}


def run(game, **manifest):
    """Answers the requests on standard input until it ends. `game` is a `Game`, or a generator
    function `(seats, options, rng)` with the attributes of `Game` as keywords."""
    if not isinstance(game, Game):
        game = Generated(game, manifest)
    elif manifest:
        raise TypeError("the keywords of run() are attributes of the class")
    if sys.stdin.isatty():
        name = os.path.basename(sys.argv[0])
        print(f"{name} is a rules program; try: certamen play ./{name} …", file=sys.stderr)
    with os.fdopen(os.dup(1), "wb") as out:
        # What the rules print goes to the log, also from extensions in C.
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        program = _Program(game)
        for line in sys.stdin.buffer:
            out.write(program.answer(json.loads(line)).encode() + b"\n")
            out.flush()
