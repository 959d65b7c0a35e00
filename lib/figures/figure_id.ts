type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Pages = Exclude<Digit, 0>;

/** The ids of all figures, for an editor to complete: those of the papers' own numbers, then of charts of our own. */
export type FigureId =
  | `birch-fig${Pages | `1${Digit}` | `2${Digit}` | 30}`
  | `birch-table${Exclude<Pages, 9>}`
  | `mm-judgebias-fig${Pages | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17}`
  | `mm-judgebias-table${Pages | `1${Exclude<Digit, 9>}`}`
  | `site-${"sunburst" | "difficulty" | `${"panel" | "examples"}-${Pages}` | `judge-examples-${1 | 2 | 3}`}`
  | `philautia-${`fig${1 | 2 | 3 | 4 | 5 | 6 | "A" | "B" | "C" | "D"}` | "alg1" | `table${1 | 2 | "A"}`}`
  | `philautia-${`prompt-ref-${"based" | "free"}` | "intervals" | "agreement-bias"}`
  | `multi-crit-${`fig${8 | 9 | 10}` | `table${5 | 6 | 7 | 8 | 9 | `1${Digit}`}` | "joint" | "tradeoff-map"}`
  | `mm-judgebias-${"leaderboard" | "integrality-robustness" | "prompt-slopes"}`
  | `mm-judgebias-${"table2" | "fig14"}-better`
  | `hypotheses-${"bias-audit" | "beside-people" | "equalization-steps" | "length-threshold"}`
  | `real-${"headline" | "slots" | "unparsed" | "ceiling" | "matrix" | "order" | "length" | "correction"}`
  | `real-${"leaderboard" | "strengths" | "saturation"}`;
