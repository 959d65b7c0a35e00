import { countWords } from "../count_words.ts";
import { isObject, provenanceOf } from "../json_lines.ts";
import { loneLabel } from "../reply_verdict.ts";
import type { FilePeek } from "./peek.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { counted, fieldOf, larger, numberOf, sides, textOf, turned } from "./records.ts";

const hasColumns = (...names: string[]) => ({ record }: FilePeek) =>
  names.every((name) => Array.isArray(record[name]));

const isSummary = ({ record }: FilePeek) => "model_type" in record && !("results" in record);

const columnsOf = (record: Json) => (name: string) => (record[name] ?? []) as unknown[];

/** RewardBench, generative judges (Lambert et al. 2024): `results/eval-set-scores/<org>/<model>.json`; A is the chosen answer, 0.5 no tie. */
export const rewardBench: Layout = layout("rewardbench", {
  results: hasColumns("results", "text_chosen", "text_rejected"),
  beside: isSummary,
  *rows(record, at) {
    const column = columnsOf(record), isKnown = Array.isArray(record.is_shuffled);
    const scores = ["scores_chosen", "scores_rejected"].map((name) =>
      column(name).map((score) => numberOf([score].flat()[0]))
    );
    for (const [i, result] of column("results").entries()) {
      const texts = ["text_chosen", "text_rejected"].map((name) => answerIn(column(name)[i]));
      const [score_a = null, score_b = null] = scores.map((of) => of[i]);
      at.count("order_unknown", !isKnown);
      at.count("no_answer", texts.includes(null));
      yield {
        item_id: `${column("subset")[i]}/${column("id")[i] ?? i}`,
        domain: textOf(column("subset")[i]),
        judge: at.judge(record.model ?? at.file.stem),
        swapped: column("is_shuffled")[i] === true,
        choice: at.read(
          "unparsed",
          larger(score_a, score_b) ?? (result === 1 ? "A" : result === 0 ? "B" : null),
        ),
        ...sides(texts),
        ...column("scores_chosen").length > 0 && { score_a, score_b },
        order: isKnown ? "known" : "unknown",
      };
    }
  },
});

/** The answer in a conversation: its last message, in one text what stands behind the last `Assistant:`; none where nothing tells it from the prompt. */
function answerIn(talk: unknown): string | null {
  if (Array.isArray(talk)) return textOf((talk.at(-1) as Json | undefined)?.content);
  return textOf(talk)?.split(/^Assistant:/im).slice(1).at(-1) ?? null;
}

/** RewardBench's scores of a reward model: `<model>_all.jsonl` with the `chosen` and the `rejected` answer's score per line. */
export const rewardBenchScores: Layout = layout("rewardbench-scores", {
  results: ({ record, stem }) =>
    /_all$/.test(stem) && typeof record.chosen === "number" && "rejected" in record,
  *rows(_, at) {
    const [score_a, score_b] = ["chosen", "rejected"].map((column) =>
      fieldOf(at)(column, "the answer's score, a number", (value) => typeof value === "number") as number
    );
    at.count("order_unknown");
    yield {
      item_id: `line ${at.place + 1}`,
      judge: at.judge(at.file.stem.replace(/_all$/, "")),
      choice: larger(score_a, score_b),
      score_a,
      score_b,
      order: "unknown",
    };
  },
});

/** RewardBench 2 (Malik et al. 2025): one right answer of four, as ratings: 1 where the judge named it, 0 where not, 1/k where k answers won together. */
export const rewardBench2: Layout = layout("rewardbench-2", {
  results: hasColumns("results", "texts_chosen", "texts_rejected"),
  beside: isSummary,
  *rows(record, at) {
    const column = columnsOf(record);
    for (const [i, result] of column("results").entries()) {
      const isScore = typeof result === "number" && result !== 0.25 && column("subset")[i] !== "Ties";
      yield {
        item_id: String(column("id")[i] ?? i),
        subset: String(column("subset")[i]),
        evaluator: String(record.model ?? at.file.stem),
        score: at.read("unparsed", isScore ? result : null),
      };
    }
  },
});

/** Multimodal RewardBench (Yasunaga et al. 2025): a line per pair with `Label` (A = Output1) and `output`, or `outputs` for several runs. */
export const mmrb: Layout = layout("multimodal-rewardbench", {
  results: ({ record }) => "ID" in record && "Label" in record && ("output" in record || "outputs" in record),
  beside: ["Output1", "Better"],
  *rows({ ID, Label, Image, Meta, output, outputs }, at) {
    const meta = (Meta ?? {}) as Json;
    for (const [run, reply] of (Array.isArray(outputs) ? outputs : [output]).entries()) {
      const found = loneLabel(String(reply ?? ""), /\[\[([AB])\]\]/g);
      yield {
        item_id: String(ID),
        image_id: textOf(Image) ?? String(ID),
        domain: textOf(meta.Category),
        judge: at.judge(at.file.stem),
        run: run + 1,
        human: String(Label),
        choice: at.read("unparsed", "label" in found ? found.label : null),
        ...sides([meta.Output1, meta.Output2]),
      };
    }
  },
});

type Calls = Record<"forward" | "reverse", { judgement?: unknown }[]>;

const isCalls = (value: unknown): value is Calls =>
  isObject(value) && Array.isArray(value.forward) && Array.isArray(value.reverse);

/** Multimodal RewardBench 2: `outputs/<judge>.json`, pair id → calls in either order, joined with the labels of `benchmark/<task>.json`. */
export const mmrb2: Layout = layout("mmrb2", {
  results: ({ record }) => isCalls(Object.values(record)[0]),
  beside({ record }) {
    const [first] = (Array.isArray(record.pairs) ? record.pairs : []) as Json[];
    return isObject(first) && "response_a" in first && "chosen" in first;
  },
  index: (files, records) => pairsOf(files.flatMap(records)),
  *rows(record, at) {
    for (const [id, calls] of Object.entries(record)) {
      if (!isCalls(calls)) continue;
      const { pair, task = null, shown = counted([], [null, null]) } = at.index.get(id) ?? {};
      for (const order of ["forward", "reverse"] as const) {
        const swapped = order === "reverse";
        at.count("failed_calls", calls[order].length === 0);
        for (const [run, { judgement }] of calls[order].entries()) {
          const word = String(judgement).trim();
          const choice = word === "A" || word === "B" ? word : /^(tie|C)$/i.test(word) ? "tie" : null;
          at.count("unlabelled", !pair);
          yield {
            item_id: id,
            domain: task,
            judge: at.judge(at.file.stem.replace(/^task\d+_/, "")),
            swapped,
            run: run + 1,
            human: pair?.chosen === "A" || pair?.chosen === "B" ? pair.chosen : null,
            choice: turned(at.read("unparsed", choice), swapped),
            ...shown,
            ...provenanceOf(pair ?? {}),
          };
        }
      }
    }
  },
});

function pairsOf(found: readonly Found[]) {
  return new Map(
    found.toReversed().flatMap(({ file, record }) => {
      const task = file.stem.replace(/_response_only$/, "");
      return ((record.pairs ?? []) as Json[]).map((pair) => {
        const both = [pair.response_a, pair.response_b] as (Json | undefined)[];
        const shown = counted(both.map(wordsOf), both.map((one) => one?.model_name));
        return [String(pair.id), { pair, task, shown }] as const;
      });
    }),
  );
}

function wordsOf(response: Json | undefined): number | null {
  const texts = (response?.response_content ?? []) as [string, unknown][];
  const words = texts.map(([kind, text]) => kind === "text" ? countWords(textOf(text)) ?? 0 : 0);
  return response ? words.reduce((sum, count) => sum + count, 0) : null;
}
