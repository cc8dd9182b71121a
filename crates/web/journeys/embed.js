// Embeddable pages work inside other sites; all other pages refuse.
"use strict";
const http = require("node:http");
const { journey, check } = require("./browser");

journey(async ({ open, base, trouble }) => {
  const framed = (path) => `<!doctype html><title>x</title><iframe src="${base}${path}"></iframe>`;
  const pages = {
    "/table": framed("en/embed/c/three/standings"),
    "/match": framed("en/embed/c/three/matches/1"),
    "/home": framed("en/"),
  };
  const other = http.createServer((request, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(pages[request.url] || "");
  });
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const home = `http://localhost:${other.address().port}`;
  const page = await open();
  const inside = async (path) => {
    await page.goto(home + path);
    const frame = page.frames()[1];
    await frame.waitForLoadState();
    return frame;
  };
  const table = await inside("/table");
  check((await table.$$("table.standings tbody tr")).length === 3, "the table is there");
  const match = await inside("/match");
  check(await match.$("#board svg"), "the board is there");
  await match.click('#steps [rel="first"]');
  check((await match.textContent("#turn")).startsWith("0 "), "and can be stepped through");
  // The other site is asked for its pages, as expected.
  const only = trouble.filter((line) => !line.includes(`asks for ${home}`));
  check(only.length === 0, only.join("\n"));
  await page.goto(home + "/home");
  const refused = () => trouble.some((line) => line.includes("frame-ancestors"));
  for (let tries = 0; tries < 50 && !refused(); tries++) await page.waitForTimeout(100);
  check(refused(), `another page lets itself be framed: ${trouble.join("; ")}`);
  trouble.length = 0;
  other.close();
});
