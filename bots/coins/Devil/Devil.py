"""Devil: half the number of the beast, three coins three times over.

It empties the pile nine coins a turn and flips none of them, so that everybody who sits beside it
loses nine points a turn more with each rotation.
"""

print("333")
