import type { Layout } from "./layout.ts";
import { type Json, recordTables, textOf, wordsOf } from "./records.ts";

/**
 * Multimodal RewardBench judge outputs (Yasunaga et al. 2025): a line per pair with `Label` (A = Output1) and `output`, or
 * `outputs` for several runs. The tool takes `[[A]]` where it stands, else `[[B]]`, else draws a letter: here a reply
 * without a label has no choice, and those with both are counted.
 */
export const multimodalRewardBench: Layout = {
  tool: "Multimodal RewardBench",
  frame: "pairs",
  detect: ({ record }) =>
    "ID" in record && "Label" in record && ("output" in record || "outputs" in record)
      ? "results"
      : "Output1" in record && "Better" in record
      ? "beside"
      : null,
  read: (files, { judge, count }) =>
    recordTables(files, { of: (record) => "Label" in record }, (record, { file }) => {
      const replies = (Array.isArray(record.outputs) ? record.outputs : [record.output]) as unknown[];
      const meta = (record.Meta ?? {}) as Json;
      return replies.map((reply, run) => {
        const labels = new Set(String(reply ?? "").match(/\[\[[AB]\]\]/g) ?? []);
        count("unparsed", labels.size === 0);
        count("both_labels", labels.size === 2);
        return {
          benchmark: "Multimodal RewardBench",
          item_id: String(record.ID),
          image_id: textOf(record.Image) ?? String(record.ID),
          domain: textOf(meta.Category),
          judge: judge ?? file.stem,
          run: run + 1,
          human: String(record.Label),
          choice: labels.has("[[A]]") ? "A" : labels.size === 1 ? "B" : null,
          words_a: wordsOf(meta.Output1),
          words_b: wordsOf(meta.Output2),
        };
      });
    }),
  notes: {
    unparsed: "replies without a label, failed calls among them: no choice (the tool draws a letter)",
    both_labels: "replies with both labels: A, as the tool takes them",
  },
  silent: ["the models that wrote the answers", "verdicts in the reversed order: it was never asked for"],
};
