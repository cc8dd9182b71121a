"""SecondBest: goes through all combinations of three actions and plays the second best.

Because if a move looks perfect, it is probably a trap. Best is what scores most at once; the second
best is what scores most of all that scores less than that. In a combination each action comes but in one
order, that of the list below: "all combinations" of the original's description may mean that, or all
turns.
"""

import sys

ACTIONS = "F123ABCRTNXYZU"
TAKE = {"1": 1, "2": 2, "3": 3}
PUT_BACK = {"A": 1, "B": 2, "C": 3}
REMOVE = {"X": 1, "Y": 2, "Z": 3}


def after(action, stacks, place, centre):
    """What an action scores, and the stacks, my place among them and the centre after it."""
    flipped, unflipped = stacks[place]
    if action in TAKE:
        coins = min(TAKE[action], centre)
        return -coins, put(stacks, place, flipped, unflipped + coins), place, centre - coins
    if action in PUT_BACK:
        coins = min(PUT_BACK[action], unflipped)
        return coins, put(stacks, place, flipped, unflipped - coins), place, centre + coins
    if action in REMOVE:
        coins = min(REMOVE[action], unflipped)
        return 0, put(stacks, place, flipped, unflipped - coins), place, centre
    if action == "F" and unflipped:
        return 2, put(stacks, place, flipped + 1, unflipped - 1), place, centre
    if action == "U" and flipped:
        return -2, put(stacks, place, flipped - 1, unflipped + 1), place, centre
    if action in "RT":
        # The stacks stay and everybody moves on by one place, which is the same.
        place = (place + (1 if action == "R" else -1)) % len(stacks)
        flipped, unflipped = stacks[place]
        return 2 * flipped - unflipped, stacks, place, centre
    return 0, stacks, place, centre


def put(stacks, place, flipped, unflipped):
    """The same stacks with another one at `place`."""
    return stacks[:place] + ((flipped, unflipped),) + stacks[place + 1 :]


def turns(stacks, place, centre):
    """For each total that two actions and one more can score, the first turn that scores it.

    Many pairs of actions come to the same position, which is looked at once.
    """
    pairs = {}
    for first in ACTIONS:
        gain, *middle = after(first, stacks, place, centre)
        for second in ACTIONS[ACTIONS.index(first) :]:
            more, *position = after(second, *middle)
            pairs.setdefault((gain + more, second, *position), first + second)
    found = {}
    for (gain, _, *position), pair in pairs.items():
        from_here = ACTIONS.index(pair[1])
        for last, more in list(zip(ACTIONS, gains(*position)))[from_here:]:
            found.setdefault(gain + more, pair + last)
    return found


def gains(stacks, place, centre):
    """What each action would score; the position after it does not matter any more."""
    flipped, unflipped = stacks[place]
    following, previous = stacks[place + 1 - len(stacks)], stacks[place - 1]
    return (
        2 if unflipped else 0,
        -min(1, centre), -min(2, centre), -min(3, centre),
        min(1, unflipped), min(2, unflipped), min(3, unflipped),
        2 * following[0] - following[1],
        2 * previous[0] - previous[1],
        0, 0, 0, 0,
        -2 if flipped else 0,
    )  # fmt: skip


def main():
    _, my_id, centre, *stacks = sys.argv[1].split(";")
    stacks = [[int(number) for number in stack.split("_")] for stack in stacks]
    place = [stack[0] for stack in stacks].index(int(my_id))
    found = turns(tuple((stack[2], stack[3]) for stack in stacks), place, int(centre))
    # Where all turns score the same there is no second best.
    print(found[sorted(found)[-2 if len(found) > 1 else -1]])


main()
