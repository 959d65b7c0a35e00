import { join, relative, resolve, sep } from "node:path";
import {
  checkGate,
  type GateCheck,
  markdownOf,
  plainText,
  readGate,
  report,
  reportChange,
} from "../report/mod.ts";
import { CHANGES } from "../report/changes.ts";
import { Unfit } from "../report/compare.ts";
import { WITHIN_QUESTIONS } from "../report/conditions.ts";
import { QUESTIONS } from "../report/questions.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { isRefusal } from "../progress/require.ts";
import { type Command, complain, runCommand, say, told, UsageError } from "./command.ts";
import { given, optionValues } from "./option_values.ts";
import { ROOT } from "./project.ts";
import { readingOptions } from "./reading_options.ts";

/** Exit status where a finding crosses the limit of `--fail-on`: neither a failure (1) nor wrong usage (2). */
const CROSSED = 3;

/** Exit status where nothing crosses a limit for certain, and something could not be held against it or is not certain. */
const UNTESTED = 4;

/** What one file is asked; two are asked what changed. */
const OF_ONE = [...QUESTIONS, ...WITHIN_QUESTIONS];

export const command: Command = {
  ...told("report", {
    questions: QUESTIONS.map(({ id }) => id),
    within: WITHIN_QUESTIONS.map(({ id }) => id),
    changes: CHANGES.map(({ id }) => id),
  }),
  async run({ values, positionals: all }) {
    // After one --fail-on several limits may stand, as in `--fail-on "ib > 0.2" "lb > 0.2"`.
    const isLimit = (said: string) =>
      values["fail-on"] !== undefined && /[<>]=?\s*[+-]?[\d.]+\s*$/.test(said);
    const positionals = all.filter((said) => !isLimit(said));
    if (positionals.includes("-")) {
      throw new UsageError(
        'wanted files by name, found "-"; --markdown takes none, and prints the report as Markdown',
      );
    }
    if (positionals.length < 1 || positionals.length > 2) {
      throw new UsageError(`wanted one results file, or two to compare, found ${positionals.length}`);
    }
    const { text, texts, list, whole, fraction, oneOf, assignments } = optionValues(values);
    const families = assignments("family", "maker=model,model;other=model", { separator: ";" });
    const out = text("out") ?? join(ROOT, "data/results/reports", positionals.map(placeOf).join("-to-"));
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
    });
    const limits = [...texts("fail-on"), ...all.filter(isLimit)];
    const held = given({ ruledOut: values["ruled-out"] === true, allowUnread: fraction("allow-unread") });
    const [first, second] = positionals;
    const [asked, others] = second === undefined ? [OF_ONE, CHANGES] : [CHANGES, OF_ONE];
    const stray = others.find(({ id }) => limits.some((limit) => /\w+/.exec(limit)?.[0] === id));
    if (stray) {
      const [ending, other] = second === undefined ? [/_change$/, "_by_condition"] : [/$/, "_change"];
      const beside = asked.find(({ id }) => id === stray.id.replace(ending, other))?.id;
      const wanted = second === undefined
        ? `two files to compare${beside ? `, or one with conditions (${beside})` : ""}`
        : `one file${beside ? ` (of two: ${beside})` : ""}`;
      throw new UsageError(`fail-on: ${stray.id} wants ${wanted}, found ${positionals.length}`);
    }
    const gates = await usable(() => limits.map((limit) => readGate(limit, asked)));
    const pairs = assignments("pair-judges", "old=new,other=newer");
    const judges = pairs && Object.fromEntries(pairs.map(({ left, right }) => [left, right]));
    const baseline = text("baseline");
    // What is asked only where it is named is named by a limit.
    const named = gates.flatMap(({ question }) => /_(change|by_\w+)$/.test(question) ? `+${question}` : []);
    const questions = list("questions") ?? (named.length > 0 ? named : undefined);
    const more = { ...options, ...given({ by: list("by"), questions }) };
    if (second !== undefined && baseline) throw new UsageError("--baseline wants one file with conditions");
    if (second === undefined && judges) throw new UsageError("--pair-judges wants two files to compare");
    const made = second === undefined
      ? await usable(() => report(first, { ...more, ...given({ baseline }) }))
      : await usable(() => reportChange(first, second, { ...more, judges: judges ?? {} }));
    say(values.markdown === true ? markdownOf(made.json) : plainText(made.json));
    const page = join(out, "index.html");
    (values.markdown === true ? complain : say)(`\nOpen ${page} in a browser: it needs no server.`);
    const checks = gates.map((gate) => checkGate(made.json, gate, held));
    const over = checks.some(({ crossed }) => crossed.length > 0);
    const open = checks.some(({ uncertain, untested }) => uncertain.length + untested.length > 0);
    const status = over ? CROSSED : open && values["allow-untested"] !== true ? UNTESTED : 0;
    if (checks.length > 0) (status === 0 ? say : complain)(checks.flatMap(({ words }) => words).join("\n"));
    if (checks.length > 0 && status === 0) {
      say(`status 0: ${open ? "no limit is crossed" : "all limits hold"}`);
    }
    if (status !== 0) {
      complain(`status ${status}: ${status === CROSSED ? "a limit is crossed" : openWords(checks)}`);
      Deno.exitCode = status;
    }
  },
};

/** What lets limits pass that were not decided, or decides them. */
export function openWords(checks: readonly GateCheck[]): string {
  const open = checks.flatMap(({ untested }) => untested);
  const least = Math.ceil(1000 * Math.max(...open.map(({ share = 0 }) => share)) - 1e-6) / 1000;
  return [
    "not every limit was decided; --allow-untested lets that pass",
    least > 0 && least < 1 &&
    `--allow-unread ${least} or more lets unread and lost judgments pass, which decide it once they are read`,
    open.some(({ why }) => /only in the first/.test(why)) &&
    "a second file that has what only the first has decides it",
    checks.some(({ uncertain }) => uncertain.length > 0) && "more items decide what is not certain",
  ].filter(Boolean).join(", ");
}

/** A file's path from the project's folder in one name: no two files write their reports into one place. */
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
