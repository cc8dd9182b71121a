// A long match updates on its page while it is played; the page is accessible.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, faults, check, WIDE, NARROW } = require("./browser");

journey(async ({ open, base }) => {
  const page = await open();
  await page.goto(base + "en/c/go");
  await page.waitForSelector(".boards a", { timeout: 30000 });
  await page.click(".boards figcaption a");
  const shown = async () => Number((await page.textContent("#turn")).split("/")[1]);
  check(await page.$("[data-match]"), "it is being played");
  const before = await shown();
  const board = await page.innerHTML("#board");
  await page.evaluate(() => (window.sameWindow = true));
  const further = (turn) => Number(document.getElementById("turn").textContent.split("/")[1]) > turn;
  await page.waitForFunction(further, before, { timeout: 20000 });
  check(await page.evaluate(() => window.sameWindow === true), "the page renews itself");
  check((await page.innerHTML("#board")) !== board, "and so does its board");
  // Axe is injected, since pages allow no scripts from elsewhere.
  const read = await open({ bypassCSP: true });
  const answer = await read.goto(page.url());
  check(await read.$("[data-match]"), "it is still being played");
  fs.writeFileSync(path.join(process.argv[3], "live.html"), await answer.text());
  for (const [size, scheme] of [[WIDE, "light"], [NARROW, "dark"]]) {
    await read.setViewportSize(size);
    await read.emulateMedia({ colorScheme: scheme });
    const found = await faults(read);
    check(!found.length, `${scheme}: ${found.join("; ")}`);
  }
  const wide = await read.evaluate(() => document.documentElement.scrollWidth);
  check(wide <= NARROW.width, `${wide} wide on a telephone`);
});
