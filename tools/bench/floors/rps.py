"""Rock, paper, scissors between two, as kaggle-environments has it."""

from certamen_game import Game, run


class Rps(Game):
    slug, seats, scoring, chance = "rps", 2, "points", "none"
    options = {"rounds": (1, 10_000, 100)}

    def start(self, options, seats, rng):
        return {"round": 0, "rounds": options["rounds"], "points": [0, 0], "last": ["-", "-"]}

    def to_act(self, state):
        return [0, 1] if state["round"] < state["rounds"] else []

    def legal(self, state, seat):
        return "012"

    def apply(self, state, actions, rng):
        first, second = (int(actions[seat]) for seat in (0, 1))
        won = (first - second) % 3
        points = [state["points"][0] + (won == 1), state["points"][1] + (won == 2)]
        return {**state, "round": state["round"] + 1, "points": points,
                "last": [actions[0], actions[1]]}

    def observe(self, state, seat):
        return f"{state['round']} {state['last'][1 - seat]}"

    def scores(self, state):
        return state["points"]


if __name__ == "__main__":
    run(Rps())
