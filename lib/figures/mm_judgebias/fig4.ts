import { selfEnhancement } from "../../metrics/self_enhancement.ts";
import { RESPONSE_GENERATORS } from "../../papers/mm_judgebias.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { inOrder } from "../in_order.ts";
import { heatmap } from "../recipes/heatmap.ts";
import { computed } from "../values/computed.ts";
import type { Value } from "../values/value.ts";
import { experimentRows, ORDER } from "./numbers.ts";

const isSelf = ({ keys }: Value) => keys.is_self === "true";

export const fig4: NamedFigure<"mm-judgebias-fig4"> = figure("mm-judgebias-fig4", {
  title: "Self-enhancement: mean score by judge and author",
  needs: ["generators"],
  computed: async (context) => {
    const frame = selfEnhancement(await experimentRows(context, "main", "score"), { by: ["judge"] });
    const all = computed(frame, {
      value: "mean",
      quantity: "mean score",
      keys: ["judge", "generator", "is_self"],
      provenance: context.origin,
    });
    const authors = all.filter(isSelf).map(({ keys }) => keys.judge);
    // The paper's matrix is of the authors; a user's other judges are read beside them.
    const values = all.filter(({ keys, n }) =>
      n > 0 && (context.source === "results" || authors.includes(keys.judge))
    );
    if (values.length > 0) return values;
    throw new RangeError(
      "selfEnhancement: wanted rows with a score (column unbiased) and an author (column generator), found none that count",
    );
  },
  recipe: (values, look) => {
    const authors = inOrder(values.map(({ keys }) => keys.generator), RESPONSE_GENERATORS);
    // Judges in the order of the responses that are theirs, so that these stand on the diagonal.
    const own = authors.flatMap((author) =>
      values.filter((value) => isSelf(value) && value.keys.generator === author).map(({ keys }) => keys.judge)
    );
    const judges = inOrder(ORDER.judges(values.map(({ keys }) => keys.judge)), own);
    return heatmap({
      rows: "judge",
      columns: "generator",
      scale: "sequential",
      label: "Mean score (1 to 10)",
      rowTitle: "judges",
      columnTitle: "authors",
      order: { rows: judges, columns: authors },
      intervals: true,
      framed: isSelf,
      cellHeight: judges.length > 6 ? 34 : 52,
    })(values, look);
  },
  words: (values) => ({
    caption: `Compare ${
      values.some(isSelf) ? "a judge’s own responses (framed)" : "a cell"
    } with the other judges’ cells in the column, not with its row: models differ in skill.`,
    footnotes: values.every(({ provenance }) => provenance === "simulated")
      ? ["The paper prints no value. It says that the diagonal tends to be higher: that is built in."]
      : [],
    alt: `Heatmap of mean scores of ${
      new Set(values.map(({ keys }) => keys.judge)).size
    } judges for the responses of ${new Set(values.map(({ keys }) => keys.generator)).size} models.`,
  }),
});
