// Pig: roll as often as you dare; a 1 loses what this turn has won.

import { Game, run } from "./certamen_game.mjs";

class Dice extends Game {
  slug = "dice";
  title = { en: "Pig", es: "El uno pierde" };
  seats = [2, 6];
  scoring = "points";
  options = { rounds: [1, 100, 5] };

  start({ rounds }, seats) {
    return { turn: 0, rounds, points: Array(seats).fill(0), pot: 0, last: 0 };
  }

  toAct({ turn, rounds, points }) {
    return turn < rounds * points.length ? [turn % points.length] : [];
  }

  legal() {
    return ["roll", "hold"];
  }

  apply(state, actions, rng) {
    const [seat] = this.toAct(state);
    if (actions[seat] === "roll") {
      state.last = rng.below(6) + 1;
      state.pot += state.last;
      if (state.last !== 1) return state;
    } else {
      state.points[seat] += state.pot;
    }
    return { ...state, turn: state.turn + 1, pot: 0, last: 0 };
  }

  observe({ turn, rounds, points, pot, last }, seat) {
    return `${Math.floor(turn / points.length) + 1} ${rounds} ${seat} ${points} ${pot} ${last}`;
  }

  scores(state) {
    return state.points;
  }
}

run(new Dice());
