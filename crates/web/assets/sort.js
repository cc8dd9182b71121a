// Column headings sort their table: by pointer or key, and again in reverse. Without scripts they
// are plain headings. Rows keep their order when the page updates.
(function () {
  "use strict";
  var chosen = null, FIRST_DOWN = "number";
  function value(row, column, kind) {
    var cell = row.cells[column], text = cell.dataset.v || cell.textContent.trim();
    if (kind === "text") return text || null;
    var number = parseFloat(text);
    return isNaN(number) ? null : number;
  }
  function sort(table) {
    var heads = table.tHead.rows[0].cells, body = table.tBodies[0], rows = Array.from(body.rows);
    rows.forEach(function (row, place) { if (!row.dataset.place) row.dataset.place = place; });
    Array.from(heads).forEach(function (head, column) {
      if (column === chosen.column) head.setAttribute("aria-sort", chosen.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    var kind = heads[chosen.column].dataset.sort, sign = chosen.down ? -1 : 1;
    rows.sort(function (one, other) {
      var usual = one.dataset.place - other.dataset.place;
      if (kind === "place") return sign * usual;
      var a = value(one, chosen.column, kind), b = value(other, chosen.column, kind);
      // Unknown values are last in both directions.
      if (a === null || b === null) return (a === null) - (b === null) || usual;
      var order = kind === "text" ? a.localeCompare(b, document.documentElement.lang) : a - b;
      return sign * order || usual;
    });
    rows.forEach(function (row) { body.appendChild(row); });
    // Borders of certain ranks belong to the original order.
    table.classList.toggle("otherwise", kind !== "place" || chosen.down);
  }
  function enable(table) {
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
      if (!head.dataset.sort || head.querySelector("button")) return;
      var button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.dataset.column = column;
      while (head.firstChild) button.appendChild(head.firstChild);
      head.appendChild(button);
      button.addEventListener("click", function () {
        var again = chosen && chosen.column === column;
        chosen = { column: column, down: again ? !chosen.down : head.dataset.sort === FIRST_DOWN };
        sort(table);
      });
    });
    if (chosen) sort(table);
  }
  function table() { return document.querySelector("table.sorts"); }
  if (table()) enable(table());
  document.addEventListener("renewed", function (event) {
    if (!table()) return;
    enable(table());
    var held = event.detail && table().querySelector('.sort[data-column="' + event.detail + '"]');
    if (held) held.focus();
  });
})();
