import pl from "nodejs-polars";
import { fitPomms } from "../../ensemble/fit_pomms.ts";
import { POMMS_COLUMN, withPommsScores } from "../../ensemble/pomms_philautia.ts";
import { pommsReport } from "../../ensemble/pomms_report.ts";
import { ratingAgreement } from "../../metrics/agreement.ts";
import { philautia } from "../../metrics/philautia.ts";
import { pommsColumn } from "../../papers/philautia.ts";
import type { FigureContext } from "../figure_spec.ts";
import { inOrder } from "../display_names.ts";
import { published } from "../values/published.ts";
import { printedValue, type Value, valueOf } from "../values/value.ts";
import { entriesOf, settingsOf } from "./numbers.ts";

export const BENCHMARKS = ["Nebula", "Flickr8k-Expert"];

/** What philautia scores are of. */
export const CAPTIONS = "SelfEval-Cap";

const BASELINES = ["GPT-4o", "Qwen2.5-VL-7B", "InternVL2.5-8B"];

/** Names of the paper's variants by the index of their step; step 0 is a single model. */
const VARIANTS = ["", "(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)"];

/** The variant that the paper chose, and the last that it shows. */
const CHOSEN_STEP = 4, LAST_STEP = 6;

/** Agreement with the humans of a single evaluator (step −1) or of an ensemble, on one benchmark's test rows. */
type PommsValue =
  & Record<"step" | "n" | "n_clusters" | `tau_${"b" | "c"}${"" | "_low" | "_high"}`, number>
  /** The evaluator, or the one that joined last; all of them. */
  & Record<"added" | "members" | "benchmark", string>;

/** The fit to the context's ratings, made once for the figures that are drawn together. */
export function fittedPomms(context: FigureContext) {
  return context.once("pomms", async () => fit(await context.frame("ratings")));
}

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

/** How a step is called: `(iv) + DeepSeek-VL2`. */
function stepLabel({ step, added, members }: Pick<PommsValue, "step" | "added" | "members">): string {
  if (step <= 0) return added;
  const variant = VARIANTS[step] ?? `(${step})`;
  return step === 1 ? `${variant} ${members.replace("; ", " and ")}` : `${variant} + ${added}`;
}

export function printedSteps(): Value[] {
  const read = (percent: boolean) =>
    published("philautia-table1", {
      keys: { group: "group", evaluators: "row_label", members: "members", dataset: "dataset" },
      quantity: "metric",
      value: "value",
      percent,
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
    evaluators: stepLabel(value),
    members: value.members,
    dataset,
  });
  const taus = shown.flatMap((value) =>
    (["tau_b", "tau_c"] as const).map((quantity) =>
      valueOf({
        keys: keysOf(value, value.benchmark),
        quantity,
        value: value[quantity],
        low: value[`${quantity}_low`],
        high: value[`${quantity}_high`],
        n: value.n,
        clusters: value.n_clusters,
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
export async function ensembleMatrix(
  context: FigureContext,
): Promise<{ values: Value[]; members: string[] }> {
  const captionScores = await context.frame("caption scores");
  const { pomms } = await fittedPomms(context);
  const step = context.source === "results" ? pomms.best : CHOSEN_STEP;
  const setting = settingsOf(captionScores).at(-1)!;
  const values = await context.once(
    `preferences ${setting} with step ${step}`,
    () => entriesOf(withPommsScores(captionScores, pomms, { setting, step }), setting),
  );
  return { values, members: pomms.steps[step].members };
}
