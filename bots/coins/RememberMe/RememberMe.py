"""RememberMe: remembers what was best when it sat with SecondBest, and looks at nobody any more.

Its memory has a turn for each stack it can hold. To fill it, one player at a table of five, the
other four of them copies of SecondBest, played turns at random. The positions it got into were
sorted by its stack. For each stack the turns that scored most at once on the average of twelve such
positions were played on thirty of them until it was to move again, and the one after which points
and stack together were worth most was kept.
"""

import sys

# A line for each number of flipped coins, a column for each number of unflipped ones; the last
# line and the last column are for all higher numbers, too.
MEMORY = (
    "1FT FTT TTR TTR TTT CFT CCT TTT",
    "TFT FTT FTT CTT CTT TTR CCT CCT",
    "TFT FTT FTT CTT FFT CTT CTT TTT",
    "TTR FTT FTT CTT CTT TTR CTT CCT",
    "TRT FTT FTT CTT CTT CTT CTT CTT",
    "TRT TTR FTT CTT CTT CTT CTT CCT",
    "TRT TRT FTR CTR CTT CTT CCT CTT",
    "TRT TRT TRT TRT CTR BTR CTR TTR",
)


def remembered(flipped, unflipped):
    """The turn that was best with such a stack."""
    line = MEMORY[min(flipped, len(MEMORY) - 1)].split()
    return line[min(unflipped, len(line) - 1)]


def main():
    _, my_id, _, *stacks = sys.argv[1].split(";")
    for stack in stacks:
        player, _, flipped, unflipped = stack.split("_")
        if player == my_id:
            print(remembered(int(flipped), int(unflipped)))


main()
