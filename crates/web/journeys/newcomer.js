// Five tasks of a user who has never seen the site, each from the home page: what they ask for is
// at most three clicks away.
"use strict";
const path = require("node:path");
const { journey, check } = require("./browser");

const [, , , link, folder] = process.argv;

journey(async ({ open, base }) => {
  const page = await open();
  let clicks = 0;
  const home = async () => {
    clicks = 0;
    await page.goto(base + "en/");
  };
  const click = async (selector) => {
    clicks += 1;
    check(clicks <= 3, `${selector} is click ${clicks}`);
    await page.click(selector);
    await page.waitForLoadState();
  };

  // Who leads a contest, and is that certain?
  await home();
  const leader = (await page.textContent("main tr:has-text('Three') td[data-label=leader]")).trim();
  await click("main a:has-text('Three')");
  await click(".tabs a:has-text('Standings')");
  const row = await page.textContent("main tbody tr:first-child");
  check(row.includes(leader), `${leader} leads: ${row}`);
  check(/certain|more match/.test(await page.textContent("main")), "it is said how certain that is");

  // The leader's last match, step by step.
  await home();
  await click("main a:has-text('Three')");
  await click(`main a:has-text('${leader}')`);
  await click("main a[href*='/matches/']");
  check(await page.isVisible("#play"), "it can be played");

  // A game of Coins to its end.
  await home();
  await click("header a:has-text('Play')");
  await click("main ul.games a[href$=coins]");
  await click("main form button");
  await page.waitForURL(/\/seat\//);
  // Three letters are a move; built-in players answer at once.
  for (let letters = 0; letters < 60 && !(await page.$(".winner")); letters += 1) {
    await page.click(".choices button[value=N]");
    const said = (letters % 3) + 1;
    await page.waitForFunction((said) => {
      const typed = document.querySelector(".choices input[name=answer]");
      return document.querySelector(".winner") || (typed && typed.value.length === said % 3);
    }, said);
  }
  check(await page.$(".winner"), "it comes to an end");

  // The deadline of a course.
  await home();
  await click("main a:has-text('Torneo')");
  check(/close/i.test(await page.textContent("main")), "the deadline is there");

  // A bot that does not compile, and why.
  await page.goto(base + link.replace(/^\//, ""));
  await page.fill("#password", "correct horse");
  await page.click("main button");
  await page.waitForURL(/\/me$/);
  await home();
  await click("main a:has-text('Open')");
  await click("a:has-text('Submit')");
  await page.setInputFiles("#file", path.join(folder, "wrong.c"));
  await click("main form button");
  await page.waitForSelector("text=/error/", { timeout: 60000 });
  check(/wrong\.c|expected/.test(await page.textContent("main")), "the compiler's words are there");
});
