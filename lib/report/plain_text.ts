import { fixed } from "../figures/theme.ts";
import { printable } from "../progress/show.ts";
import { told } from "../progress/told.ts";
import type { ReportJson } from "./report_json.ts";
import { afterVerdict } from "./report_words.ts";

/** Characters of a group's name in a terminal; estimates stand below each other. */
const LONGEST = 72;

/** Throws for what is no record of a report: a frame, the report with its page, a promise of it. */
export function requireRecord(action: string, json: ReportJson): void {
  if (Array.isArray(json?.lines)) return;
  throw new TypeError(
    `${action}: wanted a report's record ((await report(frame)).json), found ${told(json)}`,
  );
}

/** A report's verdicts as lines of text, for a terminal. */
export function plainText({ title, verdict_words, problems, left_out, lines }: ReportJson): string {
  const tested = lines.filter(({ verdict }) => verdict !== "not tested");
  // Without any verdict what is described is all that there is.
  const shown = tested.length > 0 ? tested : lines;
  const nameOf = ({ group }: ReportJson["lines"][number]) => {
    const name = printable(Object.values(group).join(" · ")).replaceAll("\n", " ");
    return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
  };
  const wide = (least: number, texts: readonly string[]) =>
    Math.max(least, ...texts.map(({ length }) => length));
  const ids = wide(16, shown.map(({ question }) => question)), names = wide(28, shown.map(nameOf));
  return [
    printable(title),
    verdict_words,
    ...problems.map(({ problem, questions }) =>
      printable(`Not computed: ${questions.map((one) => one.title).join(", ")}: ${problem}`)
    ),
    ...left_out.notes.map((note) => `Note: ${printable(note)}`),
    ...shown.map((line) => {
      const { verdict, question, estimate, low, high, n, parts, warning } = line;
      return `  ${verdict.padEnd(12)} ${question.padEnd(ids)} ${nameOf(line).padEnd(names)} ${
        [estimate, low, high].map((value) => value === null ? "" : fixed(value, 3)).join("  ")
      }  n = ${n}${printable(verdict === "untestable" ? `: ${warning}` : afterVerdict(line))}${
        parts === "" ? "" : `\n    effects of opposite sign: ${printable(parts)}`
      }`;
    }),
  ].join("\n");
}
