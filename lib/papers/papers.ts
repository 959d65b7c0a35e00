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
