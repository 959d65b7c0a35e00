import { createHash } from "node:crypto";
import { type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, larger, sides, textOf, type Winner } from "./records.ts";

/**
 * AlpacaEval annotations (Li et al. 2023): `results/<model>/<annotator>/annotations.json`. output_1 is the baseline (A),
 * output_2 the model (B); `preference` from 1 (A) to 2 (B), 0 or 1.5 a tie, null a failed call. image_id = the instruction
 * (there is no id: a hash of it), item_id = baseline/model/instruction.
 *
 * The answers were shown in random order and turned back; the order is not stored, but for many replies it follows from
 * log-probabilities, from the names given to the models, or from the ranks in the reply. `order` says `known` or `unknown`;
 * where it is unknown, `swapped` is false. `preference` is kept: with log-probabilities it is weighted.
 */
export const alpacaEval: Layout = layout("alpaca-eval", {
  results: ["instruction", "output_1", "output_2", "generator_2", "preference", "annotator"],
  // Lines that were appended twice are one.
  last: (record) => record,
  *rows(record, at) {
    const { output_1, output_2, generator_1, generator_2, annotator, raw_completion } = record;
    const instruction = createHash("sha256").update(String(record.instruction)).digest("hex").slice(0, 16);
    const item = `${generator_1}/${generator_2}/${instruction}`;
    const again = at.nth(`${at.file.path}\n${item}\n${annotator}`);
    const preference = typeof record.preference === "number" ? record.preference : null;
    if (preference !== null && preference !== 0 && !(preference >= 1 && preference <= 2)) {
      const wanted = "a preference from 1 (the baseline) to 2 (the model), or 0 for a tie";
      fieldOf(at)("preference", `${wanted}, in record ${at.place + 1}`, () => false);
    }
    const two = firstRanks(raw_completion).length > 1, choice = choiceOf(preference);
    const swapped = shownSwapped(record, preference);
    at.count("two_winners", two);
    at.count("equal_texts", choice === "tie" && output_1 === output_2);
    at.count("order_unknown", swapped === null);
    yield {
      item_id: again === 1 ? item : `${item}-${again}`,
      image_id: instruction,
      domain: textOf(record.dataset),
      judge: at.judge(annotator),
      swapped: swapped ?? false,
      choice: at.read("unparsed", choice),
      ...sides([output_1, output_2], [generator_1, generator_2]),
      preference,
      order: swapped === null ? "unknown" : "known",
      status: preference === null ? "failed" : two ? "two_winners" : "ok",
    };
  },
});

function choiceOf(preference: number | null): Winner {
  return preference === 0 ? "tie" : larger(1.5, preference);
}

/** The models that a reply ranks first: `m` or `model_1` was shown first, `M` or `model_2` second. */
function firstRanks(completion: unknown): string[] {
  const text = typeof completion === "string" ? completion : JSON.stringify(completion ?? "");
  const ranks = text.matchAll(/["']model["']\s*:\s*["'](\w+)["']\s*,\s*["']rank["']\s*:\s*1\b/g);
  return [...ranks].map(([, name]) => name);
}

/** Whether the answers were shown in reverse; null where the record does not tell. */
function shownSwapped(record: Json, preference: number | null): boolean | null {
  const names = record.referenced_models as Json | undefined;
  if (names && typeof names.m === "string") return names.m === "output_2";
  const completion = (record.raw_completion ?? {}) as Json;
  const content =
    (completion.logprobs as { content?: { top_logprobs?: { token: string; logprob: number }[] }[] })
      ?.content?.[0]?.top_logprobs;
  if (content && preference !== null) {
    const [first, second] = ["m", "M"].map((token) =>
      Math.exp(content.find((entry) => entry.token === token)?.logprob ?? -Infinity)
    );
    if (first + second > 0) {
      const p = first / (first + second);
      return Math.abs(preference - (1 + p)) < Math.abs(preference - (2 - p));
    }
  }
  const ranks = firstRanks(record.raw_completion);
  if (ranks.length !== 1 || preference === null || preference === 1.5 || preference === 0) return null;
  const first = ranks[0] === "m" || ranks[0] === "model_1";
  return (preference < 1.5) !== first;
}
