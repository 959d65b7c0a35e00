import { countWords } from "../count_words.ts";
import { readJsonFile } from "../json_file.ts";
import { recordsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";

type Json = Record<string, unknown>;

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
  read(files, { judge }) {
    const counts = { unparsed: 0, both_labels: 0 };
    const tables = files.filter((file) => readJsonFile(file).some(({ record }) => "Label" in record)).map((
      file,
    ) =>
      recordsTable(file, readJsonFile(file), (record) => {
        const replies = (Array.isArray(record.outputs) ? record.outputs : [record.output]) as unknown[];
        const meta = (record.Meta ?? {}) as Json;
        return replies.map((reply, run) => {
          const labels = new Set(String(reply ?? "").match(/\[\[[AB]\]\]/g) ?? []);
          if (labels.size === 0) counts.unparsed++;
          if (labels.size === 2) counts.both_labels++;
          return {
            benchmark: "Multimodal RewardBench",
            item_id: String(record.ID),
            image_id: typeof record.Image === "string" ? record.Image : String(record.ID),
            domain: typeof meta.Category === "string" ? meta.Category : null,
            judge: judge ?? file.stem,
            run: run + 1,
            human: String(record.Label),
            choice: labels.has("[[A]]") ? "A" : labels.size === 1 ? "B" : null,
            words_a: countWords(meta.Output1 as string | undefined),
            words_b: countWords(meta.Output2 as string | undefined),
          };
        });
      })
    );
    return {
      tables,
      counts,
    };
  },
  notes: {
    unparsed: "replies without a label, failed calls among them: no choice (the tool draws a letter)",
    both_labels: "replies with both labels: no choice (the tool takes A)",
  },
  silent: ["the models that wrote the answers", "verdicts in the reversed order: it was never asked for"],
};
