// {{protocol}}

const readline = require("node:readline");

function choose(holes, kalaha, rivalHoles, rivalKalaha, slots) {
  // {{idea}}
  let best = 0;
  for (let hole = 5; hole >= 0; hole--) {
    if (holes[hole] === 6 - hole) {
      return hole;
    }
    if (holes[hole] >= holes[best]) {
      best = hole;
    }
  }
  return best;
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  // {{farewell}}
  if (line === "fin") {
    process.exit(0);
  }
  // {{question}}
  const numbers = line.split(" ").map(Number);
  const hole = choose(numbers.slice(0, 6), numbers[6], numbers.slice(7, 13), numbers[13], numbers[14]);
  // {{flush}}
  process.stdout.write(`R ${hole}\n`);
});
