import { refusing } from "../../results/said.ts";
import type { Plan } from "../plan/make_plan.ts";
import type { Store } from "../store/store.ts";

/** Stores what a run was asked to do, and the samples that are results as they are. */
export async function notePlan(store: Store, plan: Plan): Promise<void> {
  requireSameData(plan, store);
  const { protocol, conditions, samples, named } = plan;
  const entry = {
    ...{ at: new Date().toISOString(), judge: plan.judge, protocol: protocol.name, base_url: plan.baseURL },
    ...{ endpoint: plan.endpoint, ...(named === undefined ? {} : { named }), options: conditions },
    ...{ decoding: plan.decoding, prompts: plan.promptHashes, samples: samples.all.length, data: plan.data },
    ...(plan.prices ? { prices: plan.prices } : {}),
    ...{ data_sets: samples.dataSets, tasks: plan.tasksBySet, lacks: lacksOf(plan, store) },
  };
  await store.write((rows) => rows.plan(entry));
  if (!protocol.unasked) return;
  const unasked = samples.all.filter(({ value }) => protocol.conditions(conditions, value).length === 0);
  await store.write((rows) => unasked.forEach(rows.sample));
}

/** What the study has of each data set and the data no longer has; of a limit, or values without a name, only what is back is taken off. */
function lacksOf({ samples, data, dataSetNamed, named }: Plan, store: Store): Record<string, number[]> {
  const plans = store.plans(), lacks: Record<string, number[]> = {};
  for (const dataSet of samples.dataSets) {
    const before = plans.filter(({ data_sets }) => data_sets.includes(dataSet));
    const last = before.findLast((plan) => plan.named === named && plan.lacks?.[dataSet])?.lacks?.[dataSet];
    const lacking = new Set<number>();
    let stored = 0;
    for (const { row, id } of store.names(dataSet)) {
      stored++;
      if (!samples.has(dataSet, id)) lacking.add(row);
    }
    const same = lacking.size < stored || before.some((plan) => plan.data === data);
    const all = same && !samples.limited && (data !== null || dataSetNamed);
    if (all) lacks[dataSet] = [...lacking];
    else if (last) lacks[dataSet] = last.filter((row) => lacking.has(row));
  }
  return lacks;
}

/** Refuses another file of a known name with other samples under the same ids: it would replace the first. One given before may be corrected. */
function requireSameData({ samples, data, dataSetNamed }: Plan, store: Store): void {
  if (dataSetNamed) return;
  const plans = store.plans(), earlierOf = new Map<string, string | null>();
  for (const dataSet of samples.dataSets) {
    const files = plans.filter(({ data_sets }) => data_sets.includes(dataSet)).map(({ data }) => data);
    if (files.length > 0 && (data === null || !files.includes(data))) earlierOf.set(dataSet, files.at(-1)!);
  }
  if (earlierOf.size === 0) return;
  for (const sample of samples.all) {
    const earlier = earlierOf.get(sample.dataSet);
    if (earlier === undefined) continue;
    const known = store.sample(sample.dataSet, sample.id);
    if (known === undefined || known.sha256 === sample.sha256) continue;
    const { dataSet, id } = sample, given = data ?? "the values given";
    throw refusing("two_data_sets", { dataSet, earlier: earlier ?? "values", id, given });
  }
}
