import { refusing } from "../../results/said.ts";
import { SLOT, slotsOf } from "../prompts.ts";
import type { Condition, Message, Prompts, Protocol, ProtocolOptions, ReplyVerdict } from "../protocol.ts";
import { hashOf, sortedText } from "../store/call_key.ts";
import { at, textAt } from "../transport/usable_reply.ts";
import { findTableFiles, type TableFile } from "../../results/find_files.ts";
import { told } from "../../progress/told.ts";
import { expectation, FRAMES } from "../../results/frames.ts";
import { type JsonLine, parseJsonLines } from "../../results/json_lines.ts";
import { readBytes } from "../../results/read_bytes.ts";
import { ResultsError } from "../../results/results_error.ts";
import { grouped } from "../../stats/grouped.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { guard } from "../protocols/orders.ts";

export type PlannedSample = Record<"dataSet" | "id" | "sha256", string> & { index: number; value: unknown };

export type PlannedSamples = ReturnType<typeof plannedSamples>;

const VALUES = "study";

/** The samples of a protocol, of files or as they are given. The data set of a sample is its `benchmark`, else `dataSet`, else its file's name. */
export function plannedSamples(
  protocol: Protocol,
  data: string | readonly unknown[],
  { dataSet: named, limit = Infinity, sample }: { dataSet?: string; limit?: number; sample?: number } = {},
) {
  const sources = typeof data === "string"
    ? findTableFiles(data).map((table) => ({ file: table.path, dataSet: table.stem, lines: linesOf(table) }))
    : [{ file: "data", dataSet: VALUES, lines: data.map((record, i) => ({ line: i + 1, record })) }];
  const all: PlannedSample[] = [], places = new Map<string, { file: string; line: number }>();
  for (const { file, dataSet: own, lines } of sources) {
    for (const { line, record } of lines) {
      if (all.length >= limit) break;
      const value = checkedSample(protocol, file, line, record), id = protocol.sampleId(value);
      const dataSet = textAt(value, "benchmark") || (named ?? own), name = nameOf(dataSet, id);
      const before = places.get(name);
      if (before) {
        const said = before.file === file
          ? `the sample before it on line ${before.line}`
          : "a sample before it";
        throw new ResultsError({
          ...{ file, line, value: id },
          expected: `another id than ${said}; every sample is named by its data set and id`,
        });
      }
      places.set(name, { file, line });
      all.push({ dataSet, id, sha256: hashOf(value), index: all.length, value });
    }
  }
  const planned = sample === undefined ? all : drawn(all, sample);
  return {
    all: planned,
    dataSets: [...new Set(planned.map(({ dataSet }) => dataSet))],
    limited: limit < Infinity || sample !== undefined,
    has: (dataSet: string, id: string) => places.has(nameOf(dataSet, id)),
  };
}

/** A random part in order: those whose names have the lowest hashes, so that it is the same each time, and a part of every larger one. */
function drawn(all: readonly PlannedSample[], count: number): PlannedSample[] {
  const hashed = all.map((one): [string, PlannedSample] => [hashOf([one.dataSet, one.id]), one]);
  const first = new Set(hashed.sort(([a], [b]) => a < b ? -1 : 1).slice(0, count).map(([, one]) => one));
  return all.filter((one) => first.has(one)).map((one, index) => ({ ...one, index }));
}

const nameOf = (dataSet: string, id: string) => JSON.stringify([dataSet, id]);

function linesOf(table: TableFile): Pick<JsonLine, "line" | "record">[] {
  const { path, kind } = table;
  if (kind === "jsonl") return parseJsonLines(path, readBytes(table));
  throw new ResultsError({ file: path, expected: "samples as JSONL, one JSON object per line" });
}

function checkedSample({ sample, name }: Protocol, file: string, line: number, record: unknown) {
  const { success, data, error } = sample.safeParse(record);
  if (success) return data;
  const [{ path, message }] = error.issues, column = path.map(String).join(".");
  throw new ResultsError({
    ...{ file, line, column: column || null, value: (column ? at(record, column) : record) ?? null },
    expected: `a sample of the protocol ${name} (${message})`,
  });
}

/** Samples of which all conditions are tried; of later ones the first alone, for conditions differ in the same way. */
const TRIED_WHOLE = 100;

type Step = Protocol["steps"][number];
type Row = { sample: PlannedSample; row: Record<string, unknown> };

/** A step's request, what it needs of earlier steps told apart by step and value; null where that will not do. */
function requestOf(step: Step, prompts: Prompts, sample: unknown, condition: Condition): Message[] | null {
  const { needs = [] } = step;
  const earlier = needs.map((need): [string, ReplyVerdict] => {
    const get = (_: object, value: string | symbol) => `${need} ${String(value)}`;
    return [need, { status: "ok", values: new Proxy<ReplyVerdict["values"]>({}, { get }) }];
  });
  try {
    return step.messages(sample, condition, prompts, Object.fromEntries(earlier));
  } catch (error) {
    if (needs.length === 0) throw error;
    return null;
  }
}

/**
 * Looks at all samples before anything is paid: at the rows that they will have; refuses rows that tell of a picture which no request
 * shows, and steps that ask the same in both orders.
 */
export function checkSamples(
  { protocol, samples, conditions, judge, prompts }:
    & { protocol: Protocol; samples: PlannedSamples; judge: string }
    & { conditions: ProtocolOptions; prompts: Prompts },
): { tasks: number; tasksBySet: Record<string, number>; withoutImage: number } {
  const { name, steps } = protocol, tasksBySet: Record<string, number> = {}, rows: Row[] = [];
  // Steps whose requests were the same under both orders, with the sample; and those of which one pair's differed.
  const same = new Map<string, string>(), turned = new Set<string>();
  let tasks = 0, withoutImage = 0, withImage = 0;
  const shows = (step: Step, value: unknown, condition: Condition) =>
    requestOf(step, prompts, value, condition)?.some(({ content }) =>
      content.some(({ type }) => type === "image")
    ) ?? slotsOf(prompts[step.promptId].text).some((slot) => slot.startsWith("image"));
  for (const sample of samples.all) {
    const { dataSet, id, value } = sample, crossed = protocol.conditions(conditions, value);
    tasks += crossed.length;
    tasksBySet[dataSet] = (tasksBySet[dataSet] ?? 0) + crossed.length;
    const first = crossed.find(({ image }) => image) ?? crossed[0];
    if (first === undefined) continue;
    if (first.image) withImage++;
    else if (conditions.images?.includes(true) ?? true) withoutImage++;
    const tried = sample.index < TRIED_WHOLE ? crossed : [first];
    for (const condition of tried) {
      const own = protocol.rows(value, condition, {}, judge);
      rows.push(...own.map((row) => ({ sample, row })));
      const tells = condition.image && own.some(({ image }) => image === true);
      if (!tells || steps.some((step) => shows(step, value, condition))) continue;
      throw refusing("picture_not_shown", { name, id, slot: "{{image}}" });
    }
    const swapped = tried.find((one) => one.swapped);
    // Equal answers are in one order, and of samples of another kind nobody knows what is swapped.
    if (!swapped || textAt(value, "answer_a") === textAt(value, "answer_b")) continue;
    for (const step of steps) {
      if (step.key || turned.has(step.name)) continue;
      const [one, two] = [false, true].map((order) =>
        requestOf(step, prompts, value, { ...swapped, swapped: order })
      );
      const differs = one === null || sortedText(one) !== sortedText(two);
      if (differs || step.needs?.some((need) => turned.has(need))) turned.add(step.name);
      else if (!same.has(step.name)) same.set(step.name, id);
    }
  }
  checkRows(protocol, rows);
  const found = [...same].find(([step]) => !turned.has(step));
  if (found) {
    const [step, sample] = found, key = "key: (_, { image, run }) => `image ${image}, run ${run}`";
    throw refusing("same_in_both_orders", { name, step, sample, key });
  }
  // Texts alone, of which nobody, and no prompt, says that they are shown with pictures, lack none.
  const speaks = steps.map(({ promptId }) => prompts[promptId].text).some((text) =>
    slotsOf(text).includes("image") && /\b(image|picture|photo)/i.test(text.replaceAll(SLOT, ""))
  );
  const lacks = conditions.images !== undefined || withImage > 0 || speaks;
  return { tasks, tasksBySet, withoutImage: lacks ? withoutImage : 0 };
}

function checkRows(protocol: Protocol, rows: readonly Row[]): void {
  const { frame } = protocol;
  for (const group of grouped(frame === null ? [] : rows, ({ sample }) => sample.dataSet).values()) {
    try {
      verdictFrame(frame, group.map(({ row }) => row));
    } catch (error) {
      if (!(error instanceof ResultsError)) throw error;
      const { line, column, value, expected } = error, spec = column && FRAMES[frame!].columns[column];
      guard(protocol, { of: "row", sample: group[(line ?? 1) - 1].sample.value }, () => {
        const wanted = spec ? `${expectation(spec)} in the column ${column}, found ${told(value)}` : expected;
        throw new RangeError(`wanted ${wanted.split("; ", 1)}`);
      });
    }
  }
}
