/* escalera: thinks some steps further than the rival, as many as paid so far.

Step 0 bids a fair price. Step 1 takes the rival for step 0 and bids one point more; or, where that
is too dear, a single point. Step 2 answers step 1 likewise, and so on. After each turn every step
is told what it would have been worth against the bid that came; the next one is drawn among the
steps, those with better marks more often. */

"use strict";

const readline = require("node:readline");

const STEPS = 5;
// How fast good marks make a step likelier, and how fast old ones are forgotten.
const TRUST = 2.5;
const MEMORY = 0.8;

/** A number of CERTAMEN_OPTIONS (a JSON object), or its usual value. */
function option(key, usual) {
  const given = JSON.parse(process.env.CERTAMEN_OPTIONS || "{}")[key];
  return Number.isInteger(given) ? given : usual;
}

/** Mulberry32: small, and the same everywhere. */
function lotsFrom(seed) {
  let state = Number(BigInt(seed) % 4294967296n);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const clamp = (bid, own) => (own === 0 ? 0 : Math.max(1, Math.min(bid, own)));

/** The points left, shared among the steps to the nearer end and one more. */
function fair(own, nearer) {
  return clamp(Math.floor(own / (1 + nearer)), own);
}

/** What each step would bid in this position. */
function ladder(own, rival, nearer) {
  let [mine, his] = [fair(own, nearer), fair(rival, nearer)];
  const bids = [mine];
  for (let step = 1; step < STEPS; step++) {
    [mine, his] = [answer(his, own, nearer), answer(mine, rival, nearer)];
    bids.push(mine);
  }
  return bids;
}

/** One point more than a foreseen bid, unless that costs more than half as much again as is fair. */
function answer(bid, own, nearer) {
  const limit = nearer === 1 ? own : 1.5 * own / (1 + nearer) + 1;
  return clamp(bid + 1 <= limit ? bid + 1 : 1, own);
}

/** What a bid is worth against another: a step won or lost, and the points that it saved. */
function mark(bid, other, own) {
  return Math.sign(bid - other) + (own > 0 ? (other - bid) / own : 0);
}

/** A step, those with better marks more often. */
function draw(marks, lots) {
  const weights = marks.map((value) => Math.exp(TRUST * value));
  let lot = lots() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (lot -= weight) < 0);
  return Math.max(found, 0);
}

async function main() {
  const lots = lotsFrom(process.env.CERTAMEN_SEED || "0");
  const reach = Math.floor(option("squares", 7) / 2);
  let own = option("points", 50);
  let rival = own;
  let place = 0;
  let marks = new Array(STEPS).fill(0);
  const input = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  for (;;) {
    const bids = ladder(own, rival, reach - Math.abs(place));
    // More than one point above all that the rival has is only dearer.
    const bid = clamp(Math.min(bids[draw(marks, lots)], rival + 1), own);
    process.stdout.write(`${bid}\n`);
    const { value: line, done } = await input.next();
    if (done || !/^\s*\d+\s*$/.test(line)) break; // `fin`, or nobody there any more
    const heard = Number(line);
    marks = marks.map((value, step) => MEMORY * value + mark(bids[step], heard, own));
    own -= bid;
    rival = Math.max(0, rival - heard);
    place += Math.sign(bid - heard);
  }
  process.exit(0);
}

main();
