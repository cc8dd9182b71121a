// People play games whose rules are a program: on a grid, by clicks and without scripts by buttons,
// and one that lists no actions, by the text field.
"use strict";
const { journey, faults, photographer, check } = require("./browser");

const [, , , link, out] = process.argv;
const take = photographer(out);

const turn = (page) => page.getAttribute("#typed input[name=turn]", "value");

// Plays one move and waits until the other player has answered, or the match is over.
async function move(page, play) {
  await page.waitForSelector("#typed");
  const before = await turn(page);
  await play();
  await page.waitForFunction((before) => {
    const due = document.querySelector("#typed input[name=turn]");
    return document.querySelector(".winner") || (due && due.value !== before);
  }, before);
}

async function sound(page, name) {
  const wrong = await faults(page);
  check(!wrong.length, `${page.url()}: ${wrong.join("\n")}`);
  await take(page, name);
}

journey(async ({ open, base }) => {
  // Axe is injected, since pages allow no scripts from elsewhere.
  const options = { bypassCSP: true };
  const ana = await open(options);
  await ana.goto(base + link.replace(/^\//, ""));
  await ana.fill("#password", "correct horse");
  await ana.click("main button");
  await ana.waitForURL(/\/me$/);
  const opened = async (game) => {
    await ana.goto(base + "en/play");
    await ana.click(`main ul.games a[href$=${game}]`);
    await ana.selectOption("#seat1", "house first");
    await ana.click("main form button");
    await ana.waitForURL(/\/seat\//);
  };

  await opened("noughts");
  await sound(ana, "grid");
  for (const square of ["a1", "b2", "c3"]) {
    await move(ana, () => ana.click(`#board [data-a=${square}]`));
  }
  check(/wins/.test(await ana.textContent(".winner")), "three in a row");
  check(!(await ana.$("#board [data-a]")), "nothing can be pressed after the end");
  await sound(ana, "grid-over");

  await opened("noughts");
  const plain = await open({ ...options, javaScriptEnabled: false });
  await plain.goto(ana.url());
  for (const square of ["a1", "b2", "c3"]) {
    await plain.click(`.choices button[value=${square}]`);
    await plain.goto(ana.url());
  }
  check(/wins/.test(await plain.textContent(".winner")), "three in a row without scripts");

  await opened("words");
  check(!(await ana.$(".choices, [data-a]")), "actions that are internal are not shown");
  check(!/c3/.test(await ana.textContent("main")), "nor named");
  await sound(ana, "text");
  await plain.goto(ana.url());
  const refused = await plain.request.post(plain.url(), { form: { turn: "1", answer: "zz" } });
  check(refused.status() === 422 && /Illegal move/.test(await refused.text()), "it gets the reason");
  for (const square of ["a1", "b2", "c3"]) {
    await move(ana, async () => {
      await ana.fill("#answer", square);
      await ana.press("#answer", "Enter");
    });
  }
  check(/wins/.test(await ana.textContent(".winner")), "three in a row by text");
  await sound(ana, "text-over");
});
