import type { TableFile } from "../find_files.ts";
import { provenanceOf } from "../json_lines.ts";
import { type Json, type Layout, layout } from "./layout.ts";
import { modelNames, sides, textOf, type Winner } from "./records.ts";

/** Fields of `doc` that tasks use for the same thing; others can be named with `columns`, as `doc_<field>`. */
const IDS = ["item_id", "pair_id", "id", "question_id", "uid"];
const ANSWERS = [
  ["answer_a", "response_a", "response_A", "output_1"],
  ["answer_b", "response_b", "response_B", "output_2"],
];

/**
 * lm-evaluation-harness samples of a pairwise task: `<model>/samples_<task>_<date>.jsonl`. The model under test is the judge;
 * `target` is the label. A line per filter: each filter is a reading of the same replies, and a judge of its own
 * (`model/filter`). Of a multiple-choice task the more probable letter is the choice, an exact tie is a tie.
 *
 * The fields of `doc` are the task's: id, answers, image and writers are taken by the names that pairwise tasks use;
 * name others with `columns` and the format, `readPairs(path, { format: "lm-eval", columns: { item_id: "doc_key" } })`.
 */
export const lmEval: Layout = layout("lm-eval", {
  results: ["doc_id", "doc", "target", "filtered_resps", "filter"],
  beside: ["results", "configs", "model_name"],
  own: ({ stem }) => /^samples_/.test(stem),
  last: ({ doc_id, filter }) => [doc_id, filter],
  index: modelNames,
  *rows(record, at) {
    const doc = (record.doc ?? {}) as Json;
    const filter = String(record.filter), { model, isFolder } = at.index(at.file);
    at.count("judge_by_folder", at.options.judge === undefined && isFolder);
    const answers = ANSWERS.map((names) => doc[names.find((name) => typeof doc[name] === "string") ?? ""]);
    const id = doc[IDS.find((name) => doc[name] !== undefined) ?? ""] ?? record.doc_id;
    yield {
      benchmark: taskOf(at.file),
      item_id: String(id),
      image_id: textOf(doc.image_id) ?? String(id),
      judge: at.judge(filter === "none" ? model : `${model}/${filter}`),
      image: "image" in doc || "image_id" in doc,
      human: letter(letters(record)[Number(record.target)] ?? record.target),
      choice: at.read("unparsed", choiceOf(record)),
      ...sides(answers, [doc.model_a, doc.model_b]),
      judge_model: model,
      reading: filter,
      ...Object.fromEntries(
        Object.entries(doc).filter(([name]) => !ANSWERS.flat().includes(name))
          .map(([name, value]) => [`doc_${name}`, textOf(value) ?? JSON.stringify(value)]),
      ),
      ...provenanceOf(doc),
    };
  },
});

/** The letters that a multiple-choice task offers, in order. */
function letters({ arguments: given }: Json): string[] {
  return Object.values((given ?? {}) as Record<string, { arg_1?: unknown }>)
    .map(({ arg_1 }) => typeof arg_1 === "string" ? arg_1.trim() : "").filter((text) => text !== "");
}

function letter(value: unknown): Winner {
  const word = String(value ?? "").replace(/[[\]()\s.]/g, "").toLowerCase();
  if (word === "a" || word === "b") return word === "a" ? "A" : "B";
  return ["c", "tie", "a=b"].includes(word) ? "tie" : null;
}

function choiceOf(record: Json): Winner {
  const replies = record.filtered_resps as unknown[];
  // A multiple-choice task has a pair of log-probability and greediness per letter, all as text.
  if (Array.isArray(replies?.[0])) {
    const scores = (replies as unknown[][]).map(([score]) => Number(score));
    const best = Math.max(...scores), winners = scores.filter((score) => score === best).length;
    return winners > 1 ? "tie" : letter(letters(record)[scores.indexOf(best)]);
  }
  return letter(Array.isArray(replies) ? replies[0] : replies);
}

function taskOf({ stem }: TableFile): string {
  return stem.replace(/^samples_/, "").replace(/_\d{4}-\d\d-\d\dT[\d.-]+$/, "");
}
