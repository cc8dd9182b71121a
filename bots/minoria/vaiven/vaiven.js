// Stays with its option while it scores, and goes on to the next one when it does not.

const { createInterface } = require("node:readline");

let place = null;
let before = 0;

createInterface({ input: process.stdin }).on("line", (line) => {
    if (line.trim() === "fin") process.exit(0);
    const [, , seat, points] = line.trim().split(" ");
    const own = Number(points.split(",")[Number(seat)]);
    if (place === null) place = Number(seat) % 3;
    else if (own === before) place = (place + 1) % 3;
    before = own;
    process.stdout.write("ABC"[place] + "\n");
});
