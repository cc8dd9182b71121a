# {{protocol}}

import json
import os


def choose(points, rival_points, steps):
    # {{idea}}
    if points == 0:
        return 0
    return max(1, points // steps)


# {{options}}
options = json.loads(os.environ.get("CERTAMEN_OPTIONS", "{}"))
points = rival_points = options.get("points", 50)
# {{steps}}
steps = options.get("squares", 7) // 2

while True:
    bid = choose(points, rival_points, steps)
    # {{flush}}
    print(bid, flush=True)
    # {{farewell}}
    line = input()
    if line == "fin":
        break
    rival_bid = int(line)
    points -= bid
    rival_points -= rival_bid
    if bid > rival_bid:
        steps -= 1
    elif bid < rival_bid:
        steps += 1
