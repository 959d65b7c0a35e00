import { createHash } from "node:crypto";
import { type Json, type Layout, layout } from "./layout.ts";
import { larger, sides, textOf } from "./records.ts";

/** AlpacaEval (Li et al. 2023): `results/<model>/<annotator>/annotations.json`; output_1 is A, `preference` 1 to 2, 0 or 1.5 a tie, null a failed call; a reply that ranks both first chooses none. */
export const alpacaEval: Layout = layout("alpaca-eval", {
  results: ["instruction", "output_1", "output_2", "generator_2", "preference", "annotator"],
  last: (record) => record,
  *rows(record, at) {
    const { output_1, output_2, generator_1, generator_2, annotator } = record;
    const instruction = createHash("sha256").update(String(record.instruction)).digest("hex").slice(0, 16);
    const item = `${generator_1}/${generator_2}/${instruction}`;
    const again = at.nth(`${at.file.path}\n${item}\n${annotator}`);
    const preference = typeof record.preference === "number" ? record.preference : null;
    const isRead = preference !== null && preference >= 1 && preference <= 2;
    const choice = preference === 0 ? "tie" : isRead ? larger(1.5, preference) : null;
    const isTwo = firstRanks(record).length > 1, swapped = shownSwapped(record, preference);
    at.count("two_winners", isTwo);
    at.count("equal_texts", choice === "tie" && output_1 === output_2);
    at.count("order_unknown", swapped === null);
    yield {
      item_id: again === 1 ? item : `${item}-${again}`,
      image_id: instruction,
      domain: textOf(record.dataset),
      judge: at.judge(annotator),
      swapped: swapped ?? false,
      choice: isTwo ? null : at.read("unparsed", choice),
      ...sides([output_1, output_2], [generator_1, generator_2]),
      preference,
      order: swapped === null ? "unknown" : "known",
      status: preference === null ? "failed" : isTwo ? "two_winners" : "ok",
    };
  },
});

function firstRanks({ raw_completion: reply }: Json): string[] {
  const text = typeof reply === "string" ? reply : JSON.stringify(reply ?? "");
  const ranks = text.matchAll(/["']model["']\s*:\s*["'](\w+)["']\s*,\s*["']rank["']\s*:\s*1\b/g);
  return [...ranks].map(([, name]) => name);
}

function shownSwapped(record: Json, preference: number | null): boolean | null {
  const names = record.referenced_models as Json | undefined;
  if (typeof names?.m === "string") return names.m === "output_2";
  if (preference === null) return null;
  const { logprobs } = (record.raw_completion ?? {}) as {
    logprobs?: { content?: { top_logprobs?: { token: string; logprob: number }[] }[] };
  };
  const tokens = logprobs?.content?.[0]?.top_logprobs ?? [];
  const [first, second] = ["m", "M"].map((name) =>
    Math.exp(tokens.find(({ token }) => token === name)?.logprob ?? -Infinity)
  );
  if (first + second > 0) {
    const p = first / (first + second);
    return Math.abs(preference - (1 + p)) < Math.abs(preference - (2 - p));
  }
  const [one, ...others] = firstRanks(record);
  if (!one || others.length > 0 || preference === 1.5 || preference === 0) return null;
  return (preference < 1.5) !== ["m", "model_1"].includes(one);
}
