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
export const PAPERS: readonly Paper[] = [
  {
    name: "birch",
    title: "When Vision-Language Models Judge Without Seeing: Exposing Informativeness Bias",
    gives: "image reliance, informativeness bias, length bias, four judging pipelines",
  },
  {
    name: "mm-judgebias",
    title: "MM-JudgeBias: A Benchmark for Evaluating Compositional Biases in MLLM-as-a-Judge",
    gives: "nine perturbations, bias deviation and conformity, abstention",
  },
  {
    name: "philautia",
    title: "MLLM-as-a-Judge Exhibits Model Preference Bias",
    gives: "self-preference of twelve models, the Pomms ensemble",
  },
  {
    name: "multi-crit",
    title: "Multi-Crit: Benchmarking Multimodal Judges on Pluralistic Criteria-Following",
    gives: "criterion-level judging, conflicts and trade-offs",
  },
  {
    name: "hypotheses",
    title: "Tests of hypotheses and planning of studies (the library's own)",
    gives: "whether an effect is real, how large, what else could explain it, how many pairs show it",
  },
  {
    name: "real",
    title: "Real judges: what public verdicts of 30 models show (the library's own)",
    gives: "preference for a slot, for length; agreement beside people's own; what a correction mends",
  },
];
