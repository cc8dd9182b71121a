"""Compares the draws of `certamen_game.py`, beside this file or on PYTHONPATH, with the vectors:
`selftest.py rng_vectors.json`."""

import json
import sys

from certamen_game import Rng


def draws(key):
    """What `rng_vectors.json` has for a key."""
    def below(bound, count):
        rng = Rng(key)
        return [str(rng.below(bound)) for _ in range(count)]

    raw, shuffled = Rng(key), list(range(10))
    Rng(key).shuffle(shuffled)
    return {
        "key": key,
        "next_u64": [str(raw.next_u64()) for _ in range(40)],
        "below_1000": below(1000, 6),
        "below_1": below(1, 3),
        "below_2^63+1": below((1 << 63) + 1, 20),
        "choice_of_abc": Rng(key).choice("abc"),
        "shuffle_10": shuffled,
        "sample_4_of_10": Rng(key).sample(range(10), 4),
    }


with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)
for vector in vectors:
    if draws(vector["key"]) != vector:
        sys.exit(f"{draws(vector['key'])}\ndiffers from\n{vector}")
print(f"{len(vectors)} keys")
