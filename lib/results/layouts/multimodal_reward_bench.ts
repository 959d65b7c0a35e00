import { loneLabel } from "../lone_verdict.ts";
import type { Layout } from "./layout.ts";
import { type Json, recordTables, textOf, wordsOf } from "./records.ts";

/**
 * Multimodal RewardBench judge outputs (Yasunaga et al. 2025): a line per pair with `Label` (A = Output1) and `output`, or
 * `outputs` for several runs. The tool takes `[[A]]` where it stands, else `[[B]]`, else draws a letter: here a reply
 * without a label that stands alone has no choice, and those with both are counted.
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
        const found = loneLabel(String(reply ?? ""), /\[\[([AB])\]\]/g);
        const isBoth = "fault" in found && found.fault === "more than one label";
        count("unparsed", "fault" in found && !isBoth);
        count("both_labels", isBoth);
        return {
          benchmark: "Multimodal RewardBench",
          item_id: String(record.ID),
          image_id: textOf(record.Image) ?? String(record.ID),
          domain: textOf(meta.Category),
          judge: judge ?? file.stem,
          run: run + 1,
          human: String(record.Label),
          choice: "label" in found ? found.label : null,
          words_a: wordsOf(meta.Output1),
          words_b: wordsOf(meta.Output2),
        };
      });
    }),
  notes: {
    unparsed:
      "replies without a label of their own, failed calls among them: no choice (the tool draws a letter where it finds none)",
    both_labels: "replies with both labels: no choice (the tool takes A)",
  },
  silent: ["the models that wrote the answers", "verdicts in the reversed order: it was never asked for"],
};
