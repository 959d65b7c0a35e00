import { hashOf } from "./call_key.ts";
import { fileNamePart } from "./file_name_part.ts";
import type { Plan } from "../plan/make_plan.ts";
import type { PlannedSample } from "../plan/planned_samples.ts";
import type { KnownCall } from "./queries.ts";
import type { Store } from "./store.ts";

/**
 * File name of the study of a protocol and a judge. A judge's name with characters that file systems dislike gets a
 * few digits of its hash, so that two judges never share a file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { studyName } from "@/judge/store/note_plan.ts";
 *
 * assert.equal(studyName({ protocol: { name: "base" }, judge: "gpt-4o" }), "base--gpt-4o");
 * assert.match(studyName({ protocol: { name: "base" }, judge: "org/model" }), /^base--org-model-[0-9a-f]{6}$/);
 * ```
 */
export function studyName({ protocol, judge }: { protocol: { name: string }; judge: string }): string {
  const name = fileNamePart(judge);
  // Case counts too: many file systems ignore it.
  const suffix = name === judge && judge !== judge.toLowerCase() ? `-${hashOf(judge).slice(0, 6)}` : "";
  return `${protocol.name}--${name}${suffix}`;
}

/** Stores what a run was asked to do, and the samples that are results as they are. */
export async function notePlan(store: Store, plan: Plan): Promise<void> {
  requireSameData(plan, store);
  const { protocol, conditions, samples, named } = plan;
  const entry = {
    ...{ at: new Date().toISOString(), judge: plan.judge, protocol: protocol.name, base_url: plan.baseURL },
    ...{ endpoint: plan.endpoint, ...(named === undefined ? {} : { named }), options: conditions },
    ...{ decoding: plan.decoding, prompts: plan.promptHashes, samples: samples.count, data: plan.data },
    data_sets: [...samples.dataSets],
  };
  await store.write((rows) => rows.plan(entry));
  if (!protocol.unasked) return;
  let group: PlannedSample[] = [];
  const stored = () => {
    const samples = group;
    group = [];
    return store.write((rows) => samples.forEach(rows.sample));
  };
  for (const sample of samples.read()) {
    if (protocol.conditions(conditions, sample.value).length === 0 && group.push(sample) === 1000) {
      await stored();
    }
  }
  await stored();
}

/**
 * Notes that a call was answered before: its sample as it is now, and that its reply is the one that counts. Nobody waits for it:
 * where it cannot be written, `failed` is told.
 */
export function knownNoter(
  store: Store,
  failed: (error: unknown) => void,
): (sample: PlannedSample, known: KnownCall) => void {
  let last: PlannedSample | null = null;
  return (sample, { id, passed }) => {
    // Conditions of a sample come together: it is looked up once for all.
    if (last !== sample) {
      last = sample;
      const stored = store.sample(sample.dataSet, sample.id);
      if (stored?.place !== sample.index || stored.sha256 !== sample.sha256) {
        store.write((rows) => void rows.sample(sample)).catch(failed);
      }
    }
    if (passed) store.write((rows) => rows.again(id)).catch(failed);
  };
}

/**
 * A data set of a study is one. Where another file has the same name, and holds other samples under the same ids,
 * the one would replace the other. A file that was given before may have been corrected; values have no name to know them by.
 *
 * @throws {RangeError} naming both files and the way out
 */
function requireSameData({ samples, data, dataSetNamed }: Plan, store: Store): void {
  if (dataSetNamed) return;
  const plans = store.plans(), earlierOf = new Map<string, string | null>();
  for (const dataSet of samples.dataSets) {
    const files = plans.filter(({ data_sets }) => data_sets.includes(dataSet)).map(({ data }) => data);
    if (files.length > 0 && (data === null || !files.includes(data))) earlierOf.set(dataSet, files.at(-1)!);
  }
  if (earlierOf.size === 0) return;
  for (const sample of samples.read()) {
    const earlier = earlierOf.get(sample.dataSet);
    if (earlier === undefined) continue;
    const known = store.sample(sample.dataSet, sample.id);
    if (known === undefined || known.sha256 === sample.sha256) continue;
    throw new RangeError(
      `judge: wanted one data set called ${sample.dataSet}; the journal has that of ${
        earlier ?? "values"
      }, whose ` +
        `sample ${sample.id} differs from that of ${
          data ?? "the values given"
        }. Give the new one a name of its own ` +
        `(--data-set NAME; dataSet in code), or write elsewhere (--out); --data-set ${sample.dataSet} says that it is the ` +
        "same, corrected",
    );
  }
}
