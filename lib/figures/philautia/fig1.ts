import {
  type CaptionSetting,
  PHILAUTIA_FACTS,
  philautiaScores,
  pommsColumn,
} from "../../papers/philautia.ts";
import { publishedTable } from "../../papers/published_table.ts";
import { scene } from "../cards/scene.ts";
import type { FigureContext } from "../figure_spec.ts";
import { card, picture, row, space, stack, words } from "../schematic/layout.ts";
import type { Link } from "../schematic/links.ts";
import { INK, signed, SIZE } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { figure, type NamedFigure } from "../figure.ts";

/** Colours of arrows: a model that favours another, or the contrary. */
const LIKES = "#0b5c40", DISLIKES = "#9b1c0c";

/** Width of the picture. */
const SMALL = 140;

/** The published entry of Φ̃ of an evaluator on a generator. */
function entry(generator: string, evaluator: string): { value: number; setting: CaptionSetting } | null {
  const found = generator === evaluator
    ? philautiaScores().find(({ model, setting }) => model === generator && setting === "ref_free")
    : undefined;
  if (found) return found;
  const other = PHILAUTIA_FACTS.entries.find(([setting, row, column]) =>
    setting === "ref_free" && row === generator && column === evaluator
  );
  return other ? { setting: other[0], value: other[3] } : null;
}

/** Who favours whom in the paper's first figure: evaluator, generator, whether it favours it. */
const PREFERENCES = [
  { evaluator: "Gemini-2.5-Pro", generator: "Gemini-2.5-Pro", favours: true },
  { evaluator: "Phi-3.5-Vision", generator: "Phi-3.5-Vision", favours: true },
  { evaluator: "Gemini-2.5-Pro", generator: "Phi-3.5-Vision", favours: false },
  { evaluator: "Phi-3.5-Vision", generator: "Gemini-2.5-Pro", favours: false },
  { evaluator: "LLaVA-1.5-13B", generator: "LLaVA-1.5-13B", favours: true },
  { evaluator: "LLaVA-1.5-13B", generator: "LLaVA-OneVision-7B", favours: true },
  { evaluator: "LLaVA-OneVision-7B", generator: "LLaVA-OneVision-7B", favours: true },
] as const;

/** How the generators' captions begin, as the figure prints them, in its order. */
const CAPTIONS: Record<string, string> = {
  "Gemini-2.5-Pro": "A mother panda and her cub enjoy …",
  "Phi-3.5-Vision": "Two pandas enjoy a meal of bamboo in …",
  "LLaVA-1.5-13B": "Two pandas are eating bamboo in …",
  "LLaVA-OneVision-7B": "Two pandas are munching on …",
};

/** The generators of the paper's second diagram, that with Pomms as the evaluator. */
const WITH_POMMS = ["LLaVA-1.5-13B", "LLaVA-OneVision-7B", "Gemini-2.5-Pro", "InternVL2.5-8B"];

export const fig1: NamedFigure<"philautia-fig1"> = figure("philautia-fig1", {
  title: "Judges have favourites, an ensemble has fewer",
  kind: "schematic",
  draw: async ({ picture: own }: FigureContext) => {
    const image = await own("philautia-fig1");
    const generators = Object.keys(CAPTIONS);
    const evaluators = [...new Set(PREFERENCES.map(({ evaluator }) => evaluator))];
    const members = publishedTable("philautia-table1").find(({ variant }) => variant === "(iv)")!.members
      .split(";");
    const column = new Map(pommsColumn().map(({ model, value }) => [model, value]));
    const links = PREFERENCES.map(({ evaluator, generator, favours }): Link => ({
      from: `evaluator ${evaluator}`,
      to: `generator ${generator}`,
      color: favours ? LIKES : DISLIKES,
      dashed: !favours,
    }));
    const told = (evaluator: string) =>
      PREFERENCES.filter((one) => one.evaluator === evaluator).map(({ generator, favours }) => {
        const known = entry(generator, evaluator);
        const whom = generator === evaluator ? "itself" : generator;
        return `${favours ? `{right:favours ${whom}}` : `{wrong:disfavours ${whom}}`}${
          known ? `, Φ̃ ${signed(known.value, 2)}` : ""
        }`;
      }).join("; ");
    return {
      body: picture(
        stack([
          row([
            scene("philautia-pandas", image, { width: SMALL }),
            stack([
              words("One picture, captions of several models, scores by the same models.", { bold: true }),
              words(
                "A score mixes how good the caption is, how strict the judge is, and whether the judge likes its author. " +
                  "Standardising the matrix of mean scores leaves the third.",
              ),
              words("{right:→} favours   {wrong:⇢} disfavours", { size: SIZE.note }),
            ], { gap: 8 }),
          ], { gap: 14 }),
          space(4),
          row([
            stack([
              words("**Generators and their captions**"),
              ...generators.map((name) =>
                card(words(CAPTIONS[name]), { title: name, name: `generator ${name}`, padding: 8 })
              ),
            ], { gap: 10 }),
            space(1),
            stack([
              words("**Evaluators**"),
              ...evaluators.map((name) =>
                card(words(told(name)), {
                  title: name,
                  name: `evaluator ${name}`,
                  padding: 8,
                  fill: INK.faint,
                })
              ),
            ], { gap: 10 }),
          ], { gap: 0, weights: [1, 0.42, 1.1] }),
          space(2),
          card(
            stack([
              words(
                `One evaluator, a weighted sum of the scores of ${
                  members.join(", ")
                }: nearer to 0 for each generator than this is for itself, and for all twelve between ${
                  signed(Math.min(...column.values()), 2)
                } and ${signed(Math.max(...column.values()), 2)}.`,
              ),
              row(
                WITH_POMMS.map((name) =>
                  card(
                    stack([
                      words(`Pomms {right:${signed(column.get(name)!, 2)}}`),
                      words(`itself ${signed(entry(name, name)!.value, 2)}`),
                    ], { gap: 2 }),
                    { title: name, padding: 8 },
                  )
                ),
                { gap: 8 },
              ),
            ], { gap: 6 }),
            { title: "Pomms as the evaluator", fill: "#e3f3ea" },
          ),
        ], { gap: 8 }),
        links,
      ),
      data: facts(
        PREFERENCES.map((one) => ({
          ...one,
          phi_tilde: entry(one.generator, one.evaluator)?.value ?? NaN,
        })),
      ),
      caption:
        "Φ̃ without references: above 0, the evaluator gives the generator more than strictness and quality explain. Of the two that " +
        "disfavour each other no number is printed.",
      footnotes: [
        "Captions: their printed openings, given to the generators in the order of the text; the picture is ours.",
      ],
      alt:
        "Arrows from evaluators to generators: Gemini-2.5-Pro and Phi-3.5-Vision favour themselves and disfavour each other, " +
        "LLaVA-1.5-13B favours LLaVA-OneVision-7B; Pomms, an ensemble, is nearer to 0 for all.",
    };
  },
});
