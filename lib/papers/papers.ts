import { ownFacts } from "../progress/own_facts.ts";

/** Short names of the papers whose figures and tables the library renders, and of its own additions. */
export type PaperName = "birch" | "mm-judgebias" | "philautia" | "multi-crit" | "hypotheses" | "real";

/** What a paper is called and what it is about. */
export interface Paper {
  /** Short name, with which ids of figures begin. */
  name: PaperName;
  /** Title of the paper. */
  title: string;
  /** What the library has from it, in a few words. */
  gives: string;
}

/** The four papers, and what the library adds to them. */
export const PAPERS: readonly Paper[] = ownFacts("papers");

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
