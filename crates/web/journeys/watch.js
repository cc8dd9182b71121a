// The table moves while matches are played, and says so when the contest is over.
"use strict";
const { journey, check } = require("./browser");

journey(async ({ open, base }) => {
  const page = await open();
  await page.goto(base + "en/c/long/standings");
  await page.waitForFunction(() => document.querySelector("table.standings"));
  const played = () => page.textContent(".facts");
  const before = await played();
  check(/being played/.test(before), `it is being played: ${before}`);
  await page.evaluate(() => (window.sameWindow = true));
  const other = (text) => document.querySelector(".facts").textContent !== text;
  await page.waitForFunction(other, before, { timeout: 20000 });
  const same = () => page.evaluate(() => window.sameWindow === true);
  check(await same(), "the page renews itself, it is not loaded anew");
  const over = () => /finished/.test(document.querySelector(".facts").textContent);
  await page.waitForFunction(over, null, { timeout: 60000 });
  check(await same(), "nor at the end");
});
