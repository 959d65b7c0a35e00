import pl from "nodejs-polars";
import type { Drawing } from "../figure_spec.ts";
import { type Block, card, picture, row, stack, words } from "../schematic/layout.ts";
import { labelled } from "../schematic/labelled.ts";
import { INK, SIZE } from "../theme.ts";

/** What somebody says of an example: the person, or a judge in some way of judging. */
export interface Verdict {
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
}

/** An example of a paper: a picture, a question, answers, and verdicts on them; texts are the gist in our own words. */
export interface Example {
  /** Where the example comes from, in a few words. */
  origin?: string;
  query: string;
  answers: readonly { name: string; text: string }[];
  /** The answer that people chose, by its name, where people chose. */
  human?: string;
  verdicts: readonly Verdict[];
}

const COLORS = { right: "#0b5c40", wrong: "#9b1c0c", plain: INK.text };

function verdictCard({ by, verdict, reason, given, right }: Verdict): Block {
  const color = right === undefined ? COLORS.plain : right ? COLORS.right : COLORS.wrong;
  return card(
    stack([
      words(by, { size: SIZE.note, bold: true, color: INK.soft }),
      words(right === undefined ? verdict : `${right ? "✓" : "✗"} ${verdict}`, {
        size: SIZE.panel,
        bold: true,
        color,
      }),
      ...(given ? [labelled(given.label, given.text)] : []),
      ...(reason ? [labelled("Reason", reason)] : []),
    ], { gap: 5 }),
    { fill: INK.faint, stroke: INK.faint },
  );
}

/** An example as a block: the picture beside question and answers, then the verdicts in one row. */
export function exampleBlock({ origin, query, answers, human, verdicts }: Example, image: Block): Block {
  const beside = stack([
    ...(origin ? [words(origin, { size: SIZE.note, color: INK.soft })] : []),
    labelled("Query", query),
    answers.length === 1 ? labelled(answers[0].name, answers[0].text) : row(
      answers.map(({ name, text }) =>
        card(words(text), { title: name === human ? `${name} · people’s choice` : name })
      ),
      { gap: 10 },
    ),
  ], { gap: 8 });
  return stack([row([image, beside], { gap: 18 }), row(verdicts.map(verdictCard), { gap: 12 })], { gap: 12 });
}

/** The facts of an example as a table: who judged, and how, with the verdicts as printed. */
export function exampleData(examples: readonly (Example & { name?: string })[]): pl.DataFrame {
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
    ...(example.human ? [`People chose ${example.human}`] : []),
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
