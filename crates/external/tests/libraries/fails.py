from certamen_game import Game, run


class Fails(Game):
    slug = "fails"
    options = {"stones": (0, 9, 1)}

    def start(self, options, seats, rng):
        print("a line for the log")
        return {"stones": options["stones"]}

    def to_act(self, state):
        return [0]

    def legal(self, state, seat):
        return "AB"

    def apply(self, state, actions, rng):
        state["last"] = [1, 2, 3][state["stones"]]  # this line is named
        return state

    def observe(self, state, seat):
        return "-"

    def scores(self, state):
        return [0, 0]


run(Fails())
