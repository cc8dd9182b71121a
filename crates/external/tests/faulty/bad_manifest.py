"""The minimum of seats is above the maximum."""

from certamen_game import Ask, run


def game(seats, options, rng):
    stones, seat = options["stones"], 1
    while stones > 0:
        seat = 1 - seat
        actions = yield Ask({seat: f"{stones} {seat}"}, legal="12", scores=[0, 0])
        stones -= min(int(actions[seat]), stones)
    return [1 - seat, seat]


if __name__ == "__main__":
    run(game, slug="faulty", seats=(3, 2), options={"stones": (1, 30, 9)})
