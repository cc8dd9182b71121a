// {{protocol}}

const readline = require("node:readline");

function choose(points, rivalPoints, steps) {
  // {{idea}}
  if (points === 0) {
    return 0;
  }
  return Math.max(1, Math.floor(points / steps));
}

// {{options}}
const options = JSON.parse(process.env.CERTAMEN_OPTIONS || "{}");
let points = options.points ?? 50;
let rivalPoints = points;
// {{steps}}
let steps = Math.floor((options.squares ?? 7) / 2);
let bid;

function speak() {
  bid = choose(points, rivalPoints, steps);
  // {{flush}}
  process.stdout.write(`${bid}\n`);
}

speak();
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  // {{farewell}}
  if (line === "fin") {
    process.exit(0);
  }
  const rivalBid = Number(line);
  points -= bid;
  rivalPoints -= rivalBid;
  steps -= Math.sign(bid - rivalBid);
  speak();
});
