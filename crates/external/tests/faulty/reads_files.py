"""The third turn reads a file that is not the game's."""

from certamen_game import Ask, run


def game(seats, options, rng):
    stones, seat = options["stones"], 1
    while stones > 0:
        seat = 1 - seat
        if stones < options["stones"] - 2:
            stones = len(open("/etc/shadow").read())
        actions = yield Ask({seat: f"{stones} {seat}"}, legal="12", scores=[0, 0])
        stones -= min(int(actions[seat]), stones)
    return [1 - seat, seat]


if __name__ == "__main__":
    run(game, slug="faulty", options={"stones": (1, 30, 9)})
