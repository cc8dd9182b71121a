"""espia: the square that does best against a rival who takes any free one.

For each of its squares it counts the turns won and lost against all answers, and adds a little for
squares in the thick of the free ones, since pieces there will lie between many later pairs. It
draws among the best few: a static program that always did the same would only meet itself.
"""

import os
import random
import sys

# With long strips only so many squares, evenly spread, are looked at.
LOOKED_AT = 250
# What a perfect place for later turns is worth, in turns won for sure.
LATER = 1.0
# Squares as near as this to the best one take part in the lottery.
NEAR = 0.03


def lead(squares):
    """For each square, own pieces minus the rival's before it; one entry more at the end."""
    sums = [0]
    for square in squares:
        sums.append(sums[-1] + (square == "p") - (square == "a"))
    return sums


def values(squares, free):
    """The value of each free square looked at."""
    sums = lead(squares)
    looked_at = free[:: 1 + len(free) // LOOKED_AT]
    pairs = max(1, len(free) * len(free) // 4)
    result = {}
    for mine in looked_at:
        won = 0
        for his in looked_at:
            low, high = min(mine, his), max(mine, his)
            # Strictly between the two; one square alone gives nobody anything.
            between = sums[high] - sums[low + 1] if low < high else 0
            won += (between > 0) - (between < 0)
        left = sum(1 for square in looked_at if square < mine) * len(free) / len(looked_at)
        later = left * (len(free) - left) / pairs
        result[mine] = won / len(looked_at) + LATER * later
    return result


def main():
    squares = sys.argv[1]
    # The seed is the match's, the strip the turn's: the same turn is the same again.
    lots = random.Random(os.environ.get("CERTAMEN_SEED", "0") + squares)
    free = [square for square, piece in enumerate(squares) if piece == "."]
    valued = values(squares, free)
    best = max(valued.values())
    chosen = lots.choice([square for square, value in valued.items() if value >= best - NEAR])
    print(chosen + 1)


main()
