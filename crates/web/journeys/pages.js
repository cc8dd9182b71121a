// Every page that can be reached, embeddable and error pages: accessible, light and dark, wide and
// narrow, and without console messages. None is too wide for a telephone in any language, none moves
// while it loads, and none needs many requests. The pages are stored in a folder, to be validated.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, faults, check, WIDE, NARROW } = require("./browser");

const out = process.argv[3];
// Only pages below this path are visited, beside the first; empty for all.
const within = process.argv[4] || "";
const LANGUAGES = ["en", "es", "fr", "it"];
// Of pages that differ by their subject only, one is enough.
const SAME = [
  [/\/matches\/\d+$/, "match"],
  [/\/matches\/\d+\?turn=\d+$/, "turn"],
  [/\/matches\/\d+\/worth$/, "worth"],
  [/\/matches\?.*before=/, "older"],
  [/\/matches\?.*vs=/, "pair"],
  [/\/matches\?bot=/, "matches of"],
  [/\/bots\//, "bot"],
  [/\/standings\?at=/, "earlier"],
  [/\/openings\?moves=/, "opening"],
  [/\/tv\?match=/, "watched"],
  [/\/publications\/\d+$/, "publication"],
];
// Of contests that differ by their game only, those with different pages are enough.
const BOARDS = /^\/en\/c\/(go|intervalo|mancala8|coins|minoria)\b/;

function worth(url) {
  const own = new URL(url);
  const ownLook = /^\/en\/c\/\w+(\/(matches\/\d+|bots\/[^/]+))?$/;
  return !BOARDS.test(own.pathname) || ownLook.test(own.pathname + own.search);
}

function kind(url) {
  const own = new URL(url);
  const about = own.pathname + own.search;
  const same = SAME.find(([pattern]) => pattern.test(about));
  const contest = about.split("/").slice(3, about.includes("/championships/") ? 6 : 4).join("/");
  return same ? `${contest} ${same[1]}` : about.slice(3);
}

// How far parts of a page moved while it was loaded, which is at most 0.1 on a good page, and what it
// loads.
const SHIFT = 0.1;
const REQUESTS = 7;
const loaded = (page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords().filter((one) => !one.hadRecentInput);
    const parts = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return {
      shift: shifts.reduce((sum, one) => sum + one.value, 0),
      requests: parts.length,
      bytes: parts.reduce((sum, one) => sum + one.encodedBodySize, 0),
    };
  });

// The same for embeddable pages.
function embedded(url) {
  const own = new URL(url);
  const made = /^\/en\/c\/[^/]+\/(standings|matches\/\d+)$/.test(own.pathname + own.search);
  if (BOARDS.test(own.pathname) || !made) return [];
  return [own.origin + own.pathname.replace("/en/", "/en/embed/")];
}

journey(async ({ open, base, trouble }) => {
  // Axe is injected, since pages allow no scripts from elsewhere.
  const page = await open({ bypassCSP: true });
  const found = [];
  const queue = [base + "en/"];
  // Missing pages have an error page, in every language.
  const missing = LANGUAGES.map((language) => `${base}${language}/c/nobody`);
  queue.push(...missing);
  const known = new Set([kind(queue[0])]);
  // The 404 status is logged on the console, as expected.
  const isUnexpected = (line) => !missing.some((url) => line.startsWith(`${url}: console:`));
  let number = 0;
  const most = { shift: [0, ""], requests: [0, ""], bytes: [0, ""] };
  while (queue.length) {
    const url = queue.shift();
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: "light" });
    const answer = await page.goto(url);
    check(answer.ok() !== missing.includes(url), `${url}: ${answer.status()}`);
    fs.writeFileSync(path.join(out, `${number++}.html`), await answer.text());
    const is = await loaded(page);
    for (const key of Object.keys(most)) if (is[key] > most[key][0]) most[key] = [is[key], url];
    if (is.shift > SHIFT) found.push(`${url}: parts move by ${is.shift} while it loads`);
    if (is.requests > REQUESTS) found.push(`${url}: ${is.requests} requests`);
    for (const [width, scheme] of [
      [WIDE, "light"],
      [WIDE, "dark"],
      [NARROW, "dark"],
      [NARROW, "light"],
    ]) {
      await page.setViewportSize(width);
      await page.emulateMedia({ colorScheme: scheme });
      // Only colours change with the scheme.
      const rules = scheme === "dark" ? ["color-contrast"] : undefined;
      for (const fault of await faults(page, rules)) {
        found.push(`${url} (${width.width} ${scheme}): ${fault}`);
      }
    }
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    if ((await wide()) > NARROW.width) found.push(`${url}: ${await wide()} wide on a telephone`);
    // A wide window at a zoom of 200 %.
    await page.setViewportSize({ width: WIDE.width / 2, height: WIDE.height / 2 });
    if ((await wide()) > WIDE.width / 2) found.push(`${url}: ${await wide()} wide at 200 %`);
    const links = await page.$$eval("a[href]", (all) => all.map((one) => one.href));
    links.push(...embedded(url));
    for (const link of links) {
      const to = link.split("#")[0];
      if (!to.startsWith(`${base}en/${within}`) || /\.(atom|svg)$/.test(to) || known.has(kind(to))) continue;
      if (!worth(to)) continue;
      known.add(kind(to));
      queue.push(to);
    }
    // In the other languages words are longer.
    await page.setViewportSize(NARROW);
    for (const language of missing.includes(url) ? [] : LANGUAGES.slice(1)) {
      const translated = url.replace(`${base}en/`, `${base}${language}/`);
      await page.goto(translated);
      const width = await wide();
      if (width > NARROW.width) found.push(`${translated}: ${width} wide on a telephone`);
    }
  }
  trouble.splice(0, trouble.length, ...trouble.filter(isUnexpected));
  console.log(`${number} pages`);
  for (const [key, [value, url]] of Object.entries(most)) console.log(`most ${key}: ${value}: ${url}`);
  check(!found.length, found.join("\n"));
});
