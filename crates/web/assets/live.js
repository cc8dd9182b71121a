// The time left until a deadline, in the language of the page.
function countDown() {
  "use strict";
  if (!window.Intl || !Intl.RelativeTimeFormat) return;
  var words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
  document.querySelectorAll("[data-until]").forEach(function (place) {
    var left = (Date.parse(place.dataset.until) - Date.now()) / 60000, told = "";
    if (left >= 2880) told = words.format(Math.round(left / 1440), "day");
    else if (left >= 120) told = words.format(Math.round(left / 60), "hour");
    else if (left > 0) told = words.format(Math.ceil(left), "minute");
    place.textContent = told && " · " + told;
  });
}
countDown();
setInterval(countDown, 30000);

// A key that is held sends a form once.
document.addEventListener("keydown", function (event) {
  var field = event.target;
  if (event.repeat && event.key === "Enter" && field.form && field.tagName !== "TEXTAREA") event.preventDefault();
});

// Follows the events at `address`; `handlers` are those of each event, by name. What else may have
// changed is for `renew`: after an interruption, and every few seconds where no stream opens.
// Browsers open at most six connections to a host: a page in the background leaves its own to others.
function follow(address, handlers, renew) {
  "use strict";
  var POLL = 5000, RETRY = 20000, stream = null, polling = 0, retrying = 0, missed = false;
  function close() {
    if (stream) { stream.close(); missed = true; }
    stream = null;
    clearInterval(polling);
    clearTimeout(retrying);
    polling = 0;
  }
  function poll() { if (!polling) polling = setInterval(renew, POLL); }
  function open() {
    close();
    if (document.hidden) { missed = true; return; }
    // Until it opens.
    poll();
    stream = new EventSource(address);
    stream.onopen = function () {
      clearInterval(polling);
      polling = 0;
      if (missed) renew();
      missed = false;
    };
    stream.onerror = function () {
      missed = true;
      poll();
      // The browser tries again itself, unless the server refused it.
      if (stream && stream.readyState === EventSource.CLOSED) { clearTimeout(retrying); retrying = setTimeout(open, RETRY); }
    };
    Object.keys(handlers).forEach(function (name) { stream.addEventListener(name, handlers[name]); });
  }
  document.addEventListener("visibilitychange", open);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", function (event) { if (event.persisted) { renew(); open(); } });
  open();
}

// Pages update themselves while matches are played. Events are hints: the page is fetched again,
// and its parts with `data-live` are replaced.
(function () {
  "use strict";
  var contest = document.querySelector("[data-events],[data-every]");
  if (!contest || !window.EventSource || location.protocol === "file:") return;
  var revision = contest.dataset.revision, busy = false, again = false, timer = 0, every = 0;
  function renew() {
    if (busy) { again = true; return; }
    busy = true;
    fetch(location.href.split("#")[0], { cache: "no-cache" }).then(function (answer) {
      return answer.ok ? answer.text() : null;
    }).then(function (text) {
      if (!text) return;
      var fresh = new DOMParser().parseFromString(text, "text/html");
      var played = document.querySelector("[data-match]");
      // The match is over: the page for stepping through is another one, to be shown at its end.
      if (played && !fresh.querySelector("[data-match]")) { location.hash = "t=1000000000"; location.reload(); return; }
      // A page that waits for something to show, with another script, is another one, too.
      if (contest.dataset.awaits && fresh.querySelector(contest.dataset.awaits)) { location.reload(); return; }
      // A table that the reader sorted stays sorted.
      var here = document.activeElement, column = here && here.matches(".sort") ? here.dataset.column : null;
      document.querySelectorAll("[data-live]").forEach(function (part) {
        var other = fresh.querySelector('[data-live="' + part.dataset.live + '"]');
        var inside = part.contains(here) && column === null;
        // Changes by other scripts of this site are not updates.
        if (!other || inside || other.innerHTML === (part.sent || part.innerHTML)) return;
        part.innerHTML = part.sent = other.innerHTML;
      });
      var next = every && fresh.querySelector("[data-every]");
      if (next) ask(Number(next.dataset.every));
      // What the page waited for is there.
      else if ("once" in contest.dataset) ask(0);
      document.dispatchEvent(new CustomEvent("renewed", { detail: column }));
      countDown();
    }).catch(function () {}).then(function () {
      busy = false;
      if (again) { again = false; setTimeout(renew, 300); }
    });
  }
  // A page without events asks again, as often as it says.
  function ask(seconds) {
    if (seconds === every) return;
    every = seconds;
    clearInterval(timer);
    if (every) timer = setInterval(function () { if (!document.hidden) renew(); }, 1000 * every);
  }
  if (contest.dataset.every) {
    ask(Number(contest.dataset.every));
    window.addEventListener("pageshow", function (event) { if (event.persisted) renew(); });
    document.addEventListener("visibilitychange", function () { if (every && !document.hidden) renew(); });
    return;
  }
  var handlers = {
    table: function (event) {
      var told = JSON.parse(event.data);
      if (String(told.revision) !== revision) { revision = String(told.revision); renew(); }
    },
    match: function (event) {
      var played = document.querySelector("[data-match]");
      var here = played && Number(played.dataset.match) === JSON.parse(event.data).match;
      if (here || document.querySelector('[data-live="boards"]')) renew();
    }
  };
  ["publication", "notice", "entrant", "again"].forEach(function (name) { handlers[name] = renew; });
  follow(contest.dataset.events, handlers, renew);
})();
