"""SLUG: players take 1, 2 or 3 stones in turn; who takes the last one wins.

Try it:    certamen play ./SLUG.py builtin:random builtin:random
Check it:  certamen check-game SLUG.py
"""

from certamen_game import Ask, run


def rules(seats, options, rng):
    stones, seat, last = options["stones"], 0, "-"
    while stones > 0:
        # What the program on this seat reads: the stones that are left and the last action.
        observation = f"{stones} {last}"
        legal = [str(taken) for taken in (1, 2, 3) if taken <= stones]
        # The match goes on here with the actions of those who were asked.
        actions = yield Ask({seat: observation}, legal=legal, grid={"rows": ["o" * min(stones, 64)]})
        last = actions[seat]
        stones -= int(last)
        winner, seat = seat, (seat + 1) % seats
    return [1 if s == winner else 0 for s in range(seats)]


if __name__ == "__main__":
    run(
        rules,
        slug="SLUG",
        seats=2,
        scoring="win-loss",  # 1, 0.5 or 0; "points" for any numbers
        chance="none",  # "turns" if rng is used after the start, "start" if only there
        options={"stones": (1, 64, 21)},  # minimum, maximum, default
    )
