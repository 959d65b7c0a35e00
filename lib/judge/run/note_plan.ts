import type { JournalIndex } from "../journal/journal_index.ts";
import type { Plan } from "../plan/make_plan.ts";
import { type Ledger, noteSample } from "./ledger.ts";

/** Notes what a run was asked to do, and the samples that are results as they are. */
export async function notePlan({ plan, journal }: Pick<Ledger, "plan" | "journal">): Promise<void> {
  requireSameData(plan, journal.index);
  await journal.append({
    kind: "plan",
    at: new Date().toISOString(),
    judge: plan.judge,
    protocol: plan.protocol.name,
    base_url: plan.baseURL,
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
 * A data set in a journal is one study's. Where another file has the same name, and holds other samples under the same ids,
 * the one would replace the other.
 *
 * @throws {RangeError} naming both files and the way out
 */
function requireSameData({ samples, data, named }: Plan, index: JournalIndex): void {
  const plans = index.plans();
  if (named) return;
  for (const sample of samples.read()) {
    const files = plans.filter(({ data_sets }) => data_sets?.includes(sample.dataSet)).map(({ data }) =>
      data
    );
    if (files.length === 0 || files.includes(data)) return;
    const earlier = files.at(-1);
    const known = index.contentOf(sample);
    if (known === undefined || sample.sha256.startsWith(known)) continue;
    throw new RangeError(
      `judge: wanted one data set called ${sample.dataSet}; the journal has that of ${
        earlier ?? "values"
      }, whose ` +
        `sample ${sample.id} differs from that of ${
          data ?? "the values given"
        }. Give the new one a name of its own ` +
        `(--data-set NAME), or write elsewhere (--out); --data-set ${sample.dataSet} says that it is the same, corrected`,
    );
  }
}
