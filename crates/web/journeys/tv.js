// One board shows one match after another by itself, stops on request, and leads on without scripts.
"use strict";
const { journey, check } = require("./browser");

journey(async ({ open, base }) => {
  const page = await open();
  await page.clock.install();
  for (const address of ["en/tv", "es/c/three/tv"]) {
    await page.goto(base + address);
    const shown = () => page.getAttribute("#tv", "data-match");
    const result = () => page.$eval("#tv .result", (place) => getComputedStyle(place).visibility);
    const first = await shown();
    await page.waitForFunction(() => document.querySelector("#tv .result").style.visibility === "hidden");
    const start = await page.$eval("#tv svg", (board) => board.outerHTML);
    await page.clock.runFor(3000);
    check((await page.$eval("#tv svg", (board) => board.outerHTML)) !== start, "the board does not change");
    await page.click("#pause");
    const paused = await page.$eval("#tv svg", (board) => board.outerHTML);
    await page.clock.runFor(5000);
    check((await page.$eval("#tv svg", (board) => board.outerHTML)) === paused, "it goes on");
    await page.click("#pause");
    let seen = false;
    for (let second = 0; second < 120 && (await shown()) === first; second++) {
      seen = seen || (await result()) === "visible";
      await page.clock.runFor(1000);
    }
    check(seen, `${address}: the result is not shown`);
    check((await shown()) !== first, `${address}: no next match`);
    check(page.url() === base + address, "another page was loaded, so that the screen is not full");
  }
  const plain = await open({ javaScriptEnabled: false });
  await plain.goto(base + "en/tv");
  const first = await plain.getAttribute("#tv", "data-match");
  await plain.click('a[rel="next"]');
  check((await plain.getAttribute("#tv", "data-match")) !== first, "the link leads nowhere");
});
