import { z } from "zod";
import { publishedTable } from "../../papers/published_tables.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { unmarked } from "../schematic/styled_text.ts";
import { type CardVerdict, EXAMPLE, type Example, plateFigure } from "./plate.ts";
import { readCards } from "./read_cards.ts";

/** People's choices by criterion, and the models that answered, as published. */
const labelsOf = (id: string) =>
  publishedTable("multi-crit-appendix-tables10-15-19-labels").filter(({ table }) =>
    table === `Table ${id.slice("multi-crit-table".length)}`
  );

/** What of a card is ours, and what is printed. */
function oursOf({ verdicts, origin }: Example, labelled: boolean): string {
  if (!labelled) {
    const more = verdicts.some(({ given }) => given) ? ", references and reasons" : " and reason";
    return `picture, query, answers${more}; who chose which answer is as printed. A pair of ${origin}.`;
  }
  return verdicts.length > 0
    ? "picture, query, responses and reasons; who prefers which response is as printed."
    : "picture, query and responses; names of models and people’s choices are as printed.";
}

/** The figure of an example: people's choice stands first, and others are held against it unless the paper calls it wrong. */
function exampleFigure(paper: "birch" | "multi-crit", id: string, example: Example): FigureSpec {
  const { title, picture, query, answers, human, labelError, verdicts, caption, footnotes } = example;
  const labels = paper === "birch" ? undefined : labelsOf(id),
    criteria = labels?.map(({ criterion }) => criterion);
  const people = labels?.map(({ human_preference }) => human_preference) ?? [human!];
  const rows: CardVerdict[] = [{ by: "People", verdict: people }, ...verdicts];
  // Of Table 19 the paper does not name who answered.
  const authors = labels && verdicts.length === 0
    ? [labels[0].response_A_or_1_model, labels[0].response_B_or_2_model].map((model) => ` (${model})`)
    : ["", ""];
  return plateFigure(id, {
    file: `data/cards/${paper}.json`,
    title,
    plates: [{
      ours: oursOf(example, labels !== undefined),
      pictures: [{ ...picture, own: id }],
      texts: [
        ["Query", query],
        ...Object.entries(answers).map(([name, text], i) => [name + authors[i], text] as const),
      ],
      verdicts: {
        columns: criteria ?? ["chooses"],
        rows: rows.map((one, v) =>
          v === 0 || labelError ? one : { ...one, right: one.verdict.map((said, c) => said === people[c]) }
        ),
        why: verdicts.length > 0 ? "why" : undefined,
      },
    }],
    rows: rows.flatMap(({ by, verdict }) =>
      verdict.map((one, v) => ({
        example: unmarked(query),
        by: criteria ? verdicts.length > 0 ? `${by} · ${criteria[v]}` : criteria[v] : by,
        verdict: one,
        provenance: "published",
      }))
    ),
    caption,
    footnotes,
    alt: `Example. Query: ${unmarked(query)} Answers: ${Object.values(answers).map(unmarked).join(" / ")} ${
      rows.map(({ by, verdict }) => `${by}: ${verdict.join(", ")}`).join("; ")
    }.`,
  });
}

const figuresOf = (paper: "birch" | "multi-crit") =>
  Object.entries(readCards(paper, z.record(z.string(), EXAMPLE))).map(([id, one]) =>
    exampleFigure(paper, id, one)
  );

/** The papers' examples of pairs of answers and what people and judges say of them. */
export const exampleFigures: readonly FigureSpec[] = [...figuresOf("birch"), ...figuresOf("multi-crit")];
