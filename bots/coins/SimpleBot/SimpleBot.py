"""SimpleBot: has worked out a strategy and sticks to it.

Two coins taken and two flipped are -2 + 2 + 2 points whatever the others do, and what it holds at
the end counts once more.
"""

print("2FF")
