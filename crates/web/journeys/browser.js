// A browser for the journeys: console messages of pages, and requests to other sites, are recorded
// and fail the journey.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 400, height: 800 };

// Runs a journey with the address it is given; its failure is the exit status.
function journey(walk) {
  const base = process.argv[2];
  run(walk, base).then(
    () => process.exit(0),
    (error) => {
      console.error(error.stack || String(error));
      process.exit(1);
    },
  );
}

async function run(walk, base) {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const trouble = [];
  // What browsers request by themselves is not part of a page.
  const own = (url) => url.startsWith(base) || /^(data|about|blob|chrome):/.test(url);
  const open = async (options = {}) => {
    const context = await browser.newContext({ viewport: WIDE, ...options });
    const page = await context.newPage();
    page.on("console", (message) => trouble.push(`${page.url()}: console: ${message.text()}`));
    page.on("pageerror", (error) => trouble.push(`${page.url()}: ${error}`));
    page.on("request", (request) => {
      if (!own(request.url())) trouble.push(`${page.url()}: asks for ${request.url()}`);
    });
    return page;
  };
  try {
    await walk({ open, base, browser, trouble });
    if (trouble.length) throw new Error(trouble.join("\n"));
  } finally {
    await browser.close();
  }
}

// The axe violations of the current page, by all rules or by these.
async function faults(page, rules) {
  const judge = async ([source, rules]) => {
    if (!window.axe) (0, eval)(source);
    const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
    const found = await window.axe.run(document, { resultTypes: ["violations"], ...only });
    return found.violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    );
  };
  return page.evaluate(judge, [axe, rules]);
}

// Takes numbered screenshots of pages, for a telephone too, and stores what was sent.
function photographer(out) {
  let number = 0;
  return async (page, name) => {
    const file = (size) => path.join(out, `${String(number).padStart(2, "0")}-${name}${size}.png`);
    const wide = page.viewportSize();
    await page.screenshot({ path: file(""), fullPage: true });
    await page.setViewportSize(NARROW);
    await page.screenshot({ path: file("-narrow"), fullPage: true });
    await page.setViewportSize(wide);
    const answer = await page.request.get(page.url());
    fs.writeFileSync(path.join(out, `${number++}.html`), await answer.text());
  };
}

function check(holds, message) {
  if (!holds) throw new Error(message);
}

module.exports = { journey, faults, photographer, check, WIDE, NARROW };
