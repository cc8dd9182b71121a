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

// Pages update themselves while matches are played. Events are hints: the page is fetched again,
// and its parts with `data-live` are replaced.
(function () {
  "use strict";
  var contest = document.querySelector("[data-events],[data-every]");
  if (!contest || !window.EventSource || location.protocol === "file:") return;
  var revision = contest.dataset.revision, busy = false, again = false, timer = null;
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
      // A table that the reader sorted stays sorted.
      var here = document.activeElement, column = here && here.matches(".sort") ? here.dataset.column : null;
      document.querySelectorAll("[data-live]").forEach(function (part) {
        var other = fresh.querySelector('[data-live="' + part.dataset.live + '"]');
        var inside = part.contains(here) && column === null;
        // Changes by other scripts of this site are not updates.
        if (!other || inside || other.innerHTML === (part.sent || part.innerHTML)) return;
        part.innerHTML = part.sent = other.innerHTML;
      });
      // What the page waited for is there.
      if ("once" in contest.dataset && !fresh.querySelector("[data-every]")) clearInterval(timer);
      document.dispatchEvent(new CustomEvent("renewed", { detail: column }));
      countDown();
    }).catch(function () {}).then(function () {
      busy = false;
      if (again) { again = false; setTimeout(renew, 300); }
    });
  }
  // A page of several contests asks again as long as one of them is played.
  if (contest.dataset.every) {
    timer = setInterval(function () { if (!document.hidden) renew(); }, 1000 * Number(contest.dataset.every));
    return;
  }
  var source = new EventSource(contest.dataset.events);
  source.addEventListener("table", function (event) {
    var told = JSON.parse(event.data);
    if (String(told.revision) !== revision) { revision = String(told.revision); renew(); }
  });
  source.addEventListener("match", function (event) {
    var played = document.querySelector("[data-match]");
    var here = played && Number(played.dataset.match) === JSON.parse(event.data).match;
    if (here || document.querySelector('[data-live="boards"]')) renew();
  });
  ["publication", "notice", "entrant", "again"].forEach(function (name) { source.addEventListener(name, renew); });
  window.addEventListener("pagehide", function () { source.close(); });
})();
