import { countWords } from "../count_words.ts";
import { provenanceOf } from "../json_lines.ts";
import { loneLabel } from "../lone_verdict.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { counted, sides, textOf, turned } from "./records.ts";

/**
 * Multimodal RewardBench judge outputs (Yasunaga et al. 2025): a line per pair with `Label` (A = Output1) and `output`, or
 * `outputs` for several runs. The tool takes `[[A]]` where it stands, else `[[B]]`, else draws a letter: here a reply
 * without a label that stands alone has no choice, and those with both are counted.
 */
export const multimodalRewardBench: Layout = layout("multimodal-rewardbench", {
  results: ({ record }) => "ID" in record && "Label" in record && ("output" in record || "outputs" in record),
  beside: ["Output1", "Better"],
  *rows({ ID, Label, Image, Meta, output, outputs }, at) {
    const meta = (Meta ?? {}) as Json;
    for (const [run, reply] of (Array.isArray(outputs) ? outputs : [output]).entries()) {
      const found = loneLabel(String(reply ?? ""), /\[\[([AB])\]\]/g);
      const isBoth = "fault" in found && found.fault === "more than one label";
      at.count("unparsed", "fault" in found && !isBoth);
      at.count("both_labels", isBoth);
      yield {
        item_id: String(ID),
        image_id: textOf(Image) ?? String(ID),
        domain: textOf(meta.Category),
        judge: at.judge(at.file.stem),
        run: run + 1,
        human: String(Label),
        choice: "label" in found ? found.label : null,
        ...sides([meta.Output1, meta.Output2]),
      };
    }
  },
});

/** One call on a pair. */
interface Call {
  judgement?: unknown;
  evaluator?: unknown;
}

const isCalls = (value: unknown): value is { forward: Call[]; reverse: Call[] } =>
  typeof value === "object" && value !== null && Array.isArray((value as Json).forward) &&
  Array.isArray((value as Json).reverse);

/**
 * Multimodal RewardBench 2 (MMRB2): `outputs/<judge>.json`, an object of pair id → `forward` and `reverse` calls, joined
 * with `benchmark/<task>.json` (`chosen`, the two responses and their models, three people's annotations). `reverse` speaks
 * of the reversed order. An empty list is a failed call: no row. Without the benchmark beside there are no human labels.
 */
export const mmrb2: Layout = layout("mmrb2", {
  results: ({ record }) => isCalls(Object.values(record)[0]),
  beside({ record }) {
    const [first] = (Array.isArray(record.pairs) ? record.pairs : []) as Json[];
    return first !== undefined && "response_a" in first && "chosen" in first;
  },
  index: (files, records) => pairsOf(files.flatMap(records)),
  *rows(record, at) {
    for (const [id, calls] of Object.entries(record)) {
      if (!isCalls(calls)) continue;
      const { pair, task = null } = at.index.get(id) ?? {};
      const [a, b] = [pair?.response_a, pair?.response_b] as (Json | undefined)[];
      for (const order of ["forward", "reverse"] as const) {
        const swapped = order === "reverse";
        at.count("failed_calls", calls[order].length === 0);
        for (const [run, { judgement, evaluator }] of calls[order].entries()) {
          const word = String(judgement).trim();
          const shown = word === "A" || word === "B" ? word : /^(tie|C)$/i.test(word) ? "tie" : null;
          at.count("unlabelled", !pair);
          yield {
            item_id: id,
            domain: task,
            judge: at.judge(at.file.stem.replace(/^task\d+_/, "")),
            swapped,
            run: run + 1,
            human: pair?.chosen === "A" || pair?.chosen === "B" ? pair.chosen : null,
            choice: turned(at.read("unparsed", shown), swapped),
            ...counted([wordsOf(a), wordsOf(b)], [a?.model_name, b?.model_name]),
            evaluator: textOf(evaluator),
            human_annotations: pair ? JSON.stringify(pair.human_annotations ?? null) : null,
            ...provenanceOf(pair ?? {}),
          };
        }
      }
    }
  },
});

/** The pairs of the benchmark files, each of the first that has it. */
function pairsOf(found: readonly Found[]): Map<string, { pair: Json; task: string }> {
  const pairs = new Map<string, { pair: Json; task: string }>();
  for (const { file, record } of found) {
    for (const pair of (record.pairs ?? []) as Json[]) {
      const id = String(pair.id), task = file.stem.replace(/_response_only$/, "");
      if (!pairs.has(id)) pairs.set(id, { pair, task });
    }
  }
  return pairs;
}

function wordsOf(response: Json | undefined): number | null {
  if (!response) return null;
  const parts = (response.response_content ?? []) as [string, unknown][];
  return parts.reduce((sum, [kind, text]) => sum + (kind === "text" ? countWords(textOf(text)) ?? 0 : 0), 0);
}
