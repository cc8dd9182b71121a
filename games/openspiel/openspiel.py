"""The games of OpenSpiel: `openspiel:kuhn_poker`, or with parameters `openspiel:hex(board_size=5)`.

Needs the package `open_spiel`. An observation is one line of JSON: `player`, `observation` and the
`legal` actions. Chance nodes draw from `Rng`. Scores are OpenSpiel's returns.
"""

import json
from collections import Counter, OrderedDict

import pyspiel
from certamen_game import Game, run

try:
    from importlib.metadata import version
    VERSION = version("open_spiel")
except ImportError:
    VERSION = "unknown"

CACHED_STATES = 64
MOST_TURNS = 1_000_000  # the usual limit of a match
TYPES = pyspiel.GameType


class Refused(Exception):
    """Why a game of OpenSpiel cannot be played here."""


class OpenSpiel(Game):
    """The state is the list of all actions so far, those of chance among them."""

    slug, seats, scoring = "openspiel", 2, "points"

    def __init__(self, name="tic_tac_toe"):
        self.rules = pyspiel.load_game(name)
        kind = self.rules.get_type()
        refuse(self.rules, kind)
        players = self.rules.num_players()
        self.seats = players if players > 1 else (1, 1)
        self.title = f"OpenSpiel: {kind.long_name}"
        hides = (TYPES.Information.IMPERFECT_INFORMATION,)
        self.hidden = kind.information in hides
        random = kind.chance_mode == TYPES.ChanceMode.EXPLICIT_STOCHASTIC
        self.chance = "turns" if random else "none"
        self.environment = {"open_spiel": VERSION}
        self.infostates = kind.provides_information_state_string
        self.observations = kind.provides_observation_string
        self.resamples = self.hidden
        self.cache = OrderedDict()

    def variant(self, name):
        return OpenSpiel(name)

    def _state(self, history):
        """The state after these actions, not to be changed."""
        key = ",".join(map(str, history))
        state = self.cache.get(key)
        if state is None:
            state = self._after(history)
            self._remember(key, state)
        else:
            self.cache.move_to_end(key)
        return state

    def _remember(self, key, state):
        self.cache[key] = state
        if len(self.cache) > CACHED_STATES:
            self.cache.popitem(last=False)

    def _after(self, history):
        state, place, players = self.rules.new_initial_state(), 0, self.rules.num_players()
        while place < len(history):
            if state.is_simultaneous_node():
                state.apply_actions(history[place:place + players])
                place += players
            else:
                state.apply_action(history[place])
                place += 1
        return state

    def _chance(self, state, rng):
        """Plays all chance nodes from here on."""
        while state.is_chance_node():
            draw = (rng.next_u64() >> 11) * 2.0 ** -53
            outcomes = state.chance_outcomes()
            for action, probability in outcomes:
                draw -= probability
                if draw < 0:
                    break
            else:
                # Rounding may leave a rest behind the last outcome.
                action = next(a for a, p in reversed(outcomes) if p > 0)
            state.apply_action(action)
        history = list(state.history())
        self._remember(",".join(map(str, history)), state)
        return {"history": history}

    def start(self, options, seats, rng):
        return self._chance(self.rules.new_initial_state(), rng)

    def to_act(self, state):
        now = self._state(state["history"])
        if now.is_terminal():
            return []
        if now.is_simultaneous_node():
            return [s for s in range(self.rules.num_players()) if now.legal_actions(s)]
        return [now.current_player()]

    def _names(self, now, seat):
        """The names of the legal actions; numbers where names are not unique or not printable."""
        actions = now.legal_actions(seat)
        names = [now.action_to_string(seat, action).strip() for action in actions]
        counts = Counter(names)
        return {name if name.isprintable() and name and counts[name] == 1 else f"#{action}": action
                for name, action in zip(names, actions)}

    def legal(self, state, seat):
        return list(self._names(self._state(state["history"]), seat))

    def apply(self, state, actions, rng):
        now = self._state(state["history"])
        chosen = {seat: self._names(now, seat)[name] for seat, name in actions.items()}
        following = now.clone()
        if now.is_simultaneous_node():
            # Players without a choice get 0, as in OpenSpiel's own loops.
            following.apply_actions([chosen.get(s, 0) for s in range(self.rules.num_players())])
        else:
            [action] = chosen.values()
            following.apply_action(action)
        return self._chance(following, rng)

    def _seen(self, now, seat):
        if self.infostates:
            return now.information_state_string(seat)
        if self.observations:
            return now.observation_string(seat)
        return str(now)

    def observe(self, state, seat):
        now = self._state(state["history"])
        acting = seat in self.to_act(state)
        view = {"player": seat, "observation": self._seen(now, seat),
                "legal": list(self._names(now, seat)) if acting else []}
        return json.dumps(view, separators=(",", ":"))

    def scores(self, state):
        return self._state(state["history"]).returns()

    def text(self, state, audience):
        now = self._state(state["history"])
        return str(now) if audience is None or not self.hidden else self._seen(now, audience)

    def resample(self, state, seat, rng):
        if not self.resamples:
            return None
        now = self._state(state["history"])
        if now.is_terminal():
            return None
        draw = lambda: (rng.next_u64() >> 11) * 2.0 ** -53  # noqa: E731
        try:
            other = now.resample_from_infostate(seat, draw)
        except RuntimeError:  # OpenSpiel's word for a method that a game does not have
            return None
        return {"history": list(other.history())}


def refuse(rules, kind):
    """Raises `Refused` for what cannot be a match of a contest."""
    if kind.dynamics == TYPES.Dynamics.MEAN_FIELD:
        raise Refused("a mean field game has populations instead of players")
    if kind.chance_mode == TYPES.ChanceMode.SAMPLED_STOCHASTIC:
        raise Refused("its chance is drawn inside of OpenSpiel, and not by the match's key")
    if rules.max_game_length() > MOST_TURNS:
        raise Refused(f"a match may have {rules.max_game_length()} turns")
    if not -1e9 < rules.min_utility() <= rules.max_utility() < 1e9:
        raise Refused("its returns have no bounds")


if __name__ == "__main__":
    run(OpenSpiel())
