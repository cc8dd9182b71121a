"""Oracle: tries every turn of three actions and plays the one that scores most at once.

What it will hold afterwards does not count: it foresees this turn and no further. The order of the
attempts decides between equals: actions that keep the stack low come first, rotations last. It sees its
own stack and those of its direct neighbours, and rotates no further than to them; so the original was
mended by its author, "keeping only relevant neighbours".
"""

import sys

ORDER = "CBAZYXFNU123TR"
COUNT = {letter: 1 + place % 3 for place, letter in enumerate("123ABCXYZ")}


class Table:
    """The coins on the table. A rotation moves no coins but the players: `place` is whose stack is
    mine."""

    def __init__(self, flipped, unflipped):
        self.flipped = flipped
        self.unflipped = unflipped

    def gains(self, place, centre):
        """What each action scores here, in the order of the attempts."""
        flipped, unflipped = self.flipped, self.unflipped
        up, down = flipped[place], unflipped[place]
        left, right = place - 1, place + 1 - len(flipped)
        return (
            down if down < 3 else 3, down if down < 2 else 2, down if down < 1 else 1,
            0, 0, 0,
            2 if down else 0, 0, -2 if up else 0,
            -1 if centre > 0 else 0, -2 if centre > 1 else -centre, -3 if centre > 2 else -centre,
            2 * flipped[left] - unflipped[left],
            2 * flipped[right] - unflipped[right],
        )  # fmt: skip

    def act(self, action, place, centre):
        """Does an action: where my stack and how large the centre is then, and what undoes it."""
        flipped, unflipped = self.flipped, self.unflipped
        before = place, flipped[place], unflipped[place]
        if action in "123":
            coins = min(COUNT[action], centre)
            unflipped[place] += coins
            centre -= coins
        elif action in "ABCXYZ":
            coins = min(COUNT[action], unflipped[place])
            unflipped[place] -= coins
            if action in "ABC":
                centre += coins
        elif action == "F" and unflipped[place]:
            unflipped[place] -= 1
            flipped[place] += 1
        elif action == "U" and flipped[place]:
            unflipped[place] += 1
            flipped[place] -= 1
        elif action == "R":
            place = (place + 1) % len(flipped)
        elif action == "T":
            place = (place - 1) % len(flipped)
        return place, centre, before

    def undo(self, before):
        """Undoes what `act` did."""
        place, self.flipped[place], self.unflipped[place] = before

    def best(self, place, centre, actions, away=0):
        """The most that so many actions can score, and the first way to it, `away` places to the right
        of where it sits."""
        gains = self.gains(place, centre)
        seen = ORDER.replace({-1: "T", 0: "?", 1: "R"}[away], "")
        if actions == 1:
            most = max(gain for action, gain in zip(ORDER, gains) if action in seen)
            return most, next(a for a, gain in zip(ORDER, gains) if gain == most and a in seen)
        most, turn = None, ""
        for action, gain in zip(ORDER, gains):
            if action not in seen:
                continue
            there, coins, before = self.act(action, place, centre)
            further = away + {"R": 1, "T": -1}.get(action, 0)
            more, rest = self.best(there, coins, actions - 1, further)
            self.undo(before)
            if most is None or gain + more > most:
                most, turn = gain + more, action + rest
        return most, turn


def main():
    _, my_id, centre, *stacks = sys.argv[1].split(";")
    stacks = [[int(number) for number in stack.split("_")] for stack in stacks]
    ids, _, flipped, unflipped = (list(column) for column in zip(*stacks))
    print(Table(flipped, unflipped).best(ids.index(int(my_id)), int(centre), 3)[1])


main()
