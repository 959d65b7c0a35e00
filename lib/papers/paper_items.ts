import { ownFacts } from "../progress/own_facts.ts";
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
  /** The id of the paper's own one, which the page repeats. */
  same?: string;
}

/**
 * Every figure and table of the four papers (of Multi-Crit its appendix) and every chart, table and card of the MM-JudgeBias
 * project page: what the library's coverage is counted against.
 */
export const PAPER_ITEMS: readonly PaperItem[] = ownFacts("items");
