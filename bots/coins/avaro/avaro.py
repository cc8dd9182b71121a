"""avaro: tries every turn of three actions and plays the one that leaves it richest.

Rich means: its points, and what its coins would score at the end. Among equals it prefers the turn
that leaves the others poorest. An unflipped coin is worth a little more than it would score, since
flipping it next turn earns two points and three at the end; that stops when the end is near.
"""

import itertools
import sys

TAKE = {"1": 1, "2": 2, "3": 3}
PUT_BACK = {"A": 1, "B": 2, "C": 3}
REMOVE = {"X": 1, "Y": 2, "Z": 3}
LAST_ROUND = 50
# What a coin that can be flipped in a later turn is worth beyond its score at the end.
HOPE = 1.5


def act(action, me, centre, points, flipped, unflipped):
    """Plays an action on lists of everybody's points and coins; returns the coins in the centre."""
    if action in TAKE:
        coins = min(TAKE[action], centre)
        unflipped[me] += coins
        points[me] -= coins
        return centre - coins
    if action in PUT_BACK:
        coins = min(PUT_BACK[action], unflipped[me])
        unflipped[me] -= coins
        points[me] += coins
        return centre + coins
    if action in REMOVE:
        unflipped[me] -= min(REMOVE[action], unflipped[me])
    elif action == "F" and unflipped[me]:
        unflipped[me] -= 1
        flipped[me] += 1
        points[me] += 2
    elif action == "U" and flipped[me]:
        flipped[me] -= 1
        unflipped[me] += 1
        points[me] -= 2
    elif action in "RT":
        # R: everybody gives to the previous player, and so receives from the next one.
        for coins in (flipped, unflipped):
            coins[:] = coins[1:] + coins[:1] if action == "R" else coins[-1:] + coins[:-1]
        for player in range(len(points)):
            points[player] += 2 * flipped[player] - unflipped[player]
    return centre


def value(me, last, centre, points, flipped, unflipped):
    """The own riches, and the poverty of the others."""
    scores = [p + 2 * f - u for p, f, u in zip(points, flipped, unflipped)]
    # With an empty centre the game is over at once: no hope left.
    hope = 0 if last or centre == 0 else HOPE * min(3, unflipped[me])
    return scores[me] + hope, -sum(scores)


def main():
    round_number, my_id, centre, *stacks = sys.argv[1].split(";")
    stacks = [[int(number) for number in stack.split("_")] for stack in stacks]
    ids, points, flipped, unflipped = (list(column) for column in zip(*stacks))
    me = ids.index(int(my_id))
    best = None
    for turn in itertools.product("NF123RTABCUXYZ", repeat=3):
        state = (points[:], flipped[:], unflipped[:])
        coins = int(centre)
        for action in turn:
            coins = act(action, me, coins, *state)
        now = value(me, int(round_number) >= LAST_ROUND, coins, *state)
        if best is None or now > best[0]:
            best = now, "".join(turn)
    print(best[1])


main()
