"""espejo: what the rival bid last, and one point more.

It wins every turn against whoever repeats himself. The first bid, with nothing to mirror, is a third
of a fair share. Where one more point than the rival has in all is affordable, it bids that.
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
    squares, start = options()
    own, rival = start, start
    wish = start // max(1, 3 * (squares // 2))
    while True:
        # More than the rival's points plus one is never needed.
        bid = min(own, max(1, min(wish, rival + 1)))
        print(bid, flush=True)
        line = sys.stdin.readline().strip()
        if not line.isdigit():
            return  # `fin`, or nobody there any more
        answer = int(line)
        own -= bid
        rival = max(0, rival - answer)
        wish = answer + 1


main()
