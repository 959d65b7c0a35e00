import pl from "nodejs-polars";
import { z } from "zod";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { picture } from "../schematic/layout.ts";
import { unmarked } from "../schematic/styled_text.ts";
import { PLATE, type Plate, plates } from "./plate.ts";
import { readCards, TEXT } from "./read_cards.ts";

/** Cards with what is said of them; without `rows` the CSV has the verdicts, without `alt` query, answers and verdicts are told. */
const CARD = z.strictObject({
  title: TEXT,
  ...{ number: TEXT.optional(), notebook: TEXT.optional() },
  plates: z.array(PLATE),
  rows: z.array(z.record(TEXT, z.union([z.string(), z.number(), z.null()]))).optional(),
  caption: TEXT,
  footnotes: z.array(TEXT).optional(),
  alt: TEXT.optional(),
});

const saidOf = ({ verdicts }: Plate) => verdicts?.rows ?? [];

/** A row for each verdict: by whom, and of several columns by which. */
function rowsOf(one: Plate) {
  const { columns, rows } = one.verdicts!, [[, query]] = one.texts;
  return rows.flatMap(({ by, verdict }) =>
    verdict.map((said, v) => ({
      example: unmarked(query),
      by: columns[v] === "chooses" ? by : rows.length > 1 ? `${by} · ${columns[v]}` : columns[v],
      verdict: said,
      provenance: "published",
    }))
  );
}

function altOf(one: Plate): string {
  const [[, query], ...answers] = one.texts;
  const said = saidOf(one).map(({ by, verdict }) => `${by}: ${verdict.join(", ")}`);
  return `Example. Query: ${unmarked(query)} Answers: ${
    answers.map(([, text]) => unmarked(text)).join(" / ")
  } ${said.join("; ")}.`;
}

/** The papers' examples: what was asked and answered, and what people and judges say of it. */
export const cardFigures: readonly FigureSpec[] = ["birch", "multi-crit", "mm-judgebias", "philautia"]
  .flatMap(
    (paper) =>
      Object.entries(readCards(paper, z.record(TEXT, CARD))).map(([id, { plates: all, rows, ...told }]) =>
        figure(id, {
          ...{ title: told.title, number: told.number, notebook: told.notebook },
          ...{ kind: "example", file: `data/cards/${paper}.json` },
          draw: async (given) => ({
            body: picture(await plates(all, given)),
            data: pl.DataFrame(rows ?? all.flatMap(rowsOf)),
            ...{ caption: told.caption, footnotes: told.footnotes, alt: told.alt ?? altOf(all[0]) },
          }),
        })
      ),
  );
