// Pages renew themselves while matches are played. Events are hints: the page is fetched again, and
// its parts with `data-live` are replaced.
(function () {
  "use strict";
  var contest = document.querySelector("[data-events]");
  if (!contest || !window.EventSource || location.protocol === "file:") return;
  var revision = contest.dataset.revision, busy = false, again = false;
  function renew() {
    if (busy) { again = true; return; }
    busy = true;
    fetch(location.href.split("#")[0], { cache: "no-cache" }).then(function (answer) {
      return answer.ok ? answer.text() : null;
    }).then(function (text) {
      if (!text) return;
      var fresh = new DOMParser().parseFromString(text, "text/html");
      var played = document.querySelector("[data-match]");
      // It is over: the page that is stepped through is another one.
      if (played && !fresh.querySelector("[data-match]")) { location.reload(); return; }
      document.querySelectorAll("[data-live]").forEach(function (part) {
        var other = fresh.querySelector('[data-live="' + part.dataset.live + '"]');
        var inside = part.contains(document.activeElement);
        if (other && other.innerHTML !== part.innerHTML && !inside) part.innerHTML = other.innerHTML;
      });
    }).catch(function () {}).then(function () {
      busy = false;
      if (again) { again = false; setTimeout(renew, 300); }
    });
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
