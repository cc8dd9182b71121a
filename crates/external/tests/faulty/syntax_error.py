"""It cannot be read."""

from certamen_game import Ask, run

def game(seats, options, rng:
    return [0, 0]


run(game, slug="faulty")
