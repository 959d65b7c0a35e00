/** A kind of procedure: what stands above its rows, and how its scenarios begin; what the pattern matches is not said again. */
export type Family = readonly [heading: string, begins: RegExp];

/** A picture of scenarios: its file's name and what it shows. */
export interface FamilyPicture {
  kind: "coverage" | "rejection";
  file: string;
  of: string;
  families: readonly Family[];
}

/** Which picture shows which scenarios, in which order; those of no family are the last of their kind. */
export const FAMILY_PICTURES: readonly FamilyPicture[] = [
  {
    kind: "coverage",
    file: "coverage-of-shares",
    of: "shares and their differences",
    families: [
      ["Small-sample interval", /^small-sample interval of /],
      ["Interval of many clusters", /^cluster interval: /],
      ["One share, one mean", /^(?=Wilson|BCa)/],
    ],
  },
  {
    kind: "coverage",
    file: "coverage-of-effects",
    of: "agreement, length, paired differences",
    families: [
      ["Agreement", /^(?=κ|τ)/],
      ["Coefficient of the regression on length", /^length, (?=.*: regression$)/],
      ["At equal length", /^(?=equalised|matched|g-computation)/],
      ["Difference on the same pairs", /^(?=IB )/],
    ],
  },
  {
    kind: "coverage",
    file: "coverage-of-scores",
    of: "robustness, consistency, philautia",
    families: [
      ["Robustness and consistency", /^audit, interval: /],
      ["Philautia score", /^(?=philautia score|mean philautia)/],
      ["Philautia’s matrix, share of its entries", /^philautia intervals: /],
      ["Philautia’s matrix, all at once", /^philautia intervals, all of the (?=.* at once: )/],
    ],
  },
  {
    kind: "rejection",
    file: "size-of-length",
    of: "tests of length and of biases",
    families: [
      ["Effect of length", /^length, /],
      ["IB at equal length", /^g-computation: /],
      ["IB, IRS and balanced accuracy", /^(?:audit: )?(?=cluster interval|IB |IRS |balanced|Holm)/],
      ["Mitigation", /^(?:mitigation: |audit: (?=a mitigation))/],
      ["Label error", /^(?:audit: )?label error(?:: | with )/],
    ],
  },
  {
    kind: "rejection",
    file: "size-of-comparisons",
    of: "tests of judges and of scores",
    families: [
      ["Paired and permutation tests", /^(?=permutation|McNemar|joint)|^audit: (?=joint)/],
      ["Robustness and consistency", /^(?:audit: )?(?=B[CD] |two judges)/],
      ["Preference for oneself and one’s family", /^(?:audit: )?(?=self-preference|family)/],
    ],
  },
  {
    kind: "rejection",
    file: "size-of-tables",
    of: "whole tables of hypotheses",
    families: [
      [
        "hypothesisTable of 20 judges, any false verdict",
        /^hypothesisTable of 20 judges, any false verdict: /,
      ],
      [
        "hypothesisTable of one matrix, any false verdict",
        /^hypothesisTable of one matrix, any false verdict: /,
      ],
    ],
  },
];
