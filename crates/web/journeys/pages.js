// Every page that can be reached: readable by ear and eye, light and dark, wide and narrow, and
// nothing on the console. The pages are left in a folder, to be checked for validity.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, faults, check, WIDE, NARROW } = require("./browser");

const out = process.argv[3];
// Of pages that differ by what they are about only, one is enough.
const SAME = [
  [/\/matches\/\d+$/, "match"],
  [/\/matches\/\d+\?turn=\d+$/, "turn"],
  [/\/matches\?.*before=/, "older"],
  [/\/matches\?.*vs=/, "pair"],
  [/\/matches\?bot=/, "matches of"],
  [/\/bots\//, "bot"],
  [/\/standings\?at=/, "earlier"],
  [/\/publications\/\d+$/, "publication"],
];

function kind(url) {
  const own = new URL(url);
  const about = own.pathname + own.search;
  const same = SAME.find(([pattern]) => pattern.test(about));
  return same ? `${about.split("/")[3]} ${same[1]}` : about.slice(3);
}

journey(async ({ open, base }) => {
  // Axe is put into pages that let no script in from elsewhere.
  const page = await open({ bypassCSP: true });
  const found = [];
  const queue = [base + "en/"];
  const known = new Set([kind(queue[0])]);
  let number = 0;
  while (queue.length) {
    const url = queue.shift();
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: "light" });
    const answer = await page.goto(url);
    check(answer.ok(), `${url}: ${answer.status()}`);
    fs.writeFileSync(path.join(out, `${number++}.html`), await answer.text());
    for (const [width, scheme] of [
      [WIDE, "light"],
      [WIDE, "dark"],
      [NARROW, "dark"],
      [NARROW, "light"],
    ]) {
      await page.setViewportSize(width);
      await page.emulateMedia({ colorScheme: scheme });
      for (const fault of await faults(page)) {
        found.push(`${url} (${width.width} ${scheme}): ${fault}`);
      }
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > NARROW.width) found.push(`${url}: ${wide} wide on a telephone`);
    const links = await page.$$eval("a[href]", (all) => all.map((one) => one.href));
    for (const link of links) {
      const to = link.split("#")[0];
      if (!to.startsWith(base + "en/") || to.endsWith(".atom") || known.has(kind(to))) continue;
      known.add(kind(to));
      queue.push(to);
    }
  }
  console.log(`${number} pages`);
  check(!found.length, found.join("\n"));
});
