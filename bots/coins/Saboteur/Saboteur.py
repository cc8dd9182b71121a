"""Saboteur: spoils its stack and hands it round.

It takes coins that it does not flip, nine a turn, and rotates when nobody expects it: that is drawn by
lot, once in twenty turns, and then towards the neighbour whose stack is better, so that somebody else is
stuck with the rubbish. Its author thought of waiting for the end; it does not.
"""

import sys

# What `os.environ` is made of, in bytes: importing `os` takes a quarter of the start-up time.
from posix import environ

# How likely it rotates.
ROTATES = 0.05


def lots(text):
    """Draws numbers below one from FNV-1a over `text`, as the seed alone is the same all match long;
    the module for chance takes longer to load than everything else here."""
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 % 2**64
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 40) / 2**24


def main():
    argument = sys.argv[1]
    _, my_id, _, *stacks = argument.split(";")
    stacks = [stack.split("_") for stack in stacks]
    place = [stack[0] for stack in stacks].index(my_id)
    worth = [2 * int(stack[2]) - int(stack[3]) for stack in stacks]
    draw = lots(environ.get(b"CERTAMEN_SEED", b"").decode() + " " + argument)
    if next(draw) < ROTATES:
        following, previous = worth[(place + 1) % len(worth)], worth[place - 1]
        print("33R" if following >= previous else "33T")
    else:
        print("333")


main()
