// A whole course in the browser, from claim to mark sheet: two teams claim themselves, one submits
// a player and the same again, one gets an error about a key, is disqualified and corrects its
// player, the teacher bans a player, the contest is closed, and marks are published.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, check, photographer } = require("./browser");

const [, , , hostLink, folder, out] = process.argv;
const LONG = { timeout: 120000 };
const picture = photographer(out);

async function fill(page, fields) {
  for (const [field, value] of Object.entries(fields)) await page.fill("#" + field, value);
}

journey(async ({ open, base, trouble }) => {
  const course = base + "es/c/curso/course";
  // Rejected requests have this status, which browsers log.
  const noted = () => {
    const refused = trouble.findIndex((line) => /status of 422/.test(line));
    check(refused >= 0, "a browser notes what was refused");
    trouble.splice(refused, 1);
  };
  const claim = async (page, pair, key, handle) => {
    await page.goto(course);
    await fill(page, { group: "2314", pair, key, handle, password: "correct horse" });
    await page.click("main form button");
  };
  const send = async (page, name) => {
    await page.goto(course);
    await page.setInputFiles("#file", path.join(folder, name));
    await page.click("main form button");
    await page.waitForSelector("[role=status], [role=alert]");
    const answer = await page.$eval("[role=status], [role=alert]", (text) => text.textContent);
    if (await page.$("[role=alert]")) noted();
    return answer;
  };
  // Waits until the file with this name has this status on its team's page.
  const becomes = async (page, name, word) => {
    for (let tries = 0; tries < 240; tries += 1) {
      await page.goto(course);
      const heads = await page.$$eval("h3", (all) => all.map((head) => head.textContent));
      if (heads.some((head) => head.includes(name) && head.includes(word))) return;
      await page.waitForTimeout(500);
    }
    check(false, `${name}: ${word}: ${await page.textContent("main")}`);
  };
  const names = fs.readdirSync(folder).sort();
  const of = (player) => names.find((name) => name.startsWith(player));

  // Claiming: a wrong key is rejected, the right one creates an account.
  const ana = await open();
  await claim(ana, "2", "Inventada1", "ana");
  await ana.waitForSelector("text=ninguna pareja tiene ese grupo");
  noted();
  await picture(ana, "claim-refused");
  await claim(ana, "2", "AbCd123456", "ana");
  await ana.waitForSelector("text=Usted es de la pareja 1402");
  const pepe = await open();
  await claim(pepe, "1", "Inventada1", "pepe");
  await pepe.waitForSelector("text=Usted es de la pareja 1401");
  await picture(pepe, "claimed");

  // The two sentences of the announcement, and an immediate rejection.
  const good = of("14021");
  check(
    (await send(ana, good)).includes(`El envío del fichero ${good} ha sido almacenado en IA/torneo`),
    "the first sentence",
  );
  await picture(ana, "stored");
  check((await send(ana, good)).includes("Ese fichero ya existe"), "the second sentence");
  await picture(ana, "exists");
  check(/clave/.test(await send(ana, of("14022"))), "a wrong key in the file is reported at once");
  await picture(ana, "discarded");
  await becomes(ana, good, "participa");
  await picture(ana, "plays");
  check(!(await ana.textContent("main")).includes("1401"), "a pair sees its own only");

  // Disqualified, and corrected under the next number.
  const bad = of("14011");
  check((await send(pepe, bad)).includes("almacenado"), "what is wrong inside is reported later");
  await becomes(pepe, bad, "descalificado");
  await picture(pepe, "disqualified");
  const better = of("14012");
  check((await send(pepe, better)).includes("almacenado"), "the corrected one is taken");
  await becomes(pepe, better, "participa");
  await picture(pepe, "corrected");

  // The teacher bans a player: only with a reason, and then the whole team is out.
  const teacher = await open();
  await teacher.goto(base + hostLink.replace(/^\//, ""));
  await teacher.fill("#password", "correct horse");
  await teacher.click("main button");
  await teacher.waitForURL(/\/me$/);
  await teacher.goto(base + "es/c/curso/host/pairs");
  await picture(teacher, "pairs");
  const form = teacher.locator("form", { has: teacher.locator(`input[value="${better}"]`) });
  await form.locator("button[value=proscribe]").click();
  check(await teacher.$("input[name=reason]:invalid"), "a reason is asked for");
  await form.locator("input[name=reason]").fill("compartió la clave");
  await form.locator("button[value=proscribe]").click();
  await teacher.waitForSelector("text=compartió la clave");
  await picture(teacher, "banned");
  await becomes(pepe, better, "expulsado");
  check((await pepe.textContent("main")).includes("compartió la clave"), "with the reason");
  await picture(pepe, "banned");
  check(/proscrita/.test(await send(pepe, of("14013"))), "and sends nothing more");

  // Provisional marks, each team its own; then the teacher closes, and they are final.
  const marks = async (page, words) => {
    for (let tries = 0; tries < 240; tries += 1) {
      await page.goto(base + "es/c/curso/marks");
      const text = await page.textContent("main");
      if (text.includes(words)) return text;
      await page.waitForTimeout(500);
    }
    return check(false, `${words}: ${await page.textContent("main")}`);
  };
  const so_far = await marks(ana, "Notas provisionales");
  check(so_far.includes("Ejemplo Tres") && !so_far.includes("Ejemplo Uno"), "only their own marks");
  await picture(ana, "provisional");
  await teacher.goto(base + "es/c/curso/host/file");
  const closes = new Date(Date.now() + 6000).toISOString().slice(0, 19) + "[UTC]";
  const text = (await teacher.inputValue("textarea")).replace('"never"', `"${closes}"`);
  check(text.includes(closes), text);
  await teacher.fill("textarea", text);
  await teacher.click("main form:has(textarea) button");
  // The page says what follows.
  await teacher.waitForSelector("input[name=confirmed]", { state: "attached" });
  const [answer] = await Promise.all([
    teacher.waitForResponse((response) => response.request().method() === "POST"),
    teacher.click("main form:has(input[name=confirmed]) button"),
  ]);
  check(answer.status() === 303, `${answer.status()}: ${text}`);
  // Pages check for notices periodically.
  for (let tries = 0, shown = ""; !shown.includes(closes.slice(0, 19)); tries += 1) {
    check(tries < 60, `the date is shown: ${shown}`);
    await teacher.goto(base + "es/c/curso/notices");
    shown = await teacher.textContent("main");
    await teacher.waitForTimeout(500);
  }
  await picture(teacher, "closes");
  const last = await marks(ana, "Notas definitivas");
  check(last.includes("Ejemplo Tres"), last);
  await picture(ana, "final");
  check(!(await marks(pepe, "Notas definitivas")).includes("Ejemplo Tres"), "only their own marks");
  await picture(pepe, "final-of-the-banned");

  // The mark sheet.
  await marks(teacher, "Notas definitivas");
  await picture(teacher, "all-marks");
  const [sheet] = await Promise.all([
    teacher.waitForEvent("download", LONG),
    teacher.click("text=Acta de notas (CSV)"),
  ]);
  await sheet.saveAs(path.join(out, "marks.csv"));
  await teacher.goto(base + "es/c/curso/publications");
  await picture(teacher, "tables");
  const visitor = await open();
  await visitor.goto(base + "es/c/curso");
  const shown = await visitor.textContent("main");
  check(!/1402|1401|\b(?:ana|pepe)\b/.test(shown), `a visitor does not see who: ${shown}`);
  await picture(visitor, "public");
});
