// Private pages: accessible, light and dark, wide and narrow. An author submits a bot, an organizer
// publishes, answers and edits, a team claims itself and its teacher rules.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, faults, check, WIDE, NARROW } = require("./browser");

const [, , , link, hostLink, folder, out] = process.argv;
const found = [];
let number = 0;

// Checks the current page in every size and scheme.
async function sound(page) {
  for (const [size, scheme] of [
    [WIDE, "light"],
    [WIDE, "dark"],
    [NARROW, "dark"],
    [NARROW, "light"],
  ]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    for (const fault of await faults(page)) {
      found.push(`${page.url()} (${size.width} ${scheme}): ${fault}`);
    }
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > NARROW.width) found.push(`${page.url()}: ${wide} wide on a telephone`);
  await page.setViewportSize(WIDE);
  // The HTML as sent, to be validated.
  const answer = await page.request.get(page.url());
  fs.writeFileSync(path.join(out, `${number++}.html`), await answer.text());
}

async function signIn(page, base, path) {
  await page.goto(base + path.replace(/^\//, ""));
  await sound(page);
  await page.fill("#password", "correct horse");
  await page.click("main button");
  await page.waitForURL(/\/me$/);
}

journey(async ({ open, base }) => {
  // Axe is injected, since pages allow no scripts from elsewhere.
  const options = { bypassCSP: true };
  const ana = await open(options);
  await ana.goto(base + "en/sign-in");
  await sound(ana);
  await signIn(ana, base, link);
  await sound(ana);
  await ana.click("text=Submit a bot");
  await ana.waitForURL(/submit$/);
  await sound(ana);
  await ana.setInputFiles("#file", path.join(folder, "uno.c"));
  await ana.fill("#note", "always one");
  await ana.click("main form button");
  await ana.waitForSelector("text=takes part", { timeout: 60000 });
  await sound(ana);
  await ana.click("text=Trial match");
  await ana.waitForURL(/match$/);
  await ana.waitForFunction(() => !document.querySelector("#controls").hidden);
  await ana.keyboard.press("Home");
  await ana.waitForFunction(() => /^0 /.test(document.querySelector("#turn").textContent));
  await sound(ana);
  await ana.goto(base + "en/c/open/mine");
  await sound(ana);
  await ana.goto(base + "en/c/open/ask");
  await ana.fill("#text", "May programs use several threads?");
  await ana.click("main form button");
  await ana.waitForSelector("text=not answered yet");
  await sound(ana);

  const host = await open(options);
  await signIn(host, base, hostLink);
  for (const name of ["", "/submissions", "/notices", "/questions", "/file", "/people", "/log"]) {
    await host.goto(base + "en/c/open/host" + name);
    await sound(host);
  }
  for (const name of ["contests", "people", "audit", "hall", "health"]) {
    await host.goto(base + "en/admin/" + name);
    await sound(host);
  }
  await host.goto(base + "en/me");
  await sound(host);
  await host.goto(base + "en/proposals");
  await sound(host);
  await host.goto(base + "en/c/open/host/questions");
  await host.fill("textarea", "One thread.");
  await host.check("input[type=checkbox]");
  await host.click("main form button");
  await host.waitForSelector("strong:has-text('One thread.')");
  await ana.goto(base + "en/c/open/ask");
  check(/One thread\./.test(await ana.textContent("main")), "the answer is there");
  await ana.fill("#text", "how many threads are there");
  await ana.click("main form button");
  await ana.waitForSelector("text=Perhaps this answers it");
  await sound(ana);

  const pair = await open(options);
  await pair.goto(base + "es/c/curso/course");
  await sound(pair);
  for (const [field, value] of [
    ["group", "2314"],
    ["pair", "2"],
    ["key", "AbCd123456"],
    ["handle", "luis"],
    ["password", "correct horse"],
  ]) {
    await pair.fill("#" + field, value);
  }
  await pair.click("main form button");
  await pair.waitForSelector("text=Usted es de la pareja 1402");
  const file = fs.readdirSync(folder).find((name) => name.endsWith(".cl"));
  await pair.setInputFiles("#file", path.join(folder, file));
  await pair.click("main form button");
  const stored = `El envío del fichero ${file} ha sido almacenado en IA/torneo`;
  await pair.waitForSelector(`text=${stored}`);
  await sound(pair);
  await pair.goto(base + "es/c/curso/marks");
  await sound(pair);
  await host.goto(base + "es/c/curso/host/pairs");
  await host.click("text=Crear enlaces");
  await host.waitForSelector("text=/one-time/");
  await sound(host);
  await host.goto(base + "es/c/curso/marks");
  await sound(host);
  check(number === 29, `${number} pages`);
  check(!found.length, found.join("\n"));
});
