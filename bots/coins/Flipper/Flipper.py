"""Flipper: collects coins and tries to turn them from unflipped to flipped.

Not a clever player, but a positive force: whoever gets its stack one day will be glad of it. It
never rotates, puts nothing back and removes nothing. It collects by threes, for the turns to come: the
original's description says that it collects, not how much.
"""

import sys


def turn(unflipped):
    """Flips what there is, and fills up."""
    if unflipped >= 3:
        return "FFF"
    return ("333", "F33", "FF3")[unflipped]


def main():
    _, my_id, _, *stacks = sys.argv[1].split(";")
    for stack in stacks:
        player, _, _, unflipped = stack.split("_")
        if player == my_id:
            print(turn(int(unflipped)))


main()
