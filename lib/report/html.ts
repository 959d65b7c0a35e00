import { inWords } from "../progress/show.ts";
import { escapeXml } from "../figures/svg_text.ts";
import { countText } from "./number_text.ts";

export class Html {
  constructor(readonly source: string) {}
}

type Part = Html | string | number | false | null | undefined;

/** A piece of a page. What is filled in is escaped but for other pieces; nothing stands for `false`, null and undefined. */
export function markup(literals: TemplateStringsArray, ...parts: (Part | readonly Part[])[]): Html {
  const written = (part: Part | readonly Part[]): string => {
    if (part === false || part === null || part === undefined) return "";
    if (part instanceof Html) return part.source;
    return typeof part === "object" ? part.map(written).join("") : escapeXml(String(part));
  };
  return new Html(literals.reduce((text, literal, i) => text + written(parts[i - 1]) + literal));
}

export function list(items: readonly (string | Html)[], kind = ""): Html | false {
  return items.length > 0 &&
    markup`<ul class="${kind}">${items.map((item) => markup`<li>${item}</li>`)}</ul>\n`;
}

export function heads(names: readonly (readonly [name: string, isNumber: boolean])[]): Html[] {
  return names.map(([name, isNumber]) =>
    markup`<th scope="col" class="${isNumber && "num"}"><button type="button">${name}</button></th>`
  );
}

export function numberCell(value: number, text: string | Html, head = ""): Html {
  const named = head !== "" && markup` data-head="${head}"`;
  return markup`<td class="num"${named} data-sort="${Number.isNaN(value) ? "" : value}">${text}</td>`;
}

export function scrolled(content: Html, label: string): Html {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${content}</div>\n`;
}

const LONG = 60;

export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | Html)[])[],
  caption: string,
  isFolded = rows.length > LONG,
): Html {
  const numbers = head.map((_, c) => typeof rows[0]?.[c] !== "string");
  const body = rows.map((row) => {
    const cells = row.map((value, c) =>
      typeof value === "number"
        ? numberCell(value, countText(value), head[c])
        : value instanceof Html
        ? value
        : markup`<td${c > 0 && markup` data-head="${head[c]}"`}>${value}</td>`
    );
    return markup`<tr>${cells}</tr>\n`;
  });
  const made = scrolled(
    markup`<table class="sortable"><caption>${caption}</caption>
<thead><tr>${heads(head.map((name, c) => [name, numbers[c]]))}</tr></thead>
<tbody>${body}</tbody></table>`,
    caption,
  );
  return isFolded
    ? markup`<details><summary data-file="report.json">${caption} (${
      inWords(rows.length, "row")
    })</summary>${made}</details>`
    : made;
}
