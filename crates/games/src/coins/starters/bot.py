# {{protocol}}

import sys


def choose(me, players, coins, round_number):
    # {{idea}}
    unflipped = players[me][2]
    if unflipped >= 3:
        return "FFF"
    if unflipped == 2:
        return "FFN"
    if unflipped == 1:
        return "F1F"
    return "2FF"


# {{question}}
round_number, me, coins, *others = sys.argv[1].split(";")
players = {}
for player in others:
    number, points, flipped, unflipped = map(int, player.split("_"))
    players[number] = (points, flipped, unflipped)
print(choose(int(me), players, int(coins), int(round_number)))
