import type { PommsStep } from "../../ensemble/pomms.ts";
import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import { withPommsScores } from "../../ensemble/with_pomms_scores.ts";
import { pommsColumn } from "../../papers/philautia.ts";
import type { FigureContext } from "../figure_spec.ts";
import { CHOSEN_STEP, fittedPomms } from "./pomms_values.ts";
import { type PreferenceValues, preferenceValues, settingsOf } from "./preference_values.ts";

/** Φ̃ with an ensemble as last column. */
export interface EnsemblePreferences {
  matrix: PreferenceValues;
  /** The matrix of the single evaluators alone. */
  single: PreferenceValues;
  step: PommsStep;
  /** What the ensemble is called: `Pomms (iv)`. */
  name: string;
}

/**
 * The ensemble that the paper chose (from results: the best) as one more evaluator without references. From the source
 * `published` its printed column takes the place of the computed one.
 */
export async function ensemblePreferences(context: FigureContext): Promise<EnsemblePreferences> {
  const captionScores = await context.frame("caption scores");
  const { pomms } = await fittedPomms(context);
  const ofPaper = context.source !== "results";
  const step = ofPaper ? CHOSEN_STEP : pomms.best;
  const setting = settingsOf(captionScores).at(-1)!;
  const frame = await context.once(
    `caption scores with step ${step}, ${setting}`,
    () => withPommsScores(captionScores, pomms, { setting, step }),
  );
  // Printed entries of single models are those of the matrix without the ensemble.
  const computed = await preferenceValues(
    frame,
    setting,
    { ...context, source: "simulated" },
    `with step ${step}`,
  );
  const printed = new Map(pommsColumn().map(({ model, value }) => [model, value]));
  const values = computed.values.map((value) => {
    const known = context.source === "published" && value.evaluator === POMMS_COLUMN
      ? printed.get(value.generator)
      : undefined;
    return known === undefined
      ? value
      : { ...value, value: known, printed: known.toFixed(2), provenance: "published" as const };
  });
  const evaluators = [...computed.evaluators.filter((name) => name !== POMMS_COLUMN), POMMS_COLUMN];
  return {
    matrix: { ...computed, values, evaluators },
    single: await preferenceValues(captionScores, setting, context),
    step: pomms.steps[step],
    name: ofPaper ? "Pomms (iv)" : "Pomms",
  };
}
