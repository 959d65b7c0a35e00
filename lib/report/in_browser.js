// Sorts a table by the column whose head is pressed.
for (const table of document.querySelectorAll(".judgebias-report table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.querySelector("button")?.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const rows = [...table.tBodies[0].rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === "" || y === "") return (x === "") - (y === "");
        const order = Number.isNaN(Number(x) + Number(y)) ? x.localeCompare(y, "en") : Number(x) - Number(y);
        return down ? -order : order;
      });
      table.tBodies[0].append(...rows);
    });
  });
}
