// Flips what it has unflipped, and takes coins with what is left of its turn.
// run: node voltea.js POSITION
const [, me, , ...players] = process.argv[2].split(";");
const own = players.map((player) => player.split("_")).find(([id]) => id === me);
const flips = Math.min(Number(own[3]), 3);
console.log("F".repeat(flips) + "1".repeat(3 - flips));
