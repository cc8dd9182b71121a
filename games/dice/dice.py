"""Pig: roll as often as you dare; a 1 loses what this turn has won."""

from certamen_game import Ask, run


def dice(seats, options, rng):
    points = [0] * seats
    for turn in range(options["rounds"] * seats):
        seat, pot, last = turn % seats, 0, 0
        while last != 1:
            table = ",".join(map(str, points))
            view = f"{turn // seats + 1} {options['rounds']} {seat} {table} {pot} {last}"
            actions = yield Ask({seat: view}, legal=["roll", "hold"], scores=points)
            if actions[seat] == "hold":
                points[seat] += pot
                break
            last = rng.below(6) + 1
            pot += last
    return points


if __name__ == "__main__":
    run(dice, slug="dice", title={"en": "Pig", "es": "El uno pierde"}, seats=(2, 6), scoring="points",
        options={"rounds": (1, 100, 5)})
