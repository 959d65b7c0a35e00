import type { VerdictEntry } from "../journal/entries.ts";
import type { Journal } from "../journal/open_journal.ts";
import type { Plan, Task } from "../plan/make_plan.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import type { VerdictStatus } from "../protocol.ts";
import type { Secret } from "../transport/secrets.ts";

/** A call that was given up, as a run's summary lists it. */
export interface Failure {
  /** Id of the sample. */
  sample_id: string;
  /** The protocol's step that was asked. */
  step: string;
  /** What was asked of the sample: with the image or without, order, run, … */
  condition: Task["condition"];
  /** Why the call was given up. */
  reason: string;
}

/** A reply without a usable verdict, shown so that the user sees what the judge says. */
export interface Example {
  /** Id of the sample. */
  sample_id: string;
  /** The protocol's step that was asked. */
  step: string;
  /** How the reply ended; never `ok`. */
  status: VerdictStatus;
  /** Why the reply is no verdict, in words. */
  reason: string;
  /** Beginning of the reply. */
  text: string;
}

/** Where the calls of one run are written down. */
export interface Ledger {
  /** What is judged, by whom and how. */
  plan: Plan;
  /** The open journal that verdicts are written to. */
  journal: Journal;
  /** Whether calls are made one by one or in batches. */
  via: VerdictEntry["via"];
  /** Takes the key out of all that is written down. */
  secret: Pick<Secret, "scrub" | "scrubMessage">;
  /** The first of the calls given up, and how many there are. */
  failures: Failure[];
  /** How many calls were given up, also those not listed in `failures`. */
  failed: number;
  /** How the replies of this run ended, and one without a verdict. */
  statuses: Partial<Record<VerdictStatus, number>>;
  /** A reply of this run without a verdict; null as long as there is none. */
  example: Example | null;
  /** Replies of this run by the name of the model that the endpoint says gave them. */
  served: Record<string, number>;
}

/** A ledger with nothing in it. */
export function newLedger(parts: Pick<Ledger, "plan" | "journal" | "via" | "secret">): Ledger {
  return { ...parts, failures: [], failed: 0, statuses: {}, example: null, served: {} };
}

/** What a run's summary says of its replies. */
export function broughtBy({ failures, failed, statuses, example, served }: Ledger) {
  return { failures, failed, statuses, example, served };
}

/**
 * Notes that a call was done before, under this key: its sample as it is now, and that its verdict is the one that counts.
 */
export function noteKnown(
  ledger: Ledger,
  { task, slot }: Pick<AskedCall, "task" | "slot">,
  key: string,
): void {
  noteSample(ledger, task);
  if (!ledger.journal.index.counts(slot, key)) {
    unawaited(ledger.journal.append({ kind: "again", key, slot }));
  }
}

/** The sample that was noted last in each journal. */
const lastNoted = new WeakMap<Journal, Task["sample"]>();

/** The sample stands in the journal before its first verdict; lines keep their order, so nobody waits for it. */
export function noteSample({ journal }: Pick<Ledger, "journal">, { sample }: Pick<Task, "sample">): void {
  // Conditions of a sample come together: it is looked up once for all.
  if (lastNoted.get(journal) === sample) return;
  lastNoted.set(journal, sample);
  if (journal.index.holds(sample)) return;
  unawaited(journal.append({
    kind: "sample",
    sha256: sample.sha256,
    data_set: sample.dataSet,
    index: sample.index,
    sample_id: sample.id,
    sample: sample.value,
  }));
}

/** Where a line cannot be written, those that follow fail in the same way, and closing the journal waits for all. */
function unawaited(writing: Promise<void>): void {
  writing.catch(() => {});
}
