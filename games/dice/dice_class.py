"""Pig: roll as often as you dare; a 1 loses what this turn has won."""

from certamen_game import Game, run


class Dice(Game):
    slug, seats, scoring = "dice", (2, 6), "points"
    title = {"en": "Pig", "es": "El uno pierde"}
    options = {"rounds": (1, 100, 5)}

    def start(self, options, seats, rng):
        return {"turn": 0, "rounds": options["rounds"], "points": [0] * seats, "pot": 0, "last": 0}

    def to_act(self, state):
        seats = len(state["points"])
        return [state["turn"] % seats] if state["turn"] < state["rounds"] * seats else []

    def legal(self, state, seat):
        return ["roll", "hold"]

    def apply(self, state, actions, rng):
        [(seat, action)] = actions.items()
        if action == "roll":
            state["last"] = rng.below(6) + 1
            state["pot"] += state["last"]
            if state["last"] != 1:
                return state
        else:
            state["points"][seat] += state["pot"]
        return {**state, "turn": state["turn"] + 1, "pot": 0, "last": 0}

    def observe(self, state, seat):
        turn = state["turn"] // len(state["points"]) + 1
        points = ",".join(map(str, state["points"]))
        return f"{turn} {state['rounds']} {seat} {points} {state['pot']} {state['last']}"

    def scores(self, state):
        return state["points"]


if __name__ == "__main__":
    run(Dice())
