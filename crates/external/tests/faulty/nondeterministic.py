"""An observation counts requests."""

from itertools import count

from certamen_game import Ask, run

COUNTER = count()


def game(seats, options, rng):
    stones, seat = options["stones"], 1
    while stones > 0:
        seat = 1 - seat
        actions = yield Ask({seat: f"{stones} {seat}"}, legal="12", scores=[0, 0], text=lambda _: str(next(COUNTER)))
        stones -= min(int(actions[seat]), stones)
    return [1 - seat, seat]


if __name__ == "__main__":
    run(game, slug="faulty", options={"stones": (1, 30, 9)})
