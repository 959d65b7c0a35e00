import { RANDOM_JUDGE } from "../../findings/genai_bench.ts";
import type { FindingRow } from "../../findings/finding_text.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** Judges with fewer verdicts for either side are left out. */
const FEWEST = 500;
const isShown = ({ condition, n }: FindingRow) => condition === "image_generation" && n >= FEWEST;

const shares = () =>
  rowsOf("genai-bench", (row) => row.quantity === "share_first" && isShown(row))
    .sort((a, b) => b.estimate! - a.estimate!);
const human = () =>
  rowsOf("genai-bench", (row) => row.quantity === "human_share_first" && isShown(row))[0].estimate!;

/** How many judges of pictures are left out, the random one apart. */
const left = () =>
  rowsOf(
    "genai-bench",
    ({ judge, condition, quantity }) =>
      condition === "image_generation" && quantity === "four_way_accuracy" && judge !== RANDOM_JUDGE,
  ).length - shares().filter(({ judge }) => judge !== RANDOM_JUDGE).length;

export const headline: NamedFigure<"real-headline"> = figure("real-headline", {
  title: "How often real judges name the left of two pictures",
  notebook: "10_real_judges",
  findings: () => valuesOf(shares()),
  recipe: (values, look) =>
    dots({
      names: NAMES,
      label: "Share of verdicts for the picture on the left (%)",
      reach: [0, 100],
      at: [100 * human()],
    })(
      values,
      look,
    ),
  words: (values) => {
    const judges = values.filter(({ keys }) => keys.judge !== RANDOM_JUDGE);
    const always = judges.filter(({ value }) => value >= 0.9);
    const said =
      `${always.length} of ${judges.length} judges name the left one in at least nine of ten verdicts`;
    return {
      caption: `${said}; people prefer it in ${fixed(100 * human(), 1)}% of the same pairs (dashed line). ${
        credit("genai-bench")
      }`,
      footnotes: [
        "1,735 pairs of generated pictures, each shown once; ties and unreadable replies are left out. Judges with fewer than " +
        `${FEWEST} verdicts for either side are not shown: ${left()} of ${left() + judges.length}.`,
      ],
      alt: `A dot per judge, the share of verdicts for the left picture. ${said}; people prefer it in ${
        fixed(100 * human(), 1)
      }%.`,
    };
  },
});
