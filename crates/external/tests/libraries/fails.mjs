import { Game, run } from "./certamen_game.mjs";

class Fails extends Game {
  slug = "fails";
  options = { stones: [0, 9, 1] };

  start(options) {
    console.log("a line for the log");
    return { stones: options.stones, numbers: [{}, {}, {}] };
  }

  toAct() {
    return [0];
  }

  legal() {
    return "AB";
  }

  apply(state) {
    state.numbers[state.stones].last = 1; // this line is named
    return state;
  }

  observe() {
    return "-";
  }

  scores() {
    return [0, 0];
  }
}

run(new Fails());
