"""A game that draws from the global random source as many environments do, within `wrap.Sealed`;
without it if the option `sealed` is false."""

import random
from contextlib import nullcontext

from certamen_game import Ask, run
from wrap import Sealed


def rules(seats, options, rng):
    seed = rng.below(1 << 31)
    sealed = Sealed(seed) if options["sealed"] else nullcontext()
    random.seed(seed)
    points = [0, 0]
    for _ in range(5):
        with sealed:
            card = random.randrange(100)
        actions = yield Ask({0: f"{card}", 1: f"{card}"}, legal="+-", scores=points)
        with sealed:
            coin = random.choice("+-")
        for seat, action in actions.items():
            points[seat] += action == coin
    return points


if __name__ == "__main__":
    run(rules, slug="sealed", scoring="points", chance="start", options={"sealed": True})
