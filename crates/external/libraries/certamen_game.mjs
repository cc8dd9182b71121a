// Rules programs for Certamen in JavaScript (Node 18 or later), without dependencies: library
// `javascript-1`.
//
// A game is a class that extends `Game`, or a generator function that yields `new Ask(…)`. `run`
// answers the requests of the host, JSON Lines on standard input and output. What `console.log`
// writes goes to standard error, so that it cannot mix with responses.

import { createHash } from "node:crypto";
import { readSync, writeSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PROTOCOL = 1;
const LIVE_GENERATORS = 64;
const RESAMPLE_ATTEMPTS = 100;

/** Thrown for a reply that is no action, with the reason as message. */
export class Illegal extends Error {}

/** Thrown by `start`: these options do not go together. `option` is the name of one. */
export class Rejected extends Error {
  constructor(option, message) {
    super(message);
    this.option = option;
  }
}

/** A method of the game returned what it must not. */
class Misuse extends Error {}

/**
 * ChaCha8 with a 64-bit block counter from 0 and nonce 0, equal in all of Certamen. `key` is 64
 * hexadecimal digits. The same key gives the same draws everywhere.
 */
export class Rng {
  constructor(key) {
    this._reset(key);
  }

  _reset(key) {
    this._key = key;
    this._block = 0;
    this._words = [];
  }

  /** Whether something was drawn from this key. */
  get drawn() {
    return this._block > 0;
  }

  /** A whole number from 0 to 2^64 - 1, as BigInt. */
  nextU64() {
    if (this._words.length === 0) {
      if (this._key === null) throw new Error("rng may be used between two yields only");
      this._words = chacha8(this._key, this._block++).reverse();
    }
    const low = BigInt(this._words.pop());
    return low | (BigInt(this._words.pop()) << 32n);
  }

  /** A whole number from 0 to `bound` - 1, each equally likely; a BigInt if `bound` is one. */
  below(bound) {
    const wanted = BigInt(bound);
    if (wanted < 1n || wanted >= 1n << 64n) {
      throw new RangeError(`below(${bound}): the bound must be 1 to 2^64 - 1`);
    }
    // Lemire, "Fast random integer generation in an interval" (2019): unbiased by rejection.
    const threshold = ((1n << 64n) - wanted) % wanted;
    for (;;) {
      const wide = this.nextU64() * wanted;
      if (BigInt.asUintN(64, wide) >= threshold) {
        return typeof bound === "bigint" ? wide >> 64n : Number(wide >> 64n);
      }
    }
  }

  /** One of `items`, each equally likely. */
  choice(items) {
    return items[this.below(items.length)];
  }

  /** Puts the array `items` in an order drawn uniformly. */
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
  }

  /** `k` of `items` from different places, in the order drawn. */
  sample(items, k) {
    const rest = [...items];
    if (k > rest.length) throw new RangeError(`sample of ${k} from ${rest.length} items`);
    for (let i = 0; i < k; i++) {
      const j = i + this.below(rest.length - i);
      [rest[i], rest[j]] = [rest[j], rest[i]];
    }
    return rest.slice(0, k);
  }
}

const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

function chacha8(key, block) {
  const bytes = Buffer.from(key, "hex");
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) start[4 + i] = bytes.readUInt32LE(4 * i);
  start[12] = block;
  start[13] = Math.floor(block / 2 ** 32);
  const x = start.slice();
  const turn = (a, b, d, bits) => {
    x[a] += x[b];
    const word = x[d] ^ x[a];
    x[d] = (word << bits) | (word >>> (32 - bits));
  };
  for (let round = 0; round < 4; round++) {
    for (const [a, b, c, d] of QUARTERS) {
      turn(a, b, d, 16);
      turn(c, d, b, 12);
      turn(a, b, d, 8);
      turn(c, d, b, 7);
    }
  }
  return Array.from(x, (word, i) => (word + start[i]) >>> 0);
}

/**
 * The rules of a game. `state` is any JSON value; seats count from 0.
 *
 * Required: `start(options, seats, rng)`, `toAct(state)`, `apply(state, actions, rng)`,
 * `observe(state, seat)`, `scores(state)`, and `legal(state, seat)` or `parse(state, seat, text)`.
 * Optional: `sample(state, seat, rng)`, `automatic(state)`, `fallback(state, seat, reply)`,
 * `forfeit(state, seats)`, `detail(state)`, `news(state, seat)`, `resample(state, seat, rng)`,
 * `variant(name)`, and what people see: `text`, `grid`, `picture`, `caption` of
 * `(state, audience)`, a seat or null for spectators.
 */
export class Game {
  seats = 2; // or [min, max]
  scoring = "win-loss"; // or "points"
  options = {}; // name: [min, max, default], a default, ["default", "other", …] or a table
  hidden = false; // whether there is more to hide than simultaneous actions
  showLegal = true; // whether players may see the legal actions
  hardStarts = []; // options of difficult starts
  environment = {}; // versions of libraries that affect the rules
  language = "en"; // of the texts asked for at the moment
}

/**
 * What a generator yields: `observations` maps the seats to act to what they read.
 *
 * `more.legal` is an array or a string of letters, an object of these by seat, or a function
 * `(seat, text)` that returns the action or throws `Illegal`. `news`, `text`, `grid`, `picture`,
 * `caption` are values or functions of a seat (null for spectators); `fallback` is an action or a
 * function `(seat, reply)`; `watching` maps other seats to what they observe.
 */
export class Ask {
  constructor(observations, more) {
    this.observations = { ...observations };
    this.watching = {};
    Object.assign(this, more);
    this.acting = Object.keys(this.observations).map(Number).sort((a, b) => a - b);
  }
}

/** What a generator may return instead of scores: the result with what people see at the end. */
export class End extends Ask {
  constructor(scores, more = {}) {
    super({}, { legal: [], scores, ...more, watching: { ...more.observations } });
    this.observations = {};
  }
}

/** A generator that waits at its last `yield`. */
class Live {
  constructor(generator, rng) {
    this.generator = generator;
    this.rng = rng;
  }

  /** Goes on to the next `yield` or the end; returns the key if something was drawn. */
  advance(actions, key) {
    this.rng._reset(key);
    const { done, value } = this.generator.next(actions);
    if (done && !(value instanceof End)) {
      if (!Array.isArray(value)) throw new Misuse(`returned ${brief(value)}, not scores`);
      this.ask = new End(value);
    } else if (!(value instanceof Ask)) {
      throw new Misuse(`yielded ${brief(value)}, not new Ask(…)`);
    } else {
      this.ask = value;
    }
    const drawn = this.rng.drawn ? key : null;
    this.rng._reset(null);
    return drawn;
  }
}

/** A generator function as a game: its state is what happened since the start. */
class Generated extends Game {
  constructor(rules, manifest) {
    super();
    Object.assign(this, manifest);
    this.rules = rules;
    this.cache = new Map();
    this.last = [null, null];
    if (this.hidden) this.resample = this._resample;
  }

  // The chain of hashes names a history in constant time, however long the match is.
  _next(state, actions, drawn) {
    const link = JSON.stringify([state.hash, actions, drawn]);
    return {
      seats: state.seats,
      options: state.options,
      turns: actions === null ? [] : [...state.turns, actions],
      chance: [...state.chance, drawn],
      hash: createHash("sha256").update(link).digest("hex").slice(0, 24),
    };
  }

  _begin(options, seats, key) {
    const rng = new Rng(key);
    const live = new Live(this.rules(seats, { ...options }, rng), rng);
    if (typeof live.generator?.next !== "function") {
      throw new Misuse(`${this.rules.name} is no generator: write function*`);
    }
    const hash = JSON.stringify([seats, options]);
    const empty = { seats, options, turns: [], chance: [], hash };
    return [live, this._next(empty, null, live.advance(undefined, key))];
  }

  _live(state) {
    if (this.last[0] === state) return this.last[1];
    const live = this.cache.get(state.hash) ?? this._runAgain(state);
    this._remember(state, live);
    return live;
  }

  _runAgain(state) {
    const [live] = this._begin(state.options, state.seats, state.chance[0]);
    state.turns.forEach((actions, turn) => {
      live.advance(joint(live.ask.acting, actions), state.chance[turn + 1]);
    });
    return live;
  }

  _remember(state, live) {
    // A map keeps the order of insertion: the first key is the one used longest ago.
    this.cache.delete(state.hash);
    this.cache.set(state.hash, live);
    this.last = [state, live];
    if (this.cache.size > LIVE_GENERATORS) this.cache.delete(this.cache.keys().next().value);
  }

  start(options, seats, rng) {
    const [live, state] = this._begin(options, seats, rng._key);
    this._remember(state, live);
    return state;
  }

  apply(state, actions, rng) {
    const live = this._live(state);
    // It leaves the place of this state whatever happens: a generator cannot go back.
    this.cache.delete(state.hash);
    this.last = [null, null];
    const listed = live.ask.acting.map((seat) => actions[seat]);
    const following = this._next(state, listed, live.advance(actions, rng._key));
    this._remember(following, live);
    return following;
  }

  toAct(state) {
    return this._live(state).ask.acting;
  }

  observe(state, seat) {
    const { observations, watching } = this._live(state).ask;
    return observations[seat] ?? watching[seat] ?? "";
  }

  legal(state, seat) {
    return legalOf(this._live(state).ask, seat);
  }

  parse(state, seat, text) {
    const { ask } = this._live(state);
    return typeof ask.legal === "function" ? ask.legal(seat, text) : lookUp(legalOf(ask, seat), text);
  }

  sample(state, seat, rng) {
    const { ask } = this._live(state);
    if (ask.sample) return ask.sample(seat, rng);
    const legal = legalOf(ask, seat);
    return legal?.length ? rng.choice(legal) : null;
  }

  automatic(state) {
    return this._live(state).ask.automatic;
  }

  fallback(state, seat, reply) {
    const { fallback } = this._live(state).ask;
    return typeof fallback === "function" ? fallback(seat, reply) : fallback?.[seat] ?? fallback;
  }

  scores(state) {
    return this._live(state).ask.scores ?? Array(state.seats).fill(0);
  }

  detail(state) {
    return this._live(state).ask.detail;
  }

  news(state, seat) {
    const { ask } = this._live(state);
    return ask.news == null ? null : newsOf(ask, seat) ?? ask.observations[seat] ?? null;
  }

  text(state, audience) {
    return this._shown(state, "text", audience) ?? allObservations(this, state, audience);
  }

  grid(state, audience) {
    return this._shown(state, "grid", audience);
  }

  picture(state, audience) {
    return this._shown(state, "picture", audience);
  }

  caption(state, audience) {
    return this._shown(state, "caption", audience);
  }

  _shown(state, name, audience) {
    const shown = this._live(state).ask[name];
    return typeof shown === "function" ? shown(audience) : shown;
  }

  /**
   * Other draws and other actions of the others, until `seat` sees the same all along. As it
   * compares observations, it can show leaks by legal actions and displays only.
   */
  _resample(state, seat, rng) {
    const truth = [...this._history(state, seat, (key) => key, (ask, other, action) => action)];
    const keyFor = (key) => {
      const fresh = Array.from({ length: 4 }, () => rng.nextU64().toString(16).padStart(16, "0"));
      return key !== null && rng.below(2) ? key : fresh.join("");
    };
    const actionFor = (ask, other, action) => {
      const legal = legalOf(ask, other);
      if (legal === null) return readBy(ask.legal, other, action);
      if (legal.includes(action) && (other === seat || rng.below(2))) return action;
      return other === seat ? null : rng.choice(legal);
    };
    for (let attempt = 0; attempt < RESAMPLE_ATTEMPTS; attempt++) {
      let equal = 0;
      let other = null;
      for (const [seen, now] of this._history(state, seat, keyFor, actionFor)) {
        if (seen !== truth[equal][0]) break;
        equal += 1;
        other = now;
      }
      if (equal === truth.length && other.hash !== state.hash) return other;
    }
    return null;
  }

  /** What `seat` sees at each turn of a match like this one, and the state there. */
  *_history(state, seat, keyFor, actionFor) {
    let [live, now] = this._begin(state.options, state.seats, keyFor(state.chance[0]));
    for (let turn = 0; ; turn++) {
      const { ask } = live;
      const view = ask.observations[seat] ?? ask.watching[seat];
      yield [JSON.stringify([ask.acting, view, newsOf(ask, seat)]), now];
      if (turn === state.turns.length || ask.acting.length === 0) return;
      const actions = ask.acting.map((other, i) => actionFor(ask, other, state.turns[turn][i]));
      if (actions.includes(null)) return;
      const drawn = live.advance(joint(ask.acting, actions), keyFor(state.chance[turn + 1]));
      now = this._next(now, actions, drawn);
    }
  }
}

function readBy(parse, seat, text) {
  try {
    return parse(seat, text);
  } catch (error) {
    if (error instanceof Illegal) return null;
    throw error;
  }
}

/** The legal actions as an array, or null where they are not enumerable. */
function legalOf(ask, seat) {
  if (typeof ask.legal === "function") return null;
  const legal = Array.isArray(ask.legal) || typeof ask.legal === "string" ? ask.legal : ask.legal?.[seat];
  if (legal == null) throw new Misuse(`Ask has no legal actions of seat ${seat}`);
  return [...legal];
}

function newsOf(ask, seat) {
  const news = typeof ask.news === "function" ? ask.news(seat) : ask.news;
  return (news !== null && typeof news === "object" ? news[seat] : news) ?? null;
}

function joint(acting, actions) {
  return Object.fromEntries(acting.map((seat, i) => [seat, actions[i]]));
}

/** At most 40 characters of a player's reply, without control characters. */
function clip(text) {
  const characters = Array.from(text.slice(0, 100));
  const short = characters.slice(0, 40).join("") + (characters.length > 40 ? "…" : "");
  return short.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
}

function brief(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

/** The action of the array `legal` that `text` is, blanks around it aside. */
function lookUp(legal, text) {
  const action = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  if (legal.includes(action)) return action;
  const more = legal.length > 20 ? ", …" : "";
  throw new Illegal(`\`${clip(action)}\` is not one of ${legal.slice(0, 20).join(", ")}${more}`);
}

function allObservations(game, state, audience) {
  if (game.hidden) return audience === null ? null : game.observe(state, audience);
  const lines = Array.from({ length: seatsOf(game, state) }, (_, seat) => game.observe(state, seat));
  return (new Set(lines).size > 1 ? lines : lines.slice(0, 1)).join("\n");
}

function seatsOf(game, state) {
  return typeof game.seats === "number" ? game.seats : game.scores(state).length;
}

function listLegal(game, state, seat) {
  const legal = game.legal?.(state, seat) ?? null;
  if (legal === null) return null;
  for (const action of legal) {
    if (typeof action !== "string") throw new Misuse(`legal returned ${brief(action)}, not a string`);
  }
  return [...legal];
}

/** `{ action }` or `{ reason }`. */
function read(game, state, seat, reply) {
  try {
    let action;
    if (game.parse) {
      action = game.parse(state, seat, reply);
    } else {
      const legal = listLegal(game, state, seat);
      if (legal === null) throw new Misuse("the game has neither legal nor parse");
      action = lookUp(legal, reply);
    }
    if (typeof action !== "string") throw new Misuse(`parse returned ${brief(action)}, not a string`);
    return { action };
  } catch (error) {
    if (error instanceof Illegal) return { reason: error.message };
    throw error;
  }
}

function outcomeOf(game, state, scores) {
  const outcome = { scores: [...scores] };
  const detail = game.detail?.(state);
  if (detail && Object.keys(detail).length) outcome.detail = detail;
  return outcome;
}

function displayOf(game, state, request) {
  game.language = request.language ?? "en";
  const audience = request.audience ?? null;
  const display = {};
  for (const name of ["text", "grid", "picture", "caption"]) {
    let value = game[name]?.(state, audience) ?? null;
    if (value === null && name === "text") value = allObservations(game, state, audience);
    if (value !== null) display[name] = value;
  }
  return display;
}

function positionOf(game, state, include = []) {
  const acting = [...game.toAct(state)];
  const seats = () => Array.from({ length: seatsOf(game, state) }, (_, seat) => seat);
  const shown = include.includes("observations") ? seats() : acting;
  const position = { state, to_act: acting };
  position.observations = shown.map((seat) => game.observe(state, seat));
  if (acting.length === 0) position.outcome = outcomeOf(game, state, game.scores(state));
  if (game.news) {
    const news = seats().map((seat) => game.news(state, seat) ?? null);
    if (news.some((line) => line !== null)) position.news = news;
  }
  const automatic = acting.length === 1 ? game.automatic?.(state) ?? null : null;
  if (automatic !== null) position.automatic = automatic;
  for (const extra of include) {
    if (extra === "legal") position.legal = acting.map((seat) => listLegal(game, state, seat));
    else if (extra === "scores") position.scores = [...game.scores(state)];
    else if (extra?.display) position.display = displayOf(game, state, extra.display);
  }
  return position;
}

function optionOf(spec) {
  if (Array.isArray(spec)) {
    if (typeof spec[0] === "string") return { type: "enum", values: spec, default: spec[0] };
    const type = spec.every(Number.isInteger) ? "integer" : "number";
    return { type, min: spec[0], max: spec[1], default: spec[2] };
  }
  if (typeof spec === "object") return spec;
  const type = typeof spec === "number" && Number.isInteger(spec) ? "integer" : typeof spec;
  return { type, default: spec };
}

/** Refuses what is outside of the game's own ranges. */
function checkOptions(game, options) {
  for (const [name, spec] of Object.entries(game.options)) {
    const { type, min = -Infinity, max = Infinity, values } = optionOf(spec);
    const value = options[name];
    const wanted = { integer: "number", enum: "string" }[type] ?? type;
    const fits = typeof value === wanted && (type !== "integer" || Number.isInteger(value));
    const inRange = wanted !== "number" || (min <= value && value <= max);
    if (!fits || !inRange || (values && !values.includes(value))) {
      throw new Rejected(name, `${name} = ${brief(value)} is outside of the option's range`);
    }
  }
}

function manifestOf(game) {
  const table = {
    slug: game.slug,
    title: game.title,
    version: game.version,
    seats: game.seats,
    scoring: game.scoring,
    hidden: game.hidden || undefined,
    chance: game.chance,
    legal: game.showLegal ? undefined : "internal",
    player_protocol: game.playerProtocol,
    move_time: game.moveTime,
    farewell: game.farewell,
    replays: game.replays,
  };
  const manifest = { game: table };
  const options = Object.entries(game.options).map(([name, spec]) => [name, optionOf(spec)]);
  if (options.length) manifest.options = Object.fromEntries(options);
  if (game.hardStarts.length) manifest.hard_start = game.hardStarts;
  return manifest;
}

/** The state after `start` or `apply`. */
function stateFrom(name, state) {
  if (state === undefined || state === null) throw new Misuse(`${name} returned no state`);
  return state;
}

const handlers = {
  initialize(program, { protocol, variant = null }) {
    if (protocol.min > PROTOCOL || protocol.max < PROTOCOL) {
      const range = `${protocol.min} to ${protocol.max}`;
      throw new Misuse(`protocol ${range} was asked for; this library has ${PROTOCOL}`);
    }
    if (variant !== null) {
      if (!program.game.variant) throw new Misuse(`there is no variant ${brief(variant)}`);
      program.game = program.game.variant(variant);
    }
    const { game } = program;
    return { protocol: PROTOCOL, manifest: manifestOf(game), environment: game.environment };
  },

  start({ game }, { options, seats, chance, include }) {
    let state;
    try {
      checkOptions(game, options);
      state = game.start(options, seats, new Rng(chance));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      return { rejected: { option: error.option, message: error.message } };
    }
    return { position: positionOf(game, stateFrom("start", state), include) };
  },

  turn({ game }, { state, replies, automatic, chance, include }) {
    const acting = [...game.toAct(state)];
    let actions;
    if (automatic) {
      actions = [game.automatic(state)];
    } else {
      if (replies.length !== acting.length) {
        throw new Misuse(`${replies.length} replies for ${acting.length} seats`);
      }
      const results = replies.map((reply, i) => {
        return reply === null ? {} : read(game, state, acting[i], reply);
      });
      actions = results.map(({ action }) => action ?? null);
      if (actions.includes(null)) {
        return { actions, reasons: results.map(({ reason }) => reason ?? null) };
      }
    }
    const next = stateFrom("apply", game.apply(state, joint(acting, actions), new Rng(chance)));
    return { actions, position: positionOf(game, next, include) };
  },

  position({ game }, { state, include }) {
    return { position: positionOf(game, state, include) };
  },

  fallback({ game }, { state, seat, reply = null }) {
    return { action: game.fallback?.(state, seat, reply) ?? null };
  },

  forfeit({ game }, { state, seats }) {
    if (game.forfeit) return { outcome: outcomeOf(game, state, game.forfeit(state, seats)) };
    let scores = [...game.scores(state)];
    if (game.scoring === "points") {
      const others = scores.filter((_, seat) => !seats.includes(seat));
      const below = others.length ? Math.min(...others) - 1 : 0;
      scores = scores.map((score, seat) => (seats.includes(seat) ? Math.min(score, below) : score));
    } else {
      scores = scores.map((_, seat) => (seats.includes(seat) ? 0 : seats.length ? 1 : 0.5));
    }
    return { outcome: outcomeOf(game, state, scores) };
  },

  sample({ game }, { state, seat, chance }) {
    const rng = new Rng(chance);
    if (game.sample) return { action: game.sample(state, seat, rng) ?? null };
    const legal = listLegal(game, state, seat);
    return { action: legal?.length ? rng.choice(legal) : null };
  },

  resample({ game }, { state, seat, chance }) {
    return { state: game.resample?.(state, seat, new Rng(chance)) ?? null };
  },
};

/** The responses of a batch as JSON text, up to the first that is no success. */
function batch(program, requests) {
  const responses = [];
  let state = null;
  for (const request of requests) {
    if (!("state" in request)) request.state = state;
    const text = answer(program, request);
    responses.push(text);
    // As in single requests, the state is what was written, not the author's object.
    const { error, position } = JSON.parse(text);
    if (error || (["start", "turn", "position"].includes(request.type) && !position)) break;
    state = position?.state ?? state;
  }
  return `[${responses.join(",")}]`;
}

/** The response as JSON text; exceptions become `error` with the author's file and line. */
function answer(program, request) {
  const head = "id" in request ? { id: request.id } : {};
  try {
    if (request.type === "batch") {
      return `{"id":${JSON.stringify(request.id)},"responses":${batch(program, request.requests)}}`;
    }
    if (!Object.hasOwn(handlers, request.type)) {
      throw new Misuse(`there is no request type ${brief(request.type)}`);
    }
    if (!("state" in request) && !["initialize", "start"].includes(request.type)) {
      throw new Misuse("the request has no state");
    }
    return JSON.stringify({ ...head, ...handlers[request.type](program, request) });
  } catch (error) {
    return JSON.stringify({ ...head, error: errorOf(error) });
  }
}

const LIBRARY = fileURLToPath(import.meta.url);

function errorOf(error) {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : brief(error);
  const message = (error instanceof Misuse ? error.message : text).slice(0, 300);
  const folder = dirname(resolve(process.argv[1] ?? "."));
  for (const line of String(error?.stack).split("\n")) {
    // The first line of the author's: above it are only calls of other people's libraries.
    const [, url, number] = /\(?((?:file:\/\/)?\/[^():]+):(\d+):\d+\)?$/.exec(line) ?? [];
    const file = url?.startsWith("file:") ? fileURLToPath(url) : url;
    // Above the call of `run`, which is the author's too, there is nothing more.
    if (file === LIBRARY && line.includes(" at run ")) break;
    const name = file && file !== LIBRARY ? relative(folder, file) : "..";
    if (!name.startsWith("..")) return { message, at: `${name}:${number}` };
  }
  return { message };
}

function writeAll(text) {
  let bytes = Buffer.from(text);
  while (bytes.length) bytes = bytes.subarray(blocking(() => writeSync(1, bytes)));
}

/**
 * Does it again while the pipe is not ready: Node makes pipes non-blocking when something else opens
 * them as a stream, and has no call that waits for one.
 */
function blocking(operation) {
  for (;;) {
    try {
      return operation();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/**
 * Answers the requests on standard input until it ends. `game` is a `Game`, or a generator function
 * `(seats, options, rng)` with the fields of `Game` as `manifest`.
 */
export function run(game, manifest = {}) {
  const program = { game: game instanceof Game ? game : new Generated(game, manifest) };
  // What the rules print goes to the log.
  console.log = console.info = console.debug = console.error;
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  const chunk = Buffer.alloc(1 << 16);
  let parts = [];
  for (;;) {
    const length = blocking(() => readSync(0, chunk));
    if (length === 0) return;
    let from = 0;
    for (let end; (end = chunk.subarray(0, length).indexOf(10, from)) >= 0; from = end + 1) {
      parts.push(chunk.subarray(from, end));
      const line = parts.length === 1 ? parts[0].toString() : Buffer.concat(parts).toString();
      parts = [];
      writeAll(`${answer(program, JSON.parse(line))}\n`);
    }
    if (from < length) parts.push(Buffer.from(chunk.subarray(from, length)));
  }
}
