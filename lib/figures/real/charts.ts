import { CORRECTIONS } from "../../findings/correction.ts";
import type { FindingRow } from "../../findings/findings.ts";
import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import type { Specs } from "../figure.ts";
import { namedPairs } from "../hypotheses/charts.ts";
import { dots } from "../recipes/rows.ts";
import { computed } from "../values/computed.ts";
import { findValue, known, pick } from "../values/value.ts";
import { NAMES, rowsOf, valuesOf } from "./scores.ts";

const rows = (condition: string | null, ...quantities: string[]): FindingRow[] =>
  rowsOf(
    "genai-bench",
    (row) => (condition === null || row.condition === condition) && quantities.includes(row.quantity),
  );

const MADE = "image_generation", EDITED = "image_edition";

/** Judges with fewer verdicts that name a side are left out of shares, and of accuracies by side. */
const FEWEST = 500, FEWEST_BY_SIDE = 300;

/** Judges for which a rule to count unreadable replies changes the accuracy by two points or more; not Emu2 (few pairs), Kosmos-2 and both Otters (as Mantis). */
const MOVED = "blip2 cogvlm idefics1 instructblip llavanext mantis-8b-idefics2 minicpm-V-2.5 qwenVL".split(
  " ",
);

const ACCURACY = "accuracy";

const halves = (quantity: string) => rows(CORRECTIONS.halves.condition, quantity);

const RANK = "rank";

export const genai: Specs = {
  "real-headline": { findings: () => valuesOf(rows(MADE, "share_first").filter(({ n }) => n >= FEWEST)) },
  "real-slots": {
    findings: () => {
      const shown = valuesOf(rows(null, "share_first").filter(({ n }) => n >= FEWEST_BY_SIDE));
      return valuesOf(rows(null, "acc_first", "acc_second"))
        .filter(({ keys }) => findValue(shown, "share_first", keys));
    },
  },
  "real-unparsed": {
    findings: () => {
      const rules = ["wrong", "dropped", "random", "last_label"].map((rule) => `accuracy_${rule}`);
      return known(pick(valuesOf(rows(MADE, ...rules), ({ judge }) => ({ judge })), { judge: MOVED }));
    },
  },
  "real-correction": {
    findings: () => {
      const judged = halves("judged_rate"), widths = halves("width_ppi");
      // Means of draws, with an interval as wide as theirs are on average; each draw is made of the judge's pairs, on which it rests.
      const corrected = halves("mean_ppi").map((row) => {
        const of = (rows: readonly FindingRow[]) => rows.find(({ judge }) => judge === row.judge)!;
        const half = of(widths).estimate! / 2, { n } = of(judged);
        return { ...of(judged), ...row, low: row.estimate! - half, high: row.estimate! + half, n };
      });
      return valuesOf([...judged, ...corrected]);
    },
  },
  "real-leaderboard": {
    findings: () => valuesOf(rows(EDITED, ACCURACY, RANK)),
    computed: async (context) => {
      const frame = honestLeaderboard(await namedPairs(context), { by: [] });
      return [ACCURACY, RANK].flatMap((value) => computed(frame, { value, keys: ["judge"] }));
    },
    draws: async (values, look) => {
      const ranks = pick(values, { quantity: RANK }).sort((a, b) => a.value - b.value);
      const last = Math.max(...ranks.map(({ value, high }) => high || value).filter((rank) => rank > 0));
      const drawn = await dots({
        ...{ panels: "quantity", series: [] },
        names: { ...NAMES, [ACCURACY]: "accuracy", [RANK]: "rank, and those that stay open" },
        order: { panels: [ACCURACY, RANK], rows: ranks.map(({ keys }) => keys.judge) },
        each: {
          [ACCURACY]: { label: "Right (%)", reach: [0] },
          [RANK]: {
            ...{ label: "1: the best", unit: "number", decimals: 0, reach: [1] },
            ticks: [1, ...Array.from({ length: Math.floor((last - 2) / 5) }, (_, i) => 5 * (i + 1)), last],
          },
        },
      })(values, look);
      // The lines of the right panel are no intervals.
      const legend = drawn.legend?.map((entry) =>
        entry.label === "95% interval" ? { ...entry, label: "95% interval; on the right: open ranks" } : entry
      );
      return { ...drawn, legend };
    },
  },
};
