# {{protocol}}

import sys


def choose(squares):
    # {{idea}}
    middle = (len(squares) + 1) / 2
    free = [number for number, square in enumerate(squares, 1) if square == "."]
    return min(free, key=lambda number: abs(number - middle))


# {{question}}
print(choose(sys.argv[1]))
