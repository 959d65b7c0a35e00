import type { BatchSummary, RunSummary } from "../judge/run/run_options.ts";
import type { PlanEstimate } from "../judge/plan/plan_judge.ts";
import type { Prices } from "../judge/run/cost.ts";
import type { WrittenResults } from "../judge/results/write_results.ts";
import { oneLine } from "../judge/transport/secrets.ts";
import { inWords, rowsInWords } from "../progress/show.ts";

/** Reasons of failure that are listed one by one; the rest is in the study's file. */
const LISTED = 10;

const whole = (value: number) => Math.round(value).toLocaleString("en");

/** What a dry run prints. */
export function planText(plan: PlanEstimate, prices?: Prices, maxCost?: number): string {
  const { protocol, judge, baseURL, samples, steps, calls, done, tokens, cost, outputFrom, problems } = plan;
  const decoding = Object.entries(plan.decoding).map(([name, value]) => `${name}=${value}`).join(", ");
  return [
    `protocol  ${protocol}`,
    `judge     ${judge} at ${baseURL}`,
    `decoding  ${decoding || "the model's own"}${
      plan.leftOut.length > 0 ? ` (not taken by this judge: ${plan.leftOut.join(", ")})` : ""
    }`,
    `samples   ${whole(samples)}`,
    ...imageText(plan),
    ...steps.map((step) =>
      `step      ${step.step} (prompt ${step.prompt}): ${inWords(step.calls, "call")}, ${
        whole(step.done)
      } done, ` +
      `about ${whole(step.input)} tokens in and ${whole(step.output)} out`
    ),
    `calls     ${whole(calls)} in all, ${whole(calls - done)} to make`,
    `tokens    about ${whole(tokens.input)} in and ${whole(tokens.output)} out (replies ${
      outputFrom === "journal" ? "as long as those of the study" : "assumed"
    })`,
    cost === null || !prices
      ? "cost      unknown without --prices"
      : `cost      about ${cost.toFixed(2)} at ${prices.input} and ${prices.output} per million`,
    ...(maxCost === undefined || cost === null ? [] : [
      `cap       ${maxCost.toFixed(2)}: ${
        cost > maxCost
          ? "less than what is left will cost; the run will stop before its end"
          : "more than what is left"
      } (what the study has cost counts too)`,
    ]),
    ...(problems.length > 0 ? [`problems  ${inWords(problems.length, "sample")} cannot be asked:`] : []),
    ...listed(problems.map(({ sample_id, reason }) => `${sample_id}: ${reason}`)),
  ].join("\n");
}

/** What a run or a batch prints at its end. */
export function summaryText(
  summary: RunSummary & Partial<BatchSummary>,
  { judge, prices }: { judge: string; prices?: Prices },
): string {
  const { done, skipped, unasked, failures, failed, stopped, tokens, cost, seconds } = summary;
  return [
    ...(stopped === null ? [] : [`stopped   ${stopped}`]),
    `calls     ${whole(done)} answered, ${whole(skipped)} done before, ${whole(failed)} failed${
      unasked > 0 ? `, ${whole(unasked)} not asked (they need a verdict that is not usable)` : ""
    } in ${seconds.toFixed(1)} s`,
    ...listed(
      failures.map(({ sample_id, step, reason }) => `${oneLine(sample_id)}, ${step}: ${reason}`),
      failed,
    ),
    ...imageText(summary),
    ...repliesText(summary),
    ...servedText(summary.served, judge),
    `tokens    ${whole(tokens.input)} in, ${whole(tokens.output)} out${
      cost === null || !prices ? "" : `, cost ${cost.toFixed(2)}`
    } (all runs of this study)`,
    `study     ${summary.journal}`,
    ...(summary.waiting > 0
      ? [
        `waiting   ${
          inWords(summary.waiting, "call")
        } in batches: fetch them (--batch) or take their answers (--ingest); ` +
        "a file that nobody was sent gives its calls back when it is renamed NNNN.withdrawn.jsonl",
      ]
      : []),
    ...(summary.files ?? []).map((file) => `waiting   ${file}`),
    ...(summary.foreign ? [`foreign   ${inWords(summary.foreign, "answer")} to calls of another plan`] : []),
    ...(summary.duplicate
      ? [`known     ${inWords(summary.duplicate, "answer")} to calls that had theirs`]
      : []),
    ...(summary.torn ? [`torn      ${inWords(summary.torn, "line")} without an answer`] : []),
  ].join("\n");
}

/** How many samples are not asked with an image, though one was wanted. */
function imageText({ withoutImage }: { withoutImage: number }): string[] {
  return withoutImage === 0
    ? []
    : [`image     ${inWords(withoutImage, "sample")} without a picture to show: asked without it alone`];
}

/** How the replies ended where some brought no verdict, and what one of those says. */
function repliesText({ statuses, example }: Pick<RunSummary, "statuses" | "example">): string[] {
  const { ok = 0, ...others } = statuses;
  const parts = Object.entries(others).map(([status, count]) =>
    `${whole(count)} ${status.replace("_", " ")}`
  );
  if (parts.length === 0) return [];
  return [
    `replies   ${[`${whole(ok)} with a verdict`, ...parts].join(", ")}`,
    ...(example
      ? [
        `          ${oneLine(example.sample_id)}, ${example.step}: ${example.status} (${
          oneLine(example.reason)
        }): ${JSON.stringify(example.text)}`,
      ]
      : []),
  ];
}

/** Who answered, where the endpoint names another model than the one asked for: a version of it, or a cheaper one. */
function servedText(served: RunSummary["served"], judge: string): string[] {
  const others = Object.entries(served).filter(([model]) => model !== judge);
  // The simulated one of the command answers under a name of its own.
  if (others.length === 0 || judge === "simulated") return [];
  const named = Object.entries(served).map(([model, count]) => `${whole(count)} by ${oneLine(model)}`);
  return [`served    ${named.join(", ")}, as the endpoint says; asked for ${oneLine(judge)}`];
}

/** What is printed of a results file. */
export function resultsText({ path, rows, missing, otherwise, twice }: WrittenResults): string {
  return [
    `results   ${path}: ${rowsInWords(rows)}`,
    ...(missing > 0
      ? [`${inWords(missing, "sample")} without an answer (calls not made yet, or failed)`]
      : []),
    ...(otherwise > 0
      ? [
        `${
          inWords(otherwise, "sample")
        } answered to another prompt, decoding or endpoint alone, or before they were edited`,
      ]
      : []),
    ...(twice > 0
      ? [
        `in place of ${inWords(twice, "sample")} answered to another prompt, decoding or endpoint ` +
        "(which the study keeps; under --condition NAME both stand side by side)",
      ]
      : []),
  ].join(", ");
}

function listed(lines: string[], all = lines.length): string[] {
  const more = all - Math.min(LISTED, lines.length);
  return [
    ...lines.slice(0, LISTED).map((line) => `          ${line}`),
    ...(more > 0 ? [`          … and ${more} more (see the study's file)`] : []),
  ];
}
