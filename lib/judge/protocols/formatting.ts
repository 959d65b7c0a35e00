import { z } from "zod";
import { formatted, type Formatting, FORMATTINGS, withoutMarkup } from "../../perturb/formatting.ts";
import { requireSome } from "../../stats/require_value.ts";
import { judgment, pairConditions, pairProtocol, type PairSample, pairSample, pairSlots } from "./pair.ts";
import { SCORE_DECODING } from "./score.ts";

/** A response as a pair of itself: both answers are its words without markup. */
const sample = z.looseObject({ response: z.string() })
  .transform(({ response, ...line }): unknown => {
    const plain = withoutMarkup(response);
    return { ...line, answer_a: plain, answer_b: plain, variant: "formatted", human: null };
  })
  .pipe(pairSample);

function pairOf(sample: PairSample, formatting: unknown): PairSample {
  return { ...sample, answer_b: formatted(sample.answer_a, formatting as Formatting) ?? sample.answer_b };
}

/**
 * Formatting on identical content: the same response without markup (A) and with it (B), by default in both orders and in
 * every formatting (`formatted`) that changes it: lists, bold, headings, or the ones that the option `formattings` names,
 * separated by blanks. The judge must choose (the prompt of `pairwise`; a tie is not offered). Samples have `item_id, query,
 * response`, and `image`. Rows are the `pairs` frame with `variant: "formatted"` and the formatting in `condition`;
 * `formattingPreference` measures them.
 */
export const formatting = pairProtocol({
  name: "formatting",
  summary: "A response without markup or the same with it, in both orders, for the pull of formatting",
  sample,
  options: ["formattings"],
  conditions(options, sample) {
    const { formattings = FORMATTINGS.join(" ") } = options;
    const asked = String(formattings).split(/[\s,]+/);
    requireSome("judge: formatting", asked, FORMATTINGS);
    return asked.filter((one) => formatted(sample.answer_a, one as Formatting) !== null).flatMap((
      formatting,
    ) =>
      pairConditions({ orders: ["given", "swapped"], ...options }, sample)
        .map((condition) => ({ ...condition, formatting }))
    );
  },
  decoding: SCORE_DECODING,
  asks: [{
    ...judgment("pairwise", { heading: "selection" }),
    slots: (sample, condition) => pairSlots(pairOf(sample, condition.formatting), condition),
  }],
});
