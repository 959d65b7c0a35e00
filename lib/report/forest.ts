import { scaleOf as unitScale } from "../progress/told.ts";
import { heads, type Html, markup, numberCell, scrolled } from "./html.ts";
import {
  axisText,
  countText,
  groupText,
  intervalText,
  pBehind,
  sharedColumns,
  shortText,
} from "./number_text.ts";
import { afterVerdict, verdictName } from "./report_words.ts";
import type { Estimate, Line, Question, Unit } from "./report_types.ts";

export interface PageColumn {
  head: string;
  cell: (line: Drawn) => string | Html;
  sort?: (line: Drawn) => number;
}

export type Drawn = Estimate & Partial<Line>;
type Scale = Pick<Question, "unit" | "nullValue" | "delta">;

export const QUANTITY: PageColumn = {
  head: "Quantity",
  cell: ({ quantity }) => quantity.replace(/ ?\(p against .*?\)/, ""),
};

export function warned(warning: string): Html | false {
  return warning !== "" && markup` <span class="warning" title="${warning}">⚠\ufe0e</span>`;
}

/** What stands behind estimates in the section of their question; p over all lines of the report, of what has none its own. */
export function detailsOf(lines: readonly Drawn[]): PageColumn[] {
  const isAdjusted = lines.some(({ pAdjusted = NaN }) => !Number.isNaN(pAdjusted));
  const behind = (line: Drawn) =>
    isAdjusted
      ? pBehind(line, line.pAdjusted ?? NaN, line.pEquivalenceAdjusted ?? NaN, line.nullValue)
      : pBehind(line, line.pValue, line.pEquivalence, line.nullValue);
  const [against, ...others] = new Set(
    lines.map(behind).flatMap(({ text, of }) => text && !of.startsWith("of ") ? of : []),
  );
  const shared = others.length === 0 && against || "";
  return [
    {
      head: "n (clusters)",
      cell: ({ n, clusters }) =>
        [countText(n), countText(clusters) && `(${countText(clusters)})`].join(" ").trim(),
      sort: ({ n }) => n,
    },
    {
      head: "Verdict",
      cell: ({ verdict = "not tested", words = "", warning, parts = "", without, against }) =>
        verdict === "not tested"
          ? ""
          : markup`<b class="verdict">${verdictName({ verdict, against })}</b>${
            afterVerdict({ verdict, words, parts })
          }${without && `; ${without}`}${warned(warning)}`,
    },
    {
      head: [isAdjusted ? "p, adjusted" : "p", shared].filter(Boolean).join(", "),
      cell: (line) => {
        const { text, of } = behind(line);
        const whole = text.replaceAll(" ", "\u00a0");
        return of === shared ? whole : markup`${whole} <small>${of}</small>`;
      },
      sort: (line) => behind(line).value,
    },
  ];
}

export function forest(
  lines: readonly Drawn[],
  { columns, caption, label = caption, ...about }:
    & { columns: readonly PageColumn[]; caption: string; label?: string }
    & Scale,
): Html {
  if (lines.length === 0) return markup``;
  const { unit } = about, scale = scaleOf(lines, about);
  const shared = sharedColumns(lines);
  const groups = [...new Set(lines.flatMap(({ group }) => Object.keys(group)))];
  const told = groups.filter((column) => !shared.has(column)).join(" · ").replaceAll("_", " ") || "group";
  const name = told[0].toUpperCase() + told.slice(1);
  const [said, ...unlike] = new Set(lines.map(({ note = "" }) => note)),
    isSaid = lines.length > 1 && said && unlike.length === 0;
  const filled = columns.filter(({ cell }) => lines.some((line) => cell(line) !== ""));
  const axis = markup`<span class="axis">${
    scale?.ticks.map(({ at, text }) => markup`<b style="left:${at}%">${text}</b>`)
  }</span>`;
  const body = lines.map((line) => {
    const cells = filled.map(({ head, cell, sort }) =>
      sort ? numberCell(sort(line), cell(line), head) : markup`<td data-head="${head}">${cell(line)}</td>`
    );
    const interval = intervalText(line, unit, "");
    const estimate = numberCell(
      line.estimate,
      line.note && !isSaid ? markup`${interval}<small class="note">${line.note}</small>` : interval,
    );
    const own = scale?.own(line) ?? false;
    return markup`<tr class="${line.tone ?? "none"}"${own}><th scope="row">${groupText(line, shared)}</th>
<td class="bar">${scale?.mark(line)}</td>${estimate}${cells}</tr>\n`;
  });
  const others = filled.map(({ head, sort }) =>
    [head.replaceAll(/ (?!against)/g, "\u00a0"), Boolean(sort)] as const
  );
  return scrolled(
    markup`<table class="forest${lines.length > 1 && " sortable"}" style="--grid:${scale?.grid ?? "none"}">
<caption>${caption}${isSaid && `; ${said}`}</caption><thead><tr>${
      heads([[name, false]])
    }<th scope="col" class="bar">${axis}
<small>${axisText(unit)}</small></th>${heads([["Estimate\u00a0[interval]", true], ...others])}</tr></thead>
<tbody>${body}</tbody></table>`,
    label,
  );
}

function scaleOf(lines: readonly Estimate[], { unit, nullValue, delta }: Scale) {
  const bandOf = ({ nullValue: own = nullValue, none = [own - delta, own + delta] }: Partial<Estimate>) =>
    none;
  const drawn = lines.flatMap((line) => [line, ...openOf(line)]).flatMap(({ low, high }) => [low, high]);
  const values = lines.flatMap(({ estimate, nullValue: own = NaN }) => [estimate, own]).concat(drawn);
  if (!values.some(Number.isFinite)) return undefined;
  const ends = [...values, nullValue, ...[{}, ...lines].flatMap(bandOf)].filter(Number.isFinite);
  const ticks = tickValues(Math.min(...ends), Math.max(...ends), unit);
  const least = Math.min(...ends, ...ticks), most = Math.max(...ends, ...ticks);
  const space = (most - least || 1) * 0.04;
  // More numbers than have room: every second one (third, …), 0 among them.
  const step = ticks[1] - ticks[0], longest = Math.max(...ticks.map((tick) => shortText(tick, unit).length));
  const every = Math.ceil((longest + 1) * (most - least) / step / ROOM);
  const isSaid = (tick: number) => ticks.length < 2 || Math.round(tick / step) % every === 0;
  const percent = (share: number) => Math.round(1e4 * share) / 100;
  const at = (value: number) => percent((value - least + space) / (most - least + 2 * space));
  const upright = (color: string, x: number) =>
    `linear-gradient(var(${color}) 0 0) ${x}% 0/1px 100% no-repeat`;
  const gridOf = (line: Partial<Estimate>) => {
    const [from, to] = bandOf(line).map(at), width = to - from, wide = width.toFixed(2);
    return [
      ...Number.isNaN(nullValue) ? [] : [upright("--ink", at(nullValue))],
      ...ticks.map((tick) => upright("--rule", at(tick))),
      ...Number.isNaN(width)
        ? []
        : [`linear-gradient(var(--band) 0 0) ${percent(from / (100 - width))}% 0/${wide}% 100% no-repeat`],
    ].join(",");
  };
  const grid = gridOf({});
  return {
    ticks: ticks.map((tick) => ({ at: at(tick), text: isSaid(tick) ? shortText(tick, unit) : "" })),
    grid,
    own: (line: Estimate) => gridOf(line) !== grid && markup` style="--grid:${gridOf(line)}"`,
    mark({ estimate, nullValue: own = NaN, ...line }: Estimate): Html {
      const bars = [line, ...openOf(line)].map(({ low, high }, i) =>
        [low, high].every(Number.isFinite) &&
        markup`<i class="${i > 0 ? "left" : "limits"}" style="left:${at(low)}%;width:${
          (at(high) - at(low)).toFixed(2)
        }%"></i>`
      );
      const across = Number.isFinite(own) && own !== nullValue &&
        markup`<i class="own" style="left:${at(own)}%"></i>`;
      const dot = Number.isFinite(estimate) && markup`<i class="dot" style="left:${at(estimate)}%"></i>`;
      return markup`<span class="track">${bars}${across}${dot}</span>`;
    },
  };
}

/** What many unread replies leave the number of a line between, as its note says, where that reaches beyond its interval. */
export const openOf = ({ turns, held, low: from = NaN, high: to = NaN }: Partial<Estimate>) =>
  turns?.isMany && !held
    ? turns.parts.slice(0, 1).filter(({ low, high }) => !(low >= from && high <= to))
    : [];

/** Characters that stand side by side between the ends of a scale, however narrow a table makes it (`.bar` in report.css). */
const ROOM = 18;

function tickValues(least: number, most: number, unit: Unit): number[] {
  const [from, to] = [unitScale(unit) * least, unitScale(unit) * most], raw = (to - from || 1) / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const first = Math.ceil(from / step), count = Math.floor(to / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step / unitScale(unit));
}
