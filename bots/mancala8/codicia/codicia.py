"""codicia: takes what there is to take, and looks at the answers.

It tries each of its holes, lets the rival answer with the best for himself, answers that, and
compares what both have. When a move gives another turn it goes on with that turn.
"""

import sys

HOLES = 6
KALAHA = 6
# A won game is better than any number of seeds.
VICTORY = 100
# Turns to look ahead: the own one, the answer, the answer to that.
TURNS = 3
# Further moves of the same player that are looked at in one turn.
CHAIN = 3


def sow(own, other, hole):
    """Plays a hole: both sides' seven places afterwards, and whether the turn goes on."""
    own, other = own[:], other[:]
    seeds, own[hole] = own[hole], 0
    place = hole
    while seeds:
        # The ring has 14 places, and none is skipped.
        place = (place + 1) % 14
        side = own if place < 7 else other
        side[place % 7] += 1
        seeds -= 1
    facing = HOLES - 1 - place
    if place < HOLES and own[place] == 1 and other[facing]:
        own[KALAHA] += other[facing] + 1
        own[place] = other[facing] = 0
    return own, other, place == KALAHA


def is_over(own, other):
    return not any(own[:HOLES]) or not any(other[:HOLES])


def worth(own, other):
    """How much better off the first is; at the end the rows count in full."""
    difference = sum(own) - sum(other)
    if is_over(own, other):
        return difference + VICTORY * ((difference > 0) - (difference < 0))
    # Seeds in the Kalaha are safe; those in the row may still be lost.
    return own[KALAHA] - other[KALAHA] + 0.25 * difference


def search(own, other, turns, chain=CHAIN):
    """The best value with so many turns to look at, and its hole."""
    best = (float("-inf"), None)
    for hole in range(HOLES):
        if not own[hole]:
            continue
        mine, his, again = sow(own, other, hole)
        if is_over(mine, his):
            value = worth(mine, his)
        elif again and chain:
            value = search(mine, his, turns, chain - 1)[0]
        elif turns > 1:
            value = -search(his, mine, turns - 1)[0]
        else:
            value = worth(mine, his)
        if value > best[0]:
            best = (value, hole)
    return best


def main():
    for line in sys.stdin:
        numbers = line.split()
        if numbers == ["fin"]:
            return
        seeds = [int(number) for number in numbers]
        print("R", search(seeds[:7], seeds[7:14], TURNS)[1], flush=True)


main()
