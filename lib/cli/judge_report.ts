import type { BatchSummary, RunSummary } from "../judge/run/run_options.ts";
import type { PlanEstimate } from "../judge/plan/plan_judge.ts";
import { assumedReply, costText, type Prices } from "../judge/run/cost.ts";
import type { WrittenResults } from "../judge/results/write_results.ts";
import { oneLine } from "../judge/transport/secrets.ts";
import { inWords, rowsInWords } from "../progress/show.ts";

/** Reasons of failure that are listed one by one; the rest is in the study's file. */
const LISTED = 10;

const whole = (value: number) => Math.round(value).toLocaleString("en");

/** What was said of it, where anything was; `0 &&` and `false &&` leave a part out. */
const joined = (parts: (string | false | 0 | undefined | string[])[], between = "\n") =>
  parts.flat().filter((part) => typeof part === "string").join(between);

/** What a dry run prints. */
export function planText(
  plan: PlanEstimate,
  { prices, maxCost, batch }: { prices?: Prices; maxCost?: number; batch: boolean },
): string {
  const { samples, steps, calls, done, tokens, cost, outputFrom, problems, underWay, pictures } = plan;
  const { counted, spent } = plan;
  const decoding = Object.entries(plan.decoding).map(([name, value]) => `${name}=${value}`).join(", ");
  const leftOut = plan.leftOut.join(", ");
  const uncounted = outputFrom === "journal" && counted.calls === 0;
  const replies = outputFrom === "journal"
    ? `as long as those of the study${
      uncounted ? ", as estimated from the text: the endpoint counts none" : ""
    }`
    : `assumed: ${assumedReply(plan.decoding)} tokens each`;
  const each = counted.more + counted.times * pictures.tokens / pictures.count;
  const apart = Math.round(counted.more) !== 0 && pictures.count > 0;
  const ruled = counted.pictures === 0 && pictures.count > 0;
  const input = counted.calls === 0
    ? ""
    : `input ×${Number(counted.times.toPrecision(2))} the estimate${
      ruled ? " of text" : apart ? ` of text and ${whole(each)} a picture` : ""
    }, if the rest are like the ${inWords(counted.calls, "call")} that the endpoint counted; `;
  const about = `about ${costText(cost ?? 0)}`;
  const costs = spent
    ? `${uncounted ? "about " : ""}${costText(spent)} spent, ${about} to come, ${
      costText(spent + cost!)
    } in all,`
    : about;
  return joined([
    `protocol  ${plan.protocol}`,
    `judge     ${plan.judge} at ${plan.baseURL}`,
    `decoding  ${decoding || "the model's own"}${leftOut && ` (not taken by this judge: ${leftOut})`}`,
    `samples   ${whole(samples)}`,
    imageText(plan),
    steps.map((step) =>
      `step      ${step.step} (prompt ${step.prompt}): ${inWords(step.calls, "call")}, ${
        whole(step.done)
      } done, ` +
      `about ${whole(step.input)} tokens in and ${whole(step.output)} out`
    ),
    `calls     ${whole(calls)} in all, ${whole(calls - done)} to make`,
    underWay &&
    `repeated  ${
      inWords(underWay, "call")
    } of these under way when a run was killed: may have been paid already`,
    `tokens    about ${whole(tokens.input)} in and ${whole(tokens.output)} out (${input}replies ${replies})`,
    ruled &&
    `pictures  ${whole(pictures.count)}, about ${whole(pictures.tokens)} of these tokens, ` +
      `by one tile rule for all models; your endpoint may differ${
        uncounted
          ? ""
          : counted.calls
          ? ": no picture was in the pilot"
          : ", and is asked by a pilot (--limit 20)"
      }`,
    cost === null || !prices
      ? "cost      unknown without --prices"
      : `cost      ${costs} at ${prices.input} and ${prices.output} per million${
        batch ? " (prices as given; batch endpoints often ask half)" : ""
      }`,
    maxCost !== undefined && cost !== null &&
    `cap       ${costText(maxCost)}: ${
      cost + spent! > maxCost
        ? "less than the whole will cost; the run will stop before its end"
        : "more than the whole"
    }`,
    problems.length && `problems  ${inWords(problems.length, "sample")} cannot be asked:`,
    listed(problems.map(({ sample_id, reason }) => `${sample_id}: ${reason}`)),
  ]);
}

/** What a run or a batch prints at its end. */
export function summaryText(
  summary: RunSummary & Partial<BatchSummary>,
  { judge, prices }: { judge: string; prices?: Prices },
): string {
  const { done, skipped, unasked, failures, failed, stopped, tokens, cost, seconds, waiting, repeated } =
    summary;
  const { uncertain, estimated, files = [], foreign = 0, duplicate = 0, torn = 0 } = summary;
  const reasons = failures.map((one) => `${oneLine(one.sample_id)}, ${one.step}: ${one.reason}`);
  const open = unasked ? `, ${whole(unasked)} not asked (they need a verdict that is not usable)` : "";
  const paid = cost === null || !prices ? "" : `, cost ${costText(cost)}`;
  return joined([
    stopped !== null && `stopped   ${stopped}; what comes after was not asked`,
    `calls     ${whole(done)} answered, ${whole(skipped)} done before${
      stopped === null ? "" : " as far as it came"
    }, ` +
    `${whole(failed)} failed${open} in ${seconds.toFixed(1)} s`,
    repeated &&
    `repeated  ${
      inWords(repeated, "call")
    } under way when a run was killed (all runs of this study): asked again, and paid twice if the endpoint counted both`,
    listed(reasons, failed, " (see the study's file)"),
    imageText(summary),
    repliesText(summary),
    servedText(summary.served, judge),
    `tokens    ${whole(tokens.input)} in, ${whole(tokens.output)} out${paid} (all runs of this study${
      estimated > 0 ? `; at most ${whole(estimated)} of these estimated` : ""
    })`,
    uncertain.input > 0 &&
    `uncertain about ${whole(uncertain.input)} in and ${
        whole(uncertain.output)
      } out more, if requests that broke ` +
      "off before an answer were counted",
    `study     ${summary.journal}`,
    waiting &&
    `waiting   ${inWords(waiting, "call")} in batches: fetch them (--batch) or take their answers ` +
      "(--ingest); a file that nobody was sent gives its calls back when it is renamed NNNN.withdrawn.jsonl",
    files.map((file) => `waiting   ${file}`),
    foreign && `foreign   ${inWords(foreign, "answer")} to calls of another plan`,
    duplicate && `known     ${inWords(duplicate, "answer")} to calls that had theirs: the first counts`,
    torn && `torn      ${inWords(torn, "line")} without an answer`,
  ]);
}

/** How many samples are not asked with an image, though one was wanted. */
function imageText({ withoutImage: count }: { withoutImage: number }): 0 | string {
  return count && `image     ${inWords(count, "sample")} without a picture to show: asked without it alone`;
}

/** How the replies ended, and what those say that brought no verdict. */
function repliesText({ statuses, examples }: Pick<RunSummary, "statuses" | "examples">): string[] {
  const { ok = 0, ...others } = statuses;
  const parts = Object.entries(others).map(([name, count]) => `${whole(count)} ${name.replace("_", " ")}`);
  if (ok === 0 && parts.length === 0) return [];
  const replies = `replies   ${[`${whole(ok)} with a verdict`, ...parts].join(", ")} (this run)`;
  const said = examples.map(({ sample_id, step, status, reason, text }) => {
    const why = reason && ` (${oneLine(reason)})`;
    return `          ${oneLine(sample_id)}, ${step}: ${status}${why}: ${JSON.stringify(text)}`;
  });
  return [replies, ...said];
}

/** Who answered, where the endpoint names another model than the one asked for: a version of it, or a cheaper one. */
function servedText(served: RunSummary["served"], judge: string): false | string {
  // The simulated one of the command answers under a name of its own.
  const asIs = judge === "simulated" || Object.keys(served).every((model) => model === judge);
  const named = Object.entries(served).map(([model, count]) => `${whole(count)} by ${oneLine(model)}`);
  return !asIs && `served    ${named.join(", ")}, as the endpoint says; asked for ${oneLine(judge)}`;
}

/** What is printed where the study's replies are read by other parsers than before. */
export function rereadText(replies: number, changed: number): string {
  return `reread    ${whole(changed)} of ${
    inWords(replies, "reply", "replies")
  } are read otherwise than before, ` +
    "by the parsers as they are now: so they stand in the results";
}

/** What is printed of a results file; `kept`: the earlier one below `results`, where that was not written anew. */
export function resultsText(
  { path, rows, missing, gone, otherwise, twice, lacking, empty }: WrittenResults,
  kept?: string,
): string {
  const each = Object.entries(lacking).map(([name, count]) => `${oneLine(name)} ${whole(count)}`).join(", ");
  const another = "answered to another prompt, decoding or endpoint";
  return joined([
    `results   ${path}: ${rowsInWords(rows)}`,
    empty.length > 0 && `nothing in ${empty.join(", ")}`,
    missing &&
    `${inWords(missing, "judgment")} without an answer (calls not made yet, or failed${each && `; ${each}`})`,
    gone &&
    `${
      rowsInWords(gone)
    } left out, of samples that the data of the last run lacks (kept in the study, and back with them)`,
    otherwise && `${inWords(otherwise, "judgment")} ${another} alone, or before the sample was edited` +
      (kept === undefined ? "" : ` (${kept} stays as it was, with these)`),
    twice && `${inWords(twice, "judgment")} ${another} before too: the study keeps those answers ` +
      "(run under --condition NAME, which asks and pays anew, both stand side by side)",
  ], ", ");
}

function listed(lines: string[], all = lines.length, where = ""): string[] {
  const more = all - Math.min(LISTED, lines.length);
  const shown = more > 0 ? [...lines.slice(0, LISTED), `… and ${more} more${where}`] : lines;
  return shown.map((line) => `          ${line}`);
}
