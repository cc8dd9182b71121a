// The rules of a game. All players choose A, B or C at the same time; a letter that fewer chose than
// any other scores a point. Change what you like, then run: certamen check-game SLUG.mjs
import { Game, run } from "./certamen_game.mjs";

function award(points, actions) {
  const counts = {};
  for (const action of Object.values(actions)) counts[action] = (counts[action] ?? 0) + 1;
  const least = Math.min(...Object.values(counts));
  const rarest = Object.keys(counts).filter((action) => counts[action] === least);
  if (Object.keys(counts).length === 1 || rarest.length > 1) return;
  for (const [seat, action] of Object.entries(actions)) points[seat] += action === rarest[0];
}

class Rules extends Game {
  slug = "SLUG";
  seats = [2, 20];
  scoring = "points";
  options = { rounds: [1, 100, 10] };

  start({ rounds }, seats) {
    return { round: 0, rounds, points: Array(seats).fill(0), last: "-" };
  }

  toAct(state) {
    return state.round < state.rounds ? state.points.keys() : [];
  }

  legal() {
    return "ABC";
  }

  apply(state, actions) {
    award(state.points, actions);
    return { ...state, round: state.round + 1, last: Object.values(actions).join("") };
  }

  observe({ round, rounds, points, last }, seat) {
    return `${round + 1} ${rounds} ${seat} ${points} ${last}`;
  }

  scores(state) {
    return state.points;
  }
}

run(new Rules());
