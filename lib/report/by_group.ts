import { grouped } from "../stats/grouped.ts";
import { type Html, markup, numberCell, table } from "./html.ts";
import { axisText, groupText, intervalText } from "./number_text.ts";
import { aloneText } from "./report_words.ts";
import type { Line, Section } from "./report_types.ts";

/** Judge by judge (group by group) what was found on each question: a table for each kind of groups that were asked several. */
export function byGroup(sections: readonly Section[]): Html {
  const tested = sections.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict !== "not tested"));
  const heads = new Map(sections.map(({ question: { id, title, unit } }) => [
    id,
    [title, unit === "points" ? unit : axisText(unit)].filter(Boolean).join(", "),
  ]));
  const kinds = grouped(tested, ({ group }) => Object.keys(rowOf(group)).join(" · "));
  const made = [...kinds].map(([kind, lines]) => {
    const asked = [...new Set(lines.map(({ question }) => question))];
    // By the names themselves: two long ones can look alike once shortened.
    const rows = [...grouped(lines, ({ group }) => JSON.stringify(rowOf(group)))]
      .toSorted(([a], [b]) => a < b ? -1 : 1);
    return rows.length > 1 && asked.length > 1 && table(
      [kind, ...asked.map((id) => heads.get(id)!)],
      rows.map(([, own]) => [
        groupText({ group: rowOf(own[0].group) }),
        ...asked.map((id) => foundCell(heads.get(id)!, own.find(({ question }) => question === id))),
      ]),
      `What was found, by ${kind}: estimate [interval], verdict`,
    );
  });
  return markup`${made}`;
}

/** What names a row of that table: of a claim of two parts either may decide. */
function rowOf({ part: _, ...group }: Line["group"]): Line["group"] {
  return group;
}

function foundCell(head: string, line?: Line): Html {
  if (line === undefined) return numberCell(NaN, "");
  const { estimate, unit, tone, verdict, warning, group: { part } } = line, alone = aloneText(line);
  const text = intervalText(line, unit, unit === "percent" ? "%" : "");
  const said = markup`<span class="${tone}" title="${warning}"><b class="verdict">${verdict}</b></span>`;
  return numberCell(
    estimate,
    markup`${text}<br>${said}${[part, alone].map((one) => one && markup`<br><small>${one}</small>`)}`,
    head,
  );
}
