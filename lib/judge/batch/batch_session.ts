import { refusing } from "../../results/said.ts";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { progress } from "../../progress/progress.ts";
import { isRefusal, requireOneOf } from "../../progress/require.ts";
import { readReply } from "../parse/settle_reply.ts";
import { type Call, pendingCalls } from "../plan/calls.ts";
import { costBudget } from "../run/cost.ts";
import { notePlan, openStudy } from "../run/study.ts";
import { studyName } from "../store/call_key.ts";
import type { Batch } from "../store/queries.ts";
import type { Store } from "../store/store.ts";
import type { BatchOptions, BatchSummary } from "../run/run_options.ts";
import { BATCH_FORMATS, FORMATS } from "./formats.ts";
import { requestFiles, withdraw, withdrawnName } from "./request_files.ts";
import { batchLines, readAnswer } from "./answers.ts";

export type BatchSession = Awaited<ReturnType<typeof openBatch>>;

const TOGETHER = 1000;

/** The least share of the requests written before that another batch under a cap is worth. */
const LEAST = 0.1;

export async function openBatch(options: BatchOptions, work: "sends" | "writes" | "ingests") {
  const { out, format = "openai", maxReplyBytes: longest = 32e6, silent } = options;
  requireOneOf("batch", "the format", format, BATCH_FORMATS);
  const limits = { ...FORMATS[format].limits, ...options.limits };
  if (!(limits.requests >= 1 && limits.bytes >= 1)) throw refusing("batch_limits");
  if (work === "sends" && typeof options.judge === "object") throw refusing("judge_of_batch");
  const study = openStudy(options, { via: "batch", sends: work === "sends" });
  const { plan, store, counts } = study, { protocol } = plan;
  const folder: string = join(out, "batches", studyName(plan));
  try {
    await withdraw(store, folder);
    requireFiles(folder, store.batches());
    if (work === "sends") requireUnanswered(store);
    if (work !== "ingests") await notePlan(store, plan);
    else await store.write((rows) => rows.price(plan.prices));
  } catch (error) {
    study.close();
    throw error;
  }
  const lines = { ours: 0, foreign: 0, duplicate: 0, others: 0 };
  const failed = new Set<string>(), impossible = new Set<string>(), otherwise: string[] = [];
  let round = 0, asked = 0;

  const askedBefore = (key: string) => {
    const call = /^[0-9a-f]{40}$/.test(key) ? store.asked(key) : undefined;
    const step = call && protocol.steps.find(({ name }) => name === call.step);
    return step && { ...call, step };
  };
  return {
    ...{ ...study, folder, lines },
    get stopped() {
      return study.stopped;
    },
    /** Writes the calls that can be asked now to new files; how many are waited for with those in earlier ones. */
    async collect(): Promise<number> {
      round++;
      counts.unasked = 0;
      const files = requestFiles(folder, store, { format, limits, prices: plan.prices }),
        budget = costBudget(study, options, plan.decoding, { together: true });
      const { all } = plan.samples, label = `${protocol.name}, ${plan.judge}, requests`;
      const bar = progress({ total: all.length, label, silent });
      let waiting = 0, added = 0, full = false;
      const before = new Set(store.batches().map(({ id }) => id));
      const inBudget = (call: Call) => {
        full ||= budget !== null && !budget.reserve(call);
        return !full && study.stopped === null;
      };
      const ask = async (sample: typeof all[number]) => {
        bar.tick();
        for await (const found of pendingCalls(plan, store, sample)) {
          if (found.kind === "unasked") counts.unasked++;
          else if (found.kind === "waits") waiting++;
          else if (found.kind === "known") {
            study.known(found.call, found.known);
            if (round === 1) counts.skipped++;
          } else if (found.kind === "impossible") {
            const name = JSON.stringify([sample.dataSet, sample.id, found.condition, found.step.name]);
            if (!impossible.has(name)) await study.fail(found, { reason: found.reason, attempts: 0 });
            impossible.add(name);
          } else if (found.kind === "call" && !failed.has(found.call.key) && inBudget(found.call)) {
            await files.add(found.call);
            waiting++;
            added++;
          }
        }
      };
      try {
        for (const sample of all) await ask(sample);
        await files.end();
      } catch (error) {
        files.cancel();
        if (!isRefusal(error)) throw error;
        await store.write((rows) => {
          for (const batch of store.batches().filter(({ id }) => !before.has(id))) {
            rows.unbatch(batch.id);
            rows.batch({ ...batch, status: "done" });
            rmSync(join(folder, batch.file), { force: true });
          }
          if (round === 1) rows.unplan();
        });
        files.clear();
        throw error;
      }
      bar.done();
      // What fits is sent first: its replies may cost less than was set aside. What little fits after that is not worth a wait.
      const isLittle = added < LEAST * asked && waiting === added;
      if (full && (work === "writes" || isLittle || waiting === 0)) {
        study.stop(budget!.reached);
      }
      asked += added;
      return waiting;
    },
    async ingest(file: Parameters<typeof batchLines>[0]): Promise<number> {
      let settled = 0, open: Promise<unknown>[] = [], answered = new Set<string>();
      for (const text of batchLines(file, longest)) {
        const answer = text === null ? null : readAnswer(text), call = answer && askedBefore(answer.key);
        if (!answer) lines.others++;
        else if (!call) lines.foreign++;
        else {
          lines.ours++;
          // A call that failed is asked anew before it fails again: the same failure comes from a file that was read before.
          const isKnown = "reason" in answer && (call.failed || failed.has(answer.key));
          if (call.done || answered.has(answer.key) || isKnown) {
            lines.duplicate++;
            if (!("reply" in answer)) continue;
            await Promise.all(open);
            const [first, other] = [store.said(call.id), answer.reply.reply].map((said) => {
              const { status, values } = readReply(call.step, said, call.sample.value, call.condition);
              return JSON.stringify([status, values]);
            });
            if (first !== other) otherwise.push(call.sample.id);
            continue;
          }
          settled++;
          if ("reply" in answer) {
            answered.add(answer.key);
            open.push(study.keep(call, answer.reply));
          } else {
            failed.add(answer.key);
            open.push(study.fail(call, { ...answer, attempts: 1 }));
          }
          if (open.length < TOGETHER) continue;
          await Promise.all(open);
          [open, answered] = [[], new Set()];
        }
      }
      await Promise.all(open);
      return settled;
    },
    keepBatch: (batch: Batch) => store.write((rows) => rows.batch(batch)),
    async failRest({ id }: Batch, reason: string): Promise<number> {
      for (let count = 0;;) {
        const keys = store.openCalls(id, TOGETHER);
        if (keys.length === 0) return count;
        count += keys.length;
        await Promise.all(keys.map((key) => {
          failed.add(key);
          return study.fail(askedBefore(key)!, { reason, attempts: 1 });
        }));
      }
    },
    summary(): BatchSummary {
      const waiting = store.batches().filter(({ status }) => status !== "done");
      const { foreign, duplicate, others } = lines,
        files = waiting.map(({ file }) => join(folder, file));
      const { calls: out } = store.out();
      return { ...study.summary(), waiting: out, foreign, duplicate, otherwise, torn: others, files };
    },
  };
}

/** A file some of whose calls were answered was sent by hand: what is left of it would be paid twice. */
function requireUnanswered(store: Store): void {
  const answered = store.batches().find(({ id, status, sent }) =>
    status === "written" && sent === null && store.anyAnswered(id)
  );
  if (!answered) return;
  throw refusing("sent_by_hand", { file: answered.file, name: withdrawnName(answered) });
}

/** Requests whose file is gone may lie at an endpoint, where they are paid: nobody knows any longer under which name. */
function requireFiles(folder: string, batches: readonly Batch[]): void {
  const waiting = batches.filter(({ status }) => status !== "done");
  const there = waiting.filter(({ file }) => existsSync(join(folder, file)));
  if (there.length === waiting.length) return;
  throw refusing("files_gone", { folder, there: there.length });
}
