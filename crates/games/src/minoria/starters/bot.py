# {{protocol}}

import sys


def choose(choices):
    # {{idea}}
    return min("ABC", key=choices.count)


for line in sys.stdin:
    # {{farewell}}
    if line.strip() == "fin":
        break
    # {{question}}
    turn, rounds, seat, points, choices = line.split()
    # {{flush}}
    print(choose(choices), flush=True)
