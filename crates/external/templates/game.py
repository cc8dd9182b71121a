# The rules of a game. All players choose A, B or C at the same time; a letter that fewer chose than
# any other scores a point. Change what you like, then run: certamen check-game SLUG.py
from collections import Counter

from certamen_game import Game, run


def award(points, actions):
    counts = Counter(actions.values())
    rarest = [a for a, n in counts.items() if n == min(counts.values())]
    for seat, action in actions.items():
        points[seat] += len(counts) > 1 and rarest == [action]


class Rules(Game):
    slug, seats, scoring, chance = "SLUG", (2, 20), "points", "none"
    options = {"rounds": (1, 100, 10)}  # (minimum, maximum, default)

    def start(self, options, seats, rng):
        return {"round": 0, "rounds": options["rounds"], "points": [0] * seats, "last": "-"}

    def to_act(self, state):
        return range(len(state["points"])) if state["round"] < state["rounds"] else []

    def legal(self, state, seat):
        return "ABC"

    def apply(self, state, actions, rng):
        award(state["points"], actions)
        return {**state, "round": state["round"] + 1, "last": "".join(actions.values())}

    def observe(self, state, seat):
        points = ",".join(map(str, state["points"]))
        return f"{state['round'] + 1} {state['rounds']} {seat} {points} {state['last']}"

    def scores(self, state):
        return state["points"]


if __name__ == "__main__":
    run(Rules())
