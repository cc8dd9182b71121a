// Standings update while matches are played, and show when the contest is over.
"use strict";
const { journey, check } = require("./browser");

journey(async ({ open, base }) => {
  const page = await open();
  await page.goto(base + "en/c/long/standings");
  // To one page no stream is open, another is left for a while.
  const [alone, left] = [await open(), await open()];
  await alone.addInitScript(() => {
    window.EventSource = class {
      static CLOSED = 2;
      readyState = 2;
      constructor() {
        setTimeout(() => this.onerror(), 0);
      }
      addEventListener() {}
      close() {}
    };
  });
  for (const other of [alone, left]) {
    await other.goto(base + "en/c/long/standings");
    await other.evaluate(() => (window.sameWindow = true));
  }
  const turned = (kind) =>
    left.evaluate((kind) => window.dispatchEvent(new PageTransitionEvent(kind, { persisted: true })), kind);
  await turned("pagehide");
  await page.waitForFunction(() => document.querySelector("table.standings"));
  const played = () => page.textContent(".facts");
  const before = await played();
  check(/being played/.test(before), `it is being played: ${before}`);
  await page.evaluate(() => (window.sameWindow = true));
  // Headings sort, by keys too, and the table stays sorted when it updates.
  await page.focus('.sort[data-column="1"]');
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const sorted = () => page.$$eval("table.standings tbody th bdi", (all) => all.map((one) => one.textContent));
  const backwards = async () => {
    const names = await sorted();
    return names.length === 3 && names.join() === [...names].sort().reverse().join();
  };
  check(await backwards(), `the names, last first: ${await sorted()}`);
  const other = (text) => document.querySelector(".facts").textContent !== text;
  await page.waitForFunction(other, before, { timeout: 20000 });
  check(await backwards(), `still: ${await sorted()}`);
  const focused = await page.evaluate(() => document.activeElement.matches('[aria-sort="descending"] .sort'));
  check(focused, "and the key that was pressed is where it was");
  const same = () => page.evaluate(() => window.sameWindow === true);
  check(await same(), "the page renews itself, it is not reloaded");
  const over = () => /finished/.test(document.querySelector(".facts").textContent);
  await page.waitForFunction(over, null, { timeout: 60000 });
  check(await same(), "nor at the end");
  await alone.waitForFunction(over, null, { timeout: 20000 });
  check(!(await left.evaluate(over)), "who has left the page asks for nothing");
  await turned("pageshow");
  await left.waitForFunction(over, null, { timeout: 20000 });
  for (const other of [alone, left]) {
    check(await other.evaluate(() => window.sameWindow === true), "neither is reloaded");
  }
});
