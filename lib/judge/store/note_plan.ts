import type { Plan } from "../plan/make_plan.ts";
import type { PlannedSample } from "../plan/planned_samples.ts";
import type { Store } from "./store.ts";

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
 * A data set of a study is one. Where another file has the same name, and holds other samples under the same ids,
 * the one would replace the other. A file that was given before may have been corrected; values have no name to know them by.
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
