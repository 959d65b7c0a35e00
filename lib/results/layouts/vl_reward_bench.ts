import type { z } from "zod";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import type { Layout } from "./layout.ts";
import { rowsTable } from "../rows_table.ts";
import { provenanceOf, readJsonFile } from "../json_file.ts";
import { checkedRecord, lazySchema } from "../lazy_schema.ts";
import { loneLabel } from "../lone_verdict.ts";
import { ResultsError } from "../results_error.ts";

/** An item of the benchmark: two responses and their human ranks, 0 for the better one. */
const itemRecord = lazySchema((z) => {
  const ranking = z.tuple([z.number(), z.number()]);
  return z.object({
    id: z.union([z.string(), z.number()]).transform(String),
    query: z.string(),
    response: z.tuple([z.string(), z.string()]),
    image_path: z.string().nullish(),
    query_source: z.string().nullish(),
    models: z.array(z.string().nullable()).nullish(),
    human_ranking: ranking.nullish(),
    ranking: ranking.nullish(),
  });
});

/** What the inference script adds: which number the judge named, and whether the responses were shown in reverse. */
const inferenceMeta = lazySchema((z) =>
  z.object({
    "filtering model": z.string().nullish(),
    filter_number: z.number().nullish(),
    random_number: z.union([z.literal(0), z.literal(1)]),
  })
);

type Item = z.infer<ReturnType<typeof itemRecord>>;

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
export const vlRewardBench: Layout = {
  tool: "VL-RewardBench",
  frame: "pairs",
  detect({ record }) {
    const inner = innerRecord(record);
    const ranked = "ranking" in inner || "human_ranking" in inner;
    return Array.isArray(inner.response) && ranked ? "results" : null;
  },
  read(files, { judge }) {
    const contents = files.map((file) => ({
      file,
      entries: readJsonFile(file).map(({ line, record }) => {
        const inner = innerRecord(record);
        return {
          line,
          item: checkedRecord(file, line, itemRecord, inner),
          meta: inner.meta,
          origin: provenanceOf(inner),
        };
      }),
    }));
    const names = itemNames(contents.flatMap(({ entries }) => entries.map(({ item }) => item)));
    const human = new Map<string, [number, number]>();
    for (const { entries } of contents) {
      for (const { item } of entries) if (item.human_ranking) human.set(identity(item), item.human_ranking);
    }
    const judged = contents.map(({ file, entries }) => ({
      file,
      entries: entries.filter(({ meta }) => hasVerdict(meta)),
    }))
      .filter(({ entries }) => entries.length > 0);
    if (judged.length === 0) {
      throw new ResultsError({
        file: files.map(({ path }) => path).join(", "),
        expected: "inference output (records with meta.random_number and meta.filter_number) beside the data",
      });
    }
    const tables = judged.map(({ file, entries }) => {
      const runs = new Map<string, number>();
      return rowsTable(
        file,
        entries.map(({ line, item, meta, origin }) => {
          const { random_number, filter_number, "filtering model": model } = checkedRecord(
            file,
            line,
            inferenceMeta,
            meta,
          );
          const swapped = random_number === 1;
          const attempt = `${identity(item)}\n${swapped}`;
          runs.set(attempt, (runs.get(attempt) ?? 0) + 1);
          return {
            line,
            values: {
              benchmark: "VL-RewardBench",
              item_id: names.get(identity(item))!,
              image_id: item.image_path ?? null,
              domain: item.query_source ?? item.image_path?.split("/").at(-2) ?? null,
              judge: judge ?? model ?? file.stem,
              swapped,
              run: runs.get(attempt)!,
              human: humanVerdict(file, line, human.get(identity(item)) ?? item.ranking ?? null),
              choice: shownVerdict(filter_number ?? null, swapped),
              words_a: countWords(item.response[0]),
              words_b: countWords(item.response[1]),
              model_a: item.models?.length === 2 ? item.models[0] : null,
              model_b: item.models?.length === 2 ? item.models[1] : null,
              ...origin,
            },
          };
        }),
      );
    });
    return { tables };
  },
};

/** Some releases wrap every record as {"0": record}. */
function innerRecord(record: Record<string, unknown>): Record<string, unknown> {
  const inner = record["0"];
  return typeof inner === "object" && inner !== null ? inner as Record<string, unknown> : record;
}

function hasVerdict(meta: unknown): boolean {
  return typeof meta === "object" && meta !== null && "random_number" in meta;
}

function identity({ id, query, response }: Item): string {
  return [id, query, ...response].join("\n");
}

/** A name per item: its id, with -2, -3 … where the same id stands for several items. */
function itemNames(items: Item[]): Map<string, string> {
  const names = new Map<string, string>(), used = new Map<string, number>();
  for (const item of items) {
    if (names.has(identity(item))) continue;
    const count = (used.get(item.id) ?? 0) + 1;
    used.set(item.id, count);
    names.set(identity(item), count === 1 ? item.id : `${item.id}-${count}`);
  }
  return names;
}

function humanVerdict(file: TableFile, line: number, ranks: [number, number] | null): string {
  if (!ranks) {
    throw new ResultsError({
      file: file.path,
      line,
      column: "ranking",
      expected: "human ranks such as [0, 1]",
    });
  }
  return ranks[0] < ranks[1] ? "A" : ranks[0] > ranks[1] ? "B" : "tie";
}

/** The named answer in the file's order; any other number than 1 or 2 could not be parsed. */
function shownVerdict(number: number | null, swapped: boolean): string | null {
  if (number !== 1 && number !== 2) return null;
  return (number === 1) !== swapped ? "A" : "B";
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
