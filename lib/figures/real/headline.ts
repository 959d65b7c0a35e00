import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { credit, type FindingRow, NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** Judges with fewer readable verdicts are left out. */
const FEWEST = 500;
const isShown = ({ condition, n }: FindingRow) => condition === "image_generation" && n >= FEWEST;

const shares = () =>
  rowsOf("genai-bench", (row) => row.quantity === "share_first" && isShown(row))
    .sort((a, b) => b.estimate! - a.estimate!);
const human = () =>
  rowsOf("genai-bench", (row) => row.quantity === "human_share_first" && isShown(row))[0].estimate!;

export const headline: NamedFigure<"real-headline"> = figure("real-headline", {
  title: "How often real judges name the left of two pictures",
  notebook: "10_real_judges",
  published: () => valuesOf(shares()),
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
    const judges = values.filter(({ keys }) => keys.judge !== "random");
    const always = judges.filter(({ value }) => value >= 0.9);
    const said =
      `${always.length} of ${judges.length} judges name the left one in at least nine of ten verdicts`;
    return {
      caption: `${said}; people prefer it in ${fixed(100 * human(), 1)}% of the same pairs (dashed line). ${
        credit("genai-bench")
      }`,
      footnotes: [
        "1,735 pairs of generated pictures, each shown once; ties and unreadable replies are left out. Judges with fewer than " +
        `${FEWEST} readable verdicts are not shown.`,
      ],
      alt: `A dot per judge, the share of verdicts for the left picture. ${said}; people prefer it in ${
        fixed(100 * human(), 1)
      }%.`,
    };
  },
});
