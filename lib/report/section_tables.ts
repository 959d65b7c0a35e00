import { grouped } from "../stats/grouped.ts";
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

/** Claims of two parts, each part on a scale of its own; the first has the verdict on both. */
function partTables(lines: readonly Line[], about: About): Html {
  const tables = [0, 1].map((at) =>
    lines.flatMap((line): Drawn[] => {
      const { both = [], group: { part: _, ...group }, method, unit } = line, own = both[at];
      if (!own) return at === 0 ? [line] : [];
      const known = { ...own, group, quantity: own.name, method, unit, pEquivalence: NaN };
      if (at === 0) return [{ ...line, ...known, note: "", none: undefined }];
      return [{ ...known, none: [own.nullValue, -own.nullValue], warning: "" }];
    })
  );
  return markup`${
    tables.map((own) => {
      const names = [...new Set(own.map(({ quantity }) => quantity))].join(", ");
      const caption = own.some(({ verdict }) => verdict)
        ? `${names}; verdict and p are on both parts`
        : names;
      return own.length > 0 && estimatesTable(own, { ...about, caption, nullValue: 0 });
    })
  }`;
}

const RANK: PageColumn = { head: "Rank", cell: ({ rank = "" }) => rank };

/** Agreement with people and the leaderboard are one section where they are of the same rows: its lines have ranks. */
export function withRanks(sections: readonly Section[]): readonly Section[] {
  const [people, board] = ["accuracy", "leaderboard"].map((id) =>
    sections.find(({ question }) => question.id === id)
  );
  const keyOf = ({ group, estimate, n }: Line) =>
    JSON.stringify([Object.entries(group).toSorted(), estimate.toPrecision(9), n]);
  const rankOf = ({ note = "" }: Line) => /^ranks? ([\d–]+)/.exec(note)?.[1];
  const ranks = new Map(board?.lines.map((line) => [keyOf(line), rankOf(line)]));
  if (!people || !board || people.lines.some((line) => !ranks.has(keyOf(line)))) return sections;
  const question = { ...people.question, question: `${people.question.question} ${board.question.question}` };
  const lines = people.lines.map((line) => ({ ...line, rank: ranks.get(keyOf(line)) }));
  return sections.filter((one) => one !== board)
    .map((one) => one === people ? { ...one, question, lines } : one);
}

/** Short names of measures in full, where they head the table of their question. */
const IN_FULL: Record<string, string> = {
  IB:
    "Informativeness bias (IB): accuracy where people prefer the more informative answer (IDS) minus that where they prefer the other one (CDS)",
  LB:
    "Length bias (LB): accuracy where people prefer the longer answer minus that where they prefer the shorter one",
  IRS: "Image reliance score (IRS): accuracy with the image minus that without it",
};

/** The lines of a question: of judges with ranks a table for each group that these are of. */
export function linesTable(lines: readonly Line[], question: Section["question"]): Html {
  const names = [...new Set(lines.map(({ quantity }) => IN_FULL[quantity] ?? quantity))];
  // Of many that are compared each row has the names.
  const caption = names.length > MANY ? "named first − named last" : names.join(", ");
  const { title: label, delta } = question,
    { unit, nullValue, none } = { ...question, none: undefined, ...lines[0] };
  const about = { unit, nullValue: none ? question.nullValue : nullValue, delta, caption, label };
  if (lines.some(({ both }) => both)) return partTables(lines, about);
  if (!lines.some(({ rank }) => rank)) return estimatesTable(lines, about);
  const blocks = grouped(lines, ({ group: { judge: _, ...group } }) => groupText({ group }));
  return markup`${
    [...blocks].map(([name, own]) =>
      estimatesTable(own, {
        ...about,
        caption: blocks.size > 1 ? `${name}: ${about.caption}` : about.caption,
      }, [RANK])
    )
  }`;
}

/** What the colours of marks mean, of those that there are, and, beside pictures, their lines and ranges. */
export function keyOf(
  sections: readonly Section[],
  { not_compared, conditions, input: { frame } }: ReportJson,
  shows: { marks: boolean; bars: boolean },
): Html | false {
  const all = sections.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict !== "not tested"));
  const good = not_compared || conditions.length > 1
    ? "improvement"
    : frame === "ratings"
    ? "agreement"
    : "a good sign";
  const open = ["undecided", "untestable"].filter((one) => all.some(({ verdict }) => verdict === one));
  const used = Object.entries({
    harm: "● shown: bias or harm",
    help: `● shown: ${good}`,
    effect: "● shown: effect",
    absent: "● ruled out",
    open: `○ ${open.join(" or ")}`,
  }).filter(([tone]) => all.some((line) => line.tone === tone));
  const ranges = new Set(
    sections.flatMap(({ question, lines: [first] }) =>
      first && !Number.isNaN(question.delta) ? [deltaText(question.delta, first.unit)] : []
    ),
  );
  const range = ranges.size > 0 &&
    `, the shaded range, ${[...ranges].join(" or ")} to either side, counts as none`;
  const marks = used.map(([tone, words]) => markup`<span class="${tone}">${words}</span> `);
  const warned = all.some(({ warning }) => warning !== "") &&
    markup`<span class="warning">⚠\ufe0e a warning</span>`;
  const tick = all.some(({ both }) => both) && "; a short line is what its row is held against";
  const bars = markup`Bars are intervals; a solid line is no effect${range}${tick}.`;
  return all.length > 0 &&
    markup`<p class="soft key">${shows.marks && [...marks, warned]}
${shows.bars && bars}</p>\n`;
}

/** Lines of a question that stand in its sentence. */
const NAMED = 12;

/** Of results of which nothing is tested what is described, in a sentence for each question. */
export function described(sections: readonly Section[]): Html | false {
  return list(
    withRanks(sections).filter(({ lines }) => lines.length > 0).map(({ question: { id, title }, lines }) => {
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
