import { grouped } from "../stats/grouped.ts";
import { type Html, markup, numberCell, table } from "./html.ts";
import { warned } from "./forest.ts";
import { axisText, groupText, intervalText } from "./number_text.ts";
import type { JsonLine, ReportJson } from "./report_json.ts";
import { VERDICTS } from "./report_words.ts";

/** What was found of groups of one kind (of each judge, say) that were asked several questions. */
export interface GroupTable {
  /** What tells its rows apart: `judge · condition`. */
  kind: string;
  /** Questions in the order of the answers. */
  asked: { id: string; title: string; unit: string }[];
  rows: { name: string; cells: (JsonLine | undefined)[] }[];
}

/** Judge by judge (group by group) what was found on each question: a table for each kind of groups that were asked several. */
export function groupTables(
  { lines, answers, conditions }: Pick<ReportJson, "lines" | "answers" | "conditions">,
): GroupTable[] {
  // The condition that others are compared with stands first.
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
    // By the names themselves: two long ones can look alike once shortened.
    const rows = [...grouped(own, ({ group }) => placeOf(rowOf(group)))]
      .toSorted(([a], [b]) => a < b ? -1 : 1)
      .map(([, cells]) => ({
        name: groupText({ group: rowOf(cells[0].group) }),
        cells: asked.map(({ id }) => cells.find(({ question }) => question === id)),
      }));
    return { kind, asked, rows };
  }).filter(({ asked, rows }) => rows.length > 1 && asked.length > 1);
}

/** Lines in the order of the rows of such tables; what is in none keeps its place. */
export function inOrderOf<One extends Pick<JsonLine, "group">>(
  tables: readonly GroupTable[],
  lines: readonly One[],
): One[] {
  const names = tables.flatMap(({ rows }) => rows.map(({ name }) => name));
  const place = ({ group }: One) => names.indexOf(groupText({ group: rowOf(group) }));
  return lines.toSorted((a, b) => place(a) - place(b));
}

/** The tables of a page. */
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

/** What names a row of that table: of a claim of two parts either may decide. */
function rowOf({ part: _, ...group }: JsonLine["group"]): JsonLine["group"] {
  return group;
}

const FEW_COLUMNS = 5;

function foundCell(head: string, isWhole: boolean, line?: JsonLine): Html {
  if (line === undefined) return numberCell(NaN, "");
  const { estimate, tone, verdict, warning, held, unit, group: { part }, words } = line;
  // Of a claim of two parts the number is one part's: which is open, or speaks against it.
  const [, open = ""] = /^undecided, since (.*)/.exec(words) ?? [], numbers = intervalText(line, unit, "");
  const beside = held ? open || (verdict === "contradicted" ? words : "") : part ?? "";
  const said = markup`<span class="${tone}"><b class="verdict">${VERDICTS[verdict]}</b></span>${
    warned(warning)
  }`;
  const small = beside && markup`<br><small>${beside}</small>`;
  // An interval is not broken.
  const whole = isWhole ? numbers.replaceAll(" ", "\u00a0") : numbers.replace(", ", ",\u00a0");
  return numberCell(estimate ?? NaN, markup`${whole}<br>${said}${small}`, head);
}
