"""Noughts and crosses on a grid."""

from certamen_game import Game, run

LINES = ["a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "a3b2c1"]
SQUARES = [column + row for row in "123" for column in "abc"]


def winner(taken):
    for line in LINES:
        owners = {taken.get(line[place:place + 2]) for place in (0, 2, 4)}
        if len(owners) == 1 and None not in owners:
            return owners.pop()
    return None


class Noughts(Game):
    slug, seats, chance = "noughts", 2, "none"
    title = {"en": "Noughts and crosses", "es": "Tres en raya"}

    def start(self, options, seats, rng):
        return {"taken": {}}

    def to_act(self, state):
        taken = state["taken"]
        is_over = winner(taken) is not None or len(taken) == len(SQUARES)
        return [] if is_over else [len(taken) % 2]

    def legal(self, state, seat):
        return [square for square in SQUARES if square not in state["taken"]]

    def apply(self, state, actions, rng):
        [(seat, square)] = actions.items()
        return {"taken": {**state["taken"], square: seat}}

    def observe(self, state, seat):
        return " ".join(f"{square}{owner}" for square, owner in state["taken"].items()) or "-"

    def scores(self, state):
        won = winner(state["taken"])
        return [0.5, 0.5] if won is None else [float(seat == won) for seat in range(2)]

    def grid(self, state, audience):
        taken, free = state["taken"], self.legal(state, 0)
        cell = lambda square: "xo"[taken[square]] if square in taken else "."  # noqa: E731
        rows = ["".join(cell(square) for square in SQUARES[at:at + 3]) for at in (0, 3, 6)]
        actions = {square: list(divmod(SQUARES.index(square), 3)) for square in free}
        return {"rows": rows, "cells": {"x": "seat-0", "o": "seat-1"}, "actions": actions}


if __name__ == "__main__":
    run(Noughts())
