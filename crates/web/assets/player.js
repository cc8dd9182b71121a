// Steps through a match: by keys, buttons, a slider, or automatically. The states come as a script,
// so that it works from a disk, too.
(function () {
  "use strict";
  var pieces = window.certamenFrames, place = document.getElementById("replay");
  if (!pieces || !place) return;
  var id = function (name) { return document.getElementById(name); };
  var last = Number(place.dataset.last), turn = Number(place.dataset.turn), typed = "", timer = 0;
  var svg = id("board").querySelector("svg"), ns = "http://www.w3.org/2000/svg";
  var slider = id("slider"), told = id("told"), text = id("text"), play = id("play"), speed = id("speed");
  var onwards = id("onwards"), appraised = id("appraised"), again = id("again"), entry = id("goto");
  var result = id("result"), playWord = play.textContent, copyWord = id("copy").textContent;
  // The result and the course of the scores are hidden until the end was shown once.
  var seen = false, spoilers = [result, id("graph")].filter(Boolean);
  var shares = [id("share-link"), id("share-embed")].filter(Boolean);
  var axis = document.querySelector(".graph .axis");
  var calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  // Long matches come in pieces, each beginning with a complete state; the piece that a turn is in.
  var size = Number(place.dataset.piece), homes = (place.dataset.pieces || "").split(" "), whole = !homes[0];
  function part(at) { return at - at % size; }
  function begin(at) { return whole ? 0 : part(at); }
  function frame(at) { return pieces[begin(at)][at - begin(at)]; }
  var asked = null, loading = {};
  function load(first) {
    if (loading[first] || first > last) return;
    loading[first] = true;
    var script = document.createElement("script");
    script.src = homes[first / size];
    script.onload = function () { if (asked && begin(asked[0]) === first) show(asked[0], asked[1], asked[2]); };
    script.onerror = function () { loading[first] = false; };
    document.head.append(script);
  }
  // The marks after a turn: those of the first state of its piece, changed turn by turn.
  var known = {}, texts = {}, cached = -1;
  function forget(first) {
    if (cached !== first) { known = {}; texts = {}; cached = first; }
  }
  function marks(wanted) {
    for (var at = begin(wanted); at <= wanted; at++) {
      if (known[at]) continue;
      var gone = frame(at).g || [];
      var kept = (known[at - 1] || []).filter(function (mark) { return gone.indexOf(mark.k) < 0; });
      (frame(at).m || []).forEach(function (mark) {
        var old = kept.findIndex(function (other) { return other.k === mark.k; });
        if (old >= 0) kept[old] = mark; else kept.splice(mark.i, 0, mark);
      });
      known[at] = kept;
    }
    return known[wanted];
  }
  // The text after a turn, computed in the same way.
  function textAt(wanted) {
    for (var at = begin(wanted); at <= wanted; at++) {
      if (texts[at]) continue;
      var lines = (texts[at - 1] || []).slice(0, frame(at).n);
      frame(at).x.forEach(function (line) { lines[line[0]] = line[1]; });
      texts[at] = lines;
    }
    return texts[wanted].join("\n") + "\n";
  }
  // Of long matches only the moves of one piece are listed.
  var listed = part(turn);
  function list(first) {
    var moves = id("moves");
    if (listed === first || !frame(first).v) return;
    listed = first;
    moves.replaceChildren();
    for (var at = first; at < first + size && at <= last; at++) {
      if (!frame(at).v.length) continue;
      var item = document.createElement("li"), way = document.createElement("a");
      item.value = at;
      way.href = "#t=" + at;
      frame(at).v.forEach(function (move) {
        var said = document.createElement("span"), wrong = document.createElement("span");
        said.className = "seat" + move[0];
        said.textContent = move[1] + " ";
        wrong.className = "bad";
        wrong.textContent = move[2];
        if (move[2]) said.append(wrong);
        way.append(said, " ");
      });
      item.append(way);
      moves.append(item);
    }
  }
  function draw(list) {
    var old = {}, child;
    Array.prototype.slice.call(svg.children).forEach(function (element) { old[element.dataset.k] = element; });
    list.forEach(function (mark, index) {
      var element = old[mark.k];
      if (!element || element.tagName !== mark.t) {
        if (element) element.remove();
        element = document.createElementNS(ns, mark.t);
        element.dataset.k = mark.k;
      }
      delete old[mark.k];
      element.setAttribute("class", mark.c);
      Object.keys(mark.a).forEach(function (name) { element.setAttribute(name, mark.a[name]); });
      var words = mark.w || "", label = mark.l || "";
      if (element.textContent !== label + words) {
        element.textContent = words;
        if (label) { child = document.createElementNS(ns, "title"); child.textContent = label; element.prepend(child); }
      }
      if (svg.children[index] !== element) svg.insertBefore(element, svg.children[index] || null);
    });
    Object.keys(old).forEach(function (key) { old[key].remove(); });
  }
  function show(wanted, spoken, silent) {
    wanted = Math.max(0, Math.min(last, Math.round(wanted) || 0));
    asked = [wanted, spoken, silent];
    if (!pieces[begin(wanted)]) { load(begin(wanted)); return; }
    turn = wanted;
    asked = null;
    forget(begin(turn));
    list(part(turn));
    var now = frame(turn);
    if (svg) { draw(marks(turn)); svg.setAttribute("aria-label", now.s || ""); }
    told.setAttribute("aria-live", spoken ? "polite" : "off");
    told.textContent = now.s || "";
    text.querySelector("pre").textContent = textAt(turn);
    id("turn").textContent = turn + " / " + last;
    slider.value = entry.value = turn;
    seen = seen || turn === last;
    spoilers.forEach(function (part) { part.classList.toggle("spoiler", !seen); });
    document.querySelectorAll(".fresh").forEach(function (part) { part.classList.remove("fresh"); });
    if (onwards) onwards.href = onwards.dataset.to + Math.min(turn, Number(onwards.dataset.most));
    if (appraised) appraised.hash = "t" + turn;
    if (again) again.textContent = again.dataset.command + Math.max(turn, 1);
    document.querySelectorAll("#moves li").forEach(function (move) {
      var here = Number(move.value) === turn;
      if (here) { move.setAttribute("aria-current", "true"); scroll(move); } else move.removeAttribute("aria-current");
    });
    if (axis && last) {
      var from = Number(axis.dataset.from), to = Number(axis.dataset.to), x = from + (to - from) * turn / last;
      axis.setAttribute("x1", x); axis.setAttribute("x2", x);
    }
    if (silent) return;
    history.replaceState(null, "", "#t=" + turn);
    // Another language, the same turn.
    document.querySelectorAll("a[hreflang]").forEach(function (way) { way.hash = "t=" + turn; });
    if (shares.length) shares[0].value = shares[0].dataset.to + turn;
  }
  function scroll(move) {
    var list = move.parentNode;
    if (move.offsetTop < list.offsetTop + list.scrollTop || move.offsetTop > list.offsetTop + list.scrollTop + list.clientHeight - 30) {
      list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }
  function pause() { clearTimeout(timer); timer = 0; play.textContent = playWord; }
  function tick() {
    if (turn >= last) { pause(); return; }
    show(turn + 1, false);
    // The next piece is loaded before it is needed.
    if (!pieces[begin(turn + 20)]) load(begin(turn + 20));
    timer = setTimeout(tick, 800 / Number(speed.value));
  }
  function start() {
    if (timer) { pause(); return; }
    if (turn >= last) show(0, false);
    play.textContent = play.dataset.pause;
    timer = setTimeout(tick, calm ? 800 : 300);
  }
  function faster(by) {
    pause();
    speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
  }
  function flip() {
    var flipped = place.classList.toggle("flipped");
    id("flip").setAttribute("aria-pressed", String(flipped));
  }
  // While the board has the focus, arrow keys move between marks with a description.
  var board = id("board"), walked = "";
  function words(mark) { var title = mark.querySelector("title"); return title && title.textContent; }
  function middle(mark) { var box = mark.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; }
  // The distance of a mark in a direction; NaN if it is elsewhere. Of several at one place the
  // topmost is used.
  function far(mark, here, x, y) {
    var to = middle(mark);
    if (!here) return 1000 * to[1] + to[0];
    var from = middle(here), across = to[0] - from[0], down = to[1] - from[1], along = across * x + down * y;
    return along > 1 ? along + 3 * Math.abs(across * y - down * x) : NaN;
  }
  function walk(x, y) {
    var marks = Array.prototype.filter.call(svg.children, words), best = null, least = Infinity;
    var here = marks.find(function (mark) { return mark.dataset.k === walked; });
    if (place.classList.contains("flipped")) { x = -x; y = -y; }
    marks.forEach(function (mark) {
      var distance = far(mark, here, x, y);
      if (distance <= least) { best = mark; least = distance; }
    });
    if (!best) return;
    leave();
    walked = best.dataset.k;
    best.classList.add("walked");
    told.setAttribute("aria-live", "polite");
    told.textContent = words(best);
  }
  function leave() { var mark = svg.querySelector(".walked"); if (mark) mark.classList.remove("walked"); }
  var ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  if (svg && svg.querySelector("title")) board.tabIndex = 0;
  board.addEventListener("blur", function () { if (svg) leave(); });
  var acts = {
    ArrowRight: function () { show(turn + 1, true); }, ArrowLeft: function () { show(turn - 1, true); },
    ArrowDown: function () { show(turn + 10, true); }, ArrowUp: function () { show(turn - 10, true); },
    Home: function () { show(0, true); }, End: function () { show(last, true); },
    " ": start, "+": function () { faster(1); }, "-": function () { faster(-1); },
    t: function () { text.open = !text.open; },
    f: flip, "?": function () { id("help").open = !id("help").open; },
    Enter: function () { if (typed) show(Number(typed), true); typed = ""; }
  };
  // Keys act only while something of the replay has the focus, which a click on it gives.
  place.tabIndex = -1;
  place.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (/^[0-9]$/.test(event.key)) { typed += event.key; return; }
    if (/^(BUTTON|SUMMARY)$/.test(event.target.tagName) && event.key === " ") return;
    if (event.key === "Enter" && !typed) return;
    if (event.target === board && ways[event.key]) {
      pause();
      walk(ways[event.key][0], ways[event.key][1]);
      event.preventDefault();
      return;
    }
    var act = acts[event.key];
    if (!act) return;
    if (event.key !== " ") pause();
    act();
    if (event.key !== "Enter") typed = "";
    event.preventDefault();
  });
  // Links that are to open elsewhere, in a new tab for example, are for the browser.
  function isElsewhere(event) { return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey; }
  id("steps").addEventListener("click", function (event) {
    if (isElsewhere(event)) return;
    var way = event.target.closest("a"), rel = way && way.rel, to = { first: 0, prev: turn - 1, next: turn + 1, last: last }[rel];
    if (to === undefined) return;
    event.preventDefault(); pause(); show(to, true);
  });
  id("moves").addEventListener("click", function (event) {
    var move = event.target.closest("li");
    if (!move || isElsewhere(event)) return;
    event.preventDefault(); pause(); show(Number(move.value), true);
  });
  entry.addEventListener("focus", pause);
  entry.addEventListener("change", function () { pause(); show(Number(entry.value), true); });
  place.addEventListener("click", function (event) {
    var way = event.target.closest("[data-to-turn]");
    if (!way || isElsewhere(event)) return;
    event.preventDefault(); pause(); show(Number(way.dataset.toTurn), true);
  });
  // A click on the graph shows its turn.
  if (axis) axis.parentNode.addEventListener("click", function (event) {
    var box = axis.parentNode.getBoundingClientRect(), width = axis.parentNode.viewBox.baseVal.width;
    var from = Number(axis.dataset.from), to = Number(axis.dataset.to);
    var x = (event.clientX - box.left) / box.width * width;
    pause(); show(Math.round((x - from) / (to - from) * last), true);
  });
  slider.addEventListener("input", function () { pause(); show(Number(slider.value), true); });
  play.addEventListener("click", start);
  id("flip").addEventListener("click", flip);
  var copy = id("copy");
  copy.addEventListener("click", function () {
    if (!navigator.clipboard) return;
    navigator.clipboard.writeText(location.href.split("#")[0] + "#t=" + turn).then(function () {
      copy.textContent = copy.dataset.done;
      setTimeout(function () { copy.textContent = copyWord; }, 2000);
    }).catch(function () {});
  });
  // Where the site does not know its address, the browser does.
  shares.forEach(function (field) {
    field.value = field.value.replace(/^\/|(src=")(?=\/)/, function (found) { return found === "/" ? location.origin + "/" : found + location.origin; });
    if (field.dataset.to && field.dataset.to[0] === "/") field.dataset.to = location.origin + field.dataset.to;
    field.addEventListener("focus", function () { field.select(); });
  });
  function linked() {
    var asked = /^#t=(\d+)$/.exec(location.hash);
    return asked ? Number(asked[1]) : null;
  }
  window.addEventListener("hashchange", function () { var to = linked(); if (to !== null) show(to, true); });
  id("controls").hidden = false;
  if (linked() !== null) show(linked(), false);
  else {
    show(place.dataset.begin ? 0 : turn, false, true);
    // Not within a page of another site, whose focus it would take.
    if (place.dataset.begin && window.top === window) play.focus({ preventScroll: true });
  }
})();
