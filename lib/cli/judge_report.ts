import type { PlanEstimate } from "../judge/plan/plan_judge.ts";
import type { WrittenResults } from "../judge/results/write_results.ts";
import { assumedReply, replyLimit } from "../judge/run/cost.ts";
import { costText, type Prices } from "../judge/run/prices.ts";
import type { BatchSummary, RunSummary } from "../judge/run/run_options.ts";
import { oneLine } from "../judge/transport/judge.ts";
import { inWords, rowsInWords } from "../progress/show.ts";
import { said } from "./command.ts";

const LISTED = 10;

const whole = (value: number) => Math.round(value).toLocaleString("en");

/** A line of `data/facts/printed.json`, its numbers whole; empty, and so not printed, where there is nothing to say (0, false). */
function line(is: unknown, name: string, found: Record<string, unknown> = {}): string {
  const words = Object.entries(found).map((
    [place, one],
  ) => [place, typeof one === "number" ? whole(one) : one]);
  return is ? said(name, Object.fromEntries(words)) : "";
}

const joined = (parts: (string | string[])[], between = "\n") => parts.flat().filter(Boolean).join(between);

function tokensText({ input, output }: RunSummary["tokens"], included: RunSummary["included"]): string {
  const share = (part: number, all: number, what: string) =>
    line(part > 0, "share_of", { share: 100 * part / all, what });
  const cached = share(included.cached, input, "from a cache");
  return line(true, "tokens_in_and_out", {
    ...{ input, cached, output, reasoning: share(included.reasoning, output, "thought") },
  });
}

const pricesText = ({ input, output, cached }: Prices) =>
  `${input} and ${output}${cached === undefined ? "" : ` (${cached} from a cache)`}`;

/** What became of a cap, and what it rests on: nobody knows what a reply costs before it is there. */
function capText(
  maxCost: number | undefined,
  cost: number | null,
  { limited, batch, idle, otherwise }: { limited: boolean; batch: boolean; idle: boolean; otherwise: string },
): string {
  if (maxCost === undefined || cost === null) return "";
  const what = cost > maxCost ? said("exceeded", { by: costText(cost - maxCost) }) : otherwise;
  // What was spent before does not rest on a reply to come.
  const rests = line(
    (batch || !limited) && !(idle && cost > maxCost),
    batch ? "rests_on_mean" : "rests_on_longest",
  );
  return said("cap", { cap: costText(maxCost), what, rests });
}

export function planText(
  plan: PlanEstimate,
  { prices, maxCost, batch }: { prices?: Prices; maxCost?: number; batch: boolean },
): string {
  const { samples, calls, done, tokens, cost, counted, spent, paid, problems, waiting } = plan;
  const decoding = Object.entries(plan.decoding).map(([name, value]) => `${name}=${value}`).join(", ");
  const now = prices && said("per_million", { prices: pricesText(prices) }) + line(batch, "batch_prices");
  const isDone = calls === done && spent !== null, come = spent ? "spent_and_to_come" : "to_come";
  const costs = (cost !== null || isDone) && said(isDone ? "nothing_to_come" : come, {
    ...{
      spent: costText(spent ?? 0),
      cost: costText(cost ?? 0),
      now,
      all: costText((cost ?? 0) + (spent ?? 0)),
    },
  });
  return joined([
    line(true, "plan_head", {
      ...{ protocol: plan.protocol, judge: plan.judge, baseURL: plan.baseURL, samples },
      decoding: decoding || "the model's own",
      left_out: line(plan.leftOut.length, "left_out", { names: plan.leftOut.join(", ") }),
    }),
    imageText(plan),
    line(true, "to_make", { calls, done, left: calls - done }),
    line(waiting, "in_files", { calls: inWords(waiting, "call") }),
    line(true, "plan_tokens", {
      ...tokens,
      by: line(true, counted > 0 ? "as_so_far" : "replies_assumed", {
        ...{ calls: inWords(counted, "call"), tokens: assumedReply(plan.decoding) },
      }),
    }),
    costs ? said("cost", { costs }) : said("no_prices", {
      paid: line(paid, "paid_so_far", { paid: costText(paid), rest: line(spent === null, "paid_before") }),
    }),
    capText(maxCost, spent, {
      limited: replyLimit(plan.decoding) !== undefined,
      ...{
        batch,
        idle: true,
        otherwise: said((cost ?? 0) + (spent ?? 0) > (maxCost ?? 0) ? "cap_less" : "cap_more"),
      },
    }),
    line(problems.length, "problems", { samples: inWords(problems.length, "sample") }),
    listed(problems.map(({ sample_id, reason }) => `${sample_id}: ${reason}`)),
  ]);
}

export function summaryText(
  summary: RunSummary & Partial<BatchSummary>,
  { judge, maxCost, limited = false, batch = false }: {
    judge: string;
    maxCost?: number;
    limited?: boolean;
    batch?: boolean;
  },
): string {
  const { done, skipped, unasked, failed, stopped, tokens, cost, waiting, journal } = summary;
  const { estimated, files = [], foreign = 0, duplicate = 0, otherwise = [], torn = 0 } = summary;
  const { lacking } = summary, items = otherwise.slice(0, 3).map(oneLine).join(", ");
  const reasons = summary.failures.map((one) => `${oneLine(one.sample_id)}, ${one.step}: ${one.reason}`);
  const { ok = 0, ...others } = summary.statuses;
  const ended = Object.entries(others).map(([name, count]) => `${whole(count)} ${name.replace("_", " ")}`);
  const parts = [`${whole(ok)} with a verdict`, ...ended].join(", ");
  // The simulated one of the command answers under a name of its own.
  const served = Object.entries(summary.served), asIs = served.every(([model]) => model === judge);
  const all = estimated === tokens.input + tokens.output ? "all_estimated" : "some_estimated";
  return joined([
    line(stopped !== null, "stopped", { why: stopped }),
    line(true, "run_calls", {
      ...{ done, skipped, failed, so_far: line(stopped !== null, "as_far") },
      open: line(unasked, "unasked", { count: unasked }),
      again: line(summary.repeated, "again", { requests: inWords(summary.repeated, "request") }),
      seconds: summary.seconds.toFixed(1),
    }),
    listed(reasons, failed, said("see_study")),
    imageText(summary),
    line(ok > 0 || ended.length > 0, "replies", { parts, lacking: line(lacking, "lacking", { ...lacking }) }),
    summary.examples.map(({ sample_id, step, status, reason, text }) => {
      const why = reason && ` (${oneLine(reason)})`;
      return said("example", { sample: oneLine(sample_id), step, status, why, text: JSON.stringify(text) });
    }),
    line(judge !== "simulated" && !asIs, "served", {
      named: served.map(([model, count]) => `${whole(count)} by ${oneLine(model)}`).join(", "),
      judge: oneLine(judge),
    }),
    line(true, "run_tokens", {
      tokens: tokensText(tokens, summary.included),
      cost: line(cost !== null, "run_cost", { cost: costText(cost ?? 0) }),
      estimated: line(estimated, all, { count: estimated }),
    }),
    capText(maxCost, cost, {
      ...{ limited, batch, idle: done === 0 },
      otherwise: line(batch && waiting, "cap_so_far", { calls: inWords(waiting, "call") }) || "kept",
    }),
    line(true, "study", { journal }),
    line(waiting, "waiting", { calls: inWords(waiting, "call") }),
    files.map((file) => `waiting   ${file}`),
    line(foreign, "foreign", { answers: inWords(foreign, "answer") }),
    line(duplicate, "known", {
      answers: inWords(duplicate, "answer"),
      others: line(otherwise.length, "others", { count: otherwise.length, items }),
    }),
    line(torn, "torn", { lines: inWords(torn, "line") }),
  ]);
}

function imageText({ withoutImage: count }: { withoutImage: number }): string {
  return line(count, "without_image", { samples: inWords(count, "sample") });
}

export function rereadText(replies: number, changed: number): string {
  return line(true, "reread", { changed, replies: inWords(replies, "reply", "replies") });
}

/** The last line where answers were taken and some are missing. */
export function unansweredText(calls: number): string {
  return line(true, "unanswered", { calls: inWords(calls, "call") });
}

export function resultsText({ path, rows, missing, gone, otherwise, earlier }: WrittenResults): string {
  return joined([
    said("results", { path, rows: rowsInWords(rows) }),
    line(earlier, "earlier", { rows: rowsInWords(earlier) }),
    line(missing, "missing", { judgments: inWords(missing, "judgment") }),
    line(gone, "gone", { rows: rowsInWords(gone) }),
    line(otherwise, "otherwise", { judgments: inWords(otherwise, "judgment") }),
  ], ", ");
}

function listed(lines: string[], all = lines.length, where = ""): string[] {
  const more = all - Math.min(LISTED, lines.length);
  const shown = more > 0 ? [...lines.slice(0, LISTED), `… and ${more} more${where}`] : lines;
  return shown.map((line) => `          ${line}`);
}
