// An archive is opened from a disk: pages link to each other, a match can be replayed. So can one
// that was written into a page of its own.
"use strict";
const { journey, check } = require("./browser");

journey(async ({ open, base }) => {
  const page = await open();
  await page.goto(base + "index.html");
  await page.waitForURL(/en\/index\.html$/);
  await page.click('a[href$="c/three/index.html"]');
  await page.click('nav.tabs a[href$="standings.html"]');
  check((await page.$$("table.standings tbody tr")).length === 3, "the table is there");
  await page.click('nav.tabs a[href*="matches/"]');
  await page.click("table.matches tbody tr:first-child a");
  // Keys work once the page is loaded.
  await page.waitForURL(/matches\/\d+/);
  await page.keyboard.press("Home");
  check((await page.textContent("#turn")).startsWith("0 "), "it replays");
  await page.keyboard.press("ArrowRight");
  check((await page.textContent("#turn")).startsWith("1 "), "turn by turn");
  await page.click('a[hreflang="es"]');
  check((await page.getAttribute("html", "lang")) === "es", "the other language is there");
  await page.goto(base + "one.html");
  await page.keyboard.press("Home");
  check((await page.textContent("#turn")).startsWith("0 "), "the page of one match replays");
  await page.keyboard.press("ArrowRight");
  check((await page.textContent("#turn")).startsWith("1 "), "turn by turn, too");
});
