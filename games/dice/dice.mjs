// Pig: roll as often as you dare; a 1 loses what this turn has won.

import { Ask, run } from "./certamen_game.mjs";

function* dice(seats, { rounds }, rng) {
  const points = Array(seats).fill(0);
  for (let turn = 0; turn < rounds * seats; turn++) {
    const seat = turn % seats;
    let pot = 0;
    let last = 0;
    while (last !== 1) {
      const round = Math.floor(turn / seats) + 1;
      const view = `${round} ${rounds} ${seat} ${points} ${pot} ${last}`;
      const actions = yield new Ask({ [seat]: view }, { legal: ["roll", "hold"], scores: points });
      if (actions[seat] === "hold") {
        points[seat] += pot;
        break;
      }
      last = rng.below(6) + 1;
      pot += last;
    }
  }
  return points;
}

run(dice, {
  slug: "dice",
  title: { en: "Pig", es: "El uno pierde" },
  seats: [2, 6],
  scoring: "points",
  options: { rounds: [1, 100, 5] },
});
