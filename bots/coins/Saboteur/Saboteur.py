"""Saboteur: spoils its stack and hands it round.

It takes coins that it does not flip, unflips those that are, and rotates when nobody expects it:
all of this is drawn by lot. The nearer the end, by rounds or by coins in the centre, the more likely
it rotates, and then towards the neighbour who holds more: somebody else is stuck with the rubbish.
"""

import sys

# What `os.environ` is made of, in bytes: importing `os` takes a quarter of the start-up time.
from posix import environ

# So many coins a player take the centre away in the last rounds.
FEW_COINS = 9


def lots(text):
    """Draws numbers below one from FNV-1a over `text`, as the seed alone is the same all match long;
    the module for chance takes longer to load than everything else here."""
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 % 2**64
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 40) / 2**24


def rounds():
    """How many rounds there are at most: the usual 50, unless the options say otherwise."""
    words = environ.get(b"CERTAMEN_OPTIONS", b"").decode().partition('"rounds"')[2].lstrip(" :")
    digits = words[: len(words) - len(words.lstrip("0123456789"))]
    return int(digits or 50)


def main():
    argument = sys.argv[1]
    number, my_id, centre, *stacks = argument.split(";")
    stacks = [stack.split("_") for stack in stacks]
    place = [stack[0] for stack in stacks].index(my_id)
    worth = [2 * int(stack[2]) - int(stack[3]) for stack in stacks]
    draw = lots(environ.get(b"CERTAMEN_SEED", b"").decode() + " " + argument)
    spoil = "3U" if int(stacks[place][2]) else "32"
    turn = "".join(spoil[int(2 * next(draw))] for _ in range(2))
    over = int(number) / rounds() if int(centre) > FEW_COINS * len(stacks) else 1
    if next(draw) < 0.2 + 0.6 * over:
        following, previous = worth[(place + 1) % len(worth)], worth[place - 1]
        turn += "R" if following >= previous else "T"
    else:
        turn += "3"
    print(turn)


main()
