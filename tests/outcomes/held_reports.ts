import { tried } from "./outcomes.ts";
import { stdout } from "node:process";
import { checkGate, markdownOf, plainText, type Report, report, reportChange } from "judgebias/report";
import { heldCalls } from "./held.ts";

// Tables in a terminal are as wide as it is.
stdout.isTTY = false;

/** A page without its style and script, which say nothing, and the whole numbers behind shown ones. */
export const paged = (html: string) => html.replace(/<(style|script)[\s\S]*?<\/\1>| data-sort="[^"]*"/g, "");

/** What each question comes to at some limits, in numbers, and in words. */
export function gatesOf({ json }: Report): unknown[] {
  const questions = [...new Set(json.lines.map(({ question }) => question)), "accuracy", "ib_change"];
  return questions.flatMap((question, q) =>
    ["> 0", "< 0.5", "> 0.9", "<= -0.1"].map((limit, l) => {
      const options = [{}, { ruledOut: true }, { allowUnread: 0.3 }][(q + l) % 3];
      const gate = l === 2 ? `|${question}| ${limit}` : `${question} ${limit}`;
      const found = tried(() => checkGate(json, gate, options));
      return found instanceof Error ? found.message.slice(-60) : found; // a limit that nothing can cross
    })
  );
}

/** All that a report says: its page, as Markdown and in a terminal; without versions and hashes, which are others elsewhere, and with seven digits. */
export function saidBy({ html, json }: Report): string[] {
  const versions = Object.values(json.made_by);
  return [paged(html), markdownOf(json), plainText(json)].map((text) =>
    versions.reduce((rest, version) => rest.replaceAll(version, ""), text).replace(/\b[0-9a-f]{64}\b/g, "")
      .replace(/\d+\.\d{6,}/g, (number) => Number(number).toPrecision(7))
  );
}

/** `report`, `reportChange` and `Deno.test` of a file whose reports are to stay as they are kept; `hold` stands last. */
export function heldReports(file: string) {
  const held = heldCalls(file, (made) => {
    const one = made as Report, { json } = one;
    return {
      ...{ lines: json.lines, said: saidBy(one), gates: gatesOf(one) },
      rest: [json.left_out, json.not_asked, json.conditions, json.cannot_say, json.changed],
    };
  });
  return { ...held, report: held.of(report), reportChange: held.of(reportChange) };
}
