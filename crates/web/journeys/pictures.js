// The most telling pages as pictures, compared with reference images: a page that looks different is
// found, a letter that another font draws differently is not. `INSTA_UPDATE=always` writes the
// reference images again; look at each before it is committed.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { journey, check } = require("./browser");

const [, , , references, out] = process.argv;
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };
// Name, address, size, colour scheme, and what is different: a key that is pressed, a part that is
// looked at; without scripts where a script goes on by itself.
const PICTURES = [
  ["home", "en/", WIDE, "light"],
  ["home-phone", "en/", PHONE, "dark"],
  ["contest", "en/c/three", WIDE, "light"],
  ["standings", "en/c/many/standings", WIDE, "light"],
  ["standings-phone", "es/c/many/standings", PHONE, "light"],
  ["bracket", "en/c/cup/standings", WIDE, "dark"],
  ["crosstable", "en/c/many/matrix", WIDE, "light"],
  ["ratings", "fr/c/many/field", WIDE, "light"],
  ["match-start", "en/c/three/matches/1", WIDE, "light", { part: "#replay" }],
  ["match-end", "en/c/go/matches/1", WIDE, "dark", { press: "End", part: "#replay" }],
  ["match-phone", "it/c/mancala8/matches/1?turn=4", PHONE, "light", { part: "#result" }],
  ["bot", "en/c/many/bots/three", WIDE, "light"],
  ["games", "en/games", WIDE, "light"],
  ["one-after-another", "en/c/go/tv", WIDE, "dark", { plain: true }],
  ["openings", "en/c/mancala8/openings", WIDE, "light"],
];
// Times differ from run to run, and a caret blinks.
const STILL = `time, [data-until] { visibility: hidden !important }
  * { caret-color: transparent !important; animation: none !important; transition: none !important }`;
// The side of the squares whose mean colours are compared, in pixels, the difference that counts, of
// 255, and the share of squares that may have it.
const SQUARE = 16;
const NOTABLE = 12;
const TOLERANCE = 0.01;

// The share of squares in which two images differ; 1 if they are of different sizes.
async function difference(page, one, other) {
  return page.evaluate(
    async ([images, square, notable]) => {
      const read = async (data) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const [a, b] = await Promise.all(images.map(read));
      if (a.width !== b.width || a.height !== b.height) return 1;
      const columns = Math.ceil(a.width / square), rows = Math.ceil(a.height / square);
      const sums = new Float64Array(columns * rows * 3);
      for (let y = 0; y < a.height; y++) {
        for (let x = 0; x < a.width; x++) {
          const at = 4 * (y * a.width + x);
          const own = 3 * (Math.floor(y / square) * columns + Math.floor(x / square));
          for (let part = 0; part < 3; part++) sums[own + part] += a.data[at + part] - b.data[at + part];
        }
      }
      let different = 0;
      for (let own = 0; own < columns * rows; own++) {
        const parts = [0, 1, 2].map((part) => Math.abs(sums[3 * own + part]) / (square * square));
        different += Math.max(...parts) > notable;
      }
      return different / (columns * rows);
    },
    [[one, other].map((bytes) => bytes.toString("base64")), SQUARE, NOTABLE],
  );
}

journey(async ({ open, base }) => {
  const update = process.env.INSTA_UPDATE === "always";
  const judge = await open();
  // The pages allow no styles from elsewhere, and these are added to them.
  const page = await open({ timezoneId: "UTC", bypassCSP: true });
  const plain = await open({ timezoneId: "UTC", bypassCSP: true, javaScriptEnabled: false });
  const look = async ([, address, viewport, colorScheme, different = {}], style = STILL) => {
    const shown = different.plain ? plain : page;
    await shown.setViewportSize(viewport);
    await shown.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await shown.goto(base + address);
    if (different.press) await shown.keyboard.press(different.press);
    if (different.part) await shown.$eval(different.part, (part) => part.scrollIntoView());
    return shown.screenshot({ style });
  };
  fs.mkdirSync(references, { recursive: true });
  fs.mkdirSync(out, { recursive: true });
  const wrong = [], taken = [];
  for (const one of PICTURES) {
    const name = one[0];
    const picture = await look(one);
    taken.push([name, picture]);
    const reference = path.join(references, `${name}.png`);
    if (update) fs.writeFileSync(reference, picture);
    const is = fs.existsSync(reference) ? await difference(judge, picture, fs.readFileSync(reference)) : 1;
    if (is > TOLERANCE) {
      fs.writeFileSync(path.join(out, `${name}.png`), picture);
      wrong.push(`${name}: ${(100 * is).toFixed(1)} % differ: see ${path.join(out, name)}.png`);
    }
  }
  const known = fs.readdirSync(references).sort();
  const due = PICTURES.map(([name]) => `${name}.png`).sort();
  if (known.join() !== due.join()) wrong.push(`there are ${known}, not ${due}`);
  // The comparison distinguishes pages, and finds a board that is missing.
  for (const [at, [name, picture]] of taken.entries()) {
    const [next, other] = taken[(at + 1) % taken.length];
    const is = await difference(judge, picture, other);
    if (is <= TOLERANCE) wrong.push(`${name} and ${next} look the same`);
  }
  const start = PICTURES.findIndex(([name]) => name === "match-start");
  const bare = await look(PICTURES[start], `${STILL} .board { visibility: hidden !important }`);
  const is = await difference(judge, taken[start][1], bare);
  if (is <= TOLERANCE) wrong.push(`a missing board is no difference: ${is}`);
  check(!wrong.length, wrong.join("\n"));
});
