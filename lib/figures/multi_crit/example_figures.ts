import pl from "nodejs-polars";
import { publishedTable } from "../../papers/published_table.ts";
import { type Example, exampleDrawing } from "../cards/example_card.ts";
import { scene } from "../cards/scene.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { card, picture, row, stack, words } from "../schematic/layout.ts";
import { INK, SIZE } from "../theme.ts";
import { CRITERIA_EXAMPLES, type CriteriaExample, SAMPLE_PROMPTS, type SamplePrompt } from "./examples.ts";
import { MULTI_CRIT_SCENES } from "./scenes.ts";

/** People's choices by criterion, as the data have them. */
const labelsOf = (number: number) =>
  publishedTable("multi-crit-appendix-tables10-15-19-labels").filter(({ table }) =>
    table === `Table ${number}`
  );

function criteriaTable<const Table extends CriteriaExample["table"]>(
  { table, title, query, answers, caption, footnotes, ...given }: CriteriaExample & { table: Table },
): NamedFigure<`multi-crit-table${Table}`> {
  return figure(`multi-crit-table${table}`, {
    file: "examples",
    title,
    kind: "example",
    draw: async ({ picture: own }) => {
      const mine = await own(`multi-crit-table${table}`);
      const labels = labelsOf(table);
      const models = [labels[0].response_A_or_1_model, labels[0].response_B_or_2_model];
      const example: Example = {
        query,
        answers: answers.map((text, i) => ({ name: `Response ${"AB"[i]} (${models[i]})`, text })),
        verdicts: labels.map(({ criterion, human_preference }) => ({
          by: criterion,
          verdict: human_preference,
        })),
      };
      return exampleDrawing(example, scene(`table${table}`, MULTI_CRIT_SCENES[given.scene], mine), {
        caption: `People’s choice by criterion is as published. ${caption}`,
        footnotes,
      });
    },
  });
}

/** The case in which one prompt for all criteria fails (Table 19). */
const table19: NamedFigure<"multi-crit-table19"> = figure("multi-crit-table19", {
  file: "example_figures",
  title: "Asked about both criteria at once, a judge gives one answer twice",
  kind: "example",
  draw: async ({ picture: own }) => {
    const mine = await own("multi-crit-table19");
    const labels = labelsOf(19);
    const verdicts = labels.map(({ criterion, human_preference }) => ({
      by: `People · ${criterion}`,
      verdict: human_preference,
    }));
    const judged = (way: string, choice: string, right: boolean, reason: string) => ({
      by: `o4-mini, ${way} · No hallucination`,
      verdict: choice,
      right,
      reason,
    });
    const example: Example = {
      query: "Give one age bracket of ten years for the man, and describe colour and style of his hair.",
      answers: [
        {
          name: "Response 1",
          text:
            "In his 30s; dark brown hair, swept aside, {wrong:as it suits his period clothes and an early 20th-century look}.",
        },
        {
          name: "Response 2",
          text: "{wrong:Late 30s to early 40s}; dark brown, slightly wavy, short, parted at the side.",
        },
      ],
      verdicts: [
        ...verdicts,
        judged(
          "one criterion at a time",
          "2 > 1",
          true,
          "Response 1 speaks of clothes and fashion that cannot be seen.",
        ),
        judged(
          "both at once",
          "1 > 2",
          false,
          "Holds the two brackets of age against response 2, which is the other criterion.",
        ),
      ],
    };
    return exampleDrawing(example, scene("table19", MULTI_CRIT_SCENES.portrait, mine), {
      caption:
        "On completeness o4-mini agrees with people (1 > 2) either way. On hallucination it does so only when asked by itself: " +
        "asked about both at once, completeness colours the other answer. Choices are as published.",
      footnotes: ["The paper does not name the models that answered."],
    });
  },
});

const fig10: NamedFigure<"multi-crit-fig10"> = figure("multi-crit-fig10", {
  file: "examples",
  title: "Twelve prompts of the benchmark",
  kind: "example",
  draw: async ({ picture: own }) => {
    const pictures = await Promise.all(SAMPLE_PROMPTS.map((_, i) => own(`multi-crit-fig10-${i + 1}`)));
    const cards = SAMPLE_PROMPTS.map((prompt, i) => promptCard(prompt, i, pictures[i]));
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
      data: pl.DataFrame(SAMPLE_PROMPTS.map(({ part, about, query, answer }) => ({
        part,
        about,
        query,
        answer: answer ?? "",
        provenance: "published",
      }))),
      caption: "Six prompts of each part; right answers as published, which our drawings need not show.",
      alt: `Twelve prompts with a picture each: ${
        SAMPLE_PROMPTS.map(({ about }) => about.toLowerCase()).join(", ")
      }.`,
    };
  },
});

function promptCard({ about, scene: shown, query, answer }: SamplePrompt, i: number, own: string | null) {
  return card(
    stack([
      scene(`fig10-${i + 1}`, MULTI_CRIT_SCENES[shown], own),
      words(query),
      ...(answer ? [words(`Answer: {right:${answer}}`, { size: SIZE.note, color: INK.soft })] : []),
    ], { gap: 6 }),
    { title: about },
  );
}

/** The appendix's examples. */
export const exampleFigures: readonly NamedFigure<
  "multi-crit-fig10" | `multi-crit-table${10 | 11 | 12 | 13 | 14 | 15 | 19}`
>[] = [
  fig10,
  ...CRITERIA_EXAMPLES.map(criteriaTable),
  table19,
];
