import type { Example, Verdict } from "../cards/example_card.ts";
import type { BIRCH_SCENES } from "./scenes.ts";

/** An example of the informativeness-bias paper. */
export interface BirchExample extends Example {
  /** The figure's number in the paper. */
  figure: number;
  title: string;
  scene: keyof typeof BIRCH_SCENES;
  benchmark: "MLLM-as-a-Judge" | "VL-RewardBench";
  /** What people chose, as printed. */
  human: "Answer A" | "Answer B";
  caption: string;
  /** Contradictions within the paper's figure. */
  footnotes?: string[];
}

export const answers = (
  a: string,
  b: string,
) => [{ name: "Answer A", text: a }, { name: "Answer B", text: b }];

/** A figure that shows a wrong human label, B in all of them. */
export function labelError(
  { shown, ...example }: Omit<BirchExample, "human" | "verdicts"> & { shown: string },
): BirchExample {
  return {
    ...example,
    human: "Answer B",
    verdicts: [{
      by: "What the picture shows, according to the paper",
      verdict: "Answer A is the better one",
      reason: shown,
    }],
  };
}

/** A figure of a judge in two ways of judging; the letters are the printed preferences. */
export function judged(
  { judge, views, ...example }: Omit<BirchExample, "verdicts"> & {
    judge: string;
    views: { way: string; choice: "A" | "B"; given?: Verdict["given"]; reason: string }[];
  },
): BirchExample {
  const verdicts = views.map(({ way, choice, given, reason }): Verdict => ({
    by: `${judge}, ${way}`,
    verdict: `Answer ${choice}`,
    given,
    reason,
    right: `Answer ${choice}` === example.human,
  }));
  return { ...example, verdicts };
}

export const reference = (text: string) => ({ label: "Reference, written by the judge", text });
export const anchor = (text: string) => ({ label: "Anchor, written by the judge", text });
