// Compares the draws of `certamen_game.mjs`, beside this file, with the vectors:
// `selftest.mjs rng_vectors.json`.

import { readFileSync } from "node:fs";
import { Rng } from "./certamen_game.mjs";

/** What `rng_vectors.json` has for a key. */
function draws(key) {
  const repeat = (count, draw) => Array.from({ length: count }, () => String(draw()));
  const [raw, thousand, one, half] = [1, 2, 3, 4].map(() => new Rng(key));
  const ten = [...Array(10).keys()];
  const shuffled = [...ten];
  new Rng(key).shuffle(shuffled);
  return {
    key,
    next_u64: repeat(40, () => raw.nextU64()),
    below_1000: repeat(6, () => thousand.below(1000)),
    below_1: repeat(3, () => one.below(1)),
    "below_2^63+1": repeat(20, () => half.below(2n ** 63n + 1n)),
    choice_of_abc: new Rng(key).choice("abc"),
    shuffle_10: shuffled,
    sample_4_of_10: new Rng(key).sample(ten, 4),
  };
}

const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const vector of vectors) {
  const [own, other] = [draws(vector.key), vector].map((value) => JSON.stringify(value));
  if (own !== other) {
    console.error(`${own}\ndiffers from\n${other}`);
    process.exit(1);
  }
}
console.log(`${vectors.length} keys`);
