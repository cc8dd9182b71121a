"""Its resample changes nothing for seat 1."""

from certamen_game import Game, run


class Faulty(Game):
    slug, scoring, hidden, chance = "faulty", "points", True, "start"

    def start(self, options, seats, rng):
        return {"cards": rng.sample(range(9), 2), "turn": 0}

    def to_act(self, state):
        return [0, 1] if state["turn"] < 3 else []

    def legal(self, state, seat):
        return ["high", "low"]

    def apply(self, state, actions, rng):
        return {**state, "turn": state["turn"] + 1}

    def observe(self, state, seat):
        return f"{seat} {state['cards'][seat]}"

    def scores(self, state):
        return state["cards"]

    def text(self, state, audience):
        return None

    def resample(self, state, seat, rng):
        if seat == 1:
            return state
        other = rng.choice([card for card in range(9) if card != state["cards"][0]])
        return {**state, "cards": [state["cards"][0], other]}


if __name__ == "__main__":
    run(Faulty())
