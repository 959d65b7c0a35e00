import { join, relative, resolve, sep } from "node:path";
import { checkGate, markdownOf, plainText, readGate, report, reportChange } from "../report/mod.ts";
import { CHANGES } from "../report/changes.ts";
import { Unfit } from "../report/same_labels.ts";
import { WITHIN_QUESTIONS } from "../report/conditions.ts";
import { QUESTIONS } from "../report/questions.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { isRefusal } from "../progress/require.ts";
import { type Command, complain, runCommand, said, say, told, UsageError, wrongly } from "./command.ts";
import { given, optionValues } from "./option_values.ts";
import { ROOT } from "./project.ts";
import { readingOptions } from "./reading_options.ts";

/** What one file is asked; two are asked what changed. */
const OF_ONE = [...QUESTIONS, ...WITHIN_QUESTIONS];

export const command: Command = {
  ...told("report", {
    questions: QUESTIONS.map(({ id }) => id),
    within: WITHIN_QUESTIONS.map(({ id }) => id),
    changes: CHANGES.map(({ id }) => id),
  }),
  async run({ values, positionals }) {
    const stray = positionals.find((one) => /^[|\w\s]+(\[.*\])?[|\s]*[<>]/.test(one));
    if (stray !== undefined) throw wrongly("stray_limit", { stray: JSON.stringify(stray) });
    const { length } = positionals;
    if (length < 1 || length > 2) throw wrongly("one_or_two_files", { length });
    const { text, texts, flag, list, whole, fraction, share, oneOf, assignments } = optionValues(values);
    const [first, second] = positionals, isChange = second !== undefined, limits = texts("fail-on");
    const gates = await usable(() => limits.map((limit) => readGate(limit, isChange ? CHANGES : OF_ONE)));
    const ofLimits = Object.keys(values).find((one) => /^(ruled-out|allow-)/.test(one));
    if (limits.length === 0 && ofLimits !== undefined) throw wrongly("wants_limit", { ofLimits });
    const families = assignments("family", "maker=model,model;other=model", { separator: ";" });
    const pairs = assignments("pair-judges", "old=new,other=newer"), baseline = text("baseline");
    if (isChange && baseline) throw new UsageError("--baseline wants one file with conditions");
    if (!isChange && pairs) throw new UsageError("--pair-judges wants two files to compare");
    const out = text("out") ?? join(ROOT, "data/results/reports", positionals.map(placeOf).join("-to-"));
    const held = given({ ruledOut: flag("ruled-out"), allowUnread: share("allow-unread") });
    // What is asked only where it is named is named by a limit.
    const named = gates.flatMap(({ question }) => /_(change|by_\w+)$/.test(question) ? `+${question}` : []);
    const options = given({
      out,
      seed: whole("seed", 0),
      alpha: fraction("alpha"),
      read: readingOptions(values),
      title: text("title"),
      frame: oneOf("frame", Object.keys(FRAMES) as FrameName[]),
      families: families &&
        Object.fromEntries(
          families.map(({ left, right }) => [left, right.split(",").map((one) => one.trim())]),
        ),
      epsilon: fraction("epsilon"),
      by: list("by"),
      questions: list("questions") ?? (named.length > 0 ? named : undefined),
    });
    const judges = Object.fromEntries((pairs ?? []).map(({ left, right }) => [left, right]));
    const made = await usable(() =>
      isChange
        ? reportChange(first, second, { ...options, judges })
        : report(first, { ...options, ...given({ baseline }) })
    );
    const isMarkdown = flag("markdown");
    say(isMarkdown ? markdownOf(made.json) : plainText(made.json));
    (isMarkdown ? complain : say)(`\nOpen ${join(out, "index.html")} in a browser: it needs no server.`);
    const checks = await usable(() => gates.map((gate) => checkGate(made.json, gate, held)));
    if (checks.length === 0) return;
    const found = [3, 4, 0].find((one) => checks.some((check) => check.status === one))!;
    const isAllowed = found === 4 && flag("allow-untested"), status = isAllowed ? 0 : found;
    const isFew = checks.some(({ untested }) => untested.some(({ share = 0 }) => share > 0));
    const few = status === 4 && isFew ? said("few_unread") : "";
    const limit = checks.filter(({ within }) => within.some(({ against }) => against))
      .map(({ gate }) => gate.question.replace(/^mitigation(_lb)?/, "accuracy"))
      .find((one) => gates.every(({ question }) => question !== one));
    const cost = limit ? said("fails_within", { limit }) : "";
    const words = said(isAllowed ? "gates_allowed" : `gates_${status}`, { few }) + cost;
    (status === 0 ? say : complain)(
      [...checks.flatMap(({ words }) => words), `status ${status}: ${words}`].join("\n"),
    );
    Deno.exitCode = status;
  },
};

function placeOf(path: string): string {
  return relative(ROOT, resolve(path)).split(sep).filter((part) => part !== "..").join("-").slice(-200);
}

/** What the library refuses is the user's to mend: 1 for results of which no report can be made, 2 for what was asked of them. */
async function usable<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (isRefusal(error) && /^(report|fail-on): /.test(error.message)) {
      throw new UsageError(error.message, error instanceof TypeError || error instanceof Unfit ? 1 : 2);
    }
    throw error;
  }
}

if (import.meta.main) await runCommand(command);
