import { escapeXml } from "../figures/svg_text.ts";
import { countText, intervalText, pText } from "./number_text.ts";
import { groupText } from "./page_chart.ts";
import type { Estimate, Line, Unit } from "./report_types.ts";

/** A table of the page; `sortable` by its heads. */
export function table(
  head: readonly string[],
  rows: readonly string[],
  caption: string,
  sortable: boolean,
): string {
  if (rows.length === 0) return "";
  const heads = head.map((name) =>
    `<th scope="col">${sortable ? `<button type="button">${escapeXml(name)}</button>` : escapeXml(name)}</th>`
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeXml(caption)}"><table${
    sortable ? ` class="sortable"` : ""
  }><caption>${escapeXml(caption)}</caption><thead><tr>${heads.join("")}</tr></thead><tbody>${
    rows.join("\n")
  }</tbody></table></div>`;
}

/** Rows that a look's table shows on the page; all of them are in the CSV. */
export const LONGEST_LOOK = 60;

/** A table that is longer than what a reader takes in is folded. */
export function folded(made: string, rows: number): string {
  return rows <= LONGEST_LOOK ? made : `<details><summary>${rows} rows</summary>${made}</details>`;
}

/** A cell of a table, with what it is sorted by. */
export function cell(text: string, kind = "", sort?: number): string {
  const key = sort === undefined ? "" : ` data-sort="${Number.isNaN(sort) ? "" : sort}"`;
  return `<td${kind ? ` class="${kind}"` : ""}${key}>${escapeXml(text)}</td>`;
}

/** Estimates as a table, with the columns that any of them fills. */
export function estimateTable(estimates: readonly Estimate[], unit: Unit, caption: string): string {
  if (estimates.length === 0) return "";
  const tested = estimates.some(({ pValue }) => !Number.isNaN(pValue));
  const verdicts = estimates.some((one) => "verdict" in one && one.verdict !== "not tested");
  const noted = estimates.some(({ note }) => note);
  const head = [
    "Group",
    "Quantity",
    "Estimate and interval",
    "n",
    "Clusters",
    ...(tested ? ["p"] : []),
    ...(verdicts ? ["Verdict"] : []),
    ...(noted ? ["Note"] : []),
  ];
  const rows = estimates.map((one) =>
    `<tr>${cell(groupText(one))}${cell(one.quantity)}${cell(intervalText(one, unit), "num", one.estimate)}${
      cell(countText(one.n), "num", one.n)
    }${cell(countText(one.clusters), "num", one.clusters)}${
      tested ? cell(pText(one.pValue), "num", one.pValue) : ""
    }${
      verdicts
        ? `<td class="verdict ${(one as Line).verdict.replaceAll(" ", "-")}">${(one as Line).verdict}</td>`
        : ""
    }${noted ? cell(one.note ?? "") : ""}</tr>`
  );
  return table(head, rows, caption, true);
}
