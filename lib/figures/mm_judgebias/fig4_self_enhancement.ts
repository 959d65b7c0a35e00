import pl from "nodejs-polars";
import { selfEnhancement } from "../../metrics/self_enhancement.ts";
import { RESPONSE_GENERATORS } from "../../papers/mm_judgebias.ts";
import { heatmapPanel } from "../heatmap_panel.ts";
import { countRange, fixed } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { experimentRows, orderedJudges, provenanceNote, withPrompt } from "./score_rows.ts";

type Row = Record<"n" | "mean" | "low" | "high", number> & {
  judge: string;
  generator: string;
  is_self: boolean;
};

/** Most judges that are drawn where none of them wrote a response. */
const MOST = 12;

export const fig4 = mmJudgebiasFigure({
  file: "fig4_self_enhancement.ts",
  number: "Figure 4",
  title: "Mean score by author of the response",
  kind: "chart",
  needs: ["generators"],
  available: ["simulated"],
  build: async (context) => {
    const scores = withPrompt("figure", await experimentRows(context, "main"), "score");
    const all = selfEnhancement(scores, { by: ["judge"] }).toRecords() as unknown as Row[];
    const authors = all.filter(({ is_self }) => is_self).map(({ judge }) => judge);
    const found = authors.length > 0
      ? new Set(authors)
      : new Set(orderedJudges(all.map(({ judge }) => judge)).slice(0, MOST));
    const rows = all.filter(({ judge, n }) => found.has(judge) && n > 0);
    if (rows.length === 0) {
      throw new RangeError(
        "selfEnhancement: wanted rows with a score (column unbiased) and an author (column generator), found none that count",
      );
    }
    const known = RESPONSE_GENERATORS as readonly string[];
    const generators = [...new Set(rows.map(({ generator }) => generator))].sort((a, b) =>
      (known.indexOf(a) + 1 || 99) - (known.indexOf(b) + 1 || 99) || (a < b ? -1 : 1)
    );
    // Judges in the order of the responses that are theirs, so that these stand on the diagonal.
    const place = (judge: string) =>
      generators.findIndex((one) =>
        rows.some((row) => row.judge === judge && row.generator === one && row.is_self)
      );
    const judges = orderedJudges(rows.map(({ judge }) => judge)).sort((a, b) => place(a) - place(b));
    const find = (judge: string, generator: string) =>
      rows.find((row) => row.judge === judge && row.generator === generator);
    const svg = await heatmapPanel(
      judges.flatMap((judge) =>
        generators.map((generator) => {
          const cell = find(judge, generator);
          return {
            row: judge,
            column: generator,
            value: cell?.mean ?? NaN,
            ...(cell && !Number.isNaN(cell.low)
              ? { note: `${fixed(cell.low, 2)} to ${fixed(cell.high, 2)}` }
              : {}),
            outlined: cell?.is_self ?? false,
          };
        })
      ),
      {
        rows: judges,
        columns: generators,
        scale: "sequential",
        label: "Mean score",
        rowTitle: "judges",
        columnTitle: "authors",
        cellHeight: judges.length > 6 ? 34 : 52,
      },
    );
    return {
      body: {
        kind: "panels",
        panels: [{ title: `${countRange(rows.map(({ n }) => n))} responses per cell`, svg }],
        columns: 1,
      },
      data: pl.DataFrame(rows.map((row) => ({ ...row, provenance: context.origin as string }))),
      caption: `Mean score (1 to 10) that a judge gives to the unperturbed responses of each model${
        authors.length > 0 ? "; frames: its own" : ""
      }. Below each mean its 95% interval, clustered by sample. Models differ in how well they answer: compare ${
        authors.length > 0 ? "a frame" : "a cell"
      } with the other judges' cells in its column, not with its row. ${
        provenanceNote([context.origin], context)
      }`,
      alt:
        `Heatmap of mean scores of ${judges.length} judges for the responses of ${generators.length} models.`,
    };
  },
});
