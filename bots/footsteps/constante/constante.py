"""constante: the same price for every step.

The points are spread over twice the steps that lead from the middle to the end: enough to walk the
whole way while losing as many turns as it wins. It never looks at the rival.
"""

import json
import os
import sys


def options():
    """The options of this match: those not given have their usual value."""
    try:
        given = json.loads(os.environ.get("CERTAMEN_OPTIONS") or "{}")
        return int(given.get("squares", 7)), int(given.get("points", 50))
    except (ValueError, TypeError, AttributeError):
        return 7, 50


def main():
    squares, points = options()
    price = max(1, points // max(1, squares // 2 * 2))
    while True:
        # A bid is at least one while there are points, and zero without.
        bid = min(price, points)
        print(bid, flush=True)
        points -= bid
        if not sys.stdin.readline().strip().isdigit():
            return  # `fin`, or nobody there any more


main()
