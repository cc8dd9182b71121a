// One match after another on one board: its turns, five seconds of its result, then the next one,
// which is put into the same page so that the screen stays full.
(function () {
  "use strict";
  var ns = "http://www.w3.org/2000/svg", RESULT = 5000, WHOLE = 30000;
  var timer = 0, paused = false, due = null, turn = 0, marks = [], lines = [];
  function id(name) { return document.getElementById(name); }
  function number(name) { return Number(id("tv").dataset[name]); }
  function later(what, pause) { clearTimeout(timer); due = what; if (!paused) timer = setTimeout(what, pause); }
  // The states come as scripts, in pieces that each begin with a complete state.
  function first(at) { return at - at % number("piece"); }
  function state(at) { var piece = (window.certamenFrames || {})[first(at)]; return piece && piece[at - first(at)]; }
  function load(at, then) {
    var script = document.createElement("script");
    script.src = id("tv").dataset.pieces.split(" ")[first(at) / number("piece")];
    script.onload = function () { script.remove(); if (paused) due = then; else then(); };
    script.onerror = function () { script.remove(); reveal(true); later(follow, RESULT); };
    document.head.append(script);
  }
  // The page has the end of the match, which is not shown before its beginning.
  function reveal(all) {
    id("tv").querySelectorAll("figure,svg,pre,.result").forEach(function (part) {
      part.style.visibility = all ? "" : "hidden";
    });
  }
  function draw(svg) {
    var old = {};
    Array.from(svg.children).forEach(function (element) { old[element.dataset.k] = element; });
    marks.forEach(function (mark, index) {
      var element = old[mark.k];
      if (!element || element.tagName !== mark.t) {
        if (element) element.remove();
        element = document.createElementNS(ns, mark.t);
        element.dataset.k = mark.k;
      }
      delete old[mark.k];
      element.setAttribute("class", mark.c);
      Object.keys(mark.a).forEach(function (name) { element.setAttribute(name, mark.a[name]); });
      element.textContent = mark.w || "";
      if (svg.children[index] !== element) svg.insertBefore(element, svg.children[index] || null);
    });
    Object.keys(old).forEach(function (key) { old[key].remove(); });
  }
  // Each turn changes the one before.
  function show(at) {
    var now = state(at), svg = id("tv").querySelector("svg"), text = id("tv").querySelector("pre");
    if (at === first(at)) { marks = []; lines = []; }
    var gone = now.g || [];
    marks = marks.filter(function (mark) { return gone.indexOf(mark.k) < 0; });
    (now.m || []).forEach(function (mark) {
      var place = marks.findIndex(function (other) { return other.k === mark.k; });
      if (place >= 0) marks[place] = mark; else marks.splice(mark.i, 0, mark);
    });
    lines = lines.slice(0, now.n);
    now.x.forEach(function (line) { lines[line[0]] = line[1]; });
    if (svg) { draw(svg); svg.setAttribute("aria-label", now.s || ""); }
    if (text) text.textContent = lines.join("\n") + "\n";
    turn = at;
  }
  function step() {
    var last = number("last");
    if (turn >= last) {
      id("tv").querySelector(".result").style.visibility = "";
      later(follow, RESULT);
      return;
    }
    if (!state(turn + 1)) { load(turn + 1, step); return; }
    show(turn + 1);
    later(step, Math.max(80, Math.min(800, WHOLE / last)));
  }
  function begin() {
    window.certamenFrames = {};
    reveal(false);
    load(0, function () {
      reveal(true);
      id("tv").querySelector(".result").style.visibility = "hidden";
      show(0);
      later(step, 1000);
    });
  }
  function follow() {
    if (document.hidden) { later(follow, RESULT); return; }
    due = null;
    fetch(id("tv").dataset.next).then(function (answer) {
      // That match is not shown any more: begin again.
      if (!answer.ok) { id("tv").dataset.next = location.pathname; throw new Error(String(answer.status)); }
      return answer.text();
    }).then(function (text) {
      var fresh = new DOMParser().parseFromString(text, "text/html").getElementById("tv");
      if (!fresh) throw new Error("no match");
      id("tv").replaceWith(document.adoptNode(fresh));
      if (paused) due = begin; else begin();
    }).catch(function () { later(follow, 2 * RESULT); });
  }
  id("pause").addEventListener("click", function () {
    paused = !paused;
    id("pause").setAttribute("aria-pressed", String(paused));
    clearTimeout(timer);
    if (!paused && due) due();
  });
  if (!document.fullscreenEnabled) id("full").hidden = true;
  id("full").addEventListener("click", function () {
    if (document.fullscreenElement) document.exitFullscreen(); else id("screen").requestFullscreen();
  });
  id("remote").hidden = false;
  begin();
})();
