import { join, resolve } from "node:path";
import type { BatchSummary, RunOptions, RunSummary } from "../judge/run/run_options.ts";
import { ingestBatch, runBatch, type RunBatchOptions, writeBatch } from "../judge/batch/run_batch.ts";
import { planJudge } from "../judge/plan/plan_judge.ts";
import type { Protocol } from "../judge/protocol.ts";
import { loadPrompts } from "../judge/prompts.ts";
import { loadProtocol, PROTOCOLS } from "../judge/protocols/index.ts";
import { reread } from "../judge/results/kept_replies.ts";
import { writeResults } from "../judge/results/write_results.ts";
import { runJudge } from "../judge/run/run_judge.ts";
import { simulatedServer } from "../judge/simulated/simulated_server.ts";
import { simulatedStudy, studySamples } from "../judge/simulated/simulated_study.ts";
import { isRefusal } from "../progress/require.ts";
import { type Command, complain, runCommand, said, say, told, UsageError, type Values } from "./command.ts";
import { judgeOptions, settings } from "./judge_options.ts";
import { planText, rereadText, resultsText, summaryText, unansweredText } from "./judge_report.ts";
import { askForKeyVariable, optionValues } from "./option_values.ts";
import { ROOT } from "./project.ts";

const SIMULATED = "simulated";

/** Signals that end a run after the calls in flight: Ctrl-C, a job's end, a terminal that is closed. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Within so many milliseconds a signal is the first one once more. */
const ECHO_MS = 500;

export const command: Command = {
  ...told("judge"),
  async run({ values }) {
    try {
      await judgeTask(values);
    } catch (error) {
      // Options are checked by the library; what it finds wrong is wrong usage here.
      throw isRefusal(error) ? new UsageError(error.message) : error;
    }
  },
};

async function judgeTask(values: Values): Promise<void> {
  if (values.list) return listProtocols();
  const { text, required } = optionValues(values);
  await askForKeyVariable(text("key-variable"));
  const protocol = await loadProtocol(required("protocol"));
  const options = { ...judgeOptions(values), protocol }, judge = required("judge");
  const baseURL = text("base-url");
  const out = text("out") ?? join(ROOT, "data", "results", "judged");
  if (judge !== SIMULATED) {
    return await judgeAt({ ...options, judge, out, data: required("data"), baseURL }, values);
  }
  if (baseURL !== undefined) throw new UsageError(`--judge ${SIMULATED} has an endpoint of its own`);
  await using server = await simulatedServer({
    traits: settings("traits", values),
    prompts: { ...loadPrompts(text("prompts")), ...protocol.prompts },
  });
  const data = text("data");
  const study = data === undefined ? madeUpStudy(out, protocol) : { data };
  await judgeAt({
    poll: 0.1,
    ...options,
    ...study,
    // With a seed, runs of one question differ.
    decoding: { seed: 1, ...options.decoding },
    judge,
    out,
    baseURL: server.url,
    // Its port is another each time; what it answers depends on its traits.
    endpoint: options.endpoint ?? ["simulated", text("traits")].join(" ").trim(),
  }, values);
  if (data !== undefined && !values["dry-run"]) {
    say(said("no_label_read"));
  }
}

async function judgeAt(
  options: RunOptions & RunBatchOptions & { protocol: Protocol; judge: string },
  values: Values,
): Promise<void> {
  const batch = ["batch", "batch-files", "ingest"].some((mode) => values[mode] !== undefined);
  if (values["dry-run"]) {
    const plan = await planJudge(options);
    if (plan.problems.length > 0) Deno.exitCode = 1;
    return say(planText(plan, { ...options, batch }));
  }
  const interruption = new AbortController();
  let first = Infinity;
  const interrupt = () => {
    // A second time: at once. The journal keeps what it has. What goes to a group of processes comes twice, from the task runner too.
    if (performance.now() - first > ECHO_MS) Deno.exit(130);
    if (interruption.signal.aborted) return;
    first = performance.now();
    complain("\nending: waiting for the calls in flight (again to end at once)");
    interruption.abort();
  };
  for (const signal of ENDING) Deno.addSignalListener(signal, interrupt);
  try {
    const summary = await judged({ ...options, signal: interruption.signal }, values);
    const { out, protocol, judge, maxCost } = options, { journal, skipped } = summary;
    const { max_completion_tokens, max_tokens } = { ...protocol.decoding, ...options.decoding };
    const most = max_tokens ?? max_completion_tokens;
    say(summaryText(summary, { judge, maxCost, limited: typeof most === "number", batch }));
    // Results go by the parsers as they are: replies of earlier runs may have become other verdicts.
    const { replies, changed } = skipped > 0
      ? await reread(journal, { protocol })
      : { replies: 0, changed: 0 };
    if (changed > 0) say(rereadText(replies, changed));
    const written = await writeResults(out, { journal, protocol });
    for (const one of written) say(resultsText(one));
    // Answers were taken, but not all: whoever waits for the end of a batch must learn it.
    const unanswered = values.ingest === undefined ? 0 : summary.waiting;
    if (unanswered > 0) say(unansweredText(unanswered));
    const { otherwise = [] }: Partial<BatchSummary> = summary;
    if (summary.stopped !== null || summary.failed + unanswered + otherwise.length > 0) Deno.exitCode = 1;
  } finally {
    for (const signal of ENDING) Deno.removeSignalListener(signal, interrupt);
  }
}

function judged(options: RunOptions & RunBatchOptions, values: Values): Promise<RunSummary | BatchSummary> {
  const modes = ["batch", "batch-files", "ingest"].filter((mode) => values[mode] !== undefined);
  if (modes.length > 1) throw new UsageError(`wanted one of --${modes.join(", --")}`);
  if (values.batch) return runBatch(options);
  if (values["batch-files"]) return writeBatch(options);
  return values.ingest === undefined ? runJudge(options) : ingestBatch(values.ingest as string, options);
}

/** Makes up a study that the simulated judge can see, as samples of the protocol; the same each time. */
function madeUpStudy(out: string, { name, sample }: Protocol): { data: unknown[]; images: string } {
  const images = resolve(out, "study");
  const data = studySamples(name, simulatedStudy({ pairs: 400, seed: 1, folder: images }));
  if (sample.safeParse(data[0]).success) return { data, images };
  throw new UsageError(`wanted --data: the made-up study has no samples of the protocol ${name}`);
}

function listProtocols(): void {
  const names = Object.keys(PROTOCOLS), width = Math.max(...names.map((name) => name.length));
  for (const name of names) say(`${name.padEnd(width)}  ${PROTOCOLS[name].summary}`);
}

if (import.meta.main) await runCommand(command);
