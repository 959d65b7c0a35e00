import { detailsOf, type Drawn, forest, openOf, type PageColumn, warned } from "./forest.ts";
import { type Html, list, markup, numberCell, table } from "./html.ts";
import { axisText, deltaText, groupText, intervalText, WORDS } from "./number_text.ts";
import type { JsonLine, ReportJson } from "./report_json.ts";
import { verdictName, warningsIn } from "./report_words.ts";
import type { Line, Section } from "./report_types.ts";
import { grouped } from "../stats/grouped.ts";
type About = Omit<Parameters<typeof forest>[1], "columns">;

const MANY = 6;

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
    list(some.some((one) => openOf(one).length > 0) ? ["dashed: what unread replies leave open"] : [], "soft")
  }${list(warningsIn(none, lines).map((why) => `untestable: ${why}`), "soft")}`;
}

export function linesTable(lines: readonly Line[], question: Section["question"]): Html {
  const names = [...new Set(lines.map(({ quantity }) => WORDS.in_full[quantity] ?? quantity))];
  const caption = names.length > MANY ? "named first − named last" : names.join(", ");
  const { title: label, delta } = question,
    { unit, nullValue, none } = { ...question, none: undefined, ...lines[0] };
  return estimatesTable(lines, {
    ...{ unit, nullValue: none ? question.nullValue : nullValue, delta, caption, label },
  });
}

export function keyOf(
  sections: readonly Section[],
  { not_compared, conditions, input: { frame } }: ReportJson,
): Html | false {
  const all = sections.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict !== "not tested"));
  const isChange = not_compared || conditions.length > 1;
  const good = isChange ? "improvement" : frame === "ratings" ? "agreement" : "a good sign";
  const ranges = new Set(
    sections.flatMap(({ question, lines: [first] }) =>
      first && !Number.isNaN(question.delta) ? [deltaText(question.delta, first.unit)] : []
    ),
  );
  const range = ranges.size > 0 &&
    `, the shaded range, ${[...ranges].join(" or ")} to either side, counts as none`;
  const marks = Object.entries(WORDS.tones).filter(([tone]) => all.some((line) => line.tone === tone))
    .map(([tone, words]) => markup`<span class="${tone}">${words.replace("{good}", good)}</span> `);
  const warned = all.some(({ warning }) => warning !== "") &&
    markup`<span class="warning">⚠\ufe0e a warning</span>`;
  return all.length > 0 &&
    markup`<p class="soft key">${marks}${warned}
Bars are intervals; a solid line is no effect${range}.</p>\n`;
}

export interface GroupTable {
  kind: string;
  asked: { id: string; title: string; unit: string }[];
  rows: { name: string; cells: (JsonLine | undefined)[] }[];
}

/** Judge by judge (group by group) what was found on each question: a table for each kind of groups that were asked several. */
export function groupTables(
  { lines, answers, conditions }: Pick<ReportJson, "lines" | "answers" | "conditions">,
): GroupTable[] {
  const placeOf = ({ condition, ...group }: JsonLine["group"]) =>
    JSON.stringify([group, conditions.indexOf(condition)]);
  const tested = answers.flatMap(({ id }) =>
    lines.filter(({ question, verdict }) => question === id && verdict !== "not tested")
  );
  return [...grouped(tested, ({ group }) => Object.keys(rowOf(group)).join(" · "))].map(([kind, own]) => {
    const ids = [...new Set(own.map(({ question }) => question))];
    const asked = answers.filter(({ id }) => ids.includes(id)).map(({ id, title }) => {
      const { unit, held } = own.find(({ question }) => question === id)!;
      const told = unit === "points" ? unit : axisText(unit);
      return { id, title, unit: held ? `drop in ${told}` : told };
    });
    const rows = [...grouped(own, ({ group }) => placeOf(rowOf(group)))]
      .toSorted(([a], [b]) => a < b ? -1 : 1)
      .map(([, cells]) => ({
        name: groupText({ group: rowOf(cells[0].group) }),
        cells: asked.map(({ id }) => cells.find(({ question }) => question === id)),
      }));
    return { kind, asked, rows };
  }).filter(({ asked, rows }) => rows.length > 1 && asked.length > 1);
}

export function inOrderOf<One extends Pick<JsonLine, "group">>(
  tables: readonly GroupTable[],
  lines: readonly One[],
): One[] {
  const names = tables.flatMap(({ rows }) => rows.map(({ name }) => name));
  const place = ({ group }: One) => names.indexOf(groupText({ group: rowOf(group) }));
  return lines.toSorted((a, b) => place(a) - place(b));
}

export function byGroup(tables: readonly GroupTable[]): Html {
  return markup`${
    tables.map(({ kind, asked, rows }) => {
      const heads = asked.map(({ title, unit }) => [title, unit].filter(Boolean).join(", "));
      return table(
        [kind, ...heads],
        rows.map(({ name, cells }) => [
          name,
          ...cells.map((line, i) => foundCell(heads[i], asked.length <= FEW_COLUMNS, line)),
        ]),
        `What was found, by ${kind}: estimate [interval], verdict`,
      );
    })
  }`;
}

const rowOf = ({ part: _, ...group }: JsonLine["group"]): JsonLine["group"] => group;

const FEW_COLUMNS = 5;

function foundCell(head: string, isWhole: boolean, line?: JsonLine): Html {
  if (line === undefined) return numberCell(NaN, "");
  const { estimate, tone, verdict, warning, held, unit, group: { part }, words } = line;
  // Of a claim of two parts the number is one part's: which is open, or speaks against it.
  const [, open = ""] = /^undecided, since (.*)/.exec(words) ?? [], numbers = intervalText(line, unit, "");
  const beside = held ? open || (verdict === "contradicted" ? words : "") : part ?? "";
  const said = markup`<span class="${tone}"><b class="verdict">${verdictName(line)}</b></span>${
    warned(warning)
  }`;
  const small = beside && markup`<br><small>${beside}</small>`;
  const whole = isWhole ? numbers.replaceAll(" ", "\u00a0") : numbers.replace(", ", ",\u00a0");
  return numberCell(estimate ?? NaN, markup`${whole}<br>${said}${small}`, head);
}
