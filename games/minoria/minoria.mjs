import { Ask, run } from "./certamen_game.mjs";

function award(points, actions) {
  const counts = {};
  for (const action of Object.values(actions)) counts[action] = (counts[action] ?? 0) + 1;
  const least = Math.min(...Object.values(counts));
  const rarest = Object.keys(counts).filter((action) => counts[action] === least);
  if (Object.keys(counts).length === 1 || rarest.length > 1) return;
  for (const [seat, action] of Object.entries(actions)) points[seat] += action === rarest[0];
}

function* minoria(seats, { rounds }, rng) {
  const points = Array(seats).fill(0);
  let last = "-";
  for (let turn = 1; turn <= rounds; turn++) {
    const views = points.map((_, seat) => `${turn} ${rounds} ${seat} ${points} ${last}`);
    const actions = yield new Ask(views, { legal: "ABC", scores: points });
    award(points, actions);
    last = Object.values(actions).join("");
  }
  return points;
}

run(minoria, {
  slug: "minoria", seats: [2, 20], scoring: "points", options: { rounds: [1, 10_000, 10] },
});
