import pl from "nodejs-polars";
import { z } from "zod";
import { figure, type NamedFigure } from "../figure.ts";
import type { Drawing } from "../figure_spec.ts";
import { type Block, card, level, picture, row, stack, words } from "../schematic/layout.ts";
import { labelled } from "../schematic/labelled.ts";
import { BADGE, INK, SIZE } from "../theme.ts";
import { scene } from "./scene.ts";

/** What somebody says of an example: the person, or a judge in some way of judging. */
export interface CardVerdict {
  /** Who judges, and how: `GPT-4o without a reference`. */
  by: string;
  /** Which answer is preferred, or which score is given, as printed. */
  verdict: string;
  /** The gist of the reason, in our own words; marks of style as in `runsOf`. */
  reason?: string;
  /** What the judge was given or made before it: a reference answer, an anchor. */
  given?: { label: string; text: string };
  /** Whether the verdict is the one that people chose; undefined where that does not apply. */
  right?: boolean;
  /** The answer that the printed reason speaks for, where it is not the one that is printed as preferred. */
  speaksFor?: string;
}

/** An example of a paper: a picture, a question, answers, and verdicts on them; texts are the gist in our own words. */
export interface Example {
  /** Where the example comes from, in a few words. */
  origin?: string;
  query: string;
  answers: readonly { name: string; text: string }[];
  /** The answer that people chose, by its name, where people chose. */
  human?: string;
  verdicts: readonly CardVerdict[];
}

const text = z.string().min(1, "text");

/** An example with a figure of its own. */
export interface ExampleCard extends Example {
  title: string;
  /** The drawing's name in `data/scenes`. */
  scene: string;
  caption: string;
  /** Contradictions within the paper's figure. */
  footnotes?: string[];
}

/** An example as `data/cards` has it. */
export const EXAMPLE_CARD: z.ZodType<ExampleCard> = z.strictObject({
  title: text,
  scene: text,
  origin: text.optional(),
  query: text,
  /** Answers by name, in their order. */
  answers: z.record(text, text),
  human: text.optional(),
  verdicts: z.array(z.strictObject({
    by: text,
    verdict: text,
    given: z.strictObject({ label: text, text }).optional(),
    reason: text.optional(),
    right: z.boolean().optional(),
    speaksFor: text.optional(),
  })),
  caption: text,
  footnotes: z.array(text).optional(),
}).transform(({ answers, verdicts, ...card }) => ({
  ...card,
  answers: Object.entries(answers).map(([name, text]) => ({ name, text })),
  // A verdict that names an answer is right where people chose it too.
  verdicts: verdicts.map((one): CardVerdict =>
    card.human && one.verdict in answers ? { ...one, right: one.verdict === card.human } : one
  ),
}));

/** The figure of an example card; a picture of the user's own that is named after it takes the drawing's place. */
export function exampleFigure<const Id extends string>(
  id: Id,
  { title, ...example }: ExampleCard,
  paper: string,
): NamedFigure<Id> {
  return figure(id, {
    file: `data/cards/${paper}.json`,
    title,
    kind: "example",
    draw: async ({ picture }) => exampleDrawing(example, scene(example.scene, await picture(id)), example),
  });
}

const COLORS = { right: "#0b5c40", wrong: "#9b1c0c", plain: INK.text };

function verdictCard(by: Block, { verdict, reason, given, right, speaksFor }: CardVerdict): Block {
  const color = right === undefined ? COLORS.plain : right ? COLORS.right : COLORS.wrong;
  const heading = { size: SIZE.panel, bold: true };
  return card(
    stack([
      by,
      ...(speaksFor === undefined
        ? [words(right === undefined ? verdict : `${right ? "✓" : "✗"} ${verdict}`, { ...heading, color })]
        : [
          card(
            words(
              `Printed: ${verdict.replace(/^Answer /, "")} · the reason speaks for ${
                speaksFor.replace(/^Answer /, "")
              }`,
              {
                ...heading,
                color: BADGE.simulated.ink,
              },
            ),
            { fill: BADGE.simulated.fill, stroke: BADGE.simulated.fill, padding: 5 },
          ),
        ]),
      ...(given ? [labelled(given.label, given.text)] : []),
      ...(reason ? [labelled("Reason", reason)] : []),
    ], { gap: 5 }),
    { fill: INK.faint, stroke: INK.faint },
  );
}

/** What is judged: the picture beside question and answers. */
export function taskBlock(
  { origin, query, answers, human }: Omit<Example, "verdicts">,
  image: Block,
): Block {
  const headings = level(
    answers.map(({ name }) => {
      // Who answered, in brackets, stands below: some names are longer than the card.
      const [, answer = name, author] = /^(.*?) \((.*)\)$/.exec(name) ?? [];
      const said = name === human ? `${answer} · human preference` : answer;
      return stack([
        words(said, { size: SIZE.panel, bold: true }),
        ...(author === undefined ? [] : [words(author, { size: SIZE.note, color: INK.soft })]),
      ], { gap: 2 });
    }),
  );
  const beside = stack([
    ...(origin ? [words(origin, { size: SIZE.note, color: INK.soft })] : []),
    labelled("Query", query),
    answers.length === 1 ? labelled(answers[0].name, answers[0].text) : row(
      answers.map(({ text }, a) => card(stack([headings[a], words(text)], { gap: 5 }))),
      { gap: 10 },
    ),
  ], { gap: 8 });
  return row([image, beside], { gap: 18, top: true });
}

/** An example as a block: what is judged, then the verdicts in one row. */
export function exampleBlock(example: Example, image: Block): Block {
  const { verdicts } = example;
  const judges = level(
    verdicts.map(({ by }) => words(by, { size: SIZE.note, bold: true, color: INK.soft })),
  );
  const cards = verdicts.map((verdict, v) => verdictCard(judges[v], verdict));
  return stack([taskBlock(example, image), row(cards, { gap: 12 })], { gap: 12 });
}

/** The facts of an example as a table: who judged, and how, with the verdicts as printed. */
function exampleData(examples: readonly (Example & { name?: string })[]): pl.DataFrame {
  const rows = examples.flatMap(({ name, query, human, verdicts }) =>
    [...(human ? [{ by: "Human", verdict: human }] : []), ...verdicts]
      .map(({ by, verdict }) => ({ example: name ?? query, by, verdict, provenance: "published" }))
  );
  return pl.DataFrame(rows);
}

/** A figure's drawing of one example. */
export function exampleDrawing(
  example: Example,
  image: Block,
  { caption, footnotes }: Pick<Drawing, "caption" | "footnotes">,
): Drawing {
  const verdicts = [
    ...(example.human ? [`Human preference: ${example.human}`] : []),
    ...example.verdicts.map(({ by, verdict }) => `${by}: ${verdict}`),
  ].join("; ");
  return {
    body: picture(exampleBlock(example, image)),
    data: exampleData([example]),
    caption,
    footnotes,
    alt: `Example. Query: ${example.query} ${verdicts}.`,
  };
}
