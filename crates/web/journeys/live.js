// A match that takes long moves on its page while it is played, and can be stepped through at its end.
"use strict";
const { journey, check } = require("./browser");

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
});
