// Stepping through a match: by keys, slider, link, buttons, and without scripts.
"use strict";
const { journey, check } = require("./browser");

journey(async ({ open, base }) => {
  const url = base + "en/c/three/matches/1";
  const page = await open();
  await page.goto(url);
  const shown = async () => (await page.textContent("#turn")).split("/").map(Number);
  const turn = async () => (await shown())[0];
  const last = (await shown())[1];
  const press = async (key, due) => {
    await page.keyboard.press(key);
    check((await turn()) === due, `${key}: turn ${await turn()} instead of ${due}`);
  };
  check((await turn()) === 0, "a finished match begins at its start");
  const focused = () => page.evaluate(() => document.activeElement.id);
  check((await focused()) === "play", `Play has the focus, not ${await focused()}`);
  const result = () => page.$eval("#result", (place) => getComputedStyle(place).visibility);
  check((await result()) === "hidden", "the result is hidden at the start");
  await press("ArrowRight", 1);
  const board = () => page.$eval("#board svg", (svg) => [...svg.children].map((one) => one.outerHTML).join());
  const first = await board();
  const caption = await page.textContent("#told");
  check(caption.length > 0, "the turn has a caption");
  await press("ArrowRight", 2);
  check((await board()) !== first, "the board changed");
  await press("ArrowLeft", 1);
  check((await page.textContent("#told")) === caption, "the caption is the same");
  await press("End", last);
  check((await result()) === "visible", "the result is shown at the end");
  await press("ArrowUp", Math.max(0, last - 10));
  await press("Home", 0);
  await press("ArrowDown", Math.min(10, last));
  await page.keyboard.press("2");
  await press("Enter", 2);
  check((await page.evaluate(() => location.hash)) === "#t=2", "the address names the turn");
  await page.keyboard.press("t");
  check(await page.$eval("#text", (text) => text.open), "t opens the text");
  await page.keyboard.press("f");
  check(await page.$eval("#replay", (place) => place.classList.contains("flipped")), "f flips");
  await page.keyboard.press("f");
  await page.focus("#board");
  const here = await turn();
  await page.keyboard.press("ArrowRight");
  const square = await page.textContent("#told");
  await page.keyboard.press("ArrowRight");
  const next = await page.textContent("#told");
  check(square !== next && next.length > 0, `the arrows walk the marks: ${square}, ${next}`);
  check((await page.$$("#board .walked")).length === 1, "one mark is ringed");
  check((await turn()) === here, "the turn stays");
  await page.keyboard.press("ArrowLeft");
  check((await page.textContent("#told")) === square, "and back");
  await page.$eval("#board", (board) => board.blur());
  check((await page.$$("#board .walked")).length === 0, "no mark is ringed any more");
  await page.keyboard.press("Home");
  check((await turn()) === here, "keys act only while the replay has the focus");
  await page.focus("#play");
  await page.keyboard.press("?");
  check(await page.$eval("#help", (help) => help.open), "? shows the keys");
  await page.$eval("#slider", (slider) => {
    slider.value = 3;
    slider.dispatchEvent(new Event("input"));
  });
  check((await turn()) === 3, "the slider moves it");
  await page.click('#steps [rel="prev"]');
  check((await turn()) === 2, "the buttons move it");
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.click("#moves li:nth-child(1) a", { modifiers: ["ControlOrMeta"] }),
  ]);
  await tab.close();
  check((await turn()) === 2, "a new tab leaves this one as it is");
  await page.click("#moves li:nth-child(1)");
  check((await turn()) === 1, "a move links to its turn");
  await page.fill("#goto", "3");
  await page.keyboard.press("Tab");
  check((await turn()) === 3, "a typed number leads to its turn");
  await page.click("#moves li:nth-child(1)");
  const link = await page.inputValue("#share-link");
  check(link === base + "en/c/three/matches/1?turn=1", `the link to the turn: ${link}`);
  const embed = await page.inputValue("#share-embed");
  check(embed.includes(`src="${base}en/embed/c/three/matches/1"`), embed);
  await page.keyboard.press(" ");
  check((await page.textContent("#play")) === "Pause", "Play becomes Pause");
  const beyond = () => Number(document.getElementById("turn").textContent.split("/")[0]) > 1;
  await page.waitForFunction(beyond);
  await page.keyboard.press(" ");

  const linked = await open();
  await linked.goto(url + "#t=1");
  check((await linked.textContent("#turn")).startsWith("1 "), "a link leads to a turn");
  check((await linked.textContent("#told")) === caption, "and shows its caption");

  const bare = await open({ javaScriptEnabled: false });
  await bare.goto(url + "?turn=1");
  check((await bare.textContent("#told")) === caption, "without scripts the turn has its caption");
  await bare.click('#steps [rel="next"]');
  check(bare.url().endsWith("?turn=2"), "and links lead on");
  check((await bare.textContent("#turn")).startsWith("2 "), "to the next turn");

  // Another language, the same page.
  await page.goto(url + "?turn=2");
  await page.click('a[hreflang="es"]');
  check(page.url().startsWith(base + "es/c/three/matches/1?turn=2"), page.url());
  check((await page.getAttribute("html", "lang")) === "es", "the page says its language");
});
