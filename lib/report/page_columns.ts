import { type Html, markup } from "./html.ts";
import { countText, pText } from "./number_text.ts";
import type { Estimate, Line } from "./report_types.ts";

/** A column of a table beside the intervals: its head, and the cell of a line. */
export interface PageColumn {
  head: string;
  cell: (line: Estimate & Partial<Line>) => string | Html;
  /** What a column of numbers is sorted by. */
  sort?: (line: Estimate & Partial<Line>) => number;
}

/** The verdict in a word, and what it says. */
export const VERDICT: PageColumn = {
  head: "Verdict",
  cell: ({ verdict = "not tested", words = "", warning }) => {
    if (verdict === "not tested") return "";
    const said = words.replace(verdict, "").replace(/^, /, "");
    const warned = warning !== "" && markup` <span class="warning" title="${warning}">(warning below)</span>`;
    return markup`<b class="verdict">${verdict}</b> ${said}${warned}`;
  },
};

/** p over all lines of the report. */
export const P: PageColumn = {
  head: "p, adjusted",
  cell: ({ pAdjusted = NaN }) => pText(pAdjusted),
  sort: ({ pAdjusted = NaN }) => pAdjusted,
};

/** What is estimated. */
export const QUANTITY: PageColumn = { head: "Quantity", cell: ({ quantity }) => quantity };

/** What stands behind an estimate in the section of its question. */
export const DETAILS: readonly PageColumn[] = [
  { head: "n", cell: ({ n }) => countText(n), sort: ({ n }) => n },
  { head: "Clusters", cell: ({ clusters }) => countText(clusters), sort: ({ clusters }) => clusters },
  { head: "p", cell: ({ pValue }) => pText(pValue), sort: ({ pValue }) => pValue },
  P,
  { head: "Verdict", cell: ({ verdict = "not tested" }) => verdict === "not tested" ? "" : verdict },
  { head: "Note", cell: ({ note = "" }) => note },
];
