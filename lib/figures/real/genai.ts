import { fixed } from "../../progress/told.ts";
import { mean } from "simple-statistics";
import { CORRECTIONS } from "../../findings/correction.ts";
import type { FindingRow } from "../../findings/finding_text.ts";
import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { namedPairs } from "../hypotheses/numbers.ts";
import { dots } from "../recipes/rows.ts";
import { computed } from "../values/computed.ts";
import { findValue, pick, type Value } from "../values/value.ts";
import { NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** The committed rows of GenAI-Bench of a condition (any where none is named) and some quantities. */
const rows = (condition: string | null, ...quantities: string[]): FindingRow[] =>
  rowsOf(
    "genai-bench",
    (row) => (condition === null || row.condition === condition) && quantities.includes(row.quantity),
  );

const MADE = "image_generation", TASKS = [MADE, "image_edition", "video_generation"];

/** Judges with fewer verdicts that name a side are left out of shares, and of accuracies by side. */
const FEWEST = 500, FEWEST_BY_SIDE = 300;

const peoplesShare = () => rows(MADE, "human_share_first").filter(({ n }) => n >= FEWEST)[0].estimate!;

/** How much more often a judge is right where people prefer the left. */
const gapOf = (values: readonly Value[], first: Value) =>
  first.value - (findValue(values, "acc_second", first.keys)?.value ?? NaN);

function byGap(values: readonly Value[]): string[] {
  const found = grouped(pick(values, { quantity: "acc_first" }), ({ keys }) => keys.judge);
  const of = (judge: string) => mean(found.get(judge)!.map((first) => gapOf(values, first)));
  return [...found.keys()].sort((a, b) => of(b) - of(a));
}

/** Ways to count a reply that cannot be read, the plain one first. */
const WRONG = "accuracy_wrong", RULES = ["accuracy_dropped", "accuracy_random"];

/** And one that moves next to nobody: it is said, and in the CSV. */
const LAST = "accuracy_last_label";

/** Judges for which a rule changes the accuracy by this much. */
const CHANGED = 0.02;

/** Few pairs; and three that are unreadable throughout, as Mantis is. */
const LEFT_OUT = ["emu2", "kosmos2", "otterimage", "ottervideo"];

const ACCURACY = "accuracy";

/** Whether a rule moves a judge's accuracy away from the plain one. */
const moved = (values: readonly Value[], judge: string, rules: readonly string[]) => {
  const of = (quantity: string) => findValue(values, quantity, { judge })?.value ?? NaN;
  return rules.some((rule) => Math.abs(of(rule) - of(WRONG)) >= CHANGED);
};

/** Numbers of the four judges on the pairs that each of them answered readably, ties as half a win. */
const halves = (quantity: string) => rows(CORRECTIONS.halves.condition, quantity);

const RANK = "rank";

export const genai: Specs = {
  "real-headline": {
    findings: () => valuesOf(rows(MADE, "share_first").filter(({ n }) => n >= FEWEST)),
    options: () => ({
      at: [{ x: 100 * peoplesShare(), label: `people ${fixed(100 * peoplesShare(), 1)}%` }],
    }),
  },
  "real-slots": {
    findings: () => {
      const shown = new Set(
        rows(null, "share_first").filter(({ n }) => n >= FEWEST_BY_SIDE)
          .map(({ judge, condition }) => `${judge}|${condition}`),
      );
      return valuesOf(
        rows(null, "acc_first", "acc_second").filter(({ judge, condition }) =>
          shown.has(`${judge}|${condition}`)
        ),
      );
    },
    // Who favours the left most stands first.
    options: (values) => ({ order: { rows: byGap(values) } }),
  },
  "real-unparsed": {
    findings: () => {
      const all = rows(MADE, WRONG, ...RULES, LAST).filter(({ judge, estimate }) =>
        estimate !== null && !LEFT_OUT.includes(judge)
      );
      const values = valuesOf(all, ({ judge }) => ({ judge }));
      return values.filter(({ keys }) => moved(values, keys.judge, [...RULES, LAST]));
    },
    marks: (values) =>
      values.filter(({ quantity, keys }) => quantity !== LAST && moved(values, keys.judge, RULES)),
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
    options: () => {
      const people = mean(halves("true_rate").map(({ estimate }) => estimate!));
      return { at: [{ x: 100 * people, label: `people ${fixed(100 * people, 1)}%` }] };
    },
  },
  "real-leaderboard": {
    findings: () => valuesOf(rows(TASKS[1], ACCURACY, RANK)),
    computed: async (context) => {
      const frame = honestLeaderboard(await namedPairs(context), { by: [] });
      return [ACCURACY, RANK].flatMap((value) => computed(frame, { value, keys: ["judge"] }));
    },
    draws: async (values, look) => {
      const ranks = pick(values, { quantity: RANK }).sort((a, b) => a.value - b.value);
      const last = Math.max(...ranks.map(({ value, high }) => high || value));
      const drawn = await dots({
        ...{ panels: "quantity", series: [] },
        names: { ...NAMES, [ACCURACY]: "accuracy", [RANK]: "rank, and those that stay open" },
        order: { panels: [ACCURACY, RANK], rows: ranks.map(({ keys }) => keys.judge) },
        each: {
          [ACCURACY]: { label: "Right (%)", reach: [0] },
          // The first place, every fifth and the last.
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
