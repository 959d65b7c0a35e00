import { FACTS, type Found, type Json, type Layout, layout } from "./layout.ts";
import { foldersOf, numberOf, numbersOf, textOf } from "./records.ts";

const { vote: VOTES, human: HUMAN } = FACTS["genai-bench"].codes!;
const COUNTS = ["labels_named", "response_words", "prompt_words", "source_words", "target_words"];

/** GenAI-Bench (Jiang et al. 2024): `results/<task>/<judge>/pairwise.jsonl`, or a table; `choice` is the source's reading, `last_vote` the last label. */
export const genaiBench: Layout = layout("genai-bench", {
  results: ["idx", "response", "model_vote", "human_vote"],
  own: ({ path }, files) => !(/\.json$/.test(path) && files.some((other) => other.path === `${path}l`)),
  last: (record) => record,
  index: (files, records) => firstOfPrompts(files.filter(({ kind }) => kind !== "csv").flatMap(records)),
  *rows(record, at) {
    const it = "response" in record ? verdictOf(at, at.index) : record, vote = textOf(it.vote);
    at.count("unparsed", vote === null);
    at.count("list_of_labels", (numberOf(it.labels_named) ?? 0) > 2);
    at.count("bothbad", vote === "bothbad");
    yield {
      ...it as Record<string, string | null>,
      ...numbersOf(it, COUNTS),
      item_id: `${it.task}/${it.idx}`,
      image_id: `${it.task}/${it.prompt_id ?? it.idx}`,
      domain: textOf(it.task),
      judge: at.judge(it.judge),
      human: it.human === "bothbad" ? "tie" : textOf(it.human),
      choice: vote === "bothbad" ? "tie" : vote,
      human_vote: textOf(it.human),
    };
  },
});

const promptKey = ({ file, record: { prompt, source_prompt, instruct_prompt } }: Found) =>
  JSON.stringify([foldersOf(file)[1], prompt ?? [source_prompt, instruct_prompt]]);

function firstOfPrompts(found: readonly Found[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const one of found) {
    const key = promptKey(one);
    first.set(key, Math.min(first.get(key) ?? Infinity, Number(one.record.idx)));
  }
  return first;
}

function verdictOf(found: Found, prompts: ReadonlyMap<string, number>): Json {
  const { idx, response, model_vote, human_vote } = found.record, reply = textOf(response) ?? "";
  const form = textOf(model_vote)?.replace(/^\[\[|\]\]$/g, "") ?? null;
  const vote = form === null ? null : VOTES[form] ?? null;
  const named = [...reply.matchAll(/\[\[(A>B|B>A|A=B(?:=Good|=Bad)?)\]\]/g)].map(([, label]) => label);
  const last = named.at(-1), [judge, task] = foldersOf(found.file);
  return {
    task,
    judge,
    idx: String(idx),
    prompt_id: String(prompts.get(promptKey(found))),
    vote,
    // An unknown word of a person's is left as it is, for the check of values to name.
    human: HUMAN[String(human_vote)] ?? String(human_vote),
    last_vote: last === undefined ? null : VOTES[last],
    status: vote !== null ? "ok" : form !== null ? "malformed" : reply === "" ? "empty" : "none",
    labels_named: new Set(named).size,
  };
}
