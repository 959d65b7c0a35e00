import { fixed } from "../../progress/told.ts";
import { mean } from "simple-statistics";
import { CORRECTIONS, LABELS } from "../../findings/correction.ts";
import { RANDOM_JUDGE } from "../../findings/compute_findings.ts";
import type { FindingRow } from "../../findings/finding_text.ts";
import { honestLeaderboard } from "../../metrics/honest_leaderboard.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { namedPairs } from "../hypotheses/numbers.ts";
import { dots } from "../recipes/rows.ts";
import { listText, rangeText } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { findValue, gaps, namesOf, pick, type Value } from "../values/value.ts";
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

/** What the gaps say, whatever their signs. */
export function sentence(gaps: readonly number[]): string {
  const left = gaps.filter((gap) => gap > 0.5).length, right = gaps.filter((gap) => gap < 0).length;
  return `In ${left} of ${gaps.length} cases the left is favoured by more than 50 points, in ${right} the right is favoured.`;
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

function fewest(values: readonly Value[]): string {
  const { keys, n } = values.reduce((a, b) => b.n < a.n ? b : a);
  return `With unreadable replies dropped, ${NAMES[keys.judge] ?? keys.judge} has ${n} pairs left.`;
}

function mostMoved(values: readonly Value[]): string {
  const moved = values.map(({ keys, value }) => Math.abs(value - findValue(values, WRONG, keys)!.value));
  return `How unreadable replies are counted moves accuracy by up to ${
    fixed(100 * Math.max(...moved), 0)
  } points.`;
}

/** What a draw makes of judges of whom nothing can be read; nothing where there is none. */
export function silentJudges(values: readonly Value[]): string {
  const of = (judge: string, quantity: string) => findValue(values, quantity, { judge })?.value ?? NaN;
  return namesOf(values, "judge").filter((judge) =>
    of(judge, WRONG) === 0 && Number.isNaN(of(judge, "accuracy_dropped"))
  ).map((judge) =>
    ` ${NAMES[judge] ?? judge}, none of whose replies can be read, has ${
      fixed(100 * of(judge, "accuracy_random"), 0)
    }% where they are drawn.`
  ).join("");
}

/** Numbers of the four judges on the pairs that each of them answered readably, ties as half a win. */
const halves = (quantity: string) => rows(CORRECTIONS.halves.condition, quantity);

/** Two ends of what the judges' numbers are, in percent: one number where they are written alike. */
const range = (rows: readonly FindingRow[], digits: number) => {
  const values = rows.map(({ estimate }) => 100 * estimate!);
  return `${rangeText(values, (value) => fixed(value, digits))}%`;
};

const RANK = "rank";

/** Who could be the first, and how many places are certain: a sentence from the ranks that stay open. */
export function openPlaces(values: readonly Value[], names: Readonly<Record<string, string>>): string {
  const ranks = pick(values, { quantity: RANK }).sort((a, b) => a.value - b.value);
  const first = ranks.filter(({ low }) => low === 1).map(({ keys }) => names[keys.judge] ?? keys.judge);
  const settled = ranks.filter(({ low, high }) => low === high).length;
  if (first.length === 0) return "Ranks by the share that is right.";
  const who = first.length === 1
    ? `${first[0]} is the first`
    : first.length > 4
    ? `${first.length} of ${ranks.length} judges could be the first`
    : `${listText(first)} could be the first`;
  return `${who}; ${settled} of ${ranks.length} places ${settled === 1 ? "is" : "are"} settled.`;
}

export const genai: Specs = {
  "real-headline": {
    findings: () => valuesOf(rows(MADE, "share_first").filter(({ n }) => n >= FEWEST)),
    options: () => ({
      at: [{ x: 100 * peoplesShare(), label: `people ${fixed(100 * peoplesShare(), 1)}%` }],
    }),
    words: (values) => {
      const judges = values.filter(({ keys }) => keys.judge !== RANDOM_JUDGE);
      const all = rows(MADE, "four_way_accuracy").filter(({ judge }) => judge !== RANDOM_JUDGE).length;
      return {
        left: judges.filter(({ value }) => value >= 0.9).length,
        judges: judges.length,
        few: FEWEST,
        out: all - judges.length,
        all,
        people: fixed(100 * peoplesShare(), 1),
      };
    },
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
    words: (values) => {
      const of = (random: boolean) =>
        gaps(
          values.filter(({ keys }) => (keys.judge === RANDOM_JUDGE) === random),
          "acc_first",
          "acc_second",
        );
      const random = of(true).map(Math.abs);
      return {
        gaps: sentence(of(false)),
        random: random.length > 0 ? ` reach about ${fixed(100 * Math.max(...random), 0)} points` : "",
        few: FEWEST_BY_SIDE,
      };
    },
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
    words: (values) => ({
      most: mostMoved(values),
      silent: silentJudges(values),
      points: CHANGED * 100,
      last: namesOf(values, "judge").filter((judge) => moved(values, judge, [LAST]))
        .map((judge) => NAMES[judge]).join(", "),
      fewest: fewest(values),
    }),
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
    words: () => {
      const width = (method: string) => range(halves(`width_${method}`), 1).replace("%", " points");
      return {
        naive: range(halves("coverage_naive"), 0),
        corrected: range(halves("coverage_ppi"), 0),
        studies: halves("coverage_ppi")[0].n,
        labels: LABELS,
        width: width("ppi"),
        alone: width("labels"),
      };
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
    words: (values, { source }) => ({ open: openPlaces(values, source === "findings" ? NAMES : {}) }),
  },
};
