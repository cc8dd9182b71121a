// SLUG: players take 1, 2 or 3 stones in turn; who takes the last one wins.
//
// Try it:    certamen play ./SLUG.mjs builtin:random builtin:random
// Check it:  certamen check-game SLUG.mjs

import { Ask, run } from "./certamen_game.mjs";

function* rules(seats, options, rng) {
  let stones = options.stones;
  let seat = 0;
  let last = "-";
  let winner = null;
  while (stones > 0) {
    // What the program on this seat reads: the stones that are left and the last action.
    const observation = `${stones} ${last}`;
    const legal = ["1", "2", "3"].filter((taken) => Number(taken) <= stones);
    const grid = { rows: ["o".repeat(stones)] };
    // The match goes on here with the actions of those who were asked.
    const actions = yield new Ask({ [seat]: observation }, { legal, grid });
    last = actions[seat];
    stones -= Number(last);
    winner = seat;
    seat = (seat + 1) % seats;
  }
  return Array.from({ length: seats }, (_, s) => (s === winner ? 1 : 0));
}

run(rules, {
  slug: "SLUG",
  seats: 2,
  scoring: "win-loss", // 1, 0.5 or 0; "points" for any numbers
  chance: "none", // "turns" if rng is used after the start, "start" if only there
  options: { stones: [1, 64, 21] }, // minimum, maximum, default
});
