// Times are in the contest's time zone; their tooltips show the reader's.
(function () {
  "use strict";
  function update() {
    document.querySelectorAll("time[datetime*=T]:not([title])").forEach(function (told) {
      var at = new Date(told.dateTime);
      if (isNaN(at)) return;
      if (told.dataset.local) {
        var local = document.createElement("span");
        local.className = "quiet";
        local.textContent = " · " + at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) + " (" + told.dataset.local + ")";
        told.after(local);
      }
      told.title = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "long" });
    });
  }
  update();
  document.addEventListener("renewed", update);
})();
