import { textTokens } from "../plan/estimate_tokens.ts";
import type { Call } from "../plan/render_call.ts";
import type { Plan, Task } from "../plan/make_plan.ts";
import type { Condition, ReplyVerdict, Step, Usage, VerdictStatus } from "../protocol.ts";
import { readReply } from "../read_reply.ts";
import type { AskedBefore } from "../store/queries.ts";
import type { Rows } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import type { JudgeReply, Lost } from "../transport/judge.ts";
import type { Secret } from "../transport/secrets.ts";
import { ASSUMED_REPLY_TOKENS } from "./cost.ts";

/** A call that was given up, as a run's summary lists it. */
export interface Failure {
  /** Id of the sample. */
  sample_id: string;
  /** The protocol's step that was asked. */
  step: string;
  /** What was asked of the sample: with the image or without, order, run, … */
  condition: Condition;
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

/** What a run brought, as its summary says it. */
export interface Brought {
  /** Calls given up, with the reason; they are asked again when the run is resumed. The first 10,000 of `failed`. */
  failures: Failure[];
  /** How many calls were given up. */
  failed: number;
  /** How the replies of this run ended: usable ones (`ok`), abstentions, and what brought no verdict. */
  statuses: Partial<Record<VerdictStatus, number>>;
  /** One reply of this run that brought no verdict. */
  example: Example | null;
  /**
   * Replies of this run by the name of the model that the endpoint says gave them: providers add a version to the name asked
   * for; another model is no judgment of yours.
   */
  served: Record<string, number>;
}

/** What was asked, as far as it matters for what came of it. */
export interface Asked {
  sample: { id: string; value: unknown };
  condition: Condition;
  step: Step<unknown>;
  /** Roughly the tokens of the request. */
  tokens: number;
  sampleRow(rows: Rows): number;
  /** The call's row, marked where it failed; null for a call that cannot be made. */
  callRow: ((rows: Rows, failed?: string) => number) | null;
}

/** Failures that are listed; the study's file has all. */
const LISTED_FAILURES = 10_000;

/** Where what comes of calls is stored and counted. */
export interface RunNotes {
  brought: Brought;
  /** Reads a reply and stores it; `kept` resolves when the disk has it. */
  keep(asked: Asked, reply: JudgeReply): { verdict: ReplyVerdict; kept: Promise<void> };
  /** Stores that a call brought nothing; not `counted` where a run that is ending cut it. Why, without the key, in a line. */
  fail(
    asked: Asked,
    failure: { reason: string; attempts: number; usage?: Usage | null; lost?: Lost; counted?: boolean },
  ): Promise<string>;
}

/** Notes of a run or a batch, which write to its study's file. The key is taken out of all that came from outside. */
export function runNotes(
  { plan, store, via, secret }: {
    plan: Plan;
    store: Store;
    via: "interactive" | "batch";
    secret: Pick<Secret, "scrub" | "scrubMessage">;
  },
): RunNotes {
  const brought: Brought = { failures: [], failed: 0, statuses: {}, example: null, served: {} };
  const { scrub, scrubMessage } = secret;
  /** The value without the key in any of its texts, names of fields and verdicts left as they are. */
  const scrubbed = <Value>(value: Value): Value => {
    const text = JSON.stringify(value);
    if (scrub(text) === text) return value;
    return JSON.parse(
      text,
      (name, part) => typeof part === "string" && name !== "status" ? scrub(part) : part,
    );
  };
  return {
    brought,
    keep(
      asked,
      { reply: said, usage, model = null, responseId = null, simulated, attempts = 1, latencyMs, lost },
    ) {
      const { sample, condition, step } = asked,
        reply = { finishReason: null, refusal: null, tokens: null, ...said };
      const verdict = readReply(step, { reply }, { sample, condition }), { status } = verdict;
      // A judge that is called like the key keeps its name; all else that came from outside loses the key.
      const served = model === plan.judge || model === null ? model : scrub(model);
      if (served !== null) brought.served[served] = (brought.served[served] ?? 0) + 1;
      brought.statuses[status] = (brought.statuses[status] ?? 0) + 1;
      if (status !== "ok" && status !== "abstained") {
        const { reason = "" } = verdict, text = scrubMessage(reply.text);
        brought.example ??= { sample_id: sample.id, step: step.name, status, reason, text };
      }
      const kept = {
        said: scrubbed(reply),
        verdict: scrubbed(verdict),
        about: {
          ...{
            at: new Date().toISOString(),
            via,
            attempts,
            model: served,
          },
          usage: usage ?? { input: asked.tokens, output: textTokens(reply.text), estimated: true as const },
          latency_ms: latencyMs === undefined ? null : Math.round(latencyMs),
          response_id: responseId === null ? null : scrub(responseId),
          ...lostUsage(lost, asked.tokens),
          ...(simulated ? { simulated: true as const } : {}),
        },
      };
      return { verdict, kept: store.write((rows) => rows.reply(asked.callRow!(rows), kept)) };
    },
    async fail(asked, { attempts, usage = null, lost, counted = true, ...said }) {
      const { sample, condition, step } = asked, reason = scrubMessage(said.reason);
      if (counted) {
        const failure = { sample_id: sample.id, step: step.name, condition, reason };
        if (brought.failed++ < LISTED_FAILURES) brought.failures.push(failure);
      }
      const at = new Date().toISOString();
      const entry = {
        at,
        step: step.name,
        condition,
        reason,
        attempts,
        usage,
        ...lostUsage(lost, asked.tokens),
      };
      await store.write((rows) => {
        rows.failure(asked.sampleRow(rows), entry);
        if (counted) asked.callRow?.(rows, reason);
      });
      return reason;
    },
  };
}

/** A call that is made now. */
export function askedNow({ call, tokens }: { call: Call; tokens: number }): Asked {
  const { key, sample, condition, step, ask, way, shown } = call;
  // No more than this is held while a reply is waited for: neither request nor images.
  const row = { key, sample, condition, step, ask, way, shown: { ...shown, tokens } };
  return {
    ...{ sample, condition, step, tokens },
    sampleRow: (rows) => rows.sample(sample),
    callRow: (rows, failed) => rows.call(row, { failed }),
  };
}

/** A call that cannot be made. */
export function notAsked({ sample, condition }: Task, step: Step<unknown>): Asked {
  return { sample, condition, step, tokens: 0, sampleRow: (rows) => rows.sample(sample), callRow: null };
}

/** A call that was written to a batch's file, in this process or another. */
export function askedBefore({ id, sample, condition, shown }: AskedBefore, step: Step<unknown>): Asked {
  return {
    ...{ sample, condition, step, tokens: shown.tokens },
    sampleRow: () => sample.row,
    callRow(rows, failed) {
      if (failed !== undefined) rows.failed(id, failed);
      return id;
    },
  };
}

function lostUsage(lost: Lost | undefined, tokens: number): { lost?: Usage } {
  if (!lost || lost.input + lost.output + lost.unknown === 0) return {};
  return {
    lost: {
      input: lost.input + lost.unknown * tokens,
      output: lost.output + lost.unknown * ASSUMED_REPLY_TOKENS,
      ...(lost.unknown > 0 ? { estimated: true } : {}),
    },
  };
}
