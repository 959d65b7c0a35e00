import { FIRST_FIGURE, pommsColumn } from "../../papers/philautia.ts";
import { publishedTable } from "../../papers/published_tables.ts";
import type { Specs } from "../figure.ts";
import { picture } from "../schematic/layout.ts";
import { blockOf, type Tree } from "../schematic/tree.ts";
import { signed } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { findValue } from "../values/value.ts";
import { printedEntries } from "./numbers.ts";

/** The published entry of Φ̃ of an evaluator on a generator, without references. */
const entry = (generator: string, evaluator: string): number | undefined =>
  findValue(printedEntries("ref_free"), "Φ̃", { generator, evaluator })?.value;

/** Who favours a generator's captions, or does not: itself last, with the number where one is printed. */
function evaluatorsOf(generator: string, favours: boolean): Tree {
  const found = FIRST_FIGURE.preferences.filter((one) =>
    one.generator === generator && one.favours === favours
  )
    .map(({ evaluator }) => evaluator);
  const own = favours && entry(generator, generator) !== undefined ? [generator] : [];
  const all = [...new Set([...found.filter((one) => one !== generator), ...own])].map((evaluator) => {
    const value = entry(generator, evaluator), name = evaluator === generator ? "itself" : evaluator;
    return value === undefined ? name : `${name} **${signed(value, 2)}**`;
  });
  // As far apart as a name and its caption, which is smaller.
  return all.length > 0 ? { stack: all, gap: 5 } : { text: "–", soft: true };
}

export const fig1: Specs = {
  "philautia-fig1": {
    draw: async (given) => {
      const members = publishedTable("philautia-table1").find(({ variant }) => variant === "(iv)")!.members;
      const column = new Map(pommsColumn().map(({ model, value }) => [model, value])),
        all = [...column.values()];
      const [least, most] = [Math.min(...all), Math.max(...all)].map((value) => signed(value, 2));
      const line = (cells: readonly Tree[]): Tree => ({
        row: cells,
        widths: [270, null, 150, 68],
        gap: 12,
      });
      const head = (text: string): Tree => ({ text, size: "note", bold: true });
      const tree: Tree = {
        stack: [
          line(
            ["Generator, and how its caption begins", "favoured by", "disfavoured by", "by Pomms"].map(head),
          ),
          "---",
          ...Object.entries(FIRST_FIGURE.beginnings).map(([generator, caption]) =>
            line([
              [`**${generator}**`, { text: caption, size: "note", soft: true }],
              evaluatorsOf(generator, true),
              evaluatorsOf(generator, false),
              `**${signed(column.get(generator)!, 2)}**`,
            ])
          ),
          "---",
          `**Pomms** is one evaluator: a weighted sum of the scores of ${
            members.replaceAll(";", ", ")
          }. For the twelve generators its Φ̃ lies between ${least} and ${most}, each nearer to 0 than their own.`,
        ],
        gap: 9,
      };
      return {
        body: picture(await blockOf(tree, given)),
        data: facts(
          FIRST_FIGURE.preferences.map((one) => ({
            ...one,
            phi_tilde: entry(one.generator, one.evaluator) ?? NaN,
          })),
        ),
      };
    },
  },
};
