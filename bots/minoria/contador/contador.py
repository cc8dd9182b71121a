# Counts what the others have chosen in all rounds so far, and takes what they chose least; where
# that is the same for several options, the one that comes first from its own seat on.

import sys

counts = {"A": 0, "B": 0, "C": 0}

for line in sys.stdin:
    if line.strip() == "fin":
        break
    turn, rounds, seat, points, choices = line.split()
    own = int(seat)
    for place, choice in enumerate(choices):
        if choice in counts and place != own:
            counts[choice] += 1
    order = [("A", "B", "C")[(own + step) % 3] for step in range(3)]
    print(min(order, key=lambda option: counts[option]), flush=True)
