import { detailsOf, type Drawn, forest, type PageColumn } from "./forest.ts";
import { type Html, list, markup } from "./html.ts";
import { deltaText, groupText, intervalText, sharedColumns } from "./number_text.ts";
import type { ReportJson } from "./report_json.ts";
import { warningsIn } from "./report_words.ts";
import type { Line, Section } from "./report_types.ts";

type About = Omit<Parameters<typeof forest>[1], "columns">;

/** Warnings from which on they are folded. */
const MANY = 6;

/** Estimates with what warns of some above them, and below them of what there is none, and why. */
export function estimatesTable(
  lines: readonly Drawn[],
  about: About,
  more: readonly PageColumn[] = [],
): Html {
  const [none, some] = [true, false].map((is) => lines.filter((one) => Number.isNaN(one.estimate) === is));
  const warnings = list(warningsIn(some, lines), "warning"), { length } = warningsIn(some, lines);
  return markup`${
    length < MANY
      ? warnings
      : markup`<details><summary data-file="estimates.csv">${length} warnings</summary>${warnings}</details>`
  }${forest(some, { ...about, columns: [...more, ...detailsOf(some)] })}${
    list(warningsIn(none, lines).map((why) => `untestable: ${why}`), "soft")
  }`;
}

const IN_FULL: Record<string, string> = {
  IB:
    "Informativeness bias (IB): accuracy where people prefer the more informative answer (IDS) minus that where they prefer the other one (CDS)",
  LB:
    "Length bias (LB): accuracy where people prefer the longer answer minus that where they prefer the shorter one",
  IRS: "Image reliance score (IRS): accuracy with the image minus that without it",
};

/** The lines of a question. */
export function linesTable(lines: readonly Line[], question: Section["question"]): Html {
  const names = [...new Set(lines.map(({ quantity }) => IN_FULL[quantity] ?? quantity))];
  // Of many that are compared each row has the names.
  const caption = names.length > MANY ? "named first − named last" : names.join(", ");
  const { title: label, delta } = question,
    { unit, nullValue, none } = { ...question, none: undefined, ...lines[0] };
  return estimatesTable(lines, {
    ...{ unit, nullValue: none ? question.nullValue : nullValue, delta, caption, label },
  });
}

/** What the colours of marks mean, of those that there are, and their lines and ranges. */
export function keyOf(
  sections: readonly Section[],
  { not_compared, conditions, input: { frame } }: ReportJson,
): Html | false {
  const all = sections.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict !== "not tested"));
  const isChange = not_compared || conditions.length > 1;
  const good = isChange ? "improvement" : frame === "ratings" ? "agreement" : "a good sign";
  const tones = {
    harm: "● shown: bias or harm",
    help: `● shown: ${good}`,
    effect: "● shown: effect",
    absent: "● ruled out",
    open: "○ undecided or untestable",
  };
  const ranges = new Set(
    sections.flatMap(({ question, lines: [first] }) =>
      first && !Number.isNaN(question.delta) ? [deltaText(question.delta, first.unit)] : []
    ),
  );
  const range = ranges.size > 0 &&
    `, the shaded range, ${[...ranges].join(" or ")} to either side, counts as none`;
  const marks = Object.entries(tones).filter(([tone]) => all.some((line) => line.tone === tone))
    .map(([tone, words]) => markup`<span class="${tone}">${words}</span> `);
  const warned = all.some(({ warning }) => warning !== "") &&
    markup`<span class="warning">⚠\ufe0e a warning</span>`;
  return all.length > 0 &&
    markup`<p class="soft key">${marks}${warned}
Bars are intervals; a solid line is no effect${range}.</p>\n`;
}

/** Lines of a question that stand in its sentence. */
const NAMED = 12;

/** Of results of which nothing is tested what is described, in a sentence for each question. */
export function described(sections: readonly Section[]): Html | false {
  return list(
    sections.filter(({ lines }) => lines.length > 0).map(({ question: { id, title }, lines }) => {
      const shared = sharedColumns(lines), more = lines.length - NAMED;
      // Where a question has several measures each number says which it is.
      const isMixed = new Set(lines.map(({ quantity }) => quantity)).size > 1;
      const told = lines.slice(0, NAMED).map((line) =>
        [groupText(line, shared), isMixed && line.quantity, intervalText(line, line.unit)]
          .filter(Boolean).join(" ")
      );
      return markup`<a href="#${id}">${title}</a>: ${told.join(", ")}${more > 0 && `, and ${more} more`}.`;
    }),
  );
}
