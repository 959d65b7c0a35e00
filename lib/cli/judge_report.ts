import { about, capText, paidText, pricesText } from "./cost_texts.ts";
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

/** Rules by which endpoints count pictures, in words. */
const RULES = { tiles: "by OpenAI's tiles", flat: "flat", pixels: "by size" };

/** Tokens in and out, with how much of them came from a cache, and was thought. */
function tokensText(
  { input, output }: { input: number; output: number },
  { cached, reasoning }: RunSummary["included"],
  between = ", ",
): string {
  const share = (part: number, all: number, what: string) =>
    part > 0 ? ` (${Math.round(100 * part / all)}% ${what})` : "";
  return `${whole(input)} in${share(cached, input, "from a cache")}${between}${whole(output)} out${
    share(reasoning, output, "thought")
  }`;
}

/** What a dry run prints. */
export function planText(
  plan: PlanEstimate,
  { prices, maxCost, batch }: { prices?: Prices; maxCost?: number; batch: boolean },
): string {
  const { samples, steps, calls, done, tokens, cost, outputFrom, problems, underWay, pictures } = plan;
  const { counted, spent, paid, low, high, noRange, pilot, waiting, folder } = plan;
  const decoding = Object.entries(plan.decoding).map(([name, value]) => `${name}=${value}`).join(", ");
  const leftOut = plan.leftOut.join(", ");
  const uncounted = outputFrom === "journal" && counted.calls === 0;
  const replies = outputFrom === "journal"
    ? `as long as those of the study${
      uncounted ? ", as estimated from the text: the endpoint counts none" : ""
    }`
    : `assumed: ${assumedReply(plan.decoding)} tokens each`;
  const ruled = counted.pictures === 0 && pictures.count > 0;
  const fitted = counted.rule !== null && pictures.count > 0 &&
    ` of text and ${whole(pictures.tokens / pictures.count)} a picture (${
      RULES[counted.rule]
    }, of three rules nearest to the ${whole(counted.pictures)} counted)`;
  const input = counted.calls === 0
    ? ""
    : `input ×${Number(counted.times.toPrecision(2))} the estimate${
      ruled ? " of text" : fitted || ""
    }, if the rest are like the ${inWords(counted.calls, "call")} that the endpoint counted; `;
  const now = prices &&
    `at ${pricesText(prices)} per million${
      batch ? " (prices as given; batch endpoints often ask half)" : ""
    }`;
  const costs = spent && paid
    ? `${uncounted ? "about " : ""}${paidText(paid, prices)} spent, ${about(plan)} to come ${now}, ${
      costText(spent + cost!)
    } in all`
    : `${about(plan)} ${now}`;
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
      `about ${whole(step.input)} tokens in and ${whole(step.output)} out${
        step.outputFrom === "others" ? " (replies assumed as long as those of the other steps)" : ""
      }`
    ),
    `calls     ${whole(calls)} in all, ${whole(calls - done)} to make`,
    plan.running
      ? `running   another run holds this study: ${
        inWords(underWay, "call")
      } of these are under way in it, and all numbers are of this moment`
      : underWay &&
        `repeated  ${
          inWords(underWay, "call")
        } of these under way when a run was killed: may have been paid already`,
    waiting &&
    `waiting   ${
      inWords(waiting, "call")
    } of these in files of batches: --batch sends and fetches them, --ingest takes their answers`,
    `tokens    about ${tokensText(tokens, plan.included, " and ")} (${input}replies ${replies})`,
    ruled &&
    `pictures  ${whole(pictures.count)}, about ${whole(pictures.tokens)} of these tokens, ` +
      `by one tile rule for all models; your endpoint may differ${
        uncounted
          ? ""
          : counted.calls
          ? ": no picture was in the pilot"
          : ", and is asked by a pilot (--sample 20)"
      }`,
    cost === null || !prices ? "cost      unknown without --prices" : `cost      ${costs}`,
    folder !== null && folder.studies > 0 && (folder.judges.length > 1 || folder.cost > spent!) &&
    `folder    ${inWords(folder.studies, "study", "studies")} have cost ${costText(folder.cost)}; ${
      about({ ...folder, cost: folder.left })
    } to come of this plan by ${folder.judges.join(", ")}${
      folder.judges.length > 1 && folder.low !== null ? " (the ends of their ranges added up)" : ""
    }`,
    noRange !== null && `range     none: ${noRange}`,
    pilot.first && pilot.samples < samples && low !== high &&
    `pilot     the first ${
      inWords(pilot.samples, "sample")
    } of the data: plan and range hold if the others are like them (--sample draws at random)`,
    maxCost !== undefined && paid !== null && `cap       ${
      capText(maxCost, paid, {
        limited: plan.decoding.max_completion_tokens !== undefined,
        batch,
        otherwise: cost! + spent! > maxCost
          ? "less than the whole will cost; the run will stop before its end"
          : (high ?? cost!) + paid.most > maxCost
          ? "more than the whole, but less than it may cost"
          : "more than the whole",
      })
    }`,
    problems.length && `problems  ${inWords(problems.length, "sample")} cannot be asked:`,
    listed(problems.map(({ sample_id, reason }) => `${sample_id}: ${reason}`)),
  ]);
}

/** What a run or a batch prints at its end. */
export function summaryText(
  summary: RunSummary & Partial<BatchSummary>,
  { judge, maxCost, limited = false, batch = false }: {
    judge: string;
    maxCost?: number;
    /** Whether replies end at a number of tokens. */
    limited?: boolean;
    batch?: boolean;
  },
): string {
  const { done, skipped, unasked, failures, failed, stopped, tokens, paid, seconds, waiting, repeated } =
    summary;
  const { uncertain, included, folder, estimated, files = [], foreign = 0, duplicate = 0, torn = 0 } =
    summary;
  const reasons = failures.map((one) => `${oneLine(one.sample_id)}, ${one.step}: ${one.reason}`);
  const open = unasked ? `, ${whole(unasked)} not asked (they need a verdict that is not usable)` : "";
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
    `tokens    ${tokensText(tokens, included)}${
      paid ? `, cost ${paidText(paid)}` : ""
    } (all runs of this study${
      estimated === 0
        ? ""
        : estimated === tokens.input + tokens.output
        ? "; all from the texts, without what was thought: the endpoint counts none"
        : `; at most ${whole(estimated)} of these estimated`
    })`,
    uncertain.output > 0 &&
    `uncertain up to ${whole(uncertain.input)} in and ${whole(uncertain.output)} out more: requests that ` +
      "broke off before an answer, and replies without a token count by the spread of those with one",
    maxCost !== undefined && paid !== null &&
    `cap       ${capText(maxCost, paid, { limited, batch, otherwise: "kept" })}`,
    folder !== null && folder.studies > 1 &&
    `folder    ${whole(folder.studies)} studies have cost ${
      costText(folder.cost)
    } in all, each run at its own prices`,
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
