// People play: two bid against each other in secret, one of them plays Mancala8 against a built-in
// player. Every page is accessible, light and dark, wide and narrow; it works without scripts, too.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, faults, check, WIDE, NARROW } = require("./browser");

const [, , , link, out] = process.argv;
const found = [];
let number = 0;

// Checks the current page in every size and scheme, and stores it in a folder.
async function sound(page) {
  for (const [size, scheme] of [
    [WIDE, "dark"],
    [NARROW, "dark"],
    [NARROW, "light"],
    [WIDE, "light"],
  ]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    for (const fault of await faults(page)) {
      found.push(`${page.url()} (${size.width} ${scheme}): ${fault}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > size.width) found.push(`${page.url()}: ${wide} wide of ${size.width}`);
    if (scheme === "light") {
      await page.screenshot({ path: path.join(out, `${number}-${size.width}.png`), fullPage: true });
    }
  }
  const answer = await page.request.get(page.url());
  fs.writeFileSync(path.join(out, `${number++}.html`), await answer.text());
}

const turn = (page) => page.getAttribute("#typed input[name=turn]", "value");

journey(async ({ open, base }) => {
  // Axe is injected, since pages allow no scripts from elsewhere.
  const options = { bypassCSP: true };
  const ana = await open(options);
  await ana.goto(base + link.replace(/^\//, ""));
  await ana.fill("#password", "correct horse");
  await ana.click("main button");
  await ana.waitForURL(/\/me$/);
  await ana.click("main h2 a");
  await ana.waitForURL(/\/play$/);
  await sound(ana);
  await ana.click("main ul.games a[href$=footsteps]");
  await sound(ana);
  await ana.selectOption("#seat1", "link");
  await ana.click("main form button");
  await ana.waitForURL(/\/seat\//);
  await sound(ana);
  const other = await ana.getAttribute(".side a[href*='/seat/']", "href");
  const bea = await open({ ...options, javaScriptEnabled: false });
  await bea.goto(base + other.replace(/^\//, ""));
  const looker = await open(options);
  await looker.goto(ana.url().split("/seat/")[0]);

  await ana.fill("#answer", "23");
  await ana.focus("#answer");
  let sent = 0;
  ana.on("request", (request) => {
    if (request.method() === "POST") sent += 1;
  });
  // A key that is held is pressed again and again.
  for (let presses = 0; presses < 3; presses += 1) await ana.keyboard.down("Enter");
  await ana.keyboard.up("Enter");
  await ana.waitForSelector("text=Your choice for this turn is saved");
  check(sent === 1, `sent ${sent} times`);
  await sound(ana);
  for (const page of [ana, looker]) {
    check(!/\b23\b/.test(await page.textContent("main")), "no other player sees it yet");
  }
  await bea.reload();
  check(!/\b23\b/.test(await bea.textContent("main")), "the other one does not either");
  // The field takes numbers only; what else is sent gets the reason.
  const refused = await bea.request.post(bea.url(), { form: { turn: "1", answer: "much" } });
  check(refused.status() === 422 && /Illegal move/.test(await refused.text()), "it gets the reason");
  await bea.fill("#answer", "11");
  await bea.click("#typed button");
  // Spectators see it without reloading.
  for (const page of [ana, looker]) await page.waitForSelector(".moves >> text=23");
  check((await turn(ana)) === "2", "the next turn is due");
  await sound(looker);

  await ana.goto(base + "en/play/mancala8");
  await ana.selectOption("#seat1", "house regular");
  await ana.click("main form button");
  await ana.waitForURL(/\/seat\//);
  await sound(ana);
  for (let moves = 0; moves < 300; moves += 1) {
    await ana.waitForSelector("#typed, .winner");
    if (await ana.$(".winner")) break;
    const before = await turn(ana);
    await ana.click(".choices button >> nth=0");
    await ana.waitForFunction(
      (before) => {
        const due = document.querySelector("#typed input[name=turn]");
        return document.querySelector(".winner") || (due && due.value !== before);
      },
      before,
    );
  }
  check(await ana.$(".winner"), "it comes to an end");
  await sound(ana);
  check(await ana.$("text=Play again with seats swapped"), "another match is one press away");
  await ana.click("text=Step through the match");
  await ana.waitForFunction(() => !document.querySelector("#controls").hidden);
  await sound(ana);
  check(!found.length, found.join("\n"));
});
