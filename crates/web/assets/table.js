// A table where people play: marks can be clicked, and the page updates itself on events. Without
// scripts, buttons and a link do the same.
(function () {
  "use strict";
  var table = document.querySelector("#table");
  if (!table) return;
  var LIVE = ["board", "ask", "seats", "moves", "text", "worth"], AGAIN = 11000, busy = false, due = false;
  table.addEventListener("click", function (event) {
    var mark = event.target.closest("[data-a]"), form = document.querySelector("#typed");
    if (!mark || !form) return;
    form.elements.answer.value = mark.dataset.a;
    form.requestSubmit();
  });
  function put(text) {
    var fresh = new DOMParser().parseFromString(text, "text/html");
    var other = fresh.querySelector("#table");
    // The match is over: the final page shows more.
    if (!other || !fresh.querySelector("script[src*='table.js']")) { location.reload(); return; }
    var field = document.querySelector("#answer"), had = field === document.activeElement;
    LIVE.forEach(function (name) {
      var part = document.querySelector('[data-live="' + name + '"]');
      var new_ = fresh.querySelector('[data-live="' + name + '"]');
      if (!part || !new_) return;
      if (part.innerHTML !== new_.innerHTML) part.innerHTML = new_.innerHTML;
      part.hidden = new_.hidden;
    });
    var told = fresh.querySelector("#told").textContent;
    var here = document.querySelector("#told");
    if (here.textContent !== told) here.textContent = told;
    var wrong = document.querySelector("#wrong");
    if (wrong) wrong.remove();
    table.dataset.stamp = other.dataset.stamp;
    field = document.querySelector("#answer");
    if (had && field) field.focus();
  }
  function look() {
    if (document.hidden) return;
    if (busy) { due = true; return; }
    busy = true;
    fetch(table.dataset.told, { cache: "no-store" }).then(function (answer) {
      return answer.ok ? answer.text() : table.dataset.stamp;
    }).then(function (stamp) {
      if (stamp === table.dataset.stamp) return null;
      return fetch(location.href.split("#")[0], { cache: "no-store" }).then(function (answer) {
        return answer.ok ? answer.text().then(put) : null;
      });
    }).catch(function () {}).then(function () {
      busy = false;
      if (due) { due = false; look(); }
    });
  }
  follow(table.dataset.events, { turn: look, again: look }, look);
  // A table that failed is tried again when a reader looks.
  setInterval(function () { if (/failed$/.test(table.dataset.stamp)) look(); }, AGAIN);
})();
