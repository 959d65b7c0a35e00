import type { JournalIndex } from "../journal/journal_index.ts";
import type { Plan } from "../plan/make_plan.ts";
import { type Ledger, noteSample } from "./ledger.ts";

/** Notes what a run was asked to do, and the samples that are results as they are. */
export async function notePlan({ plan, journal }: Pick<Ledger, "plan" | "journal">): Promise<void> {
  requireSameEndpoint(plan, journal.index);
  requireSameData(plan, journal.index);
  await journal.append({
    kind: "plan",
    at: new Date().toISOString(),
    judge: plan.judge,
    protocol: plan.protocol.name,
    base_url: plan.baseURL,
    endpoint: plan.endpoint,
    options: plan.conditions,
    decoding: plan.decoding,
    prompts: plan.promptHashes,
    samples: plan.samples.count,
    data: plan.data,
    data_sets: [...plan.samples.dataSets],
  });
  if (!plan.protocol.unasked) return;
  for (const sample of plan.samples.read()) {
    if (plan.protocol.conditions(plan.conditions, sample.value).length === 0) {
      noteSample({ journal }, { sample });
    }
  }
}

/**
 * Lines of a time when the endpoint was no part of a call's key do not say which of several answered.
 *
 * @throws {RangeError} naming them and the way out
 */
function requireSameEndpoint({ endpoint, endpointNamed }: Plan, { oldEndpoints }: JournalIndex): void {
  if (endpointNamed || oldEndpoints.length < 2 || !oldEndpoints.includes(endpoint)) return;
  throw new RangeError(
    `judge: wanted a journal of one endpoint; this one is older, of ${
      oldEndpoints.join(", ")
    }, and does not say which ` +
      `of them gave a verdict. --endpoint ${endpoint} takes all for that one's; --out begins anew`,
  );
}

/**
 * A data set in a journal is one study's. Where another file has the same name, and holds other samples under the same ids,
 * the one would replace the other. A file that was given before may have been corrected; values have no name to know them by.
 *
 * @throws {RangeError} naming both files and the way out
 */
function requireSameData({ samples, data, named }: Plan, index: JournalIndex): void {
  if (named) return;
  const plans = index.plans(), earlierOf = new Map<string, string | null>();
  for (const dataSet of samples.dataSets) {
    const files = plans.filter(({ data_sets }) => data_sets?.includes(dataSet)).map(({ data }) => data);
    if (files.length > 0 && (data === null || !files.includes(data))) earlierOf.set(dataSet, files.at(-1)!);
  }
  if (earlierOf.size === 0) return;
  for (const sample of samples.read()) {
    const earlier = earlierOf.get(sample.dataSet);
    if (earlier === undefined) continue;
    const known = index.contentOf(sample);
    if (known === undefined || sample.sha256.startsWith(known)) continue;
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
