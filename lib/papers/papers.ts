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
  /** Its key in `papers.bib`; the library's own additions have none. */
  cite?: string;
}

/** The four papers, and what the library adds to them. */
export const PAPERS: readonly Paper[] = ownFacts("papers");

export interface PaperItem {
  /** The id under which the library draws it; parts have ids that begin with it. */
  id: string;
  paper: PaperName;
  label: string;
  kind: "figure" | "table" | "page chart" | "page table" | "page card" | "algorithm";
  /** The id of the paper's own one, which the page repeats. */
  same?: string;
}

/** Every figure, table, chart and card of the four papers and the page of MM-JudgeBias: what coverage is counted against. */
export const PAPER_ITEMS: readonly PaperItem[] = ownFacts("items");

export function paperOf(id: string): { paper: PaperName; number: string; cite: string } | undefined {
  const item = PAPER_ITEMS.find((one) => id === one.id || id.startsWith(`${one.id}-`));
  const cite = PAPERS.find(({ name }) => name === item?.paper)?.cite;
  return item && cite ? { paper: item.paper, number: item.label, cite } : undefined;
}

export function paperText(id: string, ofResults: boolean): string {
  const { number, cite } = paperOf(id) ?? {};
  return cite ? `${ofResults ? "own results as in " : ""}${number} of ${cite} (papers.bib)` : "";
}
