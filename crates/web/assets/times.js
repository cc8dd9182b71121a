// Times, which stand on the contest's clock, tell the reader's own to whoever points at them.
(function () {
  "use strict";
  function tell() {
    document.querySelectorAll("time[datetime*=T]:not([title])").forEach(function (told) {
      var at = new Date(told.dateTime);
      if (isNaN(at)) return;
      told.title = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "long" });
    });
  }
  tell();
  document.addEventListener("renewed", tell);
})();
