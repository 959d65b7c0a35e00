import pl from "nodejs-polars";
import { z } from "zod";
import { publishedTable } from "../../papers/published_table.ts";
import {
  type CardVerdict,
  EXAMPLE_CARD,
  type ExampleCard,
  exampleDrawing,
  taskBlock,
} from "../cards/example_card.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { scene } from "../cards/scene.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { type Block, card, picture, row, stack, words } from "../schematic/layout.ts";
import { INK, SIZE } from "../theme.ts";

/** A sample prompt of Figure 10. */
const PROMPT = z.strictObject({
  part: z.enum(["Open-ended", "Reasoning"]),
  about: TEXT,
  scene: TEXT,
  query: TEXT,
  /** The right answer, for reasoning. */
  answer: TEXT.optional(),
});

/** A pair of answers; people's choices by criterion come from the published labels. */
const CRITERIA = z.strictObject({
  title: TEXT,
  scene: TEXT,
  query: TEXT,
  answers: z.tuple([TEXT, TEXT]),
  caption: TEXT,
  footnotes: z.array(TEXT).optional(),
});

/** What `data/cards/multi-crit.json` holds. */
const FILE = z.strictObject({
  "multi-crit-fig10": z.array(PROMPT).length(12, "12 prompts"),
  "multi-crit-table10": CRITERIA,
  "multi-crit-table11": CRITERIA,
  "multi-crit-table12": CRITERIA,
  "multi-crit-table13": CRITERIA,
  "multi-crit-table14": CRITERIA,
  "multi-crit-table15": CRITERIA,
  "multi-crit-table19": EXAMPLE_CARD,
});

const { "multi-crit-fig10": PROMPTS, "multi-crit-table19": JOINT, ...TABLES } = readCards("multi-crit", FILE);

type TableId = `multi-crit-table${10 | 11 | 12 | 13 | 14 | 15}`;

/** Where the texts are. */
const file = "data/cards/multi-crit.json";

/** People's choices by criterion, as the data have them. */
const labelsOf = (id: string) =>
  publishedTable("multi-crit-appendix-tables10-15-19-labels").filter(({ table }) =>
    table === `Table ${id.slice("multi-crit-table".length)}`
  );

function criteriaTable(id: TableId): NamedFigure<TableId> {
  const { title, query, answers, caption, footnotes, ...given } = TABLES[id];
  return figure(id, {
    file,
    title,
    kind: "example",
    draw: async ({ picture: own }) => {
      const labels = labelsOf(id);
      const models = [labels[0].response_A_or_1_model, labels[0].response_B_or_2_model];
      const example = {
        query,
        answers: answers.map((text, i) => ({ name: `Response ${"AB"[i]} (${models[i]})`, text })),
        verdicts: labels.map(({ criterion, human_preference }) => ({
          by: criterion,
          verdict: human_preference,
        })),
      };
      return exampleDrawing(example, scene(given.scene, await own(id)), {
        caption: `People’s choice by criterion is as published. ${caption}`,
        footnotes,
      });
    },
  });
}

/** The case in which one prompt for all criteria fails: what people chose comes from the published labels. */
function jointTable(id: "multi-crit-table19", { title, ...example }: ExampleCard): NamedFigure<typeof id> {
  return figure(id, {
    file,
    title,
    kind: "example",
    draw: async ({ picture: own }) => {
      const people = labelsOf(id).map(({ criterion, human_preference }) => ({
        by: `People · ${criterion}`,
        verdict: human_preference,
      }));
      const verdicts = [...people, ...example.verdicts];
      const image = scene(example.scene, await own(id));
      return {
        ...exampleDrawing({ ...example, verdicts }, image, example),
        body: picture(stack([taskBlock(example, image), byCriterion(people, example.verdicts)], { gap: 12 })),
      };
    },
  });
}

/** Who prefers what by which criterion: people beside a judge's ways of judging, which give the first criterion before the second. */
function byCriterion(people: readonly CardVerdict[], judge: readonly CardVerdict[]): Block {
  const criteria = people.map(({ by }) => by.split(" · ")[1]);
  const ways = judge.map(({ by, verdict, given, reason }) => ({
    name: by.split(" · ")[0],
    verdicts: [given?.text ?? "", verdict],
    reason,
  }));
  const label = (text: string) => words(text, { size: SIZE.note, bold: true, color: INK.soft });
  const line = (cells: Block[]) => row(cells, { gap: 14, weights: [1.25, 0.6, 1.4, 1.4] });
  return card(
    stack([
      line([label("Better by"), label("People"), ...ways.map(({ name }) => label(name))]),
      ...criteria.map((criterion, c) =>
        line([
          words(criterion),
          words(`**${people[c].verdict}**`),
          ...ways.map(({ verdicts }) => {
            const right = verdicts[c] === people[c].verdict;
            return words([{
              text: `${right ? "✓" : "✗"} ${verdicts[c]}`,
              bold: true,
              tone: right ? "right" : "wrong",
            }]);
          }),
        ])
      ),
      line([
        words("Reason, on the second", { color: INK.soft }),
        words("–", { color: INK.soft }),
        ...ways.map(({ reason = "–" }) => words(reason)),
      ]),
    ], { gap: 8 }),
    { fill: INK.faint, stroke: INK.faint },
  );
}

const fig10: NamedFigure<"multi-crit-fig10"> = figure("multi-crit-fig10", {
  file,
  title: "Twelve prompts of the benchmark",
  kind: "example",
  draw: async ({ picture: own }) => {
    const pictures = await Promise.all(PROMPTS.map((_, i) => own(`multi-crit-fig10-${i + 1}`)));
    const cards = PROMPTS.map((prompt, i) => promptCard(prompt, pictures[i]));
    const rows = [0, 3, 6, 9].map((from) => row(cards.slice(from, from + 3), { gap: 10 }));
    const heading = (text: string) => words(text, { size: SIZE.panel, bold: true });
    return {
      body: picture(stack(
        [
          heading("Open-ended"),
          ...rows.slice(0, 2),
          heading("Reasoning, with an answer that can be checked"),
          ...rows.slice(2),
        ],
        { gap: 10 },
      )),
      data: pl.DataFrame(PROMPTS.map(({ part, about, query, answer }) => ({
        part,
        about,
        query,
        answer: answer ?? "",
        provenance: "published",
      }))),
      caption:
        "Six prompts of each part; right answers as published, for the paper’s pictures; ours are drawn after them.",
      alt: `Twelve prompts with a picture each: ${
        PROMPTS.map(({ about }) => about.toLowerCase()).join(", ")
      }.`,
    };
  },
});

function promptCard({ about, scene: shown, query, answer }: z.output<typeof PROMPT>, own: string | null) {
  return card(
    stack([
      scene(shown, own),
      words(query),
      ...(answer ? [words(`Answer: {right:${answer}}`, { size: SIZE.note, color: INK.soft })] : []),
    ], { gap: 6 }),
    { title: about },
  );
}

/** The appendix's examples. */
export const exampleFigures: readonly NamedFigure<
  "multi-crit-fig10" | "multi-crit-table19" | TableId
>[] = [
  fig10,
  ...(Object.keys(TABLES) as TableId[]).map(criteriaTable),
  jointTable("multi-crit-table19", JOINT),
];
