"""azar: any legal bid, all equally likely. Whoever does not beat it should think again."""

import json
import os
import random
import sys


def points_at_the_start():
    """The option `points`, or its usual value."""
    try:
        return int(json.loads(os.environ.get("CERTAMEN_OPTIONS") or "{}").get("points", 50))
    except (ValueError, TypeError, AttributeError):
        return 50


def main():
    # The seed is the match's: the same match is the same again.
    lots = random.Random(os.environ.get("CERTAMEN_SEED", "0"))
    points = points_at_the_start()
    while True:
        bid = lots.randint(1, points) if points else 0
        print(bid, flush=True)
        points -= bid
        if not sys.stdin.readline().strip().isdigit():
            return  # `fin`, or nobody there any more


main()
