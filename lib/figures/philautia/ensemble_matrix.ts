import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import { withPommsScores } from "../../ensemble/with_pomms_scores.ts";
import { pommsColumn } from "../../papers/philautia.ts";
import type { FigureContext } from "../figure_spec.ts";
import { type Value, valueOf } from "../values/value.ts";
import { entriesOf, settingsOf } from "./numbers.ts";
import { CHOSEN_STEP, fittedPomms } from "./pomms_values.ts";

/** The setting of Table 2 and Figure D. */
const SETTING = "ref_free";

/** Table 2's row of Pomms (iv): its entries of Φ̃ as printed. */
export function printedEnsemble(): Value[] {
  return pommsColumn().map(({ model, value }) =>
    valueOf({
      keys: { setting: SETTING, generator: model, evaluator: POMMS_COLUMN },
      quantity: "Φ̃",
      value,
      printed: value.toFixed(2),
      provenance: "published",
    })
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
