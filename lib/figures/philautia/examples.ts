import { z } from "zod";
import { PHILAUTIA_EXAMPLES } from "../../papers/philautia.ts";
import { plate } from "../cards/plate.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import type { DrawnFigure, Specs } from "../figure.ts";
import { picture } from "../schematic/layout.ts";
import { PICTURE } from "../schematic/tree.ts";
import { derivedValue, printedValue, valueFrame } from "../values/value.ts";

const IDS = ["philautia-fig5", "philautia-figB", "philautia-figC"] as const;

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

function captionExample(id: typeof IDS[number]): DrawnFigure {
  const { title, reference, caption, picture: shown } = EXAMPLES[id];
  const { model, score, mean, setting } = PHILAUTIA_EXAMPLES.find(({ figure }) =>
    figure === `Figure ${id.slice(-1)}`
  )!;
  // The text names the setting of Figure C alone.
  const free = setting === "ref_free", told = { model, score: score.toFixed(3), mean: mean.toFixed(3) };
  const keys = { setting, generator: model, evaluator: model };
  return {
    title,
    draw: async (given) => ({
      body: picture(
        await plate({
          ours: `the picture; captions and ${id === MEAN_COMPUTED ? "the score" : "numbers"} are as printed.`,
          pictures: [{ ...shown, own: id }],
          texts: [
            [free ? "Reference (not given to evaluators)" : "Reference", reference],
            ["Caption", caption],
            ["Score", `**${told.score}** by ${model}, which wrote the caption`],
            ["Its mean", `**${told.mean}**, over all captions that it scored`],
          ],
        }, given),
      ),
      data: valueFrame([
        printedValue(keys, "score", told.score),
        id === MEAN_COMPUTED
          ? derivedValue(keys, "mean score", mean)
          : printedValue(keys, "mean score", told.mean),
      ]),
    }),
  };
}

/** The paper's examples of captions that their writers overrate. */
export const examples: Specs = Object.fromEntries(IDS.map((id) => [id, captionExample(id)]));
