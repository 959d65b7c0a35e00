import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { namedPairs } from "../hypotheses/numbers.ts";
import { dots } from "../recipes/row_chart.ts";
import { computed } from "../values/computed.ts";
import type { Value } from "../values/value.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

const ACCURACY = "accuracy", RANK = "rank", TASK = "image_edition";

/** The first place and every fifth. */
function places(values: readonly Value[]): number[] {
  const last = Math.max(
    ...values.filter(({ quantity }) => quantity === RANK).map(({ value, high }) => high || value),
  );
  return [1, ...Array.from({ length: Math.floor(last / 5) }, (_, i) => 5 * (i + 1))];
}

export const leaderboard: NamedFigure<"real-leaderboard"> = figure("real-leaderboard", {
  title: "Judges ranked, with the ranks that stay open",
  notebook: "13_correct_for_the_judge",
  needs: ["labelled", "several_judges"],
  findings: () =>
    valuesOf(
      rowsOf("genai-bench", ({ condition, quantity }) =>
        condition === TASK && (quantity === ACCURACY || quantity === RANK)),
    ),
  computed: async (context) => {
    const frame = honestLeaderboard(await namedPairs(context), { by: [] });
    const columns = { keys: ["judge"], provenance: context.origin };
    const ranks = computed(frame, { ...columns, value: RANK, quantity: RANK });
    return [...computed(frame, { ...columns, value: ACCURACY, quantity: ACCURACY }), ...ranks];
  },
  recipe: async (values, look) => {
    const drawn = await dots({
      panels: "quantity",
      series: [],
      names: { ...NAMES, [ACCURACY]: "accuracy", [RANK]: "rank, and those that stay open" },
      order: {
        panels: [ACCURACY, RANK],
        rows: values.filter(({ quantity }) => quantity === RANK).sort((a, b) => a.value - b.value).map((
          { keys },
        ) => keys.judge),
      },
      each: {
        // Marks at 0 stand off the names.
        [ACCURACY]: { label: "Right (%)", reach: [-2] },
        [RANK]: { label: "1: the best", unit: "number", decimals: 0, reach: [1], ticks: places(values) },
      },
    })(values, look);
    // The lines of the right panel are no intervals.
    const legend = drawn.legend?.map((entry) =>
      entry.label === "95% interval" ? { ...entry, label: "95% interval; on the right: open ranks" } : entry
    );
    return { ...drawn, legend };
  },
  words: (values, { source }) => {
    const said = openPlaces(values, source === "findings" ? NAMES : {});
    return {
      caption: said,
      footnotes: [
        ...source === "findings" ? [`Edited pictures. ${credit("genai-bench")}`] : [],
        "Open ranks: those that paired tests of all judges with each other, under Holm, do not rule out; ties and unreadable replies are wrong.",
      ],
      alt: `Accuracy of each judge with its interval, and beside it the ranks that stay open. ${said}`,
    };
  },
});

/** Who could be the first, and how many places are certain: a sentence from the ranks that stay open. */
export function openPlaces(values: readonly Value[], names: Readonly<Record<string, string>>): string {
  const ranks = values.filter(({ quantity }) => quantity === RANK).sort((a, b) => a.value - b.value);
  const first = ranks.filter(({ low }) => low === 1).map(({ keys }) => names[keys.judge] ?? keys.judge);
  const settled = ranks.filter(({ low, high }) => low === high).length;
  const who = first.length === 1
    ? `${first[0]} is the first`
    : first.length > 4
    ? `${first.length} of ${ranks.length} judges could be the first`
    : `${first.slice(0, -1).join(", ")} and ${first.at(-1)} could be the first`;
  return `${who}; ${settled} of ${ranks.length} places ${settled === 1 ? "is" : "are"} settled.`;
}
