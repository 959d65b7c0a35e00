import { basename, join } from "node:path";
import { crossed, plainText, readGate, report, reportChange } from "../report/mod.ts";
import { CHANGES } from "../report/compare.ts";
import { QUESTIONS } from "../report/questions.ts";
import { writeFrame, writeWhole } from "../results/write_frame.ts";
import { runCommand, UsageError } from "./command.ts";
import { ROOT } from "./project.ts";
import { READING_OPTIONS, readingOptions } from "./reading_options.ts";

/** Exit status where a finding crosses the limit of `--fail-on`: neither a failure (1) nor wrong usage (2). */
const CROSSED = 3;

await runCommand({
  name: "report",
  summary: "From a results file to a bias report: a page, a record in JSON, and a CSV of every estimate.",
  positionals: "FILE [FILE_AFTER]",
  options: {
    out: { type: "string", value: "FOLDER", help: "where to write (default: data/results/reports/NAME)" },
    title: { type: "string", value: "TEXT", help: "heading of the page" },
    seed: { type: "string", value: "N", help: "of everything that draws at random (default: 1)" },
    alpha: { type: "string", value: "P", help: "chance of any false finding (default: 0.05)" },
    ...READING_OPTIONS,
    "fail-on": {
      type: "string",
      value: '"ib > 0.2"',
      help: `exit with status ${CROSSED} when a finding crosses the limit`,
    },
  },
  notes: [
    "FILE is a file (CSV, JSONL, Parquet, gzip), a folder or a glob, of one kind of results.",
    "With a second FILE of the same items the report says what changed from the first to the second.",
    `Limits of --fail-on are fractions; its names are ${
      [...QUESTIONS, ...CHANGES].map(({ id }) => id).join(", ")
    }.`,
  ],
  async run({ values, positionals }) {
    if (positionals.length < 1 || positionals.length > 2) {
      throw new UsageError(`wanted one results file, or two to compare, found ${positionals.length}`);
    }
    const options = {
      seed: whole("seed", values.seed as string | undefined, 1),
      alpha: fraction("alpha", values.alpha as string | undefined, 0.05),
      read: readingOptions(values),
      ...(values.title === undefined ? {} : { title: values.title as string }),
    };
    const [first, second] = positionals;
    const asked = second === undefined ? QUESTIONS : CHANGES;
    const limit = values["fail-on"] as string | undefined;
    const gate = limit === undefined ? null : readGate(limit, asked.map(({ id }) => id));
    const made = second === undefined
      ? await report(first, options)
      : await reportChange(first, second, options);
    const out = (values.out as string | undefined) ??
      join(ROOT, "data/results/reports", positionals.map((path) => basename(path)).join("-to-"));
    const files = {
      page: join(out, "index.html"),
      json: join(out, "report.json"),
      csv: join(out, "estimates.csv"),
    };
    writeFrame(made.estimates, files.csv);
    writeWhole(files.json, (path) => Deno.writeTextFileSync(path, `${JSON.stringify(made.json, null, 2)}\n`));
    writeWhole(files.page, (path) => Deno.writeTextFileSync(path, made.html));
    console.log(plainText(made.json));
    console.log(`\nOpen ${files.page} in a browser: it needs no server.`);
    const over = gate ? crossed(made.json.lines, gate) : [];
    if (over.length === 0) return;
    console.error(
      `${over.length} ${over.length === 1 ? "finding crosses" : "findings cross"} the limit ${limit}: ${
        over.map(({ group, estimate }) => `${Object.values(group).join(" · ")} (${estimate?.toFixed(3)})`)
          .join(", ")
      }`,
    );
    Deno.exitCode = CROSSED;
  },
});

function whole(name: string, text: string | undefined, usual: number): number {
  const value = text === undefined ? usual : Number(text);
  if (Number.isSafeInteger(value) && value >= 0 && text !== "") return value;
  throw new UsageError(`wanted a whole number as --${name}, found ${text}`);
}

function fraction(name: string, text: string | undefined, usual: number): number {
  const value = text === undefined ? usual : Number(text);
  if (value > 0 && value < 1) return value;
  throw new UsageError(`wanted a number between 0 and 1 as --${name}, found ${text}`);
}
