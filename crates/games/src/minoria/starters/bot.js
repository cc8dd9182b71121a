// {{protocol}}

const { createInterface } = require("node:readline");

function choose(choices) {
    // {{idea}}
    const count = (option) => choices.split(option).length;
    return ["A", "B", "C"].reduce((best, option) => (count(option) < count(best) ? option : best));
}

createInterface({ input: process.stdin }).on("line", (line) => {
    // {{farewell}}
    if (line.trim() === "fin") process.exit(0);
    // {{question}}
    const [turn, rounds, seat, points, choices] = line.trim().split(" ");
    // {{flush}}
    process.stdout.write(choose(choices) + "\n");
});
