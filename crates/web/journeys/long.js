// A match of more than a thousand turns comes in pieces, which are loaded when they are needed, and
// lists the moves around the turn shown; from a disk, too.
"use strict";
const { journey, check } = require("./browser");

journey(async ({ open, base }) => {
  const disk = base.startsWith("file:");
  const page = await open();
  const asked = [];
  page.on("request", (request) => {
    if (request.url().includes("frames")) asked.push(request.url());
  });
  await page.goto(base + (disk ? "en/c/long/matches/1.html" : "en/c/long/matches/1"));
  const last = Number((await page.textContent("#turn")).split("/")[1]);
  check(last > 1000, `a long match: ${last} turns`);
  check(asked.length === 1, `one piece at first: ${asked.join(" ")}`);
  const at = (due) =>
    page.waitForFunction((to) => document.getElementById("turn").textContent.startsWith(to + " "), due);
  const listed = () => page.$$eval("#moves li", (all) => all.map((one) => one.value));
  await at(0);
  await page.keyboard.press("End");
  await at(last);
  check((await listed()).length <= 200, "not all moves are listed");
  check(asked.length === 2, `another piece: ${asked.join(" ")}`);
  await page.keyboard.press("Home");
  await at(0);
  const begin = await listed();
  check(begin[0] === 1 && begin.length === 199, `the moves of the beginning: ${begin.join(" ")}`);
  const board = () => page.$eval("#board svg", (svg) => [...svg.children].map((one) => one.outerHTML).join());
  const seen = [];
  for (const key of ["4", "0", "0", "Enter"]) await page.keyboard.press(key);
  await at(400);
  seen.push(await board());
  await page.keyboard.press("ArrowLeft");
  await at(399);
  check((await listed())[0] === 200, "the moves of the piece before");
  await page.keyboard.press("ArrowRight");
  await at(400);
  seen.push(await board());
  check(seen[0] === seen[1], "a turn looks the same in both directions");
  await page.click("#moves li:nth-child(5)");
  await at(404);
  const linked = await open();
  await linked.goto(page.url().split("#")[0] + "#t=650");
  await linked.waitForFunction(() => document.getElementById("turn").textContent.startsWith("650 "));
  check(new Set(asked).size === asked.length, `nothing is fetched twice: ${asked.join(" ")}`);
});
