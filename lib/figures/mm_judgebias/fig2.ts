import { BIASES } from "../../papers/biases.ts";
import {
  MM_JUDGEBIAS_FACTS,
  mmJudgeBiasDifficulties,
  mmJudgeBiasDomains,
  mmJudgeBiasTable2,
  RESPONSE_GENERATORS,
} from "../../papers/mm_judgebias.ts";
import { publishedTable } from "../../papers/published_table.ts";
import { shape } from "../cards/scene.ts";
import { arrow, art, card, picture, row, space, stack, words } from "../schematic/layout.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { counted, INK, SIZE } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { DIMENSION_COLOR } from "./numbers.ts";

/** A wheel of the bias types from the top: a segment each, in the colour of its dimension. */
function wheel(size: number): string {
  const middle = size / 2, outer = size / 2 - 1, inner = 0.42 * size;
  const point = (turn: number, radius: number) =>
    `${(middle + radius * Math.sin(2 * Math.PI * turn)).toFixed(1)} ${
      (middle - radius * Math.cos(2 * Math.PI * turn)).toFixed(1)
    }`;
  return BIASES.map(({ dimension }, b) => {
    const from = b / BIASES.length, to = (b + 1) / BIASES.length;
    return shape(
      `M${point(from, outer)}A${outer} ${outer} 0 0 1 ${point(to, outer)}L${point(to, inner / 2)}A${
        inner / 2
      } ${inner / 2} 0 0 0 ${point(from, inner / 2)}z`,
      DIMENSION_COLOR[dimension],
      'stroke="#ffffff" stroke-width="2"',
    );
  }).join("");
}

/** Figure 2, with which the project page opens too. */
export const fig2: NamedFigure<"mm-judgebias-fig2"> = figure("mm-judgebias-fig2", {
  kind: "schematic",
  title: "From source images to the reliability of judges",
  draw: () => {
    const domains = mmJudgeBiasDomains(), tasks = [...new Set(domains.map(({ task }) => task))];
    const sources = new Set(
      publishedTable("mm-judgebias-table7-sources").map((one) => one.source_benchmark),
    ).size;
    const subtasks = publishedTable("mm-judgebias-table18-subtasks").length;
    const textSubtasks = publishedTable("mm-judgebias-table12-text-subtasks").length;
    const textDomains = new Set(
      publishedTable("mm-judgebias-table12-text-subtasks").map((one) => one.domain_type),
    ).size;
    const difficulties = mmJudgeBiasDifficulties();
    const of = (difficulty: string) =>
      difficulties.filter((one) => one.difficulty === difficulty).reduce(
        (sum, { samples }) => sum + samples,
        0,
      );
    const samples = domains.reduce((sum, one) => sum + one.samples, 0);
    const rows = mmJudgeBiasTable2();
    const models = new Set(rows.map(({ judge }) => judge.replace(/ \((no-)?think\)$/, ""))).size;
    const counts = {
      tasks: tasks.length,
      domains: domains.length,
      sources,
      subtasks,
      text_subtasks: textSubtasks,
      text_domains: textDomains,
      samples,
      bias_types: BIASES.length,
      judges: models,
      judge_rows: rows.length,
      runs: MM_JUDGEBIAS_FACTS.runs,
    };
    const ofTask = (task: string) =>
      domains.filter((one) => one.task === task).reduce((sum, one) => sum + one.samples, 0);
    const dimensions = [...new Set(BIASES.map(({ dimension }) => dimension))];
    const biasList = dimensions.map((dimension) =>
      stack([
        words(`**${dimension}** {soft:${BIASES.find((one) => one.dimension === dimension)!.metric}}`, {
          color: DIMENSION_COLOR[dimension],
        }),
        ...BIASES.filter((one) => one.dimension === dimension).map(({ name }) =>
          words(name, { size: SIZE.note })
        ),
      ], { gap: 2 })
    );
    const size = 96;
    return {
      body: picture(stack([
        row([
          card(
            stack([
              words(
                `**${counts.sources}** benchmarks, **${counts.tasks}** task types, **${counts.domains}** domains`,
              ),
              ...tasks.map((task) => words(`${task} {soft:${counted(ofTask(task))}}`, { size: SIZE.note })),
            ], { gap: 3 }),
            { title: "(a) Images", name: "images" },
          ),
          arrow("right", { length: 22 }),
          card(
            stack([
              words(
                "A model writes three queries per image, each of a random difficulty and one of " +
                  `**${counts.subtasks}** subtasks; it ranks them.`,
              ),
              words(
                "People keep the best one if it needs the image, fits it, and can be answered: no penguins in the Sahara.",
              ),
            ], { gap: 4 }),
            { title: "(b) Queries on images", name: "queries" },
          ),
          card(
            stack([
              words(
                `For Unnecessary-Image: tasks of text alone, **${counts.text_domains}** domains, **${counts.text_subtasks}** subtasks.`,
              ),
              words("Written by a model, kept or dropped by people."),
            ], { gap: 4 }),
            { title: "(c) Queries without image" },
          ),
        ], { gap: 10, weights: [1.15, 0, 1.3, 1] }),
        // From (b) and from (c) down to (d), from (e) down to (f): arrows stand below the cards that they leave.
        row([space(22), art("", 22, 22), arrow("down", { length: 22 }), arrow("down", { length: 22 })], {
          gap: 10,
          weights: [1.15, 0, 1.3, 1],
        }),
        card(
          stack([
            words(
              `One response per query, by ${RESPONSE_GENERATORS.length} models in equal parts, so that scores differ:`,
            ),
            words(RESPONSE_GENERATORS.join(" · "), { size: SIZE.note }),
          ], { gap: 2 }),
          { title: "(d) Responses" },
        ),
        arrow("down", { length: 22 }),
        card(
          row([art(wheel(size), size, size), ...biasList], { gap: 18 }),
          {
            title: `(e) ${counts.bias_types} bias types: query or image is changed, the response stays`,
            fill: "#eef5fb",
          },
        ),
        row([
          arrow("down", {
            label: `${counted(samples)} pairs of inputs: ${counted(of("easy"))} easy, ${
              counted(of("moderate"))
            } moderate, ${counted(of("hard"))} hard`,
            length: 28,
          }),
          art("", 22, 28),
          space(28),
        ], { gap: 10, weights: [1, 0, 1.35] }),
        row([
          card(
            stack([
              words("{slot:query, image, response} → y of 10"),
              words("{slot:query′, image′, response} → ŷ of 10"),
              words(`**${counts.judges}** models in ${counts.judge_rows} rows, ${counts.runs} runs each`, {
                size: SIZE.note,
              }),
            ], { gap: 4 }),
            { title: "(f) Judging, one input at a time", fill: INK.faint },
          ),
          arrow("right", { length: 22 }),
          card(
            stack([
              words("**BD** = mean of max(y − ŷ, 0) / (y − 1), y > 1: {soft:did the score fall?}"),
              words("**BC** = mean of 1 − |y − ŷ| / max(y − 1, 10 − y): {soft:did it stay?}"),
              words("Both from 0 to 1; 1 is a reliable judge.", { size: SIZE.note }),
            ], { gap: 4 }),
            { title: "(g) Reliability" },
          ),
        ], { gap: 10, weights: [1, 0, 1.35] }),
      ], { gap: 6 })),
      data: facts(Object.entries(counts).map(([quantity, value]) => ({ quantity, value }))),
      caption: `Queries are new for each image; each of the ${
        counted(samples)
      } samples is judged as it is and perturbed, with the same prompt.`,
      alt:
        `Flow from ${sources} source benchmarks over queries and responses to ${BIASES.length} bias types, two judgments per sample ` +
        "and the metrics BD and BC.",
    };
  },
});
