import { isObject, provenanceOf } from "../json_lines.ts";
import { loneLabel } from "../reply_verdict.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, larger, sides, textOf, turned, type Winner } from "./records.ts";

/** VL-RewardBench (Li et al. 2025): `meta.filter_number` names the answer, `meta.random_number` 1 the reverse; the same item again is another run. */
export const vlRewardBench: Layout = layout("vl-rewardbench", {
  results: ({ record }) => {
    const inner = innerRecord(record);
    return Array.isArray(inner.response) && ("ranking" in inner || "human_ranking" in inner);
  },
  index: (files, records) => judgedItems(files.flatMap(records)),
  *rows(record, at) {
    const item = innerRecord(record), { response, models, image_path, query_source } = item;
    if (!hasVerdict(item)) return;
    const meta = item.meta as Json, field = fieldOf({ ...at, record: meta });
    const swapped = field("random_number", "0 or 1", (value) => value === 0 || value === 1) === 1;
    const key = identity(item), path = textOf(image_path);
    const ranking = at.index.ranks.get(key) ?? item.ranking as Ranks | null | undefined;
    if (!ranking) fieldOf(at)("ranking", "human ranks such as [0, 1]", () => false);
    yield {
      item_id: at.index.names.get(key)!,
      image_id: path,
      domain: textOf(query_source) ?? path?.split("/").at(-2) ?? null,
      judge: at.judge(textOf(meta["filtering model"]) ?? at.file.stem),
      swapped,
      run: at.nth(`${at.file.path}\n${key}\n${swapped}`),
      human: larger(ranking![1], ranking![0]),
      // Any other number than 1 or 2 could not be parsed.
      choice: turned(meta.filter_number === 1 ? "A" : meta.filter_number === 2 ? "B" : null, swapped),
      ...sides(response as string[], Array.isArray(models) && models.length === 2 ? models : []),
      ...provenanceOf(item),
    };
  },
});

type Ranks = [number, number];

const innerRecord = (record: Json): Json => isObject(record["0"]) ? record["0"] : record;

const hasVerdict = ({ meta }: Json) => isObject(meta) && "random_number" in meta;

const identity = ({ id, query, response }: Json) => [id, query, ...response as string[]].join("\n");

function judgedItems(found: readonly Found[]) {
  const names = new Map<string, string>(), used = new Map<string, number>(), ranks = new Map<string, Ranks>();
  const isTwo = (value: unknown, type: string) =>
    Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === type);
  for (const one of found) {
    const item = innerRecord(one.record), field = fieldOf({ ...one, record: item });
    // The script writes null where a call failed: such records cannot be told apart.
    field("id", "a text or a number", (id) => ["string", "number"].includes(typeof id));
    field("response", "two texts", (value) => isTwo(value, "string"));
    for (const name of ["ranking", "human_ranking"]) {
      field(name, "two ranks", (value) => isTwo(value ?? [0, 0], "number"));
    }
    const key = identity(item), id = String(item.id);
    if (item.human_ranking) ranks.set(key, item.human_ranking as Ranks);
    if (names.has(key)) continue;
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    names.set(key, count === 1 ? id : `${id}-${count}`);
  }
  return { names, ranks };
}

/** Whether VL-RewardBench's harnesses showed two responses in reverse: an odd number of code points together. */
export function oddLength(one: string, other: string): boolean {
  return ([...one].length + [...other].length) % 2 === 1;
}

const BETTER = " is (?:slightly |much |clearly )?(?:the )?better(?: one| choice| answer)?";
const MARKED = new RegExp(`Overall Judge?ment\\W{0,10}Answer ([12])\\b(?:${BETTER}|(?=\\W*$))`, "gi");
const SAID = new RegExp(`(?:^|[.!?:]\\s|\\n)\\W*(?:\\p{L}+, )?Answer ([12])${BETTER}\\b`, "giu");

export function overallJudgment(reply: string): "A" | "B" | null {
  const form = /Overall Judge?ment/i.test(reply) ? MARKED : SAID;
  const found = loneLabel(reply, form, (one) => one === "1" ? "A" : "B");
  return "label" in found ? found.label as "A" | "B" : null;
}

const DECISIONS: Record<string, Winner> = { "A>B": "A", "B>A": "B", "A=B": "tie" };

/** JudgeBench (Tan et al. 2025): up to two games a pair, the second in reverse; `label` is correctness, each `response_model` a benchmark. */
export const judgeBench: Layout = layout("judgebench", {
  results: ({ record }) => "pair_id" in record && Array.isArray(record.judgments),
  *rows(record, at) {
    const field = fieldOf(at), writer = textOf(record.response_model);
    const isGames = (value: unknown) => Array.isArray(value) && value.length < 3;
    const games = field("judgments", "at most two games", isGames) as (Json | null)[];
    const label = field("label", "A>B or B>A", (value) => value === "A>B" || value === "B>A") as string;
    const item = field("pair_id", "a text", (value) => typeof value === "string") as string;
    for (const [index, game] of games.entries()) {
      if (game === null) continue;
      const isDecision = (value: unknown) => String(value ?? "A=B") in DECISIONS;
      const decision = fieldOf({ ...at, record: game })("decision", "A>B, B>A, A=B or nothing", isDecision);
      yield {
        benchmark: writer === null ? "JudgeBench" : `JudgeBench/${writer}`,
        item_id: item,
        image_id: item,
        domain: textOf(record.source),
        judge: at.judge(textOf((game.judgment as Json | null)?.judge_model) ?? at.file.stem),
        swapped: index === 1,
        human: DECISIONS[label],
        choice: turned(DECISIONS[String(decision)] ?? null, index === 1),
        ...sides([record.response_A, record.response_B], [writer, writer]),
      };
    }
  },
});
