from collections import Counter
from certamen_game import Ask, run

def award(points, actions):
    counts = Counter(actions.values())
    rarest = [a for a, n in counts.items() if n == min(counts.values())]
    for seat, action in actions.items():
        points[seat] += len(counts) > 1 and rarest == [action]

def minoria(seats, options, rng):
    points, last, rounds = [0] * seats, "-", options["rounds"]
    for turn in range(1, rounds + 1):
        table = ",".join(map(str, points))
        views = {s: f"{turn} {rounds} {s} {table} {last}" for s in range(seats)}
        actions = yield Ask(views, legal="ABC", scores=points)
        award(points, actions)
        last = "".join(actions.values())
    return points

if __name__ == "__main__":  # options: (min, max, default)
    run(minoria, slug="minoria", seats=(2, 20), scoring="points", options={"rounds": (1, 10_000, 10)})
