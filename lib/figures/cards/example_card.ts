import pl from "nodejs-polars";
import { z } from "zod";
import { figure, type NamedFigure } from "../figure.ts";
import type { Drawing } from "../figure_spec.ts";
import { type Block, card, level, picture, row, stack, words } from "../schematic/layout.ts";
import { labelled } from "../schematic/labelled.ts";
import { BADGE, INK, SIZE } from "../theme.ts";
import { TEXT } from "./read_cards.ts";
import { scene } from "./scene.ts";

/** What somebody says of an example: the person, or a judge in some way of judging. */
const VERDICT = z.strictObject({
  /** Who judges, and how: `GPT-4o without a reference`. */
  by: TEXT,
  /** Which answer is preferred, or which score is given, as printed. */
  verdict: TEXT,
  /** What the judge was given or made before it: a reference answer, an anchor. */
  given: z.strictObject({ label: TEXT, text: TEXT }).optional(),
  /** The gist of the reason, in our own words; marks of style as in `runsOf`. */
  reason: TEXT.optional(),
  /** Whether the verdict is the one that people chose; undefined where that does not apply. */
  right: z.boolean().optional(),
  /** The answer that the printed reason speaks for, where it is not the one that is printed as preferred. */
  speaksFor: TEXT.optional(),
});
export type CardVerdict = z.output<typeof VERDICT>;

/** An example with a figure of its own, as `data/cards` has it; texts are the gist in our own words. */
export const EXAMPLE_CARD = z.strictObject({
  title: TEXT,
  /** The drawing's name in `data/scenes`. */
  scene: TEXT,
  /** Where the example comes from, in a few words. */
  origin: TEXT.optional(),
  query: TEXT,
  /** Answers by name, in their order. */
  answers: z.record(TEXT, TEXT),
  /** The answer that people chose, by its name, where people chose. */
  human: TEXT.optional(),
  verdicts: z.array(VERDICT),
  caption: TEXT,
  /** Contradictions within the paper's figure. */
  footnotes: z.array(TEXT).optional(),
}).transform(({ answers, verdicts, ...card }) => ({
  ...card,
  answers: Object.entries(answers).map(([name, text]) => ({ name, text })),
  // A verdict that names an answer is right where people chose it too.
  verdicts: verdicts.map((one): CardVerdict =>
    card.human && one.verdict in answers ? { ...one, right: one.verdict === card.human } : one
  ),
}));
export type ExampleCard = z.output<typeof EXAMPLE_CARD>;

/** What is shown of an example: a picture, a question, answers, and verdicts on them. */
type Example = Pick<ExampleCard, "origin" | "query" | "answers" | "human" | "verdicts">;

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

/** A figure's drawing of an example: what is judged, then the verdicts in one row; its CSV has the verdicts as printed. */
export function exampleDrawing(
  example: Example,
  image: Block,
  { caption, footnotes }: Pick<Drawing, "caption" | "footnotes">,
): Drawing {
  const { query, human, verdicts } = example;
  const judges = level(verdicts.map(({ by }) => words(by, { size: SIZE.note, bold: true, color: INK.soft })));
  const cards = row(verdicts.map((verdict, v) => verdictCard(judges[v], verdict)), { gap: 12 });
  const said = [
    ...(human ? [`Human preference: ${human}`] : []),
    ...verdicts.map(({ by, verdict }) => `${by}: ${verdict}`),
  ].join("; ");
  return {
    body: picture(stack([taskBlock(example, image), cards], { gap: 12 })),
    data: pl.DataFrame([...(human ? [{ by: "Human", verdict: human }] : []), ...verdicts].map((
      { by, verdict },
    ) => ({ example: query, by, verdict, provenance: "published" }))),
    caption,
    footnotes,
    alt: `Example. Query: ${query} ${said}.`,
  };
}
