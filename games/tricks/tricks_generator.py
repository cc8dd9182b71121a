"""Tricks: all play a card at once, the highest takes a point; hands are hidden."""

from certamen_game import Ask, End, run


def tricks(seats, options, rng):
    cards, points, played = options["cards"], [0] * seats, []
    dealt = rng.sample(range(1, 21), cards * seats)
    hands = [sorted(dealt[seat * cards:(seat + 1) * cards]) for seat in range(seats)]

    def view(seat):
        hand = ",".join(map(str, hands[seat])) or "-"
        past = ";".join(",".join(map(str, trick)) for trick in played) or "-"
        return f"{seat} {','.join(map(str, points))} {hand} {past}"

    def everything():
        return "\n".join(map(view, range(seats)))

    while hands[0]:
        legal = {seat: [str(card) for card in hand] for seat, hand in enumerate(hands)}
        actions = yield Ask({seat: view(seat) for seat in range(seats)}, legal, scores=points,
                            text=lambda seat: view(seat) if seat is not None else everything())
        trick = [int(action) for action in actions.values()]
        for hand, card in zip(hands, trick):
            hand.remove(card)
        points[trick.index(max(trick))] += 1
        played.append(trick)
    return End(points, observations=dict(enumerate(map(view, range(seats)))), text=everything())


if __name__ == "__main__":
    run(tricks, slug="tricks", title={"en": "Tricks", "es": "Bazas"}, seats=(2, 4), scoring="points",
        hidden=True, chance="start", options={"cards": (1, 5, 4)})
