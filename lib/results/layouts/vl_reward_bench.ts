import type { TableFile } from "../find_files.ts";
import { provenanceOf } from "../json_lines.ts";
import { loneLabel } from "../lone_verdict.ts";
import { ResultsError } from "../results_error.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, larger, sides, textOf, turned } from "./records.ts";

/**
 * VL-RewardBench (Li et al. 2025): inference output (`meta.filter_number` = the answer that the judge named, 1 or 2, or
 * −1; `meta.random_number` = 1 where the responses were shown in reverse) with the human ranks of the record itself, or
 * those of a data file beside it. `choice` is turned back into the file's order, `swapped` says how it was shown.
 *
 * Ids repeat over different queries there: an item is its id, and a number behind it where one id stands for several
 * items. The same item judged again in the same order is another run. Domain = `query_source`, else the folder of
 * `image_path`. Equal ranks are a tie. Empty records (the script writes null where a call failed) cannot be told apart
 * and are refused with their line.
 */
export const vlRewardBench: Layout = layout("vl-rewardbench", {
  results: ({ record }) => {
    const inner = innerRecord(record);
    return Array.isArray(inner.response) && ("ranking" in inner || "human_ranking" in inner);
  },
  index: (files, records) => judgedItems(files, files.flatMap(records)),
  *rows(record, at) {
    const item = innerRecord(record), meta = item.meta as Json | undefined;
    if (!hasVerdict(item)) return;
    const field = fieldOf({ ...at, record: meta! });
    const swapped = field("random_number", "0 or 1", (value) => value === 0 || value === 1) === 1;
    const named = field("filter_number", "a number", (value) => typeof (value ?? 0) === "number");
    const key = identity(item), { names, ranks } = at.index;
    const ranking = ranks.get(key) ?? (item.ranking as Ranks | null | undefined);
    if (!ranking) fieldOf(at)("ranking", "human ranks such as [0, 1]", () => false);
    const [one, other] = ranking!, path = textOf(item.image_path);
    const models = Array.isArray(item.models) && item.models.length === 2 ? item.models : [];
    // Any other number than 1 or 2 could not be parsed.
    const shown = named === 1 ? "A" : named === 2 ? "B" : null;
    yield {
      item_id: names.get(key)!,
      image_id: path,
      domain: textOf(item.query_source) ?? path?.split("/").at(-2) ?? null,
      judge: at.judge(textOf(meta!["filtering model"]) ?? at.file.stem),
      swapped,
      run: at.nth(`${at.file.path}\n${key}\n${swapped}`),
      human: larger(other, one),
      choice: turned(shown, swapped),
      ...sides(item.response as string[], [models[0], models[1]]),
      ...provenanceOf(item),
    };
  },
});

type Ranks = [number, number];

/** Some releases wrap every record as {"0": record}. */
function innerRecord(record: Json): Json {
  const inner = record["0"];
  return typeof inner === "object" && inner !== null ? inner as Json : record;
}

function hasVerdict({ meta }: Json): boolean {
  return typeof meta === "object" && meta !== null && "random_number" in meta;
}

function identity({ id, query, response }: Json): string {
  return [id, query, ...response as string[]].join("\n");
}

/** Of all items, each checked: their names (an id, with -2, -3 … where it stands for several) and people's ranks. */
function judgedItems(files: readonly TableFile[], found: readonly Found[]) {
  const names = new Map<string, string>(), used = new Map<string, number>(), ranks = new Map<string, Ranks>();
  for (const one of found) {
    const item = innerRecord(one.record), field = fieldOf({ ...one, record: item });
    const isTwo = (value: unknown, type: string) =>
      Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === type);
    const isRanks = (value: unknown) => isTwo(value ?? [0, 0], "number");
    field("id", "a text or a number", (id) => typeof id === "string" || typeof id === "number");
    field("query", "a text", (value) => typeof value === "string");
    field("response", "two texts", (value) => isTwo(value, "string"));
    field("ranking", "two ranks", isRanks);
    const ranking = field("human_ranking", "two ranks", isRanks), key = identity(item), id = String(item.id);
    if (ranking) ranks.set(key, ranking as Ranks);
    if (names.has(key)) continue;
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    names.set(key, count === 1 ? id : `${id}-${count}`);
  }
  if (!found.some(({ record }) => hasVerdict(innerRecord(record)))) {
    const expected =
      "inference output (records with meta.random_number and meta.filter_number) beside the data";
    throw new ResultsError({ file: files.map(({ path }) => path).join(", "), expected });
  }
  return { names, ranks };
}

/**
 * Whether VL-RewardBench's harnesses showed two responses in reverse: where the number of their characters together is odd
 * (code points, as Python counts them).
 */
export function oddLength(one: string, other: string): boolean {
  return ([...one].length + [...other].length) % 2 === 1;
}

/** What names the better answer: behind the prompt's marker, or where that is missing in a sentence. */
const MARKED = /Overall Judg(?:e)?ment\W{0,10}(?:\*\*)?\s{0,3}Answer ([12])\b/gi;
const SAID = /\bAnswer ([12])\b(?= is (?:slightly |much |clearly )?(?:the )?better)/gi;

/** The answer that a reply to VL-RewardBench's prompt names as the better one, in the order shown; null without one alone. */
export function overallJudgment(reply: string): "A" | "B" | null {
  const marked = loneLabel(reply, MARKED);
  const found = "fault" in marked && marked.fault === "no label" ? loneLabel(reply, SAID) : marked;
  return "fault" in found ? null : found.label === "1" ? "A" : "B";
}
