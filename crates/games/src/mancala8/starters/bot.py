# {{protocol}}

import sys


def choose(holes, kalaha, rival_holes, rival_kalaha, slots):
    # {{idea}}
    for hole in range(5, -1, -1):
        if holes[hole] == 6 - hole:
            return hole
    return max(range(6), key=lambda hole: holes[hole])


for line in sys.stdin:
    # {{farewell}}
    if line.strip() == "fin":
        break
    # {{question}}
    numbers = [int(word) for word in line.split()]
    hole = choose(numbers[0:6], numbers[6], numbers[7:13], numbers[13], numbers[14])
    # {{flush}}
    print(f"R {hole}", flush=True)
