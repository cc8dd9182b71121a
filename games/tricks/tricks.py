"""Tricks: all play a card at once, the highest takes a point; hands are hidden."""

from certamen_game import Game, run

DECK = list(range(1, 21))


class Tricks(Game):
    slug, seats, scoring, hidden, chance = "tricks", (2, 4), "points", True, "start"
    title = {"en": "Tricks", "es": "Bazas"}
    options = {"cards": (1, 5, 4)}

    def start(self, options, seats, rng):
        cards = options["cards"]
        dealt = rng.sample(DECK, cards * seats)
        hands = [sorted(dealt[seat * cards:(seat + 1) * cards]) for seat in range(seats)]
        return {"hands": hands, "played": [], "points": [0] * seats}

    def to_act(self, state):
        return range(len(state["hands"])) if state["hands"][0] else []

    def legal(self, state, seat):
        return [str(card) for card in state["hands"][seat]]

    def apply(self, state, actions, rng):
        trick = [int(action) for action in actions.values()]
        for hand, card in zip(state["hands"], trick):
            hand.remove(card)
        state["points"][trick.index(max(trick))] += 1
        return {**state, "played": state["played"] + [trick]}

    def observe(self, state, seat):
        hand = ",".join(map(str, state["hands"][seat])) or "-"
        tricks = ";".join(",".join(map(str, trick)) for trick in state["played"]) or "-"
        points = ",".join(map(str, state["points"]))
        return f"{seat} {points} {hand} {tricks}"

    def scores(self, state):
        return state["points"]

    def text(self, state, audience):
        return None if audience is not None else "\n".join(
            self.observe(state, seat) for seat in range(len(state["hands"])))

    def resample(self, state, seat, rng):
        """The cards that `seat` has not seen, dealt to the others again."""
        seen = set(state["hands"][seat]).union(*state["played"])
        unseen = [card for card in DECK if card not in seen]
        rng.shuffle(unseen)
        hands = []
        for other, hand in enumerate(state["hands"]):
            hands.append(hand if other == seat else sorted(unseen[:len(hand)]))
            unseen = unseen if other == seat else unseen[len(hand):]
        return {**state, "hands": hands}


if __name__ == "__main__":
    run(Tricks())
