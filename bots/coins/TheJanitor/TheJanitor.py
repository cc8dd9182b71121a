"""TheJanitor: cleans up the mess that the others make and puts the coins back into the pool.

Flipped coins are stuck, so it unlocks them, one at a time; then all go back, as many as possible at a
time. When it has got rid of all its coins, it fetches those of the neighbour with the bigger heap. In
which order it unlocks and puts back, the original's description does not say.
"""

import sys


def turn(place, heaps):
    """Three actions, each chosen for the stack that is there by then."""
    actions = ""
    while len(actions) < 3:
        flipped, unflipped = heaps[place]
        if flipped:
            heaps[place] = [flipped - 1, unflipped + 1]
            actions += "U"
        elif unflipped:
            coins = min(3, unflipped)
            heaps[place] = [0, unflipped - coins]
            actions += "ABC"[coins - 1]
        else:
            # R fetches the stack of the next player, T that of the previous one.
            following, previous = (place + 1) % len(heaps), place - 1
            if not sum(heaps[following]) and not sum(heaps[previous]):
                actions += "N"
            elif sum(heaps[following]) >= sum(heaps[previous]):
                place = following
                actions += "R"
            else:
                place = previous
                actions += "T"
    return actions


def main():
    _, my_id, _, *stacks = sys.argv[1].split(";")
    stacks = [stack.split("_") for stack in stacks]
    place = [stack[0] for stack in stacks].index(my_id)
    print(turn(place, [[int(stack[2]), int(stack[3])] for stack in stacks]))


main()
