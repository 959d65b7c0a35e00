import { basename, dirname, join, resolve } from "node:path";
import { crossed, plainText, readGate, report, reportChange } from "../report/mod.ts";
import { CHANGES } from "../report/changes.ts";
import { QUESTIONS } from "../report/questions.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { writeFrame, writeWhole } from "../results/write_frame.ts";
import { type Command, complain, runCommand, say, UsageError } from "./command.ts";
import { given, optionValues } from "./option_values.ts";
import { ROOT } from "./project.ts";
import { READING_OPTIONS, readingOptions } from "./reading_options.ts";

/** Exit status where a finding crosses the limit of `--fail-on`: neither a failure (1) nor wrong usage (2). */
const CROSSED = 3;

export const command: Command = {
  name: "report",
  summary: "From a results file to a bias report: a page, a record in JSON, and a CSV of every estimate.",
  positionals: "FILE [FILE_AFTER]",
  options: {
    "out FOLDER": "where to write (default: data/results/reports/NAME)",
    "title TEXT": "heading of the page",
    "seed N": "of everything that draws at random (default: 1)",
    "alpha P": "chance of any false finding (default: 0.05)",
    "frame KIND": "the kind of judgments, where files hold several",
    "family LIST": "models of one family: openai=gpt-4o,gpt-4.1;google=gemini-2.5-pro",
    "epsilon E": "how much worse than a person a judge may fit and stand in for one (default: 0.15)",
    "pair-judges MAP": "judges renamed between two files: old=new,other=newer",
    ...READING_OPTIONS,
    'fail-on "ib > 0.2"': `exit with status ${CROSSED} when a finding crosses the limit`,
  },
  notes: [
    "FILE is a file (CSV, JSONL, Parquet, gzip), a folder or a glob, of one kind of results.",
    "With a second FILE of the same items the report says what changed from the first to the second.",
    `Limits of --fail-on are fractions; its names are ${
      [...QUESTIONS, ...CHANGES].filter(tested).map(({ id }) => id).join(", ")
    }.`,
  ],
  async run({ values, positionals }) {
    if (positionals.length < 1 || positionals.length > 2) {
      throw new UsageError(`wanted one results file, or two to compare, found ${positionals.length}`);
    }
    const { text, whole, fraction, oneOf, assignments } = optionValues(values);
    const families = assignments("family", "maker=model,model;other=model", { separator: ";" });
    const options = given({
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
    const [first, second] = positionals;
    const asked = second === undefined ? QUESTIONS : CHANGES;
    const limit = text("fail-on");
    const gate = limit === undefined ? null : readGate(limit, asked.filter(tested));
    const pairs = assignments("pair-judges", "old=new,other=newer");
    const judges = pairs && Object.fromEntries(pairs.map(({ left, right }) => [left, right]));
    if (second === undefined && judges) throw new UsageError("--pair-judges wants two files to compare");
    const made = second === undefined
      ? await usable(() => report(first, options))
      : await usable(() => reportChange(first, second, { ...options, judges: judges ?? {} }));
    const out = text("out") ?? join(ROOT, "data/results/reports", positionals.map(placeOf).join("-to-"));
    const files = {
      page: join(out, "index.html"),
      json: join(out, "report.json"),
      csv: join(out, "estimates.csv"),
    };
    writeFrame(made.estimates, files.csv);
    writeWhole(files.json, (path) => Deno.writeTextFileSync(path, `${JSON.stringify(made.json, null, 2)}\n`));
    writeWhole(files.page, (path) => Deno.writeTextFileSync(path, made.html));
    say(plainText(made.json));
    say(`\nOpen ${files.page} in a browser: it needs no server.`);
    // A gate that looked at nothing must not let everything pass.
    if (
      gate &&
      !made.json.lines.some(({ question, estimate }) => question === gate.question && estimate !== null)
    ) {
      throw new UsageError(
        `--fail-on "${limit}": wanted an estimate of ${gate.question}, found none in these results`,
        1,
      );
    }
    const over = gate ? crossed(made.json.lines, gate) : [];
    if (over.length === 0) return;
    complain(
      `${over.length} ${over.length === 1 ? "finding crosses" : "findings cross"} the limit ${limit}: ${
        over.map(({ group, estimate }) => `${Object.values(group).join(" · ")} (${estimate?.toFixed(3)})`)
          .join(", ")
      }`,
    );
    Deno.exitCode = CROSSED;
  },
};

/** Whether a question passes verdicts, so that a limit on it can be crossed. */
function tested({ nullValue }: { nullValue: number }): boolean {
  return !Number.isNaN(nullValue);
}

/** A file's name with its folder's: files of one name in two folders have a report each. */
function placeOf(path: string): string {
  return `${basename(dirname(resolve(path)))}-${basename(path)}`;
}

/** What the library says of results that are no frame of one kind is the user's to mend. */
async function usable<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof TypeError && error.message.startsWith("report: ")) {
      throw new UsageError(error.message, 1);
    }
    throw error;
  }
}

if (import.meta.main) await runCommand(command);
