import type pl from "nodejs-polars";
import { meanScores } from "../../metrics/mean_scores.ts";
import { PHILAUTIA_EXAMPLES } from "../../papers/philautia.ts";
import { only } from "../../results/only.ts";
import { z } from "zod";
import { grouped } from "../../stats/grouped.ts";
import { plate } from "../cards/plate.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import { dots } from "../recipes/rows.ts";
import { picture } from "../schematic/layout.ts";
import { PICTURE } from "../schematic/tree.ts";
import { type Value, valueFrame, valueOf } from "../values/value.ts";
import { matrixOf, ORDER, settingsOf } from "./numbers.ts";

const IDS = ["philautia-fig5", "philautia-figB", "philautia-figC"] as const;

/** Captions as the paper prints them. */
const EXAMPLES = readCards(
  "philautia",
  z.record(
    z.enum(IDS),
    z.strictObject({
      title: TEXT,
      reference: TEXT,
      /** The generated caption; `{wrong:…}` around what the picture does not hold. */
      caption: TEXT,
      picture: PICTURE,
    }),
  ),
);

/** Of this figure the paper prints how far the score lies above the mean, not the mean. */
const MEAN_COMPUTED = "philautia-figC";

function captionExample<const Id extends typeof IDS[number]>(
  id: Id,
): NamedFigure<Id> {
  const { title, reference, caption, picture: shown } = EXAMPLES[id];
  const { model, score, mean, setting } = PHILAUTIA_EXAMPLES.find(({ figure }) =>
    figure === `Figure ${id.slice(-1)}`
  )!;
  // The text names the setting of Figure C alone.
  const free = setting === "ref_free";
  const referenced = free ? "Reference (not given to evaluators)" : "Reference";
  const printed = (quantity: string, value: number) =>
    valueOf({
      keys: { setting, generator: model, evaluator: model },
      quantity,
      value,
      printed: value.toFixed(3),
      provenance: "published",
    });
  return figure(id, {
    title,
    kind: "example",
    file: "data/cards/philautia.json",
    frames: ["caption scores"],
    available: ["published", "simulated"],
    draw: async (context) => {
      if (context.source !== "published") return await ownExample(id, model, context);
      return {
        body: picture(
          await plate({
            ours: `the picture; captions and ${
              id === MEAN_COMPUTED ? "the score" : "numbers"
            } are as printed.`,
            pictures: [{ ...shown, own: id }],
            texts: [
              [referenced, reference],
              ["Caption", caption],
              ["Score", `**${score.toFixed(3)}** by ${model}, which wrote the caption`],
              ["Its mean", `**${mean.toFixed(3)}**, over all captions that it scored`],
            ],
          }, context),
        ),
        data: valueFrame([
          printed("score", score),
          id === MEAN_COMPUTED
            ? { ...printed("mean score", mean), printed: null, provenance: "computed from published" }
            : printed("mean score", mean),
        ]),
        told: {
          model,
          above: (score - mean).toFixed(3),
          score: score.toFixed(3),
          mean: mean.toFixed(3),
        },
      };
    },
  });
}

export const fig5: NamedFigure<"philautia-fig5"> = captionExample("philautia-fig5");
export const figB: NamedFigure<"philautia-figB"> = captionExample("philautia-figB");
export const figC: NamedFigure<"philautia-figC"> = captionExample("philautia-figC");

/** From scores: the image whose caption a writer overrates most, and what all evaluators give it beside their means. */
async function ownExample(id: string, model: string, context: FigureContext): Promise<Drawing> {
  const frame = await context.frame("caption scores");
  const [setting] = settingsOf(frame);
  const matrix = await matrixOf(setting, context);
  const self = matrix.filter(({ keys }) => keys.generator === keys.evaluator);
  const writer = self.find(({ keys }) => keys.generator === model) ??
    self.reduce<Value | undefined>((a, b) => a && a.value >= b.value ? a : b, undefined);
  if (!writer) throw new RangeError(`${id}: wanted a model that is generator and evaluator, found none`);
  const name = writer.keys.generator;
  const means = new Map(
    (meanScores(frame, { setting }).toRecords() as { evaluator: string; mean: number }[])
      .map(({ evaluator, mean }) => [evaluator, mean]),
  );
  const { image, scores } = mostOverrated(frame, setting, name, means);
  const values = [...scores].flatMap(([evaluator, score]) =>
    ([["score", score], ["mean score", means.get(evaluator)!]] as const).map(([quantity, value]) =>
      valueOf({
        keys: { setting, image_id: image, generator: name, evaluator },
        quantity,
        value,
        provenance: context.origin,
      })
    )
  );
  const { body, legend } = await dots({
    rows: "evaluator",
    unit: "number",
    decimals: 2,
    order: { rows: ORDER.models },
    names: { score: "this caption", "mean score": "all its captions scored" },
    label: "Score from 0 to 1",
  })(values, context.look);
  const above =
    [...scores].filter(([evaluator, score]) => evaluator !== name && score >= means.get(evaluator)!).length;
  return {
    title: `A caption that ${name} rates higher than others do`,
    body,
    legend,
    width: context.look.width,
    data: valueFrame(values),
    caption:
      `Image ${image}: the one whose caption ${name} overrates most against the others (n = 1 caption). ${above} of ` +
      `${scores.size - 1} others are not below their means.${
        context.origin === "simulated" ? " Simulated: says nothing of the models." : ""
      }`,
    alt: `Scores of one caption by ${name} from every evaluator, beside their means.`,
  };
}

/** The image for which a writer's surplus over its mean most exceeds that of the others, and the scores of its caption there. */
function mostOverrated(
  frame: pl.DataFrame,
  setting: string,
  writer: string,
  means: ReadonlyMap<string, number>,
): { image: string; scores: Map<string, number> } {
  const rows = only(frame, { setting, generator: writer }).select("image_id", "evaluator", "score")
    .toRecords() as { image_id: string | number; evaluator: string; score: number | null }[];
  const scored = rows.filter(({ score }) => score !== null && !Number.isNaN(score));
  const images = [...grouped(scored, ({ image_id }) => String(image_id))].map(([image, own]) => {
    const scores = new Map(own.map(({ evaluator, score }) => [evaluator, score!]));
    const surplus = (evaluator: string) => scores.get(evaluator)! - means.get(evaluator)!;
    const others = [...scores.keys()].filter((one) => one !== writer).map(surplus);
    return { image, scores, contrast: surplus(writer) - others.reduce((a, b) => a + b, 0) / others.length };
  });
  const most = Math.max(...images.map(({ scores }) => scores.size));
  const [found] = images.filter(({ scores }) => scores.size === most && scores.has(writer) && most > 1)
    .sort((a, b) => b.contrast - a.contrast);
  if (!found) throw new RangeError(`example: wanted an image scored by ${writer} and others, found none`);
  return found;
}
