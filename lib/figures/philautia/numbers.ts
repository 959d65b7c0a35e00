import pl from "nodejs-polars";
import { philautiaIntervals } from "../../metrics/philautia_intervals.ts";
import {
  type CaptionSetting,
  PHILAUTIA_FACTS,
  PHILAUTIA_SIGNS,
  philautiaScores,
  pommsColumn,
} from "../../papers/philautia.ts";
import { captionCodes } from "../../results/caption_codes.ts";
import type { FigureContext } from "../figure_spec.ts";
import { inOrder, ORDERS } from "../paper_order.ts";
import type { HeatOptions } from "../recipes/heat_panel.ts";
import { computed } from "../values/computed.ts";
import { boundsOf, findValue, pick, printedValue, ranked, type Value, valueOf } from "../values/value.ts";
import { fitPomms } from "../../ensemble/fit_pomms.ts";
import { POMMS_COLUMN, withPommsScores } from "../../ensemble/pomms_philautia.ts";
import { pommsReport } from "../../ensemble/pomms_report.ts";
import { ratingAgreement } from "../../metrics/agreement.ts";
import { philautia } from "../../metrics/philautia.ts";
import { published } from "../values/published.ts";

export const ORDER = ORDERS.philautia;

export const MATRIX: HeatOptions = {
  rows: "generator",
  columns: "evaluator",
  panels: "setting",
  names: { ref_based: "(i) Reference-based", ref_free: "(ii) Reference-free" },
  domain: [-3.25, 3.25],
  label: "preference (Φ̃)",
  rowTitle: "generators",
  columnTitle: "evaluators",
};

export const settingsOf = (captionScores: pl.DataFrame): string[] =>
  captionCodes(captionScores).setting.levels.map(String).sort();

export async function lastSetting({ frame, source }: FigureContext): Promise<string> {
  return source === "published" ? ORDER.setting[1] : settingsOf(await frame("caption scores")).at(-1)!;
}

export async function matrixOf(setting: string, context: FigureContext): Promise<Value[]> {
  const frame = await context.frame("caption scores");
  return await context.once(`preferences ${setting}`, () => entriesOf(frame, setting));
}

function entriesOf(frame: pl.DataFrame, setting: string): Value[] {
  return computed(philautiaIntervals(frame, { setting }), {
    ...{ value: "value", quantity: "Φ̃", keys: ["setting", "generator", "evaluator"], more: ["phi"] },
  });
}

export async function allMatrices(context: FigureContext): Promise<Value[]> {
  const settings = settingsOf(await context.frame("caption scores"));
  return (await Promise.all(settings.map((setting) => matrixOf(setting, context)))).flat();
}

export const isPrinted = (values: readonly Value[]): boolean =>
  values.some(({ provenance }) => provenance === "published");

export const DIFFERENCE = "difference of";
export const isScore = ({ quantity }: Value): boolean => !quantity.startsWith(DIFFERENCE);

export const isSelf = ({ keys }: Value): boolean => keys.generator === keys.evaluator;

export function printedAndSigns(): Value[] {
  return (ORDER.setting as CaptionSetting[]).flatMap((setting) => {
    const printed = printedEntries(setting), signs = PHILAUTIA_SIGNS.filter((one) => one.setting === setting);
    const bounds = signs.map(({ generator, evaluator, sign }) => {
      const [low, high] = sign > 0 ? [0, Infinity] : [-Infinity, 0];
      return boundsOf({ setting, generator, evaluator }, "Φ̃", low, high);
    });
    return [...printed, ...bounds.filter(({ keys }) => !findValue(printed, "Φ̃", keys))];
  });
}

/** Entries of Φ̃ that the paper prints (section 6.1, 6.2, Table 2), with their printed form. */
export function printedEntries(setting: CaptionSetting): Value[] {
  const entry = (generator: string, evaluator: string, printed: string) =>
    printedValue({ setting, generator, evaluator }, "Φ̃", printed);
  return [
    ...philautiaScores().filter((score) => score.setting === setting)
      .map(({ model, printed }) => entry(model, model, printed)),
    ...PHILAUTIA_FACTS.entries.filter(([where]) => where === setting)
      .map(([, generator, evaluator, value]) => entry(generator, evaluator, value.toFixed(2))),
  ];
}

export async function ofTwo({ frame, source }: FigureContext): Promise<string[]> {
  if (source === "published") return [];
  const codes = captionCodes(await frame("caption scores"));
  const two = ([["evaluator", "entries of Φ̃"], ["generator", "scores standardised by evaluator"]] as const)
    .filter(([key]) => codes[key].levels.length === 2);
  return two.map(([key, what]) =>
    `Of two ${key}s ${what} can only be −1 or 1: they say which is larger, not by how much.`
  );
}

export function strongest(values: readonly Value[]): string[] {
  const last = values.map(({ keys }) => keys.setting).sort().at(-1);
  return ranked(pick(values, { setting: last ?? "" }), "Φ̃", "generator");
}

export const BENCHMARKS = ["Nebula", "Flickr8k-Expert"];

export const CAPTIONS = "SelfEval-Cap";

const BASELINES = ["GPT-4o", "Qwen2.5-VL-7B", "InternVL2.5-8B"];

const VARIANTS = ["", "(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)"];

const CHOSEN_STEP = 4, LAST_STEP = 6;

/** Agreement with the humans of a single evaluator (step −1) or of an ensemble, on one benchmark's test rows. */
type PommsValue =
  & Record<"step" | "n" | "n_clusters" | `tau_${"b" | "c"}${"" | "_low" | "_high"}`, number>
  & Record<"added" | "members" | "benchmark", string>;

export const fittedPomms = (context: FigureContext) =>
  context.once("pomms", async () => fit(await context.frame("ratings")));

/** Fits to train and validation, and looks at the rows of test that every candidate scored, so that all have the same. */
function fit(ratings: pl.DataFrame) {
  const frame = ratings.columns.includes("benchmark")
    ? ratings
    : ratings.withColumns(pl.lit("test").alias("benchmark"));
  const split = (name: string) => frame.filter(pl.col("split").eq(pl.lit(name)));
  const pomms = fitPomms({ train: split("train"), validation: split("validation") });
  const by = ["benchmark"] as const, tested = split("test");
  const test = tested.dropNulls(["human", ...pomms.candidates]);
  const agreement = ratingAgreement(test, { by, evaluators: pomms.candidates });
  const single = agreement.toRecords();
  const steps = pommsReport(pomms, test, { by }).toRecords() as PommsValue[];
  const values: PommsValue[] = [
    ...single.map((row) => ({ ...row, step: -1, added: row.evaluator, members: row.evaluator })),
    ...steps,
  ];
  const benchmarks = inOrder(values.map(({ benchmark }) => benchmark), BENCHMARKS);
  // `left`: judgments of the split test that some candidate did not score.
  return { pomms, benchmarks, values, left: tested.height - test.height };
}

function stepLabel({ step, added, members }: Pick<PommsValue, "step" | "added" | "members">): string {
  if (step <= 0) return added;
  const variant = VARIANTS[step] ?? `(${step})`;
  return step === 1 ? `${variant} ${members.replace("; ", " and ")}` : `${variant} + ${added}`;
}

export function printedSteps(): Value[] {
  const read = (percent: boolean) =>
    published("philautia-table1", {
      keys: { group: "group", evaluators: "row_label", members: "members", dataset: "dataset" },
      ...{ quantity: "metric", value: "value", percent },
      names: { "G-VEval": "Single model (G-VEval)" },
    }).filter(({ quantity }) => quantity.startsWith("tau") === percent);
  return [...read(true), ...read(false)];
}

/**
 * The same computed from ratings, single evaluators first; with `bias` also from caption scores, the mean entry of Φ̃ over an
 * ensemble's members (of a single evaluator, its own).
 */
export async function computedSteps(context: FigureContext, bias: boolean): Promise<Value[]> {
  const simulated = context.source === "simulated";
  const fit = await fittedPomms(context);
  // Step 0 is its only member again.
  const shown = fit.values.filter(({ step, added }) =>
    step !== 0 && (!simulated || (step < 0 ? BASELINES.includes(added) : step <= LAST_STEP))
  );
  const rank = ({ step, added }: PommsValue) => step < 0 ? BASELINES.indexOf(added) - BASELINES.length : step;
  if (simulated) shown.sort((a, b) => rank(a) - rank(b));
  const keysOf = (value: PommsValue, dataset: string) => ({
    group: value.step < 0 ? "Single evaluator" : "Pomms",
    ...{ evaluators: stepLabel(value), members: value.members, dataset },
  });
  const taus = shown.flatMap((value) =>
    (["tau_b", "tau_c"] as const).map((quantity) =>
      valueOf({
        ...{ keys: keysOf(value, value.benchmark), quantity, value: value[quantity] },
        ...{ low: value[`${quantity}_low`], high: value[`${quantity}_high`] },
        ...{ n: value.n, clusters: value.n_clusters },
      })
    )
  );
  if (!bias) return taus;
  const [ratings, captionScores] = [await context.frame("ratings"), await context.frame("caption scores")];
  const setting = settingsOf(captionScores).at(-1)!;
  const { scores } = philautia(captionScores, { setting });
  const report = pommsReport(fit.pomms, ratings.head(0), { by: [], captionScores, setting })
    .toRecords() as { philautia_members: number }[];
  const entries = shown.filter(({ benchmark }) => benchmark === fit.benchmarks[0]).map((value) => {
    const entry = value.step < 0 ? scores[value.added] : report[value.step].philautia_members;
    return valueOf({ keys: keysOf(value, CAPTIONS), quantity: "over_members", value: entry ?? NaN });
  });
  return [...taus, ...entries];
}

const SETTING = "ref_free";

export function printedEnsemble(): Value[] {
  return pommsColumn().map(({ model, value }) =>
    printedValue({ setting: SETTING, generator: model, evaluator: POMMS_COLUMN }, "Φ̃", value.toFixed(2))
  );
}

/** Entries of Φ̃ with an ensemble as one more evaluator: the paper's choice of members, from results the best. */
export async function ensembleMatrix(context: FigureContext): Promise<Value[]> {
  const captionScores = await context.frame("caption scores");
  const { pomms } = await fittedPomms(context);
  const step = context.source === "results" ? pomms.best : CHOSEN_STEP;
  const setting = settingsOf(captionScores).at(-1)!;
  return await context.once(
    `preferences ${setting} with step ${step}`,
    () => entriesOf(withPommsScores(captionScores, pomms, { setting, step }), setting),
  );
}
