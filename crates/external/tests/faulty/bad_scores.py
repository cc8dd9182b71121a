"""Three scores for two seats."""

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
        taken = min(int(action), state["stones"])
        return {**state, "stones": state["stones"] - taken, "turn": state["turn"] + 1}

    def observe(self, state, seat):
        return f"{state['stones']} {seat}"

    def scores(self, state):
        return [0, 0] if state["stones"] > 0 else [0, 1, 0]


if __name__ == "__main__":
    run(Faulty())
