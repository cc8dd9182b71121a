"""RememberMe: remembers what was best when it sat with SecondBest, and looks at nobody any more.

What it learnt there is that whoever holds coins does not hold them long: it puts one back for the point
that is sure, and when it has none to put back it hands on what it has and takes what comes. The original
has a large table of data, which is not published; this memory is ours.
"""

import sys

# The turn for so many unflipped coins; the last one is for all higher numbers, too.
MEMORY = ("NNT", "ANN")


def main():
    _, my_id, _, *stacks = sys.argv[1].split(";")
    for stack in stacks:
        player, _, _, unflipped = stack.split("_")
        if player == my_id:
            print(MEMORY[min(int(unflipped), len(MEMORY) - 1)])


main()
