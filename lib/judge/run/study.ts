import { rmSync } from "node:fs";
import { join } from "node:path";
import { readReply, UNREAD } from "../parse/settle_reply.ts";
import type { Call } from "../plan/calls.ts";
import { makePlan, type Plan, type PlanOptions, type Task } from "../plan/make_plan.ts";
import type { PlannedSample } from "../plan/planned_samples.ts";
import type { Condition, Reply, Step, Usage } from "../protocol.ts";
import { studyName } from "../store/call_key.ts";
import type { KnownCall, Shown } from "../store/queries.ts";
import type { CallRow, SampleRow } from "../store/rows.ts";
import { openStore, type Store } from "../store/store.ts";
import { type JudgeReply, type Lost, NOTHING, readSecret } from "../transport/judge.ts";
import { expectations, lostUsage } from "./cost.ts";
import { paidFor, type Prices } from "./prices.ts";
import type { Brought, RunOptions, RunSummary } from "./run_options.ts";
import { refusing } from "../../results/said.ts";

type Asked = CallRow & {
  sample: SampleRow & { id: string; value: unknown };
  condition: Condition;
  step: Step<unknown>;
  shown: Shown;
  prices?: Prices | null;
};

const LISTED_FAILURES = 10_000, LISTED_EXAMPLES = 10;

export type Study = ReturnType<typeof openStudy>;

/** Opens what runs and batches share. The key is taken out of all that comes from outside before it is stored. */
export function openStudy(
  options: Pick<RunOptions, keyof PlanOptions | "out" | "keyVariable" | "prices" | "maxCost" | "signal">,
  { via, sends }: { via: "interactive" | "batch"; sends: boolean },
) {
  const plan = makePlan(options), { baseURL } = plan;
  const needed = sends && plan.own === null;
  const secret = readSecret({ variable: options.keyVariable, baseURL, needed });
  const { scrub, scrubMessage } = secret;
  const store = openStore(join(options.out, "journals", `${studyName(plan)}.sqlite`));
  const expected = expectations(store, plan), { prices } = options;
  const began = performance.now(), ending = new AbortController();
  const counts = { done: 0, skipped: 0, repeated: 0, unasked: 0, waiting: 0 };
  const brought: Brought = { failures: [], failed: 0, statuses: {}, examples: [], served: {} };
  let stopped: string | null = null, defect: unknown = null;
  let last: { sample: PlannedSample; edited: boolean } | null = null;

  const stop = (reason: string) => {
    stopped ??= scrubMessage(reason);
    ending.abort();
  };
  const broken = (error: unknown) => {
    defect ??= error;
    stop("defect");
  };
  const interrupt = () =>
    stop(via === "batch" ? "interrupted; the batches go on, run again to fetch them" : "interrupted");
  if (options.signal?.aborted) interrupt();
  options.signal?.addEventListener("abort", interrupt);
  const scrubbed = <Value>(value: Value): Value => {
    const text = JSON.stringify(value),
      clean = (_: string, part: unknown) => typeof part === "string" ? scrub(part) : part;
    return scrub(text) === text ? value : JSON.parse(text, clean);
  };
  /** Reads a stored reply: what the protocol does wrong ends the run before more is paid, and leaves the reply unread. */
  const read = ({ sample: { value }, condition, step }: Asked | Call, row: number, said: Reply) => {
    const verdict = readReply(step, said, value, condition);
    store.write((rows) => rows.reread(row, verdict)).catch(broken);
    return verdict;
  };
  return {
    ...{ plan, store, secret, counts, brought, stop, broken, expected, signal: ending.signal },
    get stopped() {
      return stopped;
    },
    /** Stores a reply, and reads it when the disk has it: whatever its parser does to the process, it is not lost. */
    async keep(
      call: Asked,
      { reply: given, usage, model, responseId, simulated, ...took }: JudgeReply,
    ): Promise<void> {
      const { sample, step } = call, { attempts = 1, latencyMs, lost } = took;
      const said = scrubbed({ finishReason: null, refusal: null, tokens: null, ...given });
      // A judge that is called like the key keeps its name.
      const served = model && model !== plan.judge ? scrub(model) : model ?? null;
      if (served !== null) brought.served[served] = (brought.served[served] ?? 0) + 1;
      const { tokens } = call.shown, at = new Date().toISOString();
      // Worked out as it is written: a batch's answers come together, and each learns from those before it.
      const about = () => ({
        ...{ at, via, attempts, model: served },
        usage: usage ?? expected.uncounted(step.name, call.shown, said),
        latency_ms: latencyMs === undefined ? null : Math.round(latencyMs),
        response_id: responseId ? scrub(responseId) : null,
        ...lostUsage(lost, expected.lost(step.name, call.shown)),
        ...(simulated ? { simulated: true as const } : {}),
      });
      let row = 0;
      await store.write((rows) =>
        rows.reply(row = rows.call(call), {
          ...{ said, verdict: UNREAD, about: about(), tokens },
          prices: call.prices ?? prices,
        })
      );
      counts.done++;
      counts.repeated += attempts - 1;
      const { status: ended, reason = "", values } = read(call, row, said);
      brought.statuses[ended] = (brought.statuses[ended] ?? 0) + 1;
      const isPart = ended === "ok" && reason !== "", status = isPart ? "unparsable" : ended;
      if (isPart) {
        const all = Object.values(values), { verdicts = 0, of = 0 } = brought.lacking ?? {};
        const lacks = all.filter((one) => one === null).length;
        brought.lacking = { verdicts: verdicts + lacks, of: of + all.length };
      }
      if (status !== "ok" && status !== "abstained") {
        const { examples } = brought;
        const isNew = !examples.some((one) => one.status === status && one.reason === reason);
        if (isNew && examples.length < LISTED_EXAMPLES) {
          const text = scrubMessage(said.text || said.refusal || "");
          examples.push({ sample_id: sample.id, step: step.name, status, reason, text });
        }
      }
    },
    async fail(
      asked: Asked | Task & { step: Step<unknown> },
      { attempts, usage = null, lost, counted = true, ...said }: {
        reason: string;
        attempts: number;
        usage?: Usage | null;
        lost?: Lost;
        counted?: boolean;
      },
    ): Promise<string> {
      const { sample, condition, step: { name: step } } = asked, reason = scrubMessage(said.reason);
      const call = "shown" in asked ? asked : null;
      counts.repeated += Math.max(0, attempts - 1);
      if (counted && brought.failed++ < LISTED_FAILURES) {
        brought.failures.push({ sample_id: sample.id, step, condition, reason });
      }
      const at = new Date().toISOString(),
        more = lostUsage(lost, call ? expected.lost(step, call.shown) : NOTHING);
      await store.write((rows) => {
        const failure = { at, step, condition, reason, attempts, usage, ...more };
        rows.failure(sample, failure, call?.prices ?? prices);
        if (counted && call) rows.call(call, { failed: reason });
      });
      return reason;
    },
    known(call: Call, { id, passed, unread }: KnownCall): void {
      const { sample } = call;
      if (unread) read(call, id, store.said(id));
      if (last?.sample !== sample) {
        const stored = store.sample(sample.dataSet, sample.id), edited = stored?.sha256 !== sample.sha256;
        last = { sample, edited };
        if (edited || stored.place !== sample.index) {
          store.write((rows) => void rows.sample(sample)).catch(broken);
        }
      }
      if (passed || last.edited) store.write((rows) => rows.again(id)).catch(broken);
    },
    summary(): RunSummary {
      if (defect) throw defect;
      const { path: journal, spent } = store, { input, output, cached, reasoning, estimated } = spent;
      return {
        ...{ journal, ...counts, ...brought, stopped, withoutImage: plan.withoutImage },
        ...{ tokens: { input, output }, included: { cached, reasoning }, estimated },
        cost: paidFor(spent, prices),
        seconds: (performance.now() - began) / 1000,
      };
    },
    close() {
      options.signal?.removeEventListener("abort", interrupt);
      const isNothing = store.plans().length === 0;
      store.close();
      for (const one of isNothing ? ["", ".lock"] : []) rmSync(`${store.path}${one}`, { force: true });
    },
  };
}

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
  await store.write((rows) => {
    rows.plan(entry);
    rows.price(plan.prices);
  });
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
  for (const sample of samples.all) {
    const earlier = earlierOf.get(sample.dataSet);
    if (earlier === undefined) continue;
    const known = store.sample(sample.dataSet, sample.id);
    if (known === undefined || known.sha256 === sample.sha256) continue;
    const { dataSet, id } = sample, given = data ?? "the values given";
    throw refusing("two_data_sets", { dataSet, earlier: earlier ?? "values", id, given });
  }
}
