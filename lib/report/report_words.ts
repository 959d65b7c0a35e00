import type pl from "nodejs-polars";
import { printable } from "../progress/printable.ts";
import { rowsInWords } from "../progress/rows_in_words.ts";
import type { FrameName } from "../results/frames.ts";
import type { Compared } from "./compare.ts";
import type { ReportJson } from "./report_json.ts";
import type { Line, Section } from "./report_types.ts";

/** What was read, in a line. */
export function leadOf(frame: pl.DataFrame, name: FrameName): string {
  const distinct = (column: string) => frame.columns.includes(column) ? frame.getColumn(column).nUnique() : 0;
  const parts = [["judge", "judges"], ["benchmark", "benchmarks"], ["evaluator", "evaluators"], [
    "generator",
    "generators",
  ]]
    .flatMap(([one, many]) => {
      const count = distinct(one);
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    });
  return [`${rowsInWords(frame.height)} of ${name}`, ...parts].join(", ") + ".";
}

/** What the verdicts come to, in a sentence. */
export function verdictWords(lines: readonly Line[], alpha: number): string {
  const count = (verdict: Line["verdict"]) => lines.filter((line) => line.verdict === verdict).length;
  const tested = lines.filter(({ verdict }) => verdict !== "not tested" && verdict !== "untestable").length;
  const untestable = count("untestable");
  if (tested === 0) return "Nothing in these results can be tested.";
  const found = count("supported") + count("contradicted");
  return `Of ${tested} tested ${tested === 1 ? "line" : "lines"} ${found} ${
    found === 1 ? "shows" : "show"
  } an effect (p adjusted for all of them below ${alpha}), ${count("absent")} rule out one that matters, ${
    count("undecided")
  } ${count("undecided") === 1 ? "is" : "are"} undecided${
    count("undecided") > 0 ? " (also where an interval by itself leaves no effect out)" : ""
  }${untestable > 0 ? `; ${untestable} more cannot be tested` : ""}.`;
}

/** Judges of whom nothing was compared: one that was renamed is two. */
export function notPaired({ before, after }: Compared["judgesAlone"]): string[] {
  if (before.length + after.length === 0) return [];
  const sides = [["first", before], ["second", after]] as const;
  return [
    `Not compared: ${
      sides.filter(([, names]) => names.length > 0).map(([side, names]) =>
        `${names.join(", ")} (only in the ${side})`
      ).join(", ")
    }.${
      before.length > 0 && after.length > 0
        ? ` If a judge was renamed, say so: { judges: { "${before[0]}": "${
          after[0]
        }" } }, on the command line --pair-judges ${before[0]}=${after[0]}.`
        : ""
    }`,
  ];
}

/** What could not be computed, each reason once with the questions that it stopped. */
export function problemsOf(sections: readonly Section[]): ReportJson["problems"] {
  const found = new Map<string, { id: string; title: string }[]>();
  for (const { question: { id, title }, problem } of sections) {
    if (problem === "") continue;
    // The name of the metric that stumbled first is no part of the reason.
    const reason = problem.replace(/^[A-Za-z ]+: (?=wanted )/, "");
    found.set(reason, [...found.get(reason) ?? [], { id, title }]);
  }
  return [...found].map(([problem, questions]) => ({ problem, questions }));
}

/** A report's verdicts as lines of text, for a terminal. */
export function plainText({ title, verdict_words, problems, left_out, lines }: ReportJson): string {
  const tested = lines.filter(({ verdict }) => verdict !== "not tested");
  return [
    printable(title),
    verdict_words,
    ...problems.map(({ problem, questions }) =>
      printable(`Not computed: ${questions.map((one) => one.title).join(", ")}: ${problem}`)
    ),
    ...left_out.notes.map((note) => `Note: ${printable(note)}`),
    ...tested.map(({ verdict, question, group, estimate, low, high, n }) =>
      `  ${verdict.padEnd(12)} ${question.padEnd(16)} ${
        printable(Object.values(group).join(" · ")).replaceAll("\n", " ").padEnd(28)
      } ${[estimate, low, high].map((value) => value === null ? "" : value.toFixed(3)).join("  ")}  n = ${n}`
    ),
  ].join("\n");
}
