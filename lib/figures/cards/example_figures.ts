import { z } from "zod";
import { publishedTable } from "../../papers/published_table.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { unmarked } from "../schematic/styled_text.ts";
import { type CardVerdict, EXAMPLE, type Example, type Plate, plateFigure } from "./plate.ts";
import { readCards } from "./read_cards.ts";

/** What is shown and what is said of it, before it is laid out. */
interface Told {
  /** Who answered, where that is printed. */
  authors?: readonly string[];
  /** The criteria that verdicts are by, where there are several. */
  criteria?: readonly string[];
  verdicts: readonly CardVerdict[];
  ours: string;
}

/** People's choice and then the judges', as the paper prints them. */
function birchCard({ human, verdicts, origin }: Example): Told {
  const people = human ? [{ by: "People", verdict: [human] }] : [];
  const more = verdicts.some(({ given }) => given) ? ", references and reasons" : " and reason";
  return {
    verdicts: [...people, ...verdicts],
    ours: `picture, query, answers${more}; who chose which answer is as printed. A pair of ${origin}.`,
  };
}

/** People's choices by criterion from the published labels, with those of a judge where the card has them. */
function criteriaCard(id: string, { verdicts }: Example): Told {
  const labels = publishedTable("multi-crit-appendix-tables10-15-19-labels").filter(({ table }) =>
    table === `Table ${id.slice("multi-crit-table".length)}`
  );
  const authors = [labels[0].response_A_or_1_model, labels[0].response_B_or_2_model];
  return {
    ...(verdicts.length > 0 ? {} : { authors }),
    criteria: labels.map(({ criterion }) => criterion),
    verdicts: [
      { by: "People", verdict: labels.map(({ human_preference }) => human_preference) },
      ...verdicts,
    ],
    ours: verdicts.length > 0
      ? "picture, query, responses and reasons; who prefers which response is as printed."
      : "picture, query and responses; names of models and people’s choices are as printed.",
  };
}

function exampleFigure(paper: "birch" | "multi-crit", id: string, example: Example): FigureSpec {
  const told = paper === "birch" ? birchCard(example) : criteriaCard(id, example);
  const { title, query, answers, caption, footnotes } = example, { criteria, verdicts } = told;
  const given = Object.values(answers).map(unmarked).join(" / ");
  return plateFigure(id, {
    file: `data/cards/${paper}.json`,
    title,
    plate: examplePlate(id, example, told),
    rows: verdicts.flatMap(({ by, verdict }) =>
      verdict.map((one, v) => ({
        example: unmarked(query),
        by: criteria ? verdicts.length > 1 ? `${by} · ${criteria[v]}` : criteria[v] : by,
        verdict: one,
        provenance: "published",
      }))
    ),
    caption,
    footnotes,
    alt: `Example. Query: ${unmarked(query)} Answers: ${given} ${
      verdicts.map(({ by, verdict }) => `${by}: ${verdict.join(", ")}`).join("; ")
    }.`,
  });
}

/** Verdicts after the first are held against it, people's, unless the paper calls that one wrong. */
function examplePlate(
  id: string,
  { picture, query, answers, labelError = false }: Example,
  { authors, criteria, verdicts, ours }: Told,
): Plate {
  const names = Object.keys(answers), [people] = verdicts;
  return {
    ours,
    pictures: [{ ...picture, own: id }],
    texts: [
      ["Query", query],
      ...names.map((name, i) => [authors ? `${name} (${authors[i]})` : name, answers[name]] as const),
    ],
    verdicts: {
      columns: criteria ?? ["chooses"],
      rows: verdicts.map((one, v) =>
        v === 0 || labelError
          ? one
          : { ...one, right: one.verdict.map((said, c) => said === people.verdict[c]) }
      ),
      why: verdicts.length > 1 ? "why" : undefined,
    },
  };
}

const figuresOf = (paper: "birch" | "multi-crit") =>
  Object.entries(readCards(paper, z.record(z.string(), EXAMPLE))).map(([id, one]) =>
    exampleFigure(paper, id, one)
  );

/** The papers' examples of pairs of answers and what people and judges say of them. */
export const exampleFigures: readonly FigureSpec[] = [...figuresOf("birch"), ...figuresOf("multi-crit")];
