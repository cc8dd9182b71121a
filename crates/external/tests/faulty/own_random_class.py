"""Stones vanish by a random source of its own, in class style."""

import random

from certamen_game import Game, run


class Faulty(Game):
    slug, options = "faulty", {"stones": (1, 30, 9)}

    def start(self, options, seats, rng):
        return {"stones": options["stones"], "turn": 0}

    def to_act(self, state):
        return [state["turn"] % 2] if state["stones"] > 0 else []

    def legal(self, state, seat):
        return "12"

    def apply(self, state, actions, rng):
        [action] = actions.values()
        taken = min(random.choice([int(action), 1]), state["stones"])
        return {**state, "stones": state["stones"] - taken, "turn": state["turn"] + 1}

    def observe(self, state, seat):
        return f"{state['stones']} {seat}"

    def scores(self, state):
        loser = (state["turn"] - 1) % 2
        return [loser, 1 - loser]


if __name__ == "__main__":
    run(Faulty())
