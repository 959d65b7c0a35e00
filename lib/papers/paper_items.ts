import type { PaperName } from "./papers.ts";

/** A numbered figure or table of a paper, or a chart, table or card of the project page. */
export interface PaperItem {
  /** The id under which the library draws it; parts have ids that begin with it. */
  id: string;
  /** The paper that it belongs to. */
  paper: PaperName;
  /** As the paper calls it. */
  label: string;
  /** What it is, and whether the paper or its project page has it. */
  kind: "figure" | "table" | "page chart" | "page table" | "page card" | "algorithm";
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

function numbered(paper: PaperName, kind: "figure" | "table", numbers: readonly string[]): PaperItem[] {
  const [word, short] = kind === "figure" ? ["Figure", "fig"] : ["Table", "table"];
  return numbers.map((number) => ({
    id: `${paper}-${short}${number}`,
    paper,
    label: `${word} ${number}`,
    kind,
  }));
}

function ofPage(kind: PaperItem["kind"], entries: Record<string, string>): PaperItem[] {
  return Object.entries(entries).map(([id, label]) => ({
    id,
    paper: "mm-judgebias",
    label: `Project page: ${label}`,
    kind,
  }));
}

/**
 * Every figure and table of the four papers (of Multi-Crit its appendix) and every chart, table and card of the MM-JudgeBias
 * project page: what the library's coverage is counted against.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { PAPER_ITEMS } from "@/papers/paper_items.ts";
 *
 * const count = (wanted: string) => PAPER_ITEMS.filter(({ kind }) => kind === wanted).length;
 * assert.deepEqual([count("figure"), count("table"), count("page chart")], [60, 44, 11]);
 * ```
 */
export const PAPER_ITEMS: readonly PaperItem[] = [
  ...numbered("birch", "figure", range(1, 30)),
  ...numbered("birch", "table", range(1, 8)),
  ...numbered("mm-judgebias", "figure", range(1, 17)),
  ...numbered("mm-judgebias", "table", range(1, 18)),
  ...ofPage("page chart", {
    "site-sunburst": "samples by task and domain (sunburst)",
    "site-difficulty": "difficulty by bias type",
    ...Object.fromEntries(range(1, 9).map((n) => [`site-panel-${n}`, `judges by bias type, panel ${n}`])),
  }),
  ...ofPage("page table", {
    "site-taxonomy": "bias taxonomy",
    "site-stats-1-table": "samples by task and domain",
    "site-stats-2-table": "sources",
    "site-stats-3-table": "bias by difficulty",
    "site-leaderboard": "main results",
  }),
  ...ofPage("page card", {
    "site-teaser": "pipeline",
    "site-examples": "nine example pairs",
    "site-judge-examples": "three judged examples",
  }),
  ...numbered("philautia", "figure", ["1", "2", "3", "4", "5", "6", "A", "B", "C", "D"]),
  { id: "philautia-alg1", paper: "philautia", label: "Algorithm 1", kind: "algorithm" },
  ...numbered("philautia", "table", ["1", "2", "A"]),
  ...numbered("multi-crit", "figure", range(8, 10)),
  ...numbered("multi-crit", "table", range(5, 19)),
];
