// The four announcements beside the course, as participants would experience them today: an idea
// that an organizer implements, a contest that waits for bots, a bot with notes that changes while
// everyone sees its source, and a king of the hill that can be replaced.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, check, photographer } = require("./browser");

const [, , , anaLink, beaLink, hostLink, folder, out] = process.argv;
const LONG = { timeout: 120000 };
const picture = photographer(out);

journey(async ({ open, base }) => {
  const signIn = async (link) => {
    const page = await open();
    await page.goto(base + link.replace(/^\//, ""));
    await page.fill("#password", "correct horse");
    await page.click("main button");
    await page.waitForURL(/\/me$/);
    return page;
  };
  const send = async (page, slug, file, note) => {
    await page.goto(`${base}en/c/${slug}/submit`);
    await page.setInputFiles("#file", path.join(folder, file));
    await page.fill("#note", note);
    await page.click("main form button");
    await page.waitForSelector("text=takes part", LONG);
  };
  const until = async (page, path, words) => {
    for (let tries = 0; tries < 120; tries += 1) {
      await page.goto(base + path);
      if ((await page.textContent("main")).includes(words)) return;
      await page.waitForTimeout(500);
    }
    check(false, `${path}: ${words}: ${await page.textContent("main")}`);
  };
  const ana = await signIn(anaLink);
  const bea = await signIn(beaLink);
  const host = await signIn(hostLink);
  const visitor = await open();

  // FootSteps: a user without a compiler sends an idea, and approves what an organizer made of it.
  await bea.goto(base + "en/c/footsteps/idea");
  await bea.fill("#text", "Bid one point again and again, for nobody expects that.");
  await bea.click("main form button");
  await bea.waitForSelector("text=for nobody expects that");
  await picture(bea, "idea");
  await host.goto(base + "en/c/footsteps/host/ideas");
  await host.setInputFiles("input[type=file]", path.join(folder, "uno.c"));
  await host.click("form:has(input[type=file]) button");
  await bea.goto(base + "en/c/footsteps/idea");
  await bea.waitForSelector("text=printf");
  await picture(bea, "written-down");
  await bea.click("button[value=consent]");
  await bea.waitForSelector("text=takes part", LONG);
  await until(visitor, "en/c/footsteps", "written by the organizer");
  await picture(visitor, "footsteps");

  // Intervalo: waits for two bots, then for a week.
  await until(visitor, "en/c/intervalo", "0 of 2 expected bots");
  await send(ana, "intervalo", "centro.c", "");
  await until(visitor, "en/c/intervalo", "1 of 2 expected bots");
  await picture(visitor, "one-of-two");
  await send(bea, "intervalo", "centro2.c", "");
  await until(visitor, "en/c/intervalo", "2 of 2 expected bots");
  check(await visitor.$("text=Entries close"), "it is known until when");
  await visitor.waitForSelector("[data-until]:has-text('in 7 days')");
  await until(visitor, "en/c/intervalo/notices", "Entries will close");
  await picture(visitor, "then-a-week");

  // Coins: public source code, a note with each version, and an edit.
  await send(ana, "coins", "voltea.cpp", "flips what it can");
  await until(visitor, "en/c/coins/sources/voltea", "int main");
  check((await visitor.textContent("main")).includes("flips what it can"), "with its note");
  await picture(visitor, "open-sources");
  fs.copyFileSync(path.join(folder, "par.cpp"), path.join(folder, "edit", "voltea.cpp"));
  await send(ana, "coins", "edit/voltea.cpp", "now goes for pairs");
  await until(visitor, "en/c/coins", "version 2");
  check((await visitor.textContent("main")).includes("now goes for pairs"), "what it changed");
  await picture(visitor, "edited");

  // Go: entries never close; newcomers and the leader are shown.
  await until(visitor, "en/c/go", "King of the hill");
  await picture(visitor, "hill");
  await send(bea, "go", "tactico.c", "captures");
  await until(visitor, "en/c/go", "is new");
  await until(visitor, "en/c/go/standings", "tactico");
  await picture(visitor, "hill-with-newcomer");
});
